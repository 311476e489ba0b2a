// @ts-check
"use strict";

/** A tree as an exercise writes it: a leaf's utility, an array of children, or an object with a name.
 * @typedef {number | string | any[] | {name?: string, value?: number | string, children?: any[]}} Nested
 */

/** A node. Nodes stand in level order; of a leaf that has no utility `value` is NaN and `label` what stands there.
 * @typedef {{name: string, own: boolean, parent: number, ply: number, player: "MAX" | "MIN", children: number[], value: number, label: string}} GameNode
 */

/** @param {number} value A number as it is written everywhere on the page. */
const shown = (value) => (value === Infinity ? "∞" : value === -Infinity ? "-∞" : String(value));

/** @param {number} value A number as exercises and addresses have it. */
const plain = (value) => (Number.isFinite(value) ? value : value > 0 ? "inf" : "-inf");

/** A typed or written number; NaN for anything else. @param {unknown} written @returns {number} */
function worth(written) {
  if (typeof written === "number") return written;
  const text = String(written).trim().toLowerCase().replace(/[−–]/g, "-").replace("∞", "inf").replace(/^\+/, "");
  if (/^-?inf(inity)?$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text.replace(",", ".")) ? Number(text.replace(",", ".")) : NaN;
}

/** The nodes of a tree in level order. @param {Nested} nested @param {("MAX" | "MIN")[]} players who moves at each ply @returns {GameNode[]} */
function planted(nested, players) {
  /** @type {GameNode[]} */
  const nodes = [];
  /** @type {[Nested, number, number][]} */
  const queue = [[nested, -1, 0]];
  const numbers = new Map();
  for (const [entry, parent, ply] of queue) {
    const inner = Array.isArray(entry) ? { children: entry } : typeof entry === "object" && entry ? entry : { value: entry };
    const { children = [], value, name } = inner;
    if (!Array.isArray(children) || (!children.length && value === undefined)) throw new SyntaxError("a node is a number, or an array of at least one node");
    const number = numbers.set(ply, (numbers.get(ply) ?? 0) + 1).get(ply);
    const isLeaf = !children.length;
    if (isLeaf && typeof value !== "number" && typeof value !== "string") throw new SyntaxError(`${JSON.stringify(value)} is no utility`);
    nodes.push({ name: name ?? letters(ply) + number, own: name !== undefined, parent, ply, player: players[ply % players.length], children: [], value: isLeaf ? worth(value) : NaN, label: isLeaf ? String(value) : "" });
    if (parent >= 0) nodes[parent].children.push(nodes.length - 1);
    for (const child of children) queue.push([child, nodes.length - 1, ply + 1]);
  }
  return nodes;
}

/** The letters of a ply: A to Z, then AA. @param {number} ply @returns {string} */
function letters(ply) {
  return (ply >= 26 ? letters(Math.floor(ply / 26) - 1) : "") + String.fromCharCode(65 + (ply % 26));
}

/** The tree that `planted` has read, written again. @param {GameNode[]} nodes @param {number} node @returns {Nested} */
function written(nodes, node = 0) {
  const { children, own, name, value, label } = nodes[node];
  const below = children.map((child) => written(nodes, child));
  const leaf = Number.isNaN(value) ? label : plain(value);
  if (own) return below.length ? { name, children: below } : { name, value: leaf };
  return below.length ? below : leaf;
}

/** The leaves below some nodes, from left to right. @param {GameNode[]} nodes @param {number[]} tops @returns {number[]} */
function leavesBelow(nodes, tops) {
  return tops.flatMap((top) => (nodes[top].children.length ? leavesBelow(nodes, nodes[top].children) : [top]));
}
