// @ts-check
"use strict";

/** A tree as an exercise writes it: a leaf's utility, an array of children, or an object with a name.
 * @typedef {number | string | any[] | {name?: string, value?: number | string, children?: any[]}} Nested
 */

/** A node. Nodes stand in level order; of a leaf that has no utility `value` is NaN and `label` what stands there.
 * @typedef {{name: string, own: boolean, parent: number, ply: number, player: "MAX" | "MIN", children: number[], value: number, label: string}} GameNode
 */

/** What a search compares: whether it prunes, when, and with what the best value starts.
 * @typedef {{words: string, closed: (alpha: number, beta: number) => boolean, hard?: boolean, windowed?: boolean}} Rule
 */

/** One line of a search. At an inner node v is its best value so far. cut: the children that a cutoff leaves out.
 * bound: the node that set the bound of the cutoff, or -1 where that is the end of the first window.
 * @typedef {{kind: "call" | "look" | "update" | "cutoff" | "return", node: number, alpha: number, beta: number, v: number, cut?: number[], bound?: number}} Step
 */

/** @type {Record<string, Rule>} */
const RULES = {
  minimax: { words: "minimax, without pruning", closed: () => false, windowed: false },
  "alpha-beta": { words: "alpha-beta, prunes when alpha ≥ beta", closed: (alpha, beta) => alpha >= beta },
  strict: { words: "strict comparison, prunes when alpha > beta", closed: (alpha, beta) => alpha > beta },
  "fail-hard": { words: "fail-hard, returns an end of the window", closed: (alpha, beta) => alpha >= beta, hard: true },
};

/** @param {number} value A number as it is written everywhere on the page. */
const shown = (value) => (value === Infinity ? "∞" : value === -Infinity ? "-∞" : String(value));

/** @param {number} value A number as exercises and addresses have it. */
const plain = (value) => (Number.isFinite(value) ? value : value > 0 ? "inf" : "-inf");

/** A typed or written number; NaN for anything else. @param {unknown} written @returns {number} */
function worth(written) {
  if (typeof written === "number") return written;
  const text = String(written).trim().toLowerCase().replace(/[−–]/g, "-").replace("∞", "inf").replace(/^\+/, "");
  if (/^-?inf(inity)?$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text.replace(",", ".")) ? Number(text.replace(",", ".")) : NaN;
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

/** All lines of a search. A leaf without a utility counts as 0. @param {GameNode[]} nodes @param {[number, number]} window @param {Rule} rule @returns {Step[]} */
function searched(nodes, window, rule) {
  /** @type {Step[]} */
  const steps = [];
  /** @param {number} node @param {number} alpha @param {number} beta @param {[number, number]} from who set the bounds @returns {number} */
  const search = (node, alpha, beta, from) => {
    const { player, children, value } = nodes[node];
    if (!children.length) {
      const v = Number.isNaN(value) ? 0 : value;
      steps.push({ kind: "look", node, alpha, beta, v });
      return v;
    }
    const isMax = player === "MAX";
    let v = rule.hard ? (isMax ? alpha : beta) : isMax ? -Infinity : Infinity;
    steps.push({ kind: "call", node, alpha, beta, v });
    for (const [place, child] of children.entries()) {
      const returned = search(child, alpha, beta, from);
      v = isMax ? Math.max(v, returned) : Math.min(v, returned);
      if (isMax && v > alpha) [alpha, from] = [v, [node, from[1]]];
      if (!isMax && v < beta) [beta, from] = [v, [from[0], node]];
      steps.push({ kind: "update", node, alpha, beta, v });
      if (place + 1 < children.length && rule.closed(alpha, beta)) {
        steps.push({ kind: "cutoff", node, alpha, beta, v, cut: children.slice(place + 1), bound: from[isMax ? 1 : 0] });
        break;
      }
    }
    steps.push({ kind: "return", node, alpha, beta, v });
    return v;
  };
  search(0, ...window, [-1, -1]);
  return steps;
}

/** The leaves below some nodes, from left to right. @param {GameNode[]} nodes @param {number[]} tops @returns {number[]} */
function leavesBelow(nodes, tops) {
  return tops.flatMap((top) => (nodes[top].children.length ? leavesBelow(nodes, nodes[top].children) : [top]));
}
