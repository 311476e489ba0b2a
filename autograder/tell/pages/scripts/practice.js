// @ts-check
"use strict";

/** A tree to work on.
 * @typedef {object} Task
 * @property {string} id
 * @property {string} title
 * @property {string} terms
 * @property {string} rules of these terms those that random trees share
 * @property {Nested} tree
 * @property {Player[]} players
 * @property {(number | string)[]} window
 * @property {string} rule "" on a page for an exam, which holds nothing that searches
 * @property {(number | string)[]} [accepted] the least and the greatest right value
 * @property {boolean} [noValue] whether the value is not asked for
 * @property {number} [level] of a random tree
 * @property {string} [language] of a random tree's texts
 */

/** What was done with a tree.
 * @typedef {object} Done
 * @property {number[]} visited
 * @property {string} value
 * @property {Record<string, [string, string]>} windows alpha and beta as they were written
 * at inner nodes
 * @property {number[]} cuts the nodes whose edges are marked
 * @property {number} mistakes how many checks found one
 * @property {number} hints how many were asked for
 * @property {boolean} solved a check found all right, and nothing was changed since
 * @property {number} [fewest] mistakes and hints with which it was ever finished
 */

/** All that is kept.
 * @typedef {object} Kept
 * @property {number} at the index of the present task
 * @property {boolean} asks whether windows and cut edges are asked for
 * @property {number} level of the next random tree
 * @property {Task} [random]
 * @property {number[]} finished how many random trees of each level
 * @property {Record<string, Done>} done by the tasks' ids
 */

/** What a search shows of a node in the end.
 * @typedef {object} Outcome
 * @property {string} window on entering it
 * @property {string} value that it returned, as it stands beside the node
 * @property {string} spoken what it returned, as that is read aloud
 * @property {boolean} isPruned
 * @property {boolean} isCut a cutoff at its parent leaves it out
 */

/** A line that is said, with "✓", "✗" or "" before it.
 * @typedef {[mark: string, text: string]} Said
 */

/** The room of nodes that have fields for a window, and marks on their edges. As these are
 * 24 pixels high at least, plies are higher, so that none lies on another.
 * @type {Spacing}
 */
const SPACING_OF_FIELDS = { gap: 1.3, inner: 5.8, mixed: 5.8, ply: 8, markAboveLeaf: 2.5, markAboveInner: 4.8 };
const RANDOM = "random";
const MOST_LEAVES_OF_RANDOM = 24;
/** The names of the sentences about a right value that is only a bound, as the search failed. */
const BOUND_OF_ROOT = { "at most": "bound, at most", "at least": "bound, at least" };
/** Those about what a child of the root returned, and, for who cannot see the drawing, any node. */
const CHILD_RETURNED = {
  exactly: "child returned",
  "at most": "child returned, at most",
  "at least": "child returned, at least",
};
const NODE_RETURNED = { exactly: "returned", "at most": "returned, at most", "at least": "returned, at least" };

/** Of each level of random trees: its plies, how many children, the utilities, how many
 * cutoffs it has at least, how often a node is a leaf early, and who may move first. */
const LEVELS = [
  { plies: 2, children: [2, 3], low: 0, high: 9, cutoffs: 1, early: 0, first: ["MAX"] },
  { plies: 3, children: [2, 3], low: -9, high: 9, cutoffs: 2, early: 0, first: ["MAX", "MIN"] },
  { plies: 4, children: [1, 3], low: -5, high: 5, cutoffs: 3, early: 0.15, first: ["MAX", "MIN"] },
];

/** Returns what is done with a tree at first. @returns {Done} */
function nothing() {
  return { visited: [], value: "", windows: {}, cuts: [], mistakes: 0, hints: 0, solved: false };
}

/** Returns a random whole number. @param {number} low @param {number} high */
const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

/** Returns a random tree of a level, as deep as that has it.
 * @param {number} level
 * @param {number} ply of its root
 * @returns {any}
 */
function grown(level, ply) {
  const { plies, children, low, high, early } = LEVELS[level];
  const [fewest, most] = children;
  const isLeaf = ply === plies || (ply > 1 && Math.random() < early);
  if (isLeaf) return between(low, high);
  const count = ply ? between(fewest, most) : most;
  return Array.from({ length: count }, () => grown(level, ply + 1));
}

/** Returns a task with a random tree.
 * @param {number} level
 * @param {Task} model whose rules it has
 * @returns {Task}
 */
function randomTask(level, { rule, rules }) {
  const { cutoffs, first } = LEVELS[level];
  const root = first[between(0, first.length - 1)];
  /** @type {Player[]} */
  const players = root === "MAX" ? ["MAX", "MIN"] : ["MIN", "MAX"];
  for (;;) {
    const tree = grown(level, 0);
    const nodes = planted(tree, players);
    const steps = searched(nodes, [-Infinity, Infinity], RULES[rule]);
    const prunes = steps.filter(({ kind }) => kind === "cutoff").length;
    const leaves = leavesBelow(nodes, [0]).length;
    if (prunes < cutoffs || leaves > MOST_LEAVES_OF_RANDOM) continue;
    const value = steps[steps.length - 1].v;
    return {
      id: RANDOM,
      title: say("script_practice", "random tree", { level: level + 1 }),
      terms: `${say("worksheet", "moves", { player: root, root: nodes[0].name })} ${rules}`,
      rules,
      language: LANGUAGE,
      tree,
      players,
      window: ["-inf", "inf"],
      rule,
      accepted: [value, value],
      level,
    };
  }
}

