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

/** What a value means for a node: it is worth just that, at most that, or at least; "" if
 * it means nothing yet. As in reference/proof.py.
 * @typedef {"exactly" | "at most" | "at least" | ""} Meaning
 */

/** One line of a search.
 * @typedef {object} Step
 * @property {"call" | "look" | "update" | "cutoff" | "return"} kind
 * @property {number} node
 * @property {number} alpha
 * @property {number} beta
 * @property {number} v at an inner node its best value so far
 * @property {Meaning} meaning of v, by the leaves that were looked at
 * @property {Ends} [before] alpha and beta before the last child was searched
 * @property {number} [child] the last child that was searched
 * @property {number} [returned] what that returned
 * @property {number} [best] the best value of the children so far
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

/** What the leaves that were looked at prove of each node: it is worth at least what it
 * would be if all others were worth -∞, and at most what it would be if they were worth ∞.
 */
class Proof {
  /** @param {GameNode[]} nodes */
  constructor(nodes) {
    this.nodes = nodes;
    this.least = nodes.map(() => -Infinity);
    this.greatest = nodes.map(() => Infinity);
  }

  /** Adds a look at a leaf. @param {number} leaf @param {number} value */
  look(leaf, value) {
    this.least[leaf] = this.greatest[leaf] = value;
    for (let node = this.nodes[leaf].parent; node >= 0; node = this.nodes[node].parent) {
      const { player, children } = this.nodes[node];
      const best = player === "MAX" ? Math.max : Math.min;
      this.least[node] = best(...children.map((child) => this.least[child]));
      this.greatest[node] = best(...children.map((child) => this.greatest[child]));
    }
  }

  /** Returns what a value means. Fail-hard returns ends of its window for values beyond.
   * @param {number} node
   * @param {number} value
   * @param {Ends} window of the call
   * @returns {Meaning}
   */
  meaning(node, value, [alpha, beta]) {
    const [least, greatest] = [this.least[node], this.greatest[node]];
    if (least === value && value === greatest) return "exactly";
    if (value === greatest || (greatest < value && value === alpha)) return "at most";
    if (value === least || (beta === value && value < least)) return "at least";
    return "";
  }
}

/** Returns a value as it stands beside a node: ≤ 2 if that is worth at most 2; "" if the
 * value means nothing yet.
 * @param {number} value
 * @param {Meaning} meaning
 */
function signed(value, meaning) {
  if (!meaning) return "";
  const sign = { exactly: "", "at most": "≤ ", "at least": "≥ " }[meaning];
  return sign + shown(value);
}

/** Returns all lines of a search. A leaf without a utility counts as 0.
 * @param {GameNode[]} nodes
 * @param {Ends} window
 * @param {Rule} rule
 * @returns {Step[]}
 */
function searched(nodes, window, rule) {
  /** @type {Step[]} */
  const steps = [];
  const proof = new Proof(nodes);
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
      proof.look(node, v);
      steps.push({ kind: "look", node, alpha, beta, v, meaning: "exactly" });
      return v;
    }
    /** @type {Ends} */
    const entry = [alpha, beta];
    const isMax = player === "MAX";
    let [alphaFrom, betaFrom] = from;
    let v = isMax ? -Infinity : Infinity;
    let best = v; // under fail-hard v may be a bound that no child returned
    if (rule.hard) v = isMax ? alpha : beta;
    steps.push({ kind: "call", node, alpha, beta, v, meaning: "" });
    /** @type {Ends} */
    let before = entry;
    for (const [index, child] of children.entries()) {
      before = [alpha, beta];
      const returned = search(child, alpha, beta, [alphaFrom, betaFrom]);
      v = isMax ? Math.max(v, returned) : Math.min(v, returned);
      best = isMax ? Math.max(best, returned) : Math.min(best, returned);
      if (isMax && v > alpha) {
        alpha = v;
        alphaFrom = node;
      } else if (!isMax && v < beta) {
        beta = v;
        betaFrom = node;
      }
      const found = { before, child, returned, best, meaning: proof.meaning(node, v, entry) };
      steps.push({ kind: "update", node, alpha, beta, v, ...found });
      const cut = children.slice(index + 1);
      if (cut.length && rule.closed(alpha, beta)) {
        const bound = isMax ? betaFrom : alphaFrom;
        steps.push({ kind: "cutoff", node, alpha, beta, v, ...found, cut, bound });
        break;
      }
    }
    steps.push({ kind: "return", node, alpha, beta, v, before, meaning: proof.meaning(node, v, entry) });
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

/** Returns the nodes on the best line of play, from below the root to its end. It is empty
 * if the value is only a bound, as it lies outside the window.
 * @param {GameNode[]} nodes
 * @param {Step[]} steps of a pass that is over
 */
function bestLine(nodes, steps) {
  /** What each node returned. @type {Map<number, number>} */
  const returned = new Map();
  for (const { kind, node, v } of steps) if (kind === "return" || kind === "look") returned.set(node, v);
  const [{ alpha, beta }] = steps;
  const value = returned.get(0);
  /** @type {number[]} */
  const line = [];
  if (value === undefined || !(alpha < value && value < beta)) return line;
  let node = 0;
  // A child before the best one has another value, even if that is a bound.
  const isBest = (/** @type {number} */ child) => returned.get(child) === value;
  for (let next = nodes[0].children.find(isBest); next !== undefined; next = nodes[node].children.find(isBest)) {
    line.push(next);
    node = next;
  }
  return line;
}

