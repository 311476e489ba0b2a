// @ts-check
"use strict";

/** The orders of a node's children: as they are given, those that are best for the player
 * who moves there first or last, or drawn by lot.
 * @typedef {"given" | "best" | "worst" | "shuffled"} Order
 */

/** A complete tree: how many children each inner node has, and how many plies there are.
 * @typedef {{branching: number, depth: number}} Shape
 */

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Returns the minimax values of all nodes. A leaf without a utility counts as 0.
 * @param {GameNode[]} nodes
 */
function minimaxValues(nodes) {
  const values = nodes.map(({ value }) => (Number.isNaN(value) ? 0 : value));
  // Children stand behind their parents.
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const { children, player } = nodes[node];
    if (!children.length) continue;
    const best = player === "MAX" ? Math.max : Math.min;
    values[node] = best(...children.map((child) => values[child]));
  }
  return values;
}

/** Returns the tree with the children of some nodes in another order.
 * @param {GameNode[]} nodes
 * @param {Order} order
 * @param {number[]} parents
 * @param {number} seed of an order that is drawn: the same one gives the same order
 * @returns {Nested}
 */
function reordered(nodes, order, parents, seed) {
  const values = minimaxValues(nodes);
  const draw = drawing(seed);
  const changed = nodes.map((node) => ({ ...node, children: [...node.children] }));
  for (const parent of parents) {
    const { children, player } = changed[parent];
    if (order === "shuffled") shuffle(children, draw);
    const isRising = (order === "best") === (player === "MIN");
    const sign = isRising ? 1 : -1;
    if (order === "best" || order === "worst") {
      children.sort((first, second) => compared(values[first], values[second]) * sign);
    }
  }
  return written(changed);
}

/** Compares two values, which may be infinite. @param {number} first @param {number} second */
function compared(first, second) {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** Puts elements into an order that is drawn. @param {number[]} elements @param {() => number} draw */
function shuffle(elements, draw) {
  for (let last = elements.length - 1; last > 0; last -= 1) {
    const index = Math.floor(draw() * (last + 1));
    [elements[last], elements[index]] = [elements[index], elements[last]];
  }
}

/** Returns what draws numbers from 0 to 1, the same ones for the same seed (mulberry32).
 * @param {number} seed
 */
function drawing(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the shape of a complete tree; undefined for any other.
 * @param {GameNode[]} nodes
 * @returns {Shape | undefined}
 */
function shapeOf(nodes) {
  const branching = nodes[0].children.length;
  const depth = nodes[nodes.length - 1].ply;
  const isComplete = nodes.every(({ children, ply }) => children.length === (ply === depth ? 0 : branching));
  return isComplete && branching > 1 ? { branching, depth } : undefined;
}

/** Returns how many leaves must be looked at, at least (Knuth and Moore). @param {Shape} shape */
function fewestLeaves({ branching, depth }) {
  return branching ** Math.ceil(depth / 2) + branching ** Math.floor(depth / 2) - 1;
}

/** Writes that number as the formula with its numbers: 3² + 3² − 1 = 17. @param {Shape} shape */
function formulaOfFewest(shape) {
  const { branching, depth } = shape;
  const [longer, shorter] = [Math.ceil(depth / 2), Math.floor(depth / 2)].map(superscript);
  return `${branching}${longer} + ${branching}${shorter} − 1 = ${fewestLeaves(shape)}`;
}

/** @param {number} exponent */
function superscript(exponent) {
  return [...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
}

/** Returns how many children an inner node has on average, to the nearest whole number. @param {GameNode[]} nodes */
function meanBranching(nodes) {
  const inner = nodes.filter(({ children }) => children.length > 0);
  return inner.length ? Math.round((nodes.length - 1) / inner.length) : 0;
}
