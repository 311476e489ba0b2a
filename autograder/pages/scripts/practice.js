// @ts-check
"use strict";

/** A tree to work on.
 * @typedef {object} Task
 * @property {string} id
 * @property {string} title
 * @property {string} terms
 * @property {Nested} tree
 * @property {Player[]} players
 * @property {(number | string)[]} window
 * @property {string} rule "" on a page for an exam, which holds nothing that searches
 * @property {(number | string)[]} [accepted] the least and the greatest right value
 * @property {number} [level] of a random tree
 */

/** What was done with a tree.
 * @typedef {object} Done
 * @property {number[]} visited
 * @property {string} value
 * @property {Record<string, [string, string]>} windows alpha and beta as they were written
 * at inner nodes
 * @property {number[]} cuts the nodes whose edges are marked
 * @property {number} checks how many were asked for
 * @property {number} hints how many were asked for
 * @property {number} [best] the fewest checks and hints with which it was ever finished
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
const RIGHT_VISITS = "All visits are right.";
const RIGHT_VALUE = "The value is right.";
const ABOUT_WINDOWS =
  "Alpha is the most that MAX has at a node above, beta the least that MIN has, or the end of the first window.";

/** Of each level of random trees: its plies, how many children, the utilities, how many
 * cutoffs it has at least, how often a node is a leaf early, and who may move first. */
const LEVELS = [
  { plies: 2, children: [2, 3], low: 0, high: 9, cutoffs: 1, early: 0, first: ["MAX"] },
  { plies: 3, children: [2, 3], low: -9, high: 9, cutoffs: 2, early: 0, first: ["MAX", "MIN"] },
  { plies: 4, children: [1, 3], low: -5, high: 5, cutoffs: 3, early: 0.15, first: ["MAX", "MIN"] },
];