/** The names of the sentences about an update, by the player whose bound it may be. */
const UPDATED = {
  MAX: { new: "alpha is new", same: "alpha stays", hardNew: "alpha is new, hard", hardSame: "alpha stays, hard" },
  MIN: { new: "beta is new", same: "beta stays", hardNew: "beta is new, hard", hardSame: "beta stays, hard" },
};
/** Those about a node that returns, by what its value means, and about the root. */
const RETURNED = { exactly: "returns", "at most": "returns at most", "at least": "returns at least" };
const ENDED = { exactly: "ends", "at most": "ends at most", "at least": "ends at least" };

/** Says what a step does, as one says it at the board.
 * @param {GameNode[]} nodes
 * @param {Step} step
 * @param {Rule} rule
 * @returns {string}
 */
function sentence(nodes, step, rule) {
  const { kind, node, alpha, beta, v } = step;
  const { name, player, label, value } = nodes[node];
  if (step.failed) {
    const [low, high] = rule.first ?? [alpha, beta];
    const pass = kind === "look" ? "first pass of a leaf" : "first pass";
    return say("script_search", pass, { name, v, low, high });
  }
  switch (kind) {
    case "look":
      if (!Number.isNaN(value)) return say("script_search", "look", { name, value });
      return say("script_search", "look, no number", { name, label });
    case "return":
      return sentenceOfReturn(nodes, step);
    case "call":
      if (rule.windowed === false) return say("script_search", "call", { player, name });
      return say("script_search", "call with window", { player, name, alpha, beta });
    case "update":
      return sentenceOfUpdate(nodes[node], step, rule);
    case "cutoff":
      return sentenceOfCutoff(nodes, step, rule);
  }
}

/** Says the best value so far, and alpha and beta by now: that of the other player is as it was on entry.
 * @param {GameNode} node
 * @param {Step} step
 * @param {Rule} rule
 */
function sentenceOfUpdate({ name, player }, { alpha, beta, v }, rule) {
  if (rule.windowed === false) return say("script_search", "update", { name, player, v });
  const isNew = (player === "MAX" ? alpha : beta) === v;
  const names = UPDATED[player];
  // Under fail-hard the best value so far may be a bound that no leaf gave, so it is nobody's.
  if (rule.hard) return say("script_search", isNew ? names.hardNew : names.hardSame, { name, alpha, beta });
  return say("script_search", isNew ? names.new : names.same, { name, v, alpha, beta });
}

/** Says what a node returns, and whether that is only a bound.
 * @param {GameNode[]} nodes
 * @param {Step} step
 */
function sentenceOfReturn(nodes, { node, v, meaning }) {
  const { name, parent } = nodes[node];
  const names = parent < 0 ? ENDED : RETURNED;
  return say("script_search", names[meaning || "exactly"], { name, v, above: nodes[parent]?.name ?? "" });
}

/** Says how the value of a node compares with a bound after one of its children.
 * @param {"question" | "stops" | "goes on" | "test"} situation
 * @param {GameNode[]} nodes
 * @param {Step} step
 * @param {Rule} rule
 * @param {string} [next] the name of the leaf that the search goes on to
 */
function comparison(situation, nodes, step, rule, next = "") {
  const { node, alpha, beta, child = node, returned = NaN, best = NaN } = step;
  const isMax = nodes[node].player === "MAX";
  const signs = isMax ? ["≥", ">", "<", "≤"] : ["≤", "<", ">", "≥"];
  const doEqualBoundsPrune = rule.closed(0, 0);
  const index = (situation === "goes on" ? 2 : 0) + (doEqualBoundsPrune ? 0 : 1);
  return say("cutoff", situation, {
    node: nodes[node].name,
    name: isMax ? "beta" : "alpha",
    bound: isMax ? beta : alpha,
    child: nodes[child].name,
    returned,
    v: best,
    sign: signs[index],
    next,
  });
}

/** Says why what a cutoff leaves out cannot change the result. @param {GameNode[]} nodes @param {Step} step */
function reasonOfCutoff(nodes, { node, alpha, beta, best = NaN, bound = -1 }) {
  const { name, player } = nodes[node];
  const ofFirstWindow = player === "MAX" ? "MAX, first window" : "MIN, first window";
  const situation = bound < 0 ? ofFirstWindow : player;
  const end = player === "MAX" ? beta : alpha;
  const above = bound < 0 ? "" : nodes[bound].name;
  return say("cutoff", situation, { node: name, v: best, bound: end, above });
}

/** Says what a cutoff leaves out, and why.
 * @param {GameNode[]} nodes
 * @param {Step} step
 * @param {Rule} rule
 * @returns {string}
 */
function sentenceOfCutoff(nodes, step, rule) {
  const { node, cut = [] } = step;
  const { name } = nodes[node];
  const pruned = inARow(cut.map((child) => nodes[child].name));
  const sentences = [
    say("script_search", "cutoff", { name, test: comparison("test", nodes, step, rule) }),
    reasonOfCutoff(nodes, step),
    say("script_search", "pruned", { names: pruned, count: cut.length }),
  ];
  return sentences.join(" ");
}