/** What the textbook's search does with a task, in each form that is right. */
class Solution {
  /** @param {Task} task @param {GameNode[]} nodes */
  constructor(task, nodes) {
    const rule = RULES[task.rule];
    const window = /** @type {Ends} */ (task.window.map(worth));
    this.nodes = nodes;
    this.rule = rule;
    this.noValue = task.noValue ?? false;
    const rules = [rule];
    // Under a strict comparison fail-hard may look at other leaves, and is as right.
    if (task.rule === "strict") rules.push({ ...rule, hard: true });
    this.forms = rules.map((form) => {
      const steps = searched(nodes, window, form);
      const looks = steps.filter(({ kind }) => kind === "look");
      return { steps, visited: looks.map(({ node }) => node) };
    });
    this.accepted = (task.accepted ?? []).map(worth);
  }

  /** Returns the form that visits agree with longest, and how many do. @param {number[]} visits */
  nearest(visits) {
    const agreeing = this.forms.map(({ visited }) => {
      const first = visits.findIndex((leaf, index) => leaf !== visited[index]);
      return first < 0 ? visits.length : first;
    });
    const first = Math.max(...agreeing);
    return { ...this.forms[agreeing.indexOf(first)], first };
  }

  /** Returns the steps before the next visit, all and those after the last one.
   * @param {Step[]} steps
   * @param {number} visits how many there are
   */
  stepsUntil(steps, visits) {
    /** @type {number[]} */
    const looks = [];
    for (const [index, { kind }] of steps.entries()) if (kind === "look") looks.push(index);
    const end = looks[visits] ?? steps.length;
    const lastLook = looks[visits - 1] ?? -1;
    return { past: steps.slice(0, end), now: steps.slice(lastLook + 1, end) };
  }

  /** Returns the index of the first wrong visit, if there is one. @param {number[]} visits */
  firstWrong(visits) {
    const { first } = this.nearest(visits);
    return first < visits.length ? first : undefined;
  }

  /** Returns whether visits, all of them right, are the whole search. @param {number[]} visits */
  areAllMade(visits) {
    return this.nearest(visits).visited.length === visits.length;
  }

  /** Says that a cutoff is due, and why it is right. @param {Step} step */
  cutoff(step) {
    const stops = comparison("stops", this.nodes, step, this.rule);
    return `${stops} ${reasonOfCutoff(this.nodes, step)}`;
  }

  /** Says why a leaf is next. @param {number} leaf @param {Step[]} past */
  next(leaf, past) {
    const { nodes } = this;
    const { name } = nodes[leaf];
    let node = leaf;
    while (node && node === nodes[nodes[node].parent].children[0]) node = nodes[node].parent;
    if (!node) return say("cutoff", "first", { leaf: name });
    // The test that did not end the search of the children, after the one to the left.
    const isHere = (/** @type {Step} */ step) => step.kind === "update" && step.node === nodes[node].parent;
    const step = past.filter(isHere).pop();
    if (!step) return say("cutoff", "next", { leaf: name });
    return comparison("goes on", nodes, step, this.rule, name);
  }

  /** Says what is wrong with the first wrong visit. @param {number[]} visits */
  wrong(visits) {
    const { steps, visited, first } = this.nearest(visits);
    const { past } = this.stepsUntil(steps, first);
    const leaf = visits[first];
    const { name } = this.nodes[leaf];
    const cutoff = past.find(({ cut = [] }) => leavesBelow(this.nodes, cut).includes(leaf));
    const verdict = say("script_practice", "wrong visit", { visit: first + 1, leaf: name });
    if (!cutoff) return `${verdict} ${this.next(visited[first], past)}`;
    const pruned = say("script_search", "pruned", { names: name, count: 1 });
    return `${verdict} ${this.cutoff(cutoff)} ${pruned}`;
  }

  /** Returns what the whole search shows of each node.
   * @param {number[]} visits
   * @returns {Outcome[]}
   */
  outcomes(visits) {
    const { steps } = this.nearest(visits);
    /** @type {Outcome[]} */
    const outcomes = this.nodes.map(() => ({ window: "", value: "", spoken: "", isPruned: true, isCut: false }));
    for (const { kind, node, alpha, beta, v, meaning, cut = [] } of steps) {
      const outcome = outcomes[node];
      outcome.isPruned = false;
      if (kind === "call") outcome.window = `(${shown(alpha)}, ${shown(beta)})`;
      if (kind === "return") {
        outcome.value = signed(v, meaning);
        outcome.spoken = say("script_practice", NODE_RETURNED[meaning || "exactly"], { value: v });
      }
      for (const child of cut) outcomes[child].isCut = true;
    }
    return outcomes;
  }

  /** Says that the root's value is only a bound; "" if it is exact. */
  boundOfRoot() {
    const [{ steps }] = this.forms;
    const { v, meaning } = steps[steps.length - 1];
    if (meaning !== "at most" && meaning !== "at least") return "";
    return say("script_practice", BOUND_OF_ROOT[meaning], { root: this.nodes[0].name, value: v });
  }

  /** Says what the root's children returned, from which its value follows. */
  values() {
    const { name, player, children } = this.nodes[0];
    if (!children.length) return say("script_practice", "leaf", { name });
    const [{ steps }] = this.forms;
    const ends = steps.filter(({ kind }) => kind === "return" || kind === "look");
    const sentences = [say("worksheet", "moves", { player, root: name })];
    for (const child of children) {
      const step = ends.filter(({ node }) => node === child).pop();
      if (!step) continue;
      const situation = CHILD_RETURNED[step.meaning || "exactly"];
      sentences.push(say("script_practice", situation, { child: this.nodes[child].name, value: step.v }));
    }
    return sentences.join(" ");
  }

