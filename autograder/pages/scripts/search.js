// @ts-check
"use strict";

/** What a search compares: whether it prunes, when, and with what the best value starts. first: the window of a
 * first pass; what it returns is the value if it is inside, and else there is another pass.
 * @typedef {{closed: (alpha: number, beta: number) => boolean, hard?: boolean, windowed?: boolean, first?: [number, number]}} Rule
 */

/** One line of a search. At an inner node v is its best value so far. cut: the children that a cutoff leaves out.
 * bound: the node that set the bound of the cutoff, or -1 where that is the end of the first window.
 * failed: another pass follows.
 * @typedef {{kind: "call" | "look" | "update" | "cutoff" | "return", node: number, alpha: number, beta: number, v: number, cut?: number[], bound?: number, failed?: boolean}} Step
 */

/** @type {Record<string, Rule>} */
const RULES = {
  minimax: { closed: () => false, windowed: false },
  "alpha-beta": { closed: (alpha, beta) => alpha >= beta },
  strict: { closed: (alpha, beta) => alpha > beta },
  "fail-hard": { closed: (alpha, beta) => alpha >= beta, hard: true },
};

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
  const [low, high] = rule.first ?? window;
  const v = search(0, low, high, [-1, -1]);
  if (rule.first && (v <= low || v >= high)) {
    steps[steps.length - 1].failed = true;
    search(0, -Infinity, Infinity, [-1, -1]);
  }
  return steps;
}

/** What a step does, as one says it at the board. @param {GameNode[]} nodes @param {Step} step @param {Rule} rule @returns {string} */
function sentence(nodes, { kind, node, alpha, beta, v, cut = [], bound = -1, failed }, rule) {
  const { name, player, parent, label, value } = nodes[node];
  const isMax = player === "MAX";
  if (failed) return `${name} ${kind === "look" ? "is" : "returns"} ${shown(v)}, which is not between ${rule.first?.map(shown).join(" and ")}, so it may be a bound alone: the tree is searched again, with the whole window.`;
  if (kind === "look") return `${name} is looked at: ${Number.isNaN(value) ? `"${label}", which is no number, so the search goes on with 0` : shown(value)}.`;
  if (kind === "return") return parent < 0 ? `${name} returns ${shown(v)}: the search is over.` : `${name} returns ${shown(v)} to ${nodes[parent].name}.`;
  const windowed = rule.windowed !== false;
  if (kind === "call") return `${player} moves at ${name}${windowed ? `, with alpha = ${shown(alpha)} and beta = ${shown(beta)}` : ""}.`;
  // Under fail-hard the best value so far may be a bound that no leaf gave, so it is nobody's.
  const known = [rule.hard ? "" : `${player} has ${shown(v)}`, windowed ? `alpha is ${shown(alpha)}, beta is ${shown(beta)}` : ""];
  if (kind === "update") return `At ${name} ${known.filter(Boolean).join("; ")}.`;
  const other = isMax ? "MIN" : "MAX";
  const end = isMax ? beta : alpha;
  const has = bound < 0 ? `the window of the search ends at ${shown(end)}` : `${other} has ${shown(end)} already, at ${nodes[bound].name}`;
  const left = cut.map((child) => nodes[child].name).join(" and ");
  return `Cutoff at ${name}: alpha = ${shown(alpha)} ${alpha === beta ? "equals" : "is more than"} beta = ${shown(beta)}. ${player} gets ${isMax ? "at least" : "at most"} ${shown(v)} here, and ${has}. So ${left} ${cut.length > 1 ? "are" : "is"} pruned.`;
}
