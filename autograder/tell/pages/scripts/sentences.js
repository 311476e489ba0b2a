// @ts-check
/// <reference path="words.d.ts" />
"use strict";

/** The key of an object of forms that names the part that decides. */
const DECIDES = "by";
/** The key that names the language of the forms, if it is not the page's. */
const IN = "in";

/** Returns a number as it is written everywhere on the page. @param {number} value */
function shown(value) {
  if (value === Infinity) return "∞";
  return value === -Infinity ? "-∞" : String(value);
}

/** Returns a sentence with its parts in place, like `sentence` of autograder/core/sentences.py. The topic is always
 * written out: the page has the topics that stand in such calls.
 * @param {string} topic
 * @param {string} name
 * @param {Record<string, string | number>} [parts]
 */
function say(topic, name, parts = {}) {
  const forms = SENTENCES[topic][name] ?? name; // a language may say wrongly that it lacks none
  return withParts(typeof forms === "string" ? forms : formOf(forms, parts), parts);
}

/** Returns names as they stand in a sentence: "a, b and c". @param {string[]} names */
function inARow(names) {
  const last = names[names.length - 1];
  return names.length > 1 ? say("list", "and", { names: names.slice(0, -1).join(", "), last }) : last;
}

/** Returns the form of a sentence that fits the number which decides.
 * @param {Record<string, string>} forms by plural category
 * @param {Record<string, string | number>} parts
 */
function formOf(forms, parts) {
  const number = Number(parts[forms[DECIDES] ?? "count"]);
  const rules = new Intl.PluralRules(forms[IN] ?? LANGUAGE);
  return forms[rules.select(number)] ?? forms.other;
}

/** Puts parts into a sentence. @param {string} sentence @param {Record<string, string | number>} parts */
function withParts(sentence, parts) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => {
    const part = parts[name];
    return typeof part === "number" ? shown(part) : part;
  });
}