  /** Says a hint: a question or the step.
   * @param {number[]} visits
   * @param {boolean} asks
   */
  hint(visits, asks) {
    const { steps, visited, first } = this.nearest(visits);
    if (first < visits.length) return this.hintToTakeBack(first);
    const { past, now } = this.stepsUntil(steps, first);
    const cutoffs = now.filter(({ kind }) => kind === "cutoff");
    if (asks) return this.question(visited, first, cutoffs);
    const sentences = cutoffs.map((step) => this.cutoff(step));
    if (first === visited.length) {
      sentences.push(say("script_practice", "no leaf is left"));
      if (!this.noValue) sentences.push(this.values());
    } else if (cutoffs.length) {
      sentences.push(say("cutoff", "next", { leaf: this.nodes[visited[first]].name }));
    } else {
      sentences.push(this.next(visited[first], past));
    }
    return sentences.join(" ");
  }

  /** Says to take back the visits that follow the right ones. @param {number} count of these */
  hintToTakeBack(count) {
    if (count === 0) return say("script_practice", "no visit is right");
    if (count === 1) return say("script_practice", "first visit is right");
    return say("script_practice", "first visits are right", { count });
  }

  /** Returns a question that leads to the next step.
   * @param {number[]} visited by the right search
   * @param {number} made how many of these visits are made
   * @param {Step[]} cutoffs since the last one
   */
  question(visited, made, cutoffs) {
    if (cutoffs.length) {
      const [cutoff] = cutoffs;
      return comparison("question", this.nodes, cutoff, this.rule);
    }
    if (made === visited.length) {
      const areMade = say("script_practice", "visits are made");
      if (this.noValue) return areMade;
      return `${areMade} ${this.values()} ${say("script_practice", "which value", { root: this.nodes[0].name })}`;
    }
    if (!made) return say("script_practice", "where it begins");
    const { name, value } = this.nodes[visited[made - 1]];
    return say("script_practice", "after a leaf", { leaf: name, value });
  }

  /** Says what is wrong with a window.
   * @param {number} node
   * @param {Ends} written
   * @param {Step[]} past
   */
  wrongWindow(node, [writtenAlpha, writtenBeta], past) {
    const { name } = this.nodes[node];
    const verdict = say("script_practice", "window is wrong", { name });
    const last = past.filter((step) => step.node === node).pop();
    const isOfNow = last?.alpha === writtenAlpha && last?.beta === writtenBeta;
    const ends = { name, alpha: writtenAlpha, beta: writtenBeta };
    const reason = isOfNow
      ? say("script_practice", "window is of now", ends)
      : say("script_practice", "about windows");
    return `${verdict} ${reason}`;
  }

  /** Says what is wrong or missing of the windows and marks that the visits tell of. Only
   * what is wrong is a mistake.
   * @param {Done} done
   * @param {boolean} isWhole nothing may be missing
   * @returns {Said | undefined}
   */
  unfit({ visited, windows, cuts }, isWhole) {
    const { steps } = this.nearest(visited);
    const past = isWhole ? steps : this.stepsUntil(steps, visited.length).past;
    const calls = past.filter(({ kind }) => kind === "call");
    const cut = past.flatMap((step) => step.cut ?? []);
    for (const { node, alpha, beta } of calls) {
      const [writtenAlpha, writtenBeta] = (windows[node] ?? ["", ""]).map(worth);
      const isWrong = differs(writtenAlpha, alpha) || differs(writtenBeta, beta);
      if (isWrong) return ["✗", this.wrongWindow(node, [writtenAlpha, writtenBeta], past)];
    }
    const extra = cuts.find((node) => !cut.includes(node));
    if (extra !== undefined) return ["✗", this.wrongMark(extra, isWhole)];
    if (!isWhole) return undefined;
    const open = calls.find(({ node }) => !isWindow(windows[node]));
    if (open) return ["", this.openWindow(open.node)];
    const areMarked = cut.every((node) => cuts.includes(node));
    return areMarked ? undefined : ["", say("script_practice", "mark is missing")];
  }

  /** @param {number} node whose edge is marked @param {boolean} isWhole */
  wrongMark(node, isWhole) {
    const { name, parent } = this.nodes[node];
    const situation = isWhole ? "mark is wrong" : "mark is wrong so far";
    return say("script_practice", situation, { name, parent: this.nodes[parent].name });
  }

  /** @param {number} node whose window is not written */
  openWindow(node) {
    return say("script_practice", "window is missing", { name: this.nodes[node].name });
  }

  /** Says a hint about a window or a mark that is missing: a question or the step.
   * @param {Done} done
   * @param {boolean} asks
   */
  hintOfEntries({ visited, windows, cuts }, asks) {
    if (asks) return say("script_practice", "are entries made");
    const { steps } = this.nearest(visited);
    const open = steps.find(({ kind, node }) => kind === "call" && !isWindow(windows[node]));
    if (open) {
      const { node, alpha, beta } = open;
      return say("script_practice", "window on entry", { name: this.nodes[node].name, alpha, beta });
    }
    const isOpen = (/** @type {Step} */ { cut = [] }) => cut.some((node) => !cuts.includes(node));
    const cutoff = steps.find(isOpen);
    if (!cutoff) return "";
    const missing = (cutoff.cut ?? []).filter((node) => !cuts.includes(node));
    const names = missing.map((node) => this.nodes[node].name).join(", ");
    return `${this.cutoff(cutoff)} ${say("script_practice", "mark edges", { names })}`;
  }
}

