// @ts-check
"use strict";

/** A tree as an exercise writes it: a leaf's utility, an array of children, or an object
 * with a name.
 * @typedef {number | string | any[] | NestedObject} Nested
 * @typedef {{name?: string, value?: number | string, children?: any[]}} NestedObject
 */

/** @typedef {"MAX" | "MIN"} Player */

/** A node. Nodes stand in level order.
 * @typedef {object} GameNode
 * @property {string} name
 * @property {boolean} own whether the exercise gives it this name
 * @property {number} parent -1 for the root
 * @property {number} ply
 * @property {Player} player
 * @property {number[]} children
 * @property {number} value of a leaf; NaN if it has no utility
 * @property {string} label of a leaf: its value as the exercise writes it
 */

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
const INFINITE = /^-?inf(inity)?$/;
/** A number's digits before and behind the point, and its exponent. */
const PARTS = /^-?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/;
/** A number with a comma that some write for thousands, and others for tenths. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}(,\d{3})+$/;
/** How many characters of a text are quoted. */
const LONGEST_QUOTE = 20;

/** Returns a title with its infinities written as in drawings. @param {string} title */
function withSigns(title) {
  return title.replace(/(?<![\w."'])(?:\+|(-))?inf(?![\w"'])/g, "$1∞");
}

/** Returns a number as exercises and addresses have it. @param {number} value */
function plain(value) {
  if (Number.isFinite(value)) return value;
  return value > 0 ? "inf" : "-inf";
}

/** Returns a typed or written number; NaN for anything else, and for a number that would be rounded.
 * @param {unknown} written
 * @returns {number}
 */
function worth(written) {
  if (typeof written === "number") return written;
  const text = numeral(String(written));
  if (INFINITE.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return NUMBER.test(text) && !isRounded(text) ? Number(text) : NaN;
}

/** Returns a typed number as JavaScript writes one, without a comma that could part thousands.
 * @param {string} typed
 */
function numeral(typed) {
  const text = typed.trim().toLowerCase().replace(/[−–]/g, "-").replace("∞", "inf").replace(/^\+/, "");
  return AMBIGUOUS.test(text) ? "" : text.replace(",", ".");
}

/** Returns whether a typed number has more digits than JavaScript keeps. @param {string} typed */
function isRounded(typed) {
  const text = numeral(typed);
  return NUMBER.test(text) && digitsOf(text) !== digitsOf(String(Number(text)));
}

/** Returns a number in one form: its digits, and the power of ten by which they are multiplied.
 * @param {string} text
 */
function digitsOf(text) {
  const [, whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant ? `${significant}e${power}` : "0";
}

/** Why a typed text is no number, and how a sentence quotes it, without its commas, too.
 * @typedef {{reason: "no text" | "unclear comma" | "not exact" | "no number", text: string, commaless: string}} NumberMistake
 */

/** Returns why a typed text is no number; undefined if it is one.
 * @param {string} typed
 * @returns {NumberMistake | undefined}
 */
function numberMistake(typed) {
  if (!Number.isNaN(worth(typed))) return undefined;
  const text = typed.trim();
  const commaless = text.replaceAll(",", "");
  return { reason: reasonOf(text, commaless), text: quoted(text), commaless: quoted(commaless) };
}

/** @param {string} text @param {string} commaless @returns {NumberMistake["reason"]} */
function reasonOf(text, commaless) {
  if (!text) return "no text";
  if (isRounded(text)) return "not exact";
  return text.includes(",") && !Number.isNaN(worth(commaless)) ? "unclear comma" : "no number";
}

/** Returns a text as a sentence quotes it, cut if it is long. @param {string} text */
function quoted(text) {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE - 1)}…` : text;
}

/** Returns the nodes of a tree in level order. Throws a SyntaxError if it is no tree.
 * @param {Nested} nested
 * @param {Player[]} players who moves at each ply
 * @returns {GameNode[]}
 */
function planted(nested, players) {
  /** @type {GameNode[]} */
  const nodes = [];
  /** @type {{subtree: Nested, parent: number, ply: number}[]} */
  const queue = [{ subtree: nested, parent: -1, ply: 0 }];
  /** How many nodes each ply has so far. @type {number[]} */
  const counts = [];
  for (const { subtree, parent, ply } of queue) {
    const { children = [], value, name } = unpacked(subtree);
    const isLeaf = children.length === 0;
    counts[ply] = (counts[ply] ?? 0) + 1;
    const node = nodes.length;
    nodes.push({
      name: name ?? letters(ply) + counts[ply],
      own: name !== undefined,
      parent,
      ply,
      player: players[ply % players.length],
      children: [],
      value: isLeaf ? worth(value) : NaN,
      label: isLeaf ? String(value) : "",
    });
    if (parent >= 0) nodes[parent].children.push(node);
    for (const child of children) queue.push({ subtree: child, parent: node, ply: ply + 1 });
  }
  return nodes;
}

/** Returns a subtree as an object that has children or a utility.
 * @param {Nested} subtree
 * @returns {NestedObject}
 */
function unpacked(subtree) {
  /** @type {NestedObject} */
  let object;
  if (Array.isArray(subtree)) object = { children: subtree };
  else if (typeof subtree === "object" && subtree) object = subtree;
  else object = { value: subtree };
  const { children = [], value } = object;
  if (object.name !== undefined && typeof object.name !== "string") {
    throw new SyntaxError(say("script_tree", "no name", { name: JSON.stringify(object.name) }));
  }
  const isNode = Array.isArray(children) && (children.length > 0 || value !== undefined);
  if (!isNode) {
    throw new SyntaxError(say("script_tree", "no node"));
  }
  const isUtility = typeof value === "number" || typeof value === "string";
  if (children.length === 0 && !isUtility) {
    throw new SyntaxError(say("script_tree", "no utility", { value: JSON.stringify(value) }));
  }
  if (typeof value === "string" && isRounded(value)) {
    throw new SyntaxError(say("script_tree", "not exact", { value }));
  }
  return object;
}

/** Returns the letters of a ply: A to Z, then AA. @param {number} ply @returns {string} */
function letters(ply) {
  const before = ply >= 26 ? letters(Math.floor(ply / 26) - 1) : "";
  return before + String.fromCharCode(65 + (ply % 26));
}

/** Returns the tree that `planted` has read, written again.
 * @param {GameNode[]} nodes
 * @param {number} node the root of the subtree
 * @returns {Nested}
 */
function written(nodes, node = 0) {
  const { children, own, name, value, label } = nodes[node];
  if (children.length) {
    const subtrees = children.map((child) => written(nodes, child));
    return own ? { name, children: subtrees } : subtrees;
  }
  const utility = Number.isNaN(value) ? label : plain(value);
  return own ? { name, value: utility } : utility;
}

/** Returns the leaves below some nodes, from left to right.
 * @param {GameNode[]} nodes
 * @param {number[]} tops
 * @returns {number[]}
 */
function leavesBelow(nodes, tops) {
  return tops.flatMap((top) => {
    const { children } = nodes[top];
    return children.length ? leavesBelow(nodes, children) : [top];
  });
}
