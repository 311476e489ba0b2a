// @ts-check
"use strict";

/** @typedef {[number, number]} Ends of a window: alpha and beta. */

/** What a search compares.
 * @typedef {object} Rule
 * @property {(alpha: number, beta: number) => boolean} closed whether these bounds prune
 * @property {boolean} [hard] the best value starts with a bound of the window
 * @property {boolean} [windowed] false if the search has no window
 * @property {Ends} [first] the window of a first pass; what that returns is the value if
 * it is inside, and else there is another pass
 */

/** One line of a search.
 * @typedef {object} Step
 * @property {"call" | "look" | "update" | "cutoff" | "return"} kind
 * @property {number} node
 * @property {number} alpha
 * @property {number} beta
 * @property {number} v at an inner node its best value so far
 * @property {number[]} [cut] the children that a cutoff leaves out
 * @property {number} [bound] the node that set the bound of the cutoff, or -1 where that
 * is the end of the first window
 * @property {boolean} [failed] another pass follows
 */

/** @type {Record<string, Rule>} */
const RULES = {
  minimax: { closed: () => false, windowed: false },
  "alpha-beta": { closed: (alpha, beta) => alpha >= beta },
  strict: { closed: (alpha, beta) => alpha > beta },
  "fail-hard": { closed: (alpha, beta) => alpha >= beta, hard: true },
};

/** Returns all lines of a search. A leaf without a utility counts as 0.
 * @param {GameNode[]} nodes
 * @param {Ends} window
 * @param {Rule} rule
 * @returns {Step[]}
 */
function searched(nodes, window, rule) {
  /** @type {Step[]} */
  const steps = [];
  /**
   * @param {number} node
   * @param {number} alpha
   * @param {number} beta
   * @param {Ends} from the nodes that set the bounds
   * @returns {number}
   */
  const search = (node, alpha, beta, from) => {
    const { player, children, value } = nodes[node];
    if (!children.length) {
      const v = Number.isNaN(value) ? 0 : value;
      steps.push({ kind: "look", node, alpha, beta, v });
      return v;
    }
    const isMax = player === "MAX";
    let [alphaFrom, betaFrom] = from;
    let v = isMax ? -Infinity : Infinity;
    if (rule.hard) v = isMax ? alpha : beta;
    steps.push({ kind: "call", node, alpha, beta, v });
    for (const [index, child] of children.entries()) {
      const returned = search(child, alpha, beta, [alphaFrom, betaFrom]);
      v = isMax ? Math.max(v, returned) : Math.min(v, returned);
      if (isMax && v > alpha) {
        alpha = v;
        alphaFrom = node;
      } else if (!isMax && v < beta) {
        beta = v;
        betaFrom = node;
      }
      steps.push({ kind: "update", node, alpha, beta, v });
      const cut = children.slice(index + 1);
      if (cut.length && rule.closed(alpha, beta)) {
        const bound = isMax ? betaFrom : alphaFrom;
        steps.push({ kind: "cutoff", node, alpha, beta, v, cut, bound });
        break;
      }
    }
    steps.push({ kind: "return", node, alpha, beta, v });
    return v;
  };
  const [low, high] = rule.first ?? window;
  const v = search(0, low, high, [-1, -1]);
  const isInside = low < v && v < high;
  if (rule.first && !isInside) {
    steps[steps.length - 1].failed = true;
    search(0, -Infinity, Infinity, [-1, -1]);
  }
  return steps;
}

/** Says what a step does, as one says it at the board.
 * @param {GameNode[]} nodes
 * @param {Step} step
 * @param {Rule} rule
 * @returns {string}
 */
function sentence(nodes, step, rule) {
  const { kind, node, alpha, beta, v } = step;
  const { name, player, parent, label, value } = nodes[node];
  const isWindowed = rule.windowed !== false;
  if (step.failed) {
    const verb = kind === "look" ? "is" : "returns";
    const ends = rule.first?.map(shown).join(" and ");
    return `${name} ${verb} ${shown(v)}, which is not between ${ends}, so it may be a bound alone: the tree is searched again, with the whole window.`;
  }
  switch (kind) {
    case "look":
      if (!Number.isNaN(value)) return `${name} is looked at: ${shown(value)}.`;
      return `${name} is looked at: "${label}", which is no number, so the search goes on with 0.`;
    case "return":
      if (parent < 0) return `${name} returns ${shown(v)}: the search is over.`;
      return `${name} returns ${shown(v)} to ${nodes[parent].name}.`;
    case "call":
      if (!isWindowed) return `${player} moves at ${name}.`;
      return `${player} moves at ${name}, with alpha = ${shown(alpha)} and beta = ${shown(beta)}.`;
    case "update": {
      const clauses = [];
      // Under fail-hard the best value so far may be a bound that no leaf gave, so it is
      // nobody's.
      if (!rule.hard) clauses.push(`${player} has ${shown(v)}`);
      if (isWindowed) clauses.push(`alpha is ${shown(alpha)}, beta is ${shown(beta)}`);
      return `At ${name} ${clauses.join("; ")}.`;
    }
    case "cutoff":
      return sentenceOfCutoff(nodes, step);
  }
}

/** Says why a cutoff is right. @param {GameNode[]} nodes @param {Step} step @returns {string} */
function sentenceOfCutoff(nodes, { node, alpha, beta, v, cut = [], bound = -1 }) {
  const { name, player } = nodes[node];
  const isMax = player === "MAX";
  const opponent = isMax ? "MIN" : "MAX";
  const end = shown(isMax ? beta : alpha);
  let reason = `the window of the search ends at ${end}`;
  if (bound >= 0) reason = `${opponent} has ${end} already, at ${nodes[bound].name}`;
  const comparison = alpha === beta ? "equals" : "is more than";
  const pruned = cut.map((child) => nodes[child].name).join(" and ");
  const sentences = [
    `Cutoff at ${name}: alpha = ${shown(alpha)} ${comparison} beta = ${shown(beta)}.`,
    `${player} gets ${isMax ? "at least" : "at most"} ${shown(v)} here, and ${reason}.`,
    `So ${pruned} ${cut.length > 1 ? "are" : "is"} pruned.`,
  ];
  return sentences.join(" ");
}
