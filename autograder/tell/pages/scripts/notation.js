// @ts-check
"use strict";

/** A search as a text tells it: an exercise's file, or a tree alone.
 * @typedef {object} Search
 * @property {Nested} tree
 * @property {Player[]} [players]
 * @property {Ends} [window]
 * @property {string} [rule]
 * @property {string} [title]
 */

/** An array, an object or the whole text, as far as it is read.
 * @typedef {object} Group
 * @property {string} sign the bracket that opens it, "" if it is the whole
 * @property {number} place of this bracket
 * @property {any[]} entries of an object its keys and values by turns
 * @property {"key" | "colon" | "value" | "comma"} next what can follow
 */

/** How many missing brackets are written out. */
const MOST_SIGNS = 5;
/** How long a title can be, which is in the address, and half a character, which cannot. */
const LONGEST_TITLE = 100;
const HALF_CHARACTER = /\p{Surrogate}/gu;
const CLOSING_SIGN = { "[": "]", "(": ")", "{": "}" };
const NAME_OF_TREE = /^\s*(?:\w+\s*=|"tree"\s*:)/;
/** Blanks, and Python's comments. */
const SKIPPED = /(?:\s|#[^\n]*(?:\n|$))*/y;
/** A sign, a text in quotes, or a word, which may be Python's infinity. */
const TOKEN =
  /[[\](){},:]|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[-+]?float\(\s*["'][^"']*["']\s*\)|[^\s[\](){},:"'#]+/iy;
const INFINITY_IN_PYTHON = /^([-+]?)(?:(?:math|np|numpy)\.(inf)|float\(\s*["'](.*)["']\s*\))$/i;
/** What neither Python nor JSON takes for a number: more likely it is the end of 1,000. */
const LEADING_ZERO = /^[-+]?0\d/;
/** What Python and JSON call what is no utility. */
const WORDS = { true: true, false: false, null: null, none: null };
const ESCAPED = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
/** The interface of an exercise by each rule, where that is not the set's. */
const INTERFACES = { minimax: "minimax", "fail-hard": "minimax_ab", aspiration: "aspiration_search" };

/** A text that is no tree, and the place where that shows. */
class Misread extends SyntaxError {
  /** @param {string} message @param {number} place an index in the text */
  constructor(message, place) {
    super(message);
    this.place = place;
  }
}

/** Reads a tree or an exercise, in JSON or as Python writes it. Brackets may lie as deep as they like. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    // The line of a program or of an exercise's file has a name before the tree.
    const unnamed = text.replace(NAME_OF_TREE, (start) => " ".repeat(start.length));
    this.text = unnamed.replace(/,\s*$/, "");
    this.place = 0;
    /** The groups that are open, from the outermost. @type {Group[]} */
    this.groups = [{ sign: "", place: 0, entries: [], next: "value" }];
  }

  /** Returns what is written. Throws a Misread if it is not written rightly. @returns {any} */
  read() {
    for (let token = this.token(); token; token = this.token()) {
      this.take(token);
      this.place += token.length;
    }
    const [whole, ...open] = this.groups;
    if (open.length) {
      throw this.misread(missingSigns(open));
    }
    if (!whole.entries.length) throw this.misread(say("script_notation", "nothing"));
    return whole.entries[0];
  }

  /** Returns the sign or the word that is next; "" at the end. */
  token() {
    SKIPPED.lastIndex = this.place;
    SKIPPED.exec(this.text);
    this.place = SKIPPED.lastIndex;
    if (this.place === this.text.length) return "";
    TOKEN.lastIndex = this.place;
    const match = TOKEN.exec(this.text);
    if (!match) {
      const sign = this.text[this.place];
      throw this.misread(say("script_notation", "no second quote", { sign, place: this.here }));
    }
    return match[0];
  }

  /** @param {string} token */
  take(token) {
    if (Object.hasOwn(CLOSING_SIGN, token)) this.begin(token);
    else if (Object.values(CLOSING_SIGN).includes(token)) this.end(token);
    else if (token === ",") this.separate();
    else if (token === ":") this.name();
    else this.add(this.valueOf(token));
  }

  /** @param {string} sign */
  begin(sign) {
    this.expectEntry();
    const next = sign === "{" ? "key" : "value";
    this.groups.push({ sign, place: this.place, entries: [], next });
  }

  /** @param {string} sign */
  end(sign) {
    const group = this.group;
    if (!group.sign) throw this.misread(say("script_notation", "no bracket before", { sign, place: this.here }));
    const right = closing(group.sign);
    if (sign !== right) {
      const parts = { opening: group.sign, start: group.place + 1, right, sign, place: this.here };
      throw this.misread(say("script_notation", "another bracket", parts));
    }
    const isObject = sign === "}";
    if (isObject && group.entries.length % 2) {
      throw this.misread(say("script_notation", "no value", { place: this.here }));
    }
    this.groups.pop();
    this.add(isObject ? objectOf(group.entries) : contentOf(group));
  }

  /** Takes a comma. */
  separate() {
    const group = this.group;
    if (!group.sign && group.next === "comma") {
      throw this.misread(say("script_notation", "no brackets around", { place: this.here }));
    }
    if (group.next !== "comma") throw this.misread(say("script_notation", "no value", { place: this.here }));
    group.next = group.sign === "{" ? "key" : "value";
  }

  /** Takes a colon. */
  name() {
    if (this.group.next !== "colon") {
      throw this.misread(say("script_notation", "colon without name", { place: this.here }));
    }
    this.group.next = "value";
  }

  /** @param {any} value */
  add(value) {
    this.expectEntry();
    const group = this.group;
    if (group.next === "key" && typeof value !== "string") {
      throw this.misread(say("script_notation", "no quoted name", { place: this.here }));
    }
    group.next = group.next === "key" ? "colon" : "comma";
    group.entries.push(value);
  }

  /** Throws a Misread if no entry can stand here. */
  expectEntry() {
    const { sign, next } = this.group;
    if (next === "colon") throw this.misread(say("script_notation", "no colon", { place: this.here }));
    if (next !== "comma") return;
    if (!sign) throw this.misread(say("script_notation", "text behind", { place: this.here }));
    throw this.misread(say("script_notation", "no comma", { place: this.here }));
  }

  /** Returns what a word or a text in quotes means. @param {string} token */
  valueOf(token) {
    if (/^["']/.test(token)) return unquoted(token);
    if (LEADING_ZERO.test(token)) {
      throw this.misread(say("script_notation", "leading zero", { word: token, place: this.here }));
    }
    const word = token.replace(INFINITY_IN_PYTHON, (_, sign, constant, text) => sign + (constant ?? text));
    if (isRounded(word)) {
      throw this.misread(say("script_notation", "not exact", { word: quoted(token), place: this.here }));
    }
    const number = worth(word);
    if (!Number.isNaN(number)) return number;
    const lowered = word.toLowerCase();
    if (Object.hasOwn(WORDS, lowered)) return WORDS[/** @type {keyof typeof WORDS} */ (lowered)];
    throw this.misread(say("script_notation", "no number", { word: quoted(token), place: this.here }));
  }

  /** The innermost group that is open. */
  get group() {
    return this.groups[this.groups.length - 1];
  }

  /** The present place, as people count. */
  get here() {
    return this.place + 1;
  }

  /** @param {string} message */
  misread(message) {
    return new Misread(message, this.place);
  }
}

/** @param {string} sign */
function closing(sign) {
  return CLOSING_SIGN[/** @type {keyof typeof CLOSING_SIGN} */ (sign)];
}

/** Says which brackets some groups lack at the end, or how many if they are many. @param {Group[]} open */
function missingSigns(open) {
  const count = open.length;
  if (count > MOST_SIGNS) return say("script_notation", "many brackets missing", { count });
  const signs = open.map(({ sign }) => closing(sign)).reverse();
  return say("script_notation", "brackets missing", { signs: signs.join(""), count });
}

/** Returns the object with some keys and values. @param {any[]} entries */
function objectOf(entries) {
  /** @type {[string, any][]} */
  const pairs = [];
  for (let index = 0; index < entries.length; index += 2) {
    pairs.push([entries[index], entries[index + 1]]);
  }
  return Object.fromEntries(pairs);
}

/** Returns what is between brackets. To Python (3) is a number, and (3,) has a child.
 * @param {Group} group
 */
function contentOf({ sign, entries, next }) {
  const isInParentheses = sign === "(" && entries.length === 1 && next === "comma";
  return isInParentheses ? entries[0] : entries;
}

/** Returns a text without its quotes. @param {string} token */
function unquoted(token) {
  const ESCAPE = /\\(?:u([0-9a-f]{4})|([^]))/gi;
  return token.slice(1, -1).replace(ESCAPE, (_, code, sign) => {
    if (code) return String.fromCharCode(parseInt(code, 16));
    return ESCAPED[/** @type {keyof typeof ESCAPED} */ (sign)] ?? sign;
  });
}

/** Returns the search that a text tells. Throws a SyntaxError or a RangeError if it tells none.
 * @param {string} text
 * @returns {Search}
 */
function searchOf(text) {
  const read = new Reader(text).read();
  const isExercise = typeof read === "object" && read !== null && !Array.isArray(read);
  if (!isExercise || !["tree", "generate", "title"].some((name) => Object.hasOwn(read, name))) {
    return { tree: read };
  }
  const { tree, title, root, players, window: ends } = read;
  if (tree === undefined) throw new SyntaxError(say("script_notation", "exercise without tree"));
  /** @type {Player[]} */
  const inTurn = root === "min" ? ["MIN", "MAX"] : ["MAX", "MIN"];
  /** @type {Search} */
  const search = {
    tree,
    players: players ?? inTurn,
    window: ends === undefined ? [-Infinity, Infinity] : windowOf(ends),
    rule: ruleOf(read),
  };
  const told = inLanguage(title);
  if (typeof told === "string") {
    search.title = told.slice(0, LONGEST_TITLE).replace(HALF_CHARACTER, "\ufffd");
  }
  return search;
}

/** Returns an author's text, which may be an object with one for each language: that of the page, else the English
 * or the first one.
 * @param {unknown} written
 */
function inLanguage(written) {
  if (typeof written !== "object" || written === null) return written;
  const texts = /** @type {Record<string, unknown>} */ (written);
  return texts[document.documentElement.lang] ?? texts.en ?? Object.values(texts)[0];
}

/** Returns the rule by which an exercise prunes. @param {Record<string, unknown>} exercise */
function ruleOf(exercise) {
  if (exercise.prune_when === "alpha > beta") return "strict";
  const entry = Object.entries(INTERFACES).find(([, name]) => name === exercise.interface);
  const rule = entry?.[0] ?? "";
  return Object.hasOwn(RULES, rule) ? rule : "alpha-beta";
}

/** Returns a window that was written as two ends. Throws a RangeError if it is none.
 * @param {unknown} written
 * @returns {Ends}
 */
function windowOf(written) {
  const ends = Array.isArray(written) ? written.map(worth) : [];
  if (ends.length !== 2 || !(ends[0] < ends[1])) {
    throw new RangeError(say("script_notation", "window"));
  }
  return /** @type {Ends} */ (ends);
}

/** Returns players, if they are some. Throws a RangeError if not.
 * @param {unknown} players
 * @returns {Player[]}
 */
function playersOf(players) {
  const areNamed = Array.isArray(players) && players.length > 0;
  if (!areNamed || !players.every((player) => player === "MAX" || player === "MIN")) {
    throw new RangeError(say("script_notation", "players"));
  }
  return players;
}

/** Returns the exercise that has the tree that is shown, as a file for a set.
 * @param {Shown} shown
 */
function exerciseOf({ tree, title, players, window: ends, rule, listing, guess, within }) {
  const areInTurn = players.length === 2 && players[0] !== players[1];
  /** @type {Record<string, unknown>} */
  const fields = { title, tree };
  if (areInTurn) fields.root = players[0].toLowerCase();
  else fields.players = players;
  // Negamax is given a depth, which a page has not; its leaves are those of the usual search.
  if (Object.hasOwn(INTERFACES, rule) && listing !== "negamax") {
    fields.interface = INTERFACES[/** @type {keyof typeof INTERFACES} */ (rule)];
  }
  if (rule === "aspiration" && guess) [fields.guess, fields.epsilon] = guess;
  else if (rule !== "minimax" && ends.some(Number.isFinite)) fields.window = ends.map(plain);
  const ruleOfPasses = rule === "aspiration" ? within : rule;
  if (ruleOfPasses === "strict") fields.prune_when = "alpha > beta";
  return JSON.stringify(fields, null, 1);
}
