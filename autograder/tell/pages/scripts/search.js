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

/** Returns a value as it is read aloud: at most 2. @param {number} value @param {Meaning} meaning */
function spoken(value, meaning) {
  return meaning === "at most" || meaning === "at least" ? `${meaning} ${shown(value)}` : shown(value);
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

/** What is said of a node that returns a value to the node above, by what that means. */
const RETURNED = {
  exactly: "{name} returns {v} to {above}.",
  "at most": "{name} returns {v} to {above}. {name} is worth at most {v}, perhaps less.",
  "at least": "{name} returns {v} to {above}. {name} is worth at least {v}, perhaps more.",
};
/** The same of the root. */
const ENDED = {
  exactly: "{name} returns {v}: the search is over.",
  "at most": "{name} returns {v}: the search is over. {name} is worth at most {v}, perhaps less.",
  "at least": "{name} returns {v}: the search is over. {name} is worth at least {v}, perhaps more.",
};

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

/** Says what a step does, as one says it at the board.
 * @param {GameNode[]} nodes
 * @param {Step} step
 * @param {Rule} rule
 * @returns {string}
 */
function sentence(nodes, step, rule) {
  const { kind, node, alpha, beta, v } = step;
  const { name, player, label, value } = nodes[node];
  const isWindowed = rule.windowed !== false;
  if (step.failed) {
    const verb = kind === "look" ? "is" : "returns";
    const ends = rule.first?.map(shown).join(" and ");
    return `${name} ${verb} ${shown(v)}. That is not between ${ends}, so the value may be another one: the tree is searched again, with the whole window.`;
  }
  switch (kind) {
    case "look":
      if (!Number.isNaN(value)) return `${name} is looked at: ${shown(value)}.`;
      return `${name} is looked at: "${label}" is not a number, so the search takes 0.`;
    case "return":
      return sentenceOfReturn(nodes, step);
    case "call":
      if (!isWindowed) return `${player} moves at ${name}.`;
      return `${player} moves at ${name}, with alpha = ${shown(alpha)} and beta = ${shown(beta)}.`;
    case "update": {
      const clauses = [];
      // Under fail-hard the best value so far may be a bound that no leaf gave, so it is
      // nobody's.
      if (!rule.hard) clauses.push(`${player} has ${shown(v)}`);
      if (isWindowed) clauses.push(bounds(player, step));
      return `At ${name} ${clauses.join("; ")}.`;
    }
    case "cutoff":
      return sentenceOfCutoff(nodes, step, rule);
  }
}

/** Says what alpha and beta are by now: that of the other player is as it was on entry.
 * @param {Player} player
 * @param {Step} step
 */
function bounds(player, { alpha, beta, v }) {
  const own = player === "MAX" ? alpha : beta;
  const verb = own === v ? "is now" : "stays";
  if (player === "MAX") return `alpha ${verb} ${shown(alpha)}, beta is ${shown(beta)}`;
  return `alpha is ${shown(alpha)}, beta ${verb} ${shown(beta)}`;
}

/** The same if it is known how to play, and how many leaves were looked at. */
const PLAYED =
  "{name} returns {v}: {player} plays {move}, and the best line of play is {line}. {looked} of {leaves} leaves were looked at.";
const PLAYED_AT_ONCE = "{name} returns {v}: {player} plays {move}. {looked} of {leaves} leaves were looked at.";

/** Says what a node returns, and whether that is only a bound.
 * @param {GameNode[]} nodes
 * @param {Step} step
 */
function sentenceOfReturn(nodes, { node, v, meaning }) {
  const { name, parent } = nodes[node];
  const sentences = parent < 0 ? ENDED : RETURNED;
  const above = nodes[parent]?.name ?? "";
  return withParts(sentences[meaning || "exactly"], { name, v: shown(v), above });
}

/** Says how the value of a node compares with a bound after one of its children.
 * @param {"numbers" | "stops" | "goes on" | "test"} situation
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
    bound: shown(isMax ? beta : alpha),
    child: nodes[child].name,
    returned: shown(returned),
    v: shown(best),
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
  return say("cutoff", situation, { node: name, v: shown(best), bound: shown(end), above });
}

/** Says what a cutoff leaves out, and why.
 * @param {GameNode[]} nodes
 * @param {Step} step
 * @param {Rule} rule
 * @returns {string}
 */
function sentenceOfCutoff(nodes, step, rule) {
  const { node, cut = [] } = step;
  const pruned = cut.map((child) => nodes[child].name).join(" and ");
  const sentences = [
    `Cutoff at ${nodes[node].name}: ${comparison("test", nodes, step, rule)}.`,
    reasonOfCutoff(nodes, step),
    `So ${pruned} ${cut.length > 1 ? "are" : "is"} pruned.`,
  ];
  return sentences.join(" ");
}