/** Returns what is done with a tree at first. @returns {Done} */
function nothing() {
  return { visited: [], value: "", windows: {}, cuts: [], checks: 0, hints: 0 };
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

/** Returns a task with a random tree. @param {number} level @param {string} rule @returns {Task} */
function randomTask(level, rule) {
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
      title: `A random tree, level ${level + 1}`,
      terms: `${root} moves at A1.`,
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

  /** Says the numbers that decide at a node. @param {Step} step */
  numbers({ node, alpha, beta, v }) {
    const { name, player } = this.nodes[node];
    const bound = player === "MAX" ? `beta is ${shown(beta)}` : `alpha is ${shown(alpha)}`;
    return `At ${name} ${player} has ${shown(v)}, and ${bound}`;
  }

  /** Says why a cutoff is right. @param {Step} step */
  cutoff(step) {
    const { alpha, beta, bound = -1 } = step;
    const { player, name } = this.nodes[step.node];
    const opponent = player === "MAX" ? "MIN" : "MAX";
    let reason = "the search asks for no more";
    if (bound !== -1) {
      const value = shown(player === "MAX" ? beta : alpha);
      reason = `${opponent}, who can have ${value} at ${this.nodes[bound].name}, does not let the game come here`;
    }
    return `${this.numbers(step)}: nothing else below ${name} can matter, as ${reason}.`;
  }

  /** Says why a leaf is next. @param {number} leaf @param {Step[]} past */
  next(leaf, past) {
    const { name, parent } = this.nodes[leaf];
    const step = past.filter(({ node }) => node === parent).pop();
    if (!step) return `${name} is next.`;
    const { alpha, beta } = step;
    const prunesEqual = this.rule.closed(alpha, alpha);
    const comparison = prunesEqual ? "is less than" : "is not more than";
    const test = `alpha = ${shown(alpha)} ${comparison} beta = ${shown(beta)}`;
    return `${name} is next: the search goes from left to right, and at ${this.nodes[parent].name} ${test}, so nothing is cut off there.`;
  }

  /** Says what is wrong with the first wrong visit. @param {number[]} visits */
  wrong(visits) {
    const { steps, visited, first } = this.nearest(visits);
    const { past } = this.stepsUntil(steps, first);
    const leaf = visits[first];
    const { name } = this.nodes[leaf];
    const cutoff = past.find(({ cut = [] }) => leavesBelow(this.nodes, cut).includes(leaf));
    const reason = cutoff
      ? `${this.cutoff(cutoff)} So ${name} is pruned.`
      : this.next(visited[first], past);
    return `Visit ${first + 1}, ${name}, is not right. ${reason}`;
  }

  /** Says what the root's children returned, from which its value follows. */
  values() {
    const { name, player, children } = this.nodes[0];
    const [{ steps }] = this.forms;
    const ends = steps.filter(({ kind }) => kind === "return" || kind === "look");
    const clauses = [];
    for (const child of children) {
      const step = ends.filter(({ node }) => node === child).pop();
      if (step) clauses.push(`${this.nodes[child].name} returned ${shown(step.v)}`);
    }
    if (!clauses.length) return `${name} is a leaf.`;
    return `${player} moves at ${name}, and ${clauses.join(", ")}.`;
  }

  /** Says a hint: a question or the step.
   * @param {number[]} visits
   * @param {boolean} asks
   */
  hint(visits, asks) {
    const { steps, visited, first } = this.nearest(visits);
    if (first < visits.length) {
      let right = `The first ${first} visits are`;
      if (first === 0) right = "No visit is";
      if (first === 1) right = "The first visit is";
      return `${right} right. Take back the others, the last one first.`;
    }
    const { past, now } = this.stepsUntil(steps, first);
    const cutoffs = now.filter(({ kind }) => kind === "cutoff");
    if (asks) return this.question(visited, first, cutoffs);
    const sentences = cutoffs.map((step) => this.cutoff(step));
    if (first === visited.length) {
      sentences.push("No leaf is left to look at.", this.values());
    } else if (cutoffs.length) {
      sentences.push(`${this.nodes[visited[first]].name} is next.`);
    } else {
      sentences.push(this.next(visited[first], past));
    }
    return sentences.join(" ");
  }

  /** Returns a question that leads to the next step.
   * @param {number[]} visited by the right search
   * @param {number} made how many of these visits are made
   * @param {Step[]} cutoffs since the last one
   */
  question(visited, made, cutoffs) {
    if (cutoffs.length) {
      const [cutoff] = cutoffs;
      return `${this.numbers(cutoff)}. Can anything else below ${this.nodes[cutoff.node].name} still matter?`;
    }
    if (made === visited.length) {
      return `All visits are made. ${this.values()} What is the value of ${this.nodes[0].name}?`;
    }
    if (!made) {
      return "The search begins at the root, and goes down to the left first. Which leaf does it come to?";
    }
    const { name, value } = this.nodes[visited[made - 1]];
    return `${name} is ${shown(value)}. Which numbers change, and is there a cutoff?`;
  }

  /** Says which window or mark is wrong, of those that the visits tell of; "" if none is.
   * @param {Done} done
   * @param {boolean} isWhole nothing may be missing
   */
  unfit({ visited, windows, cuts }, isWhole) {
    const { steps } = this.nearest(visited);
    const past = isWhole ? steps : this.stepsUntil(steps, visited.length).past;
    const calls = past.filter(({ kind }) => kind === "call");
    for (const { node, alpha, beta } of calls) {
      const [writtenAlpha = "", writtenBeta = ""] = windows[node] ?? [];
      const isBlank = !writtenAlpha.trim() && !writtenBeta.trim();
      if (isBlank && !isWhole) continue;
      if (worth(writtenAlpha) !== alpha || worth(writtenBeta) !== beta) {
        return `The window of ${this.nodes[node].name} is not right. ${ABOUT_WINDOWS}`;
      }
    }
    const cut = past.flatMap((step) => step.cut ?? []);
    const extra = cuts.find((node) => !cut.includes(node));
    if (extra !== undefined) {
      const { name, parent } = this.nodes[extra];
      const soFar = isWhole ? "" : " so far";
      return `The edge to ${name} is marked as cut, but no cutoff at ${this.nodes[parent].name} leaves it out${soFar}.`;
    }
    const missing = cut.find((node) => !cuts.includes(node));
    if (!isWhole || missing === undefined) return "";
    return `The edge to ${this.nodes[missing].name} is cut, and not marked.`;
  }
}

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
    this.board = new Board(stage, { largest: 17, below: 220 }, (node) => this.inside(node));
    /** @type {GameNode[]} */
    this.nodes = [];
    /** What was there before the last start over. @type {Done | undefined} */
    this.before = undefined;
    this.isHinted = false;
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
      write(this.page, "[data-saved]", "This browser keeps nothing for this page: save your answers before you close it.");
    }
  }

  /** The present task. */
  get task() {
    const { kept, tasks } = this;
    if (kept.at < tasks.length) return tasks[kept.at];
    return (kept.random ??= randomTask(kept.level, tasks[0].rule));
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
    this.page.classList.toggle("asks", this.kept.asks);
    this.page.classList.toggle("random", isRandom);
    const number = isRandom ? "" : `${this.kept.at + 1}. `;
    write(this.page, "h2", `${number}${task.title}`);
    write(this.page, "[data-terms]", task.terms);
    write(this.page, "[data-root]", this.nodes[0].name);
    this.board.spacing = this.kept.asks ? SPACING_OF_FIELDS : SPACING;
    this.board.plant(this.nodes);
    if (this.kept.asks) for (const node of this.nodes.keys()) this.ask(node);
    this.say([]);
    this.show();
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
    for (const [index, end] of ["alpha", "beta"].entries()) {
      const typed = document.createElement("input");
      const value = this.done.windows[node]?.[index] ?? "";
      const placeholder = { alpha: "α", beta: "β" }[end];
      Object.assign(typed, { type: "text", autocomplete: "off", value, placeholder });
      typed.setAttribute("aria-label", `${end} at ${this.nodes[node].name}`);
      typed.addEventListener("input", () => {
        const ends = (this.done.windows[node] ??= ["", ""]);
        ends[index] = typed.value;
        this.keep();
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
    mark.setAttribute("aria-label", `the edge from ${this.nodes[parent].name} to ${name} is cut`);
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
    this.say([]);
    if (visited[visited.length - 1] === leaf) visited.pop();
    else if (!visited.includes(leaf)) visited.push(leaf);
    else this.say([["", `${name} is visited already. Only the last visit can be taken back.`]]);
    this.changed();
    const visit = visited.indexOf(leaf) + 1;
    const message = visit ? `visit ${visit}: ${name}` : `${name} is taken back`;
    write(this.page, "[data-told]", message);
  }

  /** Keeps and shows what was changed. */
  changed() {
    this.before = undefined;
    this.isHinted = false;
    this.keep();
    this.show();
  }

  /** Shows the present state of all. */
  show() {
    const { visited, value } = this.done;
    for (const node of this.nodes.keys()) this.showNode(node);
    if (this.value.value !== value) this.value.value = value;
    const names = visited.map((leaf) => this.nodes[leaf].name);
    enumerate("[data-visits]", names, "nothing yet");
    write(this.page, "[data-tries]", this.isExam ? "" : this.tries());
    write(this.page, "[data-do='again']", this.before ? "Undo start over" : "Start over");
    const levels = this.kept.finished.map((count, level) => `level ${level + 1}: ${count}`);
    write(this.page, "[data-random]", levels.join(", "));
    const asks = this.page.querySelector("[data-asks]");
    if (asks instanceof HTMLInputElement) asks.checked = this.kept.asks;
    const level = this.page.querySelector("[data-level]");
    if (level instanceof HTMLSelectElement) level.value = String(this.kept.level);
    const chips = this.page.querySelectorAll("[data-task]");
    chips.forEach((chip, index) => this.showChip(chip, index));
  }

  /** @param {number} node */
  showNode(node) {
    const visit = this.done.visited.indexOf(node) + 1;
    const isCut = this.done.cuts.includes(node);
    const details = [described(this.nodes, node)];
    if (visit) details.push(`visit ${visit}`);
    if (isCut) details.push("its edge is cut");
    this.board.mark(node, {
      label: details.join(", "),
      state: visit ? "visited" : "",
      badge: visit ? String(visit) : "",
      cut: isCut,
      off: isCut,
    });
    const box = this.board.boxes[node];
    if (!this.nodes[node].children.length) {
      box.querySelector(".inside")?.setAttribute("aria-pressed", String(visit > 0));
    }
    box.querySelector(".edge-mark")?.setAttribute("aria-pressed", String(isCut));
  }

  /** Says how often help was asked for, and how the tree was finished. */
  tries() {
    const { checks, hints, best } = this.done;
    const asked = `${counted(checks, "check")}, ${counted(hints, "hint")}`;
    if (best === undefined) return asked;
    if (best > 1) return `${asked}; finished, best with ${best} checks and hints`;
    return `${asked}; finished with one check and no hint`;
  }

  /** Shows what became of a task. @param {Element} chip @param {number} index */
  showChip(chip, index) {
    const isPresent = index === this.kept.at;
    if (isPresent) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    if (index >= this.tasks.length) {
      chip.textContent = "Random";
      return;
    }
    const task = this.tasks[index];
    const { best, visited } = this.kept.done[task.id] ?? nothing();
    let [sign, state] = ["", ""];
    if (best !== undefined) [sign, state] = [" ✓", ", finished"];
    else if (visited.length) [sign, state] = [" …", ", begun"];
    chip.textContent = `${index + 1}${sign}`;
    chip.setAttribute("aria-label", `${index + 1}${sign}: ${task.title}${state}`);
  }

  /** Says some lines. @param {Said[]} lines */
  say(lines) {
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
    done.checks += 1;
    const lines = this.verdict(done, solution);
    const [, lastText] = lines[lines.length - 1];
    if (lastText === RIGHT_VALUE) {
      const { level } = this.task;
      if (done.best === undefined && level !== undefined) kept.finished[level] += 1;
      done.best = Math.min(done.best ?? Infinity, done.checks + done.hints);
    }
    this.keep();
    this.show();
    this.say(lines);
  }

  /** Returns what is said of what was done so far.
   * @param {Done} done
   * @param {Solution} solution
   * @returns {Said[]}
   */
  verdict(done, solution) {
    const visits = done.visited;
    if (!visits.length) {
      return [["", "Nothing is visited yet. Press the leaf that the search looks at first."]];
    }
    const { visited, first } = solution.nearest(visits);
    if (first < visits.length) return [["✗", solution.wrong(visits)]];
    const areAllMade = first === visited.length;
    if (this.kept.asks) {
      const isWhole = areAllMade && done.value.trim() !== "";
      const message = solution.unfit(done, isWhole);
      if (message) return [["✗", message]];
    }
    if (!areAllMade) {
      return [["✓", `Right so far: ${counted(visits.length, "visit")}. Not finished.`]];
    }
    return [["✓", RIGHT_VISITS], this.verdictOfValue(done.value, solution)];
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
      if (typed.trim()) return ["", "The value must be a number, inf or -inf."];
      return ["", `Now write the value of ${root}.`];
    }
    const [least, most] = solution.accepted;
    if (least <= value && value <= most) return ["✓", RIGHT_VALUE];
    const isNegated = least <= -value && -value <= most;
    const aboutSign = isNegated ? " It is right but for the sign." : "";
    return ["✗", `The value of ${root} is not ${shown(value)}.${aboutSign} ${solution.values()}`];
  }

  /** Gives a hint: first a question, then the step. */
  hint() {
    if (!this.solution) return;
    this.done.hints += 1;
    const hint = this.solution.hint(this.done.visited, !this.isHinted);
    this.keep();
    this.show();
    this.say([["", hint]]);
    this.isHinted = !this.isHinted;
  }

  /** Starts over, or undoes that. */
  again() {
    const { before, done } = this;
    this.kept.done[this.task.id] = before ?? { ...nothing(), best: done.best };
    this.keep();
    this.plant();
    this.before = before ? undefined : done;
    this.show();
  }

  /** Shows another random tree. */
  another() {
    this.kept.random = randomTask(this.kept.level, this.tasks[0].rule);
    this.kept.done[RANDOM] = nothing();
    this.go(this.tasks.length);
  }

  /** Does what a button is for. @param {string} action */
  act(action) {
    const { at } = this.kept;
    if (action === "check") this.check();
    if (action === "hint") this.hint();
    if (action === "again") this.again();
    if (action === "another") this.another();
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
    });
    this.value.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") this.check();
    });
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
    for (const [index, task] of this.tasks.entries()) {
      const { visited, value } = this.kept.done[task.id] ?? nothing();
      if (!visited.length && !value.trim()) continue;
      const nodes = planted(task.tree, task.players);
      const names = visited.map((leaf) => nodes[leaf].name);
      const number = worth(value);
      if (Number.isNaN(number)) {
        answers[task.id] = { visited: names };
        withoutValue.push(index + 1);
      } else answers[task.id] = { value: plain(number), visited: names };
    }
    save(this.page.dataset.file ?? "answers.json", `${JSON.stringify(answers, null, 1)}\n`);
    let message = `Saved: ${Object.keys(answers).length} of ${this.tasks.length}`;
    if (withoutValue.length) message += `; without a value: ${withoutValue.join(", ")}`;
    write(this.page, "[data-saved]", message);
  }
}

/** @param {number} number @param {string} thing */
const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Returns whether something that was kept is a random tree. @param {any} task */
function isRandomTask(task) {
  try {
    const { id, tree, players, window: ends, rule, accepted, title, terms } = task;
    planted(tree, players);
    if (id !== RANDOM || !Object.hasOwn(RULES, rule)) return false;
    if (players.length === 0 || !players.every(isPlayer)) return false;
    if (ends.length !== 2 || accepted.length !== 2) return false;
    return typeof title === "string" && typeof terms === "string";
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
  const { visited, value, windows, cuts, checks, hints, best } = Object(done);
  const isLeaf = (/** @type {number} */ node) => !nodes[node].children.length;
  const pairs = Object.entries(Object(windows)).filter(([, pair]) => isPairOfTexts(pair));
  /** @type {Done} */
  const fitting = {
    visited: nodeNumbers(visited, nodes).filter(isLeaf),
    value: typeof value === "string" ? value : "",
    windows: Object.fromEntries(pairs),
    cuts: nodeNumbers(cuts, nodes).filter((node) => node > 0),
    checks: Number.isInteger(checks) ? checks : 0,
    hints: Number.isInteger(hints) ? hints : 0,
  };
  if (Number.isInteger(best)) fitting.best = best;
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