/** Returns whether a number that was written is another than the right one. @param {number} written @param {number} right */
const differs = (written, right) => !Number.isNaN(written) && written !== right;

/** Returns whether both ends of a window are written. @param {[string, string]} [ends] */
const isWindow = (ends) => ends !== undefined && !ends.map(worth).some(Number.isNaN);

/** The whole page. */
class Practice {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.storageKey = `practice-${page.dataset.mark}`;
    /** @type {Task[]} */
    this.tasks = JSON.parse(page.querySelector("script")?.textContent ?? "[]");
    this.isExam = page.dataset.exam !== undefined;
    this.said = field("said", HTMLElement);
    this.value = field("value", HTMLInputElement);
    const stage = field("stage", HTMLElement);
    this.board = new Board(stage, { largest: 17, below: () => 220 }, (node) => this.inside(node));
    /** @type {GameNode[]} */
    this.nodes = [];
    /** What was there before the last start over. @type {Done | undefined} */
    this.before = undefined;
    this.isHinted = false;
    /** The mistake that the last check found, which counts once however often it is checked. */
    this.mistake = "";
    /** The index of the first wrong visit, once a check or a hint told it. @type {number | undefined} */
    this.wrongVisit = undefined;
    /** What the browser does not keep, as it may not or has no room. @type {string | undefined} */
    this.unkept = undefined;
    this.kept = this.read();
    this.listen();
    this.go(this.kept.at);
  }

  /** Returns what the browser keeps. What does not fit is left out, so that nothing that
   * was stored can stop the page. @returns {Kept}
   */
  read() {
    const { at, asks, level, random, finished, done } = Object(this.stored());
    const tasks = [...this.tasks];
    if (isRandomTask(random)) tasks.push(random);
    /** @type {Record<string, Done>} */
    const fitting = {};
    for (const task of tasks) {
      fitting[task.id] = fitted(Object(done)[task.id], planted(task.tree, task.players));
    }
    const last = this.isExam ? this.tasks.length - 1 : this.tasks.length;
    const areCounts =
      Array.isArray(finished) && finished.length === 3 && finished.every(Number.isInteger);
    return {
      at: Number.isInteger(at) && at >= 0 && at <= last ? at : 0,
      asks: asks === true,
      level: [0, 1, 2].includes(level) ? level : 0,
      random: isRandomTask(random) ? random : undefined,
      finished: areCounts ? finished : [0, 0, 0],
      done: fitting,
    };
  }

  /** Returns what the browser stores for this page, whatever that is. @returns {any} */
  stored() {
    try {
      return JSON.parse(this.unkept ?? localStorage.getItem(this.storageKey) ?? "null");
    } catch {
      return null; // nothing is kept, or it is none of this page's
    }
  }

  /** Keeps what was done with the present tree. Other trees stay as they are kept, as
   * another tab may have changed them. */
  keep() {
    const { at, asks, level, random, finished } = this.kept;
    const { id } = this.task;
    const { done } = this;
    this.kept = { ...this.read(), at, asks, level, random, finished };
    this.kept.done[id] = done;
    const text = JSON.stringify(this.kept);
    try {
      localStorage.setItem(this.storageKey, text);
    } catch {
      this.unkept = text;
      write(this.page, "[data-saved]", say("script_practice", "not kept"));
    }
  }

  /** The present task. */
  get task() {
    const { kept, tasks } = this;
    if (kept.at < tasks.length) return tasks[kept.at];
    return (kept.random ??= randomTask(kept.level, tasks[0]));
  }

  /** What was done with the present task. */
  get done() {
    return (this.kept.done[this.task.id] ??= nothing());
  }

  /** Shows a task. @param {number} at */
  go(at) {
    this.kept.at = at;
    this.plant();
    this.keep();
  }

  /** Draws the present tree. */
  plant() {
    const { task } = this;
    const isRandom = task.id === RANDOM;
    this.nodes = planted(task.tree, task.players);
    this.solution = this.isExam ? undefined : new Solution(task, this.nodes);
    this.before = undefined;
    this.mistake = "";
    this.wrongVisit = undefined;
    this.page.classList.toggle("asks", this.kept.asks);
    this.page.classList.toggle("random", isRandom);
    write(this.page, "h2", isRandom ? task.title : this.heading(this.kept.at));
    write(this.page, "[data-terms]", task.terms);
    write(this.page, "[data-root]", this.nodes[0].name);
    this.board.spacing = this.kept.asks ? SPACING_OF_FIELDS : SPACING;
    this.board.plant(this.nodes);
    this.showWhetherNumber();
    if (this.kept.asks) for (const node of this.nodes.keys()) this.ask(node);
    this.tell([]);
    this.show();
    this.showWidth();
  }

  /** Says that a tree goes on beside what is seen of it, if it does. */
  showWidth() {
    const { scrollWidth = 0, clientWidth = 0 } = this.board.stage.parentElement ?? {};
    this.reveal("[data-wide]", scrollWidth > clientWidth);
  }

  /** Returns what a tree is called. Its title may tell the answer, so it comes in the end.
   * @param {number} index
   */
  heading(index) {
    const { id, title } = this.tasks[index];
    const isFinished = this.kept.done[id]?.fewest !== undefined;
    if (this.isExam || !isFinished) return say("worksheet", "tree", { number: index + 1 });
    return say("script_practice", "finished tree", { number: index + 1, title });
  }

  /** Makes what is pressed or read at a node. @param {number} node @returns {HTMLElement} */
  inside(node) {
    const { children, name, value, label } = this.nodes[node];
    if (children.length) {
      const inside = made("span", "");
      const visibleName = made("bdi", "", brief(name));
      visibleName.setAttribute("aria-hidden", "true");
      inside.append(visibleName, made("span", "vh"));
      return inside;
    }
    const text = Number.isNaN(value) ? label : shown(value);
    const inside = wide(made("button", "", text), text);
    inside.setAttribute("type", "button");
    inside.addEventListener("click", () => this.press(node));
    return inside;
  }

  /** Puts fields for alpha and beta at an inner node, and a button for a mark on its edge.
   * @param {number} node
   */
  ask(node) {
    const box = this.board.boxes[node];
    if (this.nodes[node].children.length) box.append(this.windowFields(node));
    if (this.nodes[node].parent >= 0) box.prepend(this.edgeMark(node));
  }

  /** @param {number} node */
  windowFields(node) {
    const fields = made("span", "asked");
    for (const [index, bound] of ["alpha", "beta"].entries()) {
      const typed = document.createElement("input");
      const value = this.done.windows[node]?.[index] ?? "";
      const placeholder = { alpha: "α", beta: "β" }[bound];
      Object.assign(typed, { type: "text", autocomplete: "off", value, placeholder });
      typed.setAttribute("aria-label", say("script_practice", "bound at node", { bound, name: this.nodes[node].name }));
      typed.addEventListener("input", () => {
        const ends = (this.done.windows[node] ??= ["", ""]);
        ends[index] = typed.value;
        this.changed();
      });
      fields.append(typed);
    }
    return fields;
  }

  /** @param {number} node */
  edgeMark(node) {
    const { name, parent } = this.nodes[node];
    const mark = made("button", "edge-mark");
    mark.setAttribute("type", "button");
    const label = say("script_practice", "edge is cut", { parent: this.nodes[parent].name, name });
    mark.setAttribute("aria-label", label);
    mark.addEventListener("click", () => {
      const { cuts } = this.done;
      const others = cuts.filter((cut) => cut !== node);
      this.done.cuts = cuts.includes(node) ? others : [...cuts, node];
      this.changed();
    });
    return mark;
  }

  /** Visits a leaf, or takes its visit back. @param {number} leaf */
  press(leaf) {
    const { visited } = this.done;
    const { name } = this.nodes[leaf];
    this.tell([]);
    if (visited[visited.length - 1] === leaf) visited.pop();
    else if (!visited.includes(leaf)) visited.push(leaf);
    else this.tell([["", say("script_practice", "visited already", { leaf: name })]]);
    this.changed();
    const visit = visited.indexOf(leaf) + 1;
    const situation = visit ? "visited" : "taken back";
    write(this.page, "[data-told]", say("script_practice", situation, { visit, leaf: name }));
  }

  /** Keeps and shows what was changed. */
  changed() {
    this.before = undefined;
    this.isHinted = false;
    this.done.solved = false;
    if (this.done.visited.length <= (this.wrongVisit ?? 0)) this.wrongVisit = undefined;
    this.keep();
    this.show();
  }

  /** Takes back the first wrong visit and all after it. */
  takeBack() {
    const { visited } = this.done;
    const first = this.wrongVisit ?? visited.length;
    const leaf = visited[first];
    visited.length = first;
    this.tell([]);
    this.changed();
    write(this.page, "[data-told]", say("script_practice", "taken back from", { visit: first + 1 }));
    const inside = this.board.boxes[leaf]?.querySelector(".inside");
    if (inside instanceof HTMLElement) inside.focus();
  }

  /** Says which visits the button takes back. */
  offerOfTakingBack() {
    const first = (this.wrongVisit ?? 0) + 1;
    const last = this.done.visited.length;
    if (first === last) return say("script_practice", "take back visit", { visit: last });
    return say("script_practice", "take back visits", { first, last });
  }

  /** Marks the value if it is no number, once it is written. */
  showWhetherNumber() {
    const isRefused = this.done.value.trim() !== "" && Number.isNaN(worth(this.done.value));
    if (isRefused) this.value.setAttribute("aria-invalid", "true");
    else this.value.removeAttribute("aria-invalid");
    this.reveal("#no-number", isRefused);
  }

  /** Shows the present state of all. */
  show() {
    const { visited, value } = this.done;
    const outcomes = this.outcomes();
    for (const node of this.nodes.keys()) this.showNode(node, outcomes?.[node]);
    if (this.value.value !== value) this.value.value = value;
    const names = visited.map((leaf) => this.nodes[leaf].name);
    enumerate("[data-visits]", names, say("script_practice", "nothing yet"));
    const written = this.page.querySelectorAll("[data-visits] bdi");
    if (this.wrongVisit !== undefined) written[this.wrongVisit]?.classList.add("bad");
    write(this.page, "[data-tries]", this.isExam ? "" : this.tries());
    write(this.page, "[data-do='again']", say("script_practice", this.before ? "undo start over" : "start over"));
    this.reveal("[data-solved]", outcomes !== undefined);
    this.reveal("[data-of-value]", !this.task.noValue);
    this.reveal("[data-do='onward']", this.done.solved);
    write(this.page, "[data-do='onward']", this.invitation());
    this.reveal("[data-do='take-back']", this.wrongVisit !== undefined);
    write(this.page, "[data-do='take-back']", this.offerOfTakingBack());
    write(this.page, "[data-sum]", this.sum());
    const levels = this.kept.finished.map((count, level) => {
      return say("script_practice", "level", { level: level + 1, count });
    });
    write(this.page, "[data-random]", levels.join(", "));
    const asks = this.page.querySelector("[data-asks]");
    if (asks instanceof HTMLInputElement) asks.checked = this.kept.asks;
    const level = this.page.querySelector("[data-level]");
    if (level instanceof HTMLSelectElement) level.value = String(this.kept.level);
    const chips = this.page.querySelectorAll("[data-task]");
    chips.forEach((chip, index) => this.showChip(chip, index));
  }

  /** Returns what the search shows of each node, once the tree is solved.
   * @returns {Outcome[] | undefined}
   */
  outcomes() {
    const { done, solution, kept } = this;
    if (!done.solved || !solution) return undefined;
    // Where windows are asked for now and were not then, they are still to be found.
    if (kept.asks && solution.unfit(done, true)) return undefined;
    return solution.outcomes(done.visited);
  }

  /** @param {string} where @param {boolean} isShown */
  reveal(where, isShown) {
    this.page.querySelector(where)?.toggleAttribute("hidden", !isShown);
  }

  /** @param {number} node @param {Outcome} [outcome] once the tree is solved */
  showNode(node, outcome) {
    const visit = this.done.visited.indexOf(node) + 1;
    const { window = "", value = "", spoken = "", isPruned = false, isCut = false } = outcome ?? {};
    const isMarked = isCut || this.done.cuts.includes(node);
    const details = [described(this.nodes, node)];
    const isWrong = visit > 0 && visit - 1 === this.wrongVisit;
    if (isWrong) details.push(say("script_practice", "wrongly visited", { visit }));
    else if (visit) details.push(say("nodes", "visited", { visit }));
    if (window) details.push(say("nodes", "window", { window }));
    if (spoken) details.push(spoken);
    if (isPruned) details.push(say("nodes", "pruned"));
    if (isMarked) details.push(say("script_practice", "its edge is cut"));
    let state = "";
    if (isWrong) state = "wrong";
    else if (visit) state = "visited";
    else if (isPruned) state = "pruned";
    this.board.mark(node, {
      label: details.join(", "),
      state,
      value,
      window: this.kept.asks ? "" : window,
      badge: visit ? `${isWrong ? "✗ " : ""}${visit}` : "",
      cut: isMarked,
      off: isMarked || isPruned,
    });
    const box = this.board.boxes[node];
    if (!this.nodes[node].children.length) {
      box.querySelector(".inside")?.setAttribute("aria-pressed", String(visit > 0));
    }
    box.querySelector(".edge-mark")?.setAttribute("aria-pressed", String(isMarked));
  }

  /** Says what was wrong and asked for, and how the tree was finished at best. */
  tries() {
    const { mistakes, hints, fewest } = this.done;
    const counts = [
      say("script_practice", "mistakes", { count: mistakes }),
      say("script_practice", "hints", { count: hints }),
    ].join(", ");
    if (fewest === undefined) return counts;
    const best = fewest
      ? say("script_practice", "fewest", { count: fewest })
      : say("script_practice", "without mistake");
    return `${counts}; ${best}`;
  }

  /** Says how many trees are done. */
  sum() {
    const { length: count } = this.tasks;
    const all = this.tasks.map(({ id }) => this.kept.done[id] ?? nothing());
    if (this.isExam) {
      const answered = all.filter(({ visited, value }, index) => {
        return visited.length && (this.tasks[index].noValue || !Number.isNaN(worth(value)));
      });
      return say("script_practice", "answered", { answered: answered.length, count });
    }
    const finished = all.filter(({ fewest }) => fewest !== undefined).length;
    const faultless = all.filter(({ fewest }) => fewest === 0).length;
    return say("script_practice", "finished", { finished, count, faultless });
  }

  /** Returns the index of the next tree that is not finished, or of the random one. */
  get following() {
    const { at, done } = this.kept;
    const { length } = this.tasks;
    if (at >= length) return length;
    const indexes = [...this.tasks.keys()];
    const others = [...indexes.slice(at + 1), ...indexes.slice(0, at)];
    const isOpen = (/** @type {number} */ index) => done[this.tasks[index].id]?.fewest === undefined;
    return others.find(isOpen) ?? length;
  }

  /** Says what the button does that a finished tree offers. */
  invitation() {
    const { kept, tasks, following } = this;
    if (following < tasks.length) return say("script_practice", "go on", { number: following + 1 });
    const situation = kept.at < tasks.length ? "go on to random tree" : "go on to another random tree";
    return say("script_practice", situation);
  }

  /** Shows what became of a task. @param {Element} chip @param {number} index */
  showChip(chip, index) {
    const isPresent = index === this.kept.at;
    if (isPresent) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    if (index >= this.tasks.length) {
      chip.textContent = say("script_practice", "random");
      return;
    }
    const { fewest, visited } = this.kept.done[this.tasks[index].id] ?? nothing();
    let [sign, label] = ["", "chip"];
    if (fewest !== undefined) [sign, label] = [" ✓", "chip, finished"];
    else if (visited.length) [sign, label] = [" …", "chip, begun"];
    chip.textContent = `${index + 1}${sign}`;
    const parts = { number: index + 1, heading: this.heading(index) };
    chip.setAttribute("aria-label", say("script_practice", label, parts));
  }

  /** Says some lines. @param {Said[]} lines */
  tell(lines) {
    const paragraphs = lines.map(([mark, text]) => {
      const kind = { "✓": "good", "✗": "bad" }[mark] ?? "";
      return made("p", kind, mark ? `${mark} ${text}` : text);
    });
    this.said.replaceChildren(...paragraphs);
    if (lines.length) this.said.scrollIntoView({ block: "nearest" });
  }

  /** Checks what was done so far. */
  check() {
    const { done, solution, kept } = this;
    if (!solution) return;
    const { lines, isSolved } = this.verdict(done, solution);
    this.wrongVisit = solution.firstWrong(done.visited);
    const [lastMark, lastText] = lines[lines.length - 1];
    const mistake = lastMark === "✗" ? lastText : "";
    if (mistake && mistake !== this.mistake) done.mistakes += 1;
    this.mistake = mistake;
    done.solved = isSolved;
    if (done.solved) this.finish();
    this.keep();
    this.show();
    this.tell(lines);
  }

  /** Notes that the present tree is finished, and says its title. */
  finish() {
    const { done, kept } = this;
    const { level } = this.task;
    if (done.fewest === undefined && level !== undefined) kept.finished[level] += 1;
    done.fewest = Math.min(done.fewest ?? Infinity, done.mistakes + done.hints);
    if (level === undefined) write(this.page, "h2", this.heading(kept.at));
  }

  /** Returns what is said of what was done so far, and whether that is all and right.
   * @param {Done} done
   * @param {Solution} solution
   * @returns {{lines: Said[], isSolved: boolean}}
   */
  verdict(done, solution) {
    const line = this.whatIsOpen(done, solution);
    if (line) return { lines: [line], isSolved: false };
    /** @type {Said[]} */
    const lines = [["✓", say("script_practice", "visits are right")]];
    if (this.task.noValue) return { lines, isSolved: true };
    const [mark, text] = this.verdictOfValue(done.value, solution);
    const isSolved = mark === "✓";
    const bound = isSolved ? solution.boundOfRoot() : "";
    if (bound) lines.push(["", bound]);
    return { lines: [...lines, [mark, text]], isSolved };
  }

  /** Returns what is said of the visits, windows and marks; undefined if all are made and right.
   * @param {Done} done
   * @param {Solution} solution
   * @returns {Said | undefined}
   */
  whatIsOpen(done, solution) {
    const visits = done.visited;
    if (!visits.length) return ["", say("script_practice", "nothing visited")];
    if (solution.firstWrong(visits) !== undefined) return ["✗", solution.wrong(visits)];
    const areAllMade = solution.areAllMade(visits);
    if (this.kept.asks) {
      const isAnswered = this.task.noValue || done.value.trim() !== "";
      const isWhole = areAllMade && isAnswered;
      const line = solution.unfit(done, isWhole);
      if (line) return line;
    }
    if (areAllMade) return undefined;
    return ["✓", say("script_practice", "right so far", { count: visits.length })];
  }

  /** Returns what is said of the value of the root.
   * @param {string} typed
   * @param {Solution} solution
   * @returns {Said}
   */
  verdictOfValue(typed, solution) {
    const root = this.nodes[0].name;
    const value = worth(typed);
    if (Number.isNaN(value)) {
      if (typed.trim()) return ["", say("script_practice", "no number")];
      return ["", say("script_practice", "write the value", { root })];
    }
    const [least, most] = solution.accepted;
    if (least <= value && value <= most) return ["✓", say("script_practice", "value is right")];
    const sentences = [say("script_practice", "value is wrong", { root, value })];
    if (least <= -value && -value <= most) sentences.push(say("script_practice", "only the sign"));
    return ["✗", [...sentences, solution.values()].join(" ")];
  }

  /** Gives a hint: first a question, then the step. */
  hint() {
    const { done, solution } = this;
    if (!solution) return;
    done.hints += 1;
    const hint = this.areEntriesMissing()
      ? solution.hintOfEntries(done, !this.isHinted)
      : solution.hint(done.visited, !this.isHinted);
    this.wrongVisit = solution.firstWrong(done.visited);
    this.keep();
    this.show();
    this.tell([["", hint]]);
    this.isHinted = !this.isHinted;
  }

  /** Returns whether all is done but windows and marks. */
  areEntriesMissing() {
    const { done, solution, kept } = this;
    if (!kept.asks || !solution || !done.value.trim()) return false;
    if (solution.firstWrong(done.visited) !== undefined || !solution.areAllMade(done.visited)) return false;
    const [mark] = solution.unfit(done, true) ?? ["✓"];
    return mark === "";
  }

  /** Starts over, or undoes that. */
  again() {
    const { before, done } = this;
    this.kept.done[this.task.id] = before ?? { ...nothing(), fewest: done.fewest };
    this.keep();
    this.plant();
    this.before = before ? undefined : done;
    this.show();
  }

  /** Shows another random tree. */
  another() {
    this.kept.random = randomTask(this.kept.level, this.tasks[0]);
    this.kept.done[RANDOM] = nothing();
    this.go(this.tasks.length);
  }

  /** Shows the tree that comes after a finished one. */
  onward() {
    const { kept, tasks, following } = this;
    if (kept.at < tasks.length) this.go(following);
    else this.another();
    this.page.querySelector("h2")?.focus();
  }

  /** Does what a button is for. @param {string} action */
  act(action) {
    const { at } = this.kept;
    if (action === "check") this.check();
    if (action === "hint") this.hint();
    if (action === "again") this.again();
    if (action === "another") this.another();
    if (action === "onward") this.onward();
    if (action === "take-back") this.takeBack();
    if (action === "save") this.save();
    if (action === "before") this.go(Math.max(0, at - 1));
    if (action === "after") this.go(Math.min(this.tasks.length - 1, at + 1));
  }

  listen() {
    this.page.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button?.dataset.task) {
        this.go(Number(button.dataset.task));
        this.page.querySelector("h2")?.focus();
      } else if (button?.dataset.do) this.act(button.dataset.do);
    });
    this.page.addEventListener("change", ({ target }) => {
      const isAsks = target instanceof HTMLInputElement && target.matches("[data-asks]");
      if (isAsks) this.kept.asks = target.checked;
      else if (target instanceof HTMLSelectElement) this.kept.level = Number(target.value);
      else return;
      this.go(this.kept.at);
    });
    this.value.addEventListener("input", () => {
      this.done.value = this.value.value;
      this.changed();
      if (this.value.hasAttribute("aria-invalid")) this.showWhetherNumber();
    });
    this.value.addEventListener("change", () => this.showWhetherNumber());
    this.value.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") this.check();
    });
    window.addEventListener("resize", () => this.showWidth());
    window.addEventListener("storage", ({ key }) => {
      if (key !== this.storageKey) return;
      const { at, asks, level } = this.kept;
      this.kept = { ...this.read(), at, asks, level };
      this.plant();
    });
  }

  /** Downloads what was answered. */
  save() {
    /** @type {Record<string, {value?: number | string, visited: string[]}>} */
    const answers = {};
    /** @type {number[]} */
    const withoutValue = [];
    /** @type {number[]} */
    const withoutNumber = [];
    for (const [index, task] of this.tasks.entries()) {
      const { visited, value } = this.kept.done[task.id] ?? nothing();
      if (!visited.length && !value.trim()) continue;
      const nodes = planted(task.tree, task.players);
      const names = visited.map((leaf) => nodes[leaf].name);
      const number = worth(value);
      if (Number.isNaN(number)) {
        answers[task.id] = { visited: names };
        if (value.trim()) withoutNumber.push(index + 1);
        else if (!task.noValue) withoutValue.push(index + 1);
      } else answers[task.id] = { value: plain(number), visited: names };
    }
    save(this.page.dataset.file ?? "answers.json", `${JSON.stringify(answers, null, 1)}\n`);
    const saved = Object.keys(answers).length;
    const sentences = [say("script_practice", "saved", { saved, count: this.tasks.length })];
    if (withoutValue.length) {
      sentences.push(say("script_practice", "without value", { trees: withoutValue.join(", ") }));
    }
    if (withoutNumber.length) {
      sentences.push(say("script_practice", "without number", { trees: withoutNumber.join(", ") }));
    }
    write(this.page, "[data-saved]", sentences.join(" "));
  }
}

/** Returns whether something that was kept is a random tree, in the language of the page. @param {any} task */
function isRandomTask(task) {
  try {
    const { id, tree, players, window: ends, rule, accepted, title, terms, rules, language = "en" } = task;
    planted(tree, players);
    if (id !== RANDOM || !Object.hasOwn(RULES, rule) || language !== LANGUAGE) return false;
    if (players.length === 0 || !players.every(isPlayer)) return false;
    if (ends.length !== 2 || accepted.length !== 2) return false;
    return [title, terms, rules].every((text) => typeof text === "string");
  } catch {
    return false;
  }
}

/** @param {unknown} player */
const isPlayer = (player) => player === "MAX" || player === "MIN";

/** Returns what was kept of a tree, as far as it fits it.
 * @param {any} done
 * @param {GameNode[]} nodes
 * @returns {Done}
 */
function fitted(done, nodes) {
  const { visited, value, windows, cuts, mistakes, hints, solved } = Object(done);
  const isLeaf = (/** @type {number} */ node) => !nodes[node].children.length;
  const pairs = Object.entries(Object(windows)).filter(([, pair]) => isPairOfTexts(pair));
  /** @type {Done} */
  const fitting = {
    visited: nodeNumbers(visited, nodes).filter(isLeaf),
    value: typeof value === "string" ? value : "",
    windows: Object.fromEntries(pairs),
    cuts: nodeNumbers(cuts, nodes).filter((node) => node > 0),
    mistakes: Number.isInteger(mistakes) ? mistakes : 0,
    hints: Number.isInteger(hints) ? hints : 0,
    solved: solved === true,
  };
  const { fewest, best } = Object(done);
  if (Number.isInteger(fewest)) fitting.fewest = fewest;
  // An earlier version of the page kept the fewest checks, of which the last found no
  // mistake, and hints.
  else if (Number.isInteger(best)) fitting.fewest = Math.max(0, best - 1);
  return fitting;
}

/** Returns the numbers of nodes in what was kept, each once.
 * @param {any} numbers
 * @param {GameNode[]} nodes
 * @returns {number[]}
 */
function nodeNumbers(numbers, nodes) {
  if (!Array.isArray(numbers)) return [];
  return [...new Set(numbers)].filter((node) => Number.isInteger(node) && nodes[node]);
}

/** @param {any} pair */
function isPairOfTexts(pair) {
  return Array.isArray(pair) && pair.length === 2 && pair.every((end) => typeof end === "string");
}

const practice = document.getElementById("practice");
if (practice) new Practice(practice);
