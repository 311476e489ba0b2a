// @ts-check
"use strict";

/** A tree to work on. rule: "" on a page for an exam, which holds nothing that searches. accepted: the least and the
 * greatest right value. level: of a random tree.
 * @typedef {{id: string, title: string, terms: string, tree: Nested, players: ("MAX" | "MIN")[], window: (number | string)[], rule: string, accepted?: (number | string)[], level?: number}} Task */
/** What was done with a tree. windows: alpha and beta as they were written at inner nodes. cuts: the nodes whose edges are
 * marked. checks, hints: how many were asked for. best: the fewest of both with which it was ever finished.
 * @typedef {{visited: number[], value: string, windows: Record<string, [string, string]>, cuts: number[], checks: number, hints: number, best?: number}} Done */
/** All that is kept. finished: of random trees, of each level. @typedef {{at: number, asks: boolean, level: number, random?: Task, finished: number[], done: Record<string, Done>}} Kept */

const RANDOM = "random";
/** Of each level of random trees: its plies, how many children, the utilities, and how many cutoffs it has at least. */
const LEVELS = [
  { plies: 2, children: [2, 3], low: 0, high: 9, cutoffs: 1, early: 0, first: ["MAX"] },
  { plies: 3, children: [2, 3], low: -9, high: 9, cutoffs: 2, early: 0, first: ["MAX", "MIN"] },
  { plies: 4, children: [1, 3], low: -5, high: 5, cutoffs: 3, early: 0.15, first: ["MAX", "MIN"] },
];

/** @returns {Done} */
const nothing = () => ({ visited: [], value: "", windows: {}, cuts: [], checks: 0, hints: 0 });

/** @param {number} low @param {number} high */
const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

/** A random tree of a level. @param {number} level @param {string} rule @returns {Task} */
function randomTask(level, rule) {
  const { plies, children, low, high, cutoffs, early, first } = LEVELS[level];
  /** @param {number} ply @returns {any} */
  const grown = (ply) => (ply === plies || (ply > 1 && Math.random() < early) ? between(low, high) : Array.from({ length: ply ? between(children[0], children[1]) : children[1] }, () => grown(ply + 1)));
  const root = /** @type {"MAX" | "MIN"} */ (first[between(0, first.length - 1)]);
  const players = /** @type {("MAX" | "MIN")[]} */ (root === "MAX" ? ["MAX", "MIN"] : ["MIN", "MAX"]);
  for (;;) {
    const tree = grown(0);
    const nodes = planted(tree, players);
    const steps = searched(nodes, [-Infinity, Infinity], RULES[rule]);
    const prunes = steps.filter(({ kind }) => kind === "cutoff").length;
    if (prunes < cutoffs || leavesBelow(nodes, [0]).length > 24) continue;
    const value = steps[steps.length - 1].v;
    return { id: RANDOM, title: `A random tree, level ${level + 1}`, terms: `${root} moves at A1.`, tree, players, window: ["-inf", "inf"], rule, accepted: [value, value], level };
  }
}

/** What the textbook's search does with a task, in each form that is right. */
class Solution {
  /** @param {Task} task @param {GameNode[]} nodes */
  constructor(task, nodes) {
    const rule = RULES[task.rule];
    this.nodes = nodes;
    this.rule = rule;
    // Under a strict comparison fail-hard may look at other leaves, and is as right.
    this.forms = (task.rule === "strict" ? [rule, { ...rule, hard: true }] : [rule]).map((form) => {
      const steps = searched(nodes, /** @type {[number, number]} */ (task.window.map(worth)), form);
      return { steps, visited: steps.flatMap(({ kind, node }) => (kind === "look" ? [node] : [])) };
    });
    this.accepted = (task.accepted ?? []).map(worth);
  }

  /** The form that visits agree with longest, and how many do. @param {number[]} mine */
  nearest(mine) {
    const agreeing = this.forms.map(({ visited }) => [...mine, -1].findIndex((leaf, place) => leaf !== visited[place]));
    const first = Math.max(...agreeing);
    return { ...this.forms[agreeing.indexOf(first)], first };
  }

  /** The steps between a number of visits and the next one, or the end. @param {Step[]} steps @param {number} visits */
  between(steps, visits) {
    const looks = steps.flatMap(({ kind }, place) => (kind === "look" ? [place] : []));
    return { past: steps.slice(0, looks[visits] ?? steps.length), now: steps.slice((looks[visits - 1] ?? -1) + 1, looks[visits] ?? steps.length) };
  }

  /** @param {Step} step */
  numbers({ node, alpha, beta, v }) {
    const { name, player } = this.nodes[node];
    return `At ${name} ${player} has ${shown(v)}, and ${player === "MAX" ? `beta is ${shown(beta)}` : `alpha is ${shown(alpha)}`}`;
  }

  /** Why a cutoff is right. @param {Step} step */
  cutoff(step) {
    const { player, name } = this.nodes[step.node];
    const other = player === "MAX" ? "MIN" : "MAX";
    const has = step.bound === -1 || step.bound === undefined ? "the search asks for no more" : `${other}, who can have ${shown(player === "MAX" ? step.beta : step.alpha)} at ${this.nodes[step.bound].name}, does not let the game come here`;
    return `${this.numbers(step)}: nothing else below ${name} can matter, as ${has}.`;
  }

  /** Why a leaf is next. @param {number} leaf @param {Step[]} past */
  next(leaf, past) {
    const step = past.filter(({ node }) => node === this.nodes[leaf].parent).pop();
    if (!step) return `${this.nodes[leaf].name} is next.`;
    const holds = this.rule.closed(step.alpha, step.alpha) ? "is less than" : "is not more than";
    return `${this.nodes[leaf].name} is next: the search goes from left to right, and at ${this.nodes[step.node].name} alpha = ${shown(step.alpha)} ${holds} beta = ${shown(step.beta)}, so nothing is cut off there.`;
  }

  /** What is wrong with the first visit that is. @param {number[]} mine */
  wrong(mine) {
    const { steps, visited, first } = this.nearest(mine);
    const { past } = this.between(steps, first);
    const cut = past.find((step) => leavesBelow(this.nodes, step.cut ?? []).includes(mine[first]));
    const why = cut ? `${this.cutoff(cut)} So ${this.nodes[mine[first]].name} is pruned.` : this.next(visited[first], past);
    return `Visit ${first + 1}, ${this.nodes[mine[first]].name}, is not right. ${why}`;
  }

  /** What the root's children returned, from which its value follows. */
  values() {
    const { name, player, children } = this.nodes[0];
    const returned = children.flatMap((child) => {
      const step = this.forms[0].steps.filter(({ kind, node }) => node === child && (kind === "return" || kind === "look")).pop();
      return step ? [`${this.nodes[child].name} returned ${shown(step.v)}`] : [];
    });
    return returned.length ? `${player} moves at ${name}, and ${returned.join(", ")}.` : `${name} is a leaf.`;
  }

  /** A hint: first a question, then the step. @param {number[]} mine @param {boolean} asks */
  hint(mine, asks) {
    const { steps, visited, first } = this.nearest(mine);
    if (first < mine.length) return `${first === 0 ? "No visit is" : first === 1 ? "The first visit is" : `The first ${first} visits are`} right. Take back the others, the last one first.`;
    const { past, now } = this.between(steps, first);
    const cuts = now.filter(({ kind }) => kind === "cutoff");
    const last = first === visited.length;
    if (asks) {
      if (cuts.length) return `${this.numbers(cuts[0])}. Can anything else below ${this.nodes[cuts[0].node].name} still matter?`;
      if (last) return `All visits are made. ${this.values()} What is the value of ${this.nodes[0].name}?`;
      return first ? `${this.nodes[visited[first - 1]].name} is ${shown(this.nodes[visited[first - 1]].value)}. Which numbers change, and is there a cutoff?` : "The search begins at the root, and goes down to the left first. Which leaf does it come to?";
    }
    const then = last ? `No leaf is left to look at. ${this.values()}` : cuts.length ? `${this.nodes[visited[first]].name} is next.` : this.next(visited[first], past);
    return [...cuts.map((step) => this.cutoff(step)), then].join(" ");
  }

  /** The first window or mark that is wrong among those that so many visits tell of, or none.
   * @param {Done} done @param {boolean} whole whether nothing may be missing */
  unfit({ visited, windows, cuts }, whole) {
    const { steps } = this.nearest(visited);
    const { past } = whole ? { past: steps } : this.between(steps, visited.length);
    for (const { node, alpha, beta } of past.filter(({ kind }) => kind === "call")) {
      const [a = "", b = ""] = windows[node] ?? [];
      if (!whole && !a.trim() && !b.trim()) continue;
      if (worth(a) !== alpha || worth(b) !== beta) return `The window of ${this.nodes[node].name} is not right. Alpha is the most that MAX has at a node above, beta the least that MIN has, or the end of the first window.`;
    }
    const cut = past.flatMap((step) => step.cut ?? []);
    const extra = cuts.find((node) => !cut.includes(node));
    if (extra !== undefined) return `The edge to ${this.nodes[extra].name} is marked as cut, but no cutoff at ${this.nodes[this.nodes[extra].parent].name} leaves it out${whole ? "" : " so far"}.`;
    const missing = cut.find((node) => !cuts.includes(node));
    return whole && missing !== undefined ? `The edge to ${this.nodes[missing].name} is cut, and not marked.` : "";
  }
}

/** The whole page. */
class Practice {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.place = `practice-${page.dataset.mark}`;
    /** @type {Task[]} */
    this.tasks = JSON.parse(page.querySelector("script")?.textContent ?? "[]");
    this.exam = page.dataset.exam !== undefined;
    this.said = field("said", HTMLElement);
    this.value = field("value", HTMLInputElement);
    this.board = new Board(field("stage", HTMLElement), { largest: 17, below: 220 }, (node) => this.inside(node));
    /** @type {GameNode[]} */
    this.nodes = [];
    /** What was there before the last start over. @type {Done | undefined} */
    this.before = undefined;
    this.hinted = false;
    /** What the browser does not keep, as it may not or has no room. @type {string | undefined} */
    this.unkept = undefined;
    this.kept = this.read();
    this.listen();
    this.go(this.kept.at);
  }

  /** What the browser keeps; what does not fit is left out, so that nothing that was stored can stop the page. @returns {Kept} */
  read() {
    /** @type {any} */
    let stored = null;
    try {
      stored = JSON.parse(this.unkept ?? localStorage.getItem(this.place) ?? "null");
    } catch {
      // nothing is kept, or it is none of this page's
    }
    const { at, asks, level, random, finished, done } = Object(stored);
    /** @type {Record<string, Done>} */
    const fitting = {};
    const own = fits(random) ? random : undefined;
    for (const task of [...this.tasks, ...(own ? [own] : [])]) fitting[task.id] = fitted(Object(done)[task.id], planted(task.tree, task.players));
    const most = this.tasks.length - (this.exam ? 1 : 0);
    return {
      at: Number.isInteger(at) && at >= 0 && at <= most ? at : 0,
      asks: asks === true,
      level: [0, 1, 2].includes(level) ? level : 0,
      random: own,
      finished: Array.isArray(finished) && finished.length === 3 && finished.every(Number.isInteger) ? finished : [0, 0, 0],
      done: fitting,
    };
  }

  /** Keeps what was done with the present tree. Other trees stay as they are kept, as another tab may have changed them. */
  keep() {
    const { at, asks, level, random, finished } = this.kept;
    const mine = this.done;
    this.kept = { ...this.read(), at, asks, level, random, finished };
    this.kept.done[this.task.id] = mine;
    try {
      localStorage.setItem(this.place, JSON.stringify(this.kept));
    } catch {
      this.unkept = JSON.stringify(this.kept);
      write(this.page, "[data-saved]", "This browser keeps nothing for this page: save your answers before you close it.");
    }
  }

  get task() {
    return this.kept.at < this.tasks.length ? this.tasks[this.kept.at] : (this.kept.random ??= randomTask(this.kept.level, this.tasks[0].rule));
  }

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
    this.nodes = planted(task.tree, task.players);
    this.solution = this.exam ? undefined : new Solution(task, this.nodes);
    this.before = undefined;
    this.page.classList.toggle("asks", this.kept.asks);
    this.page.classList.toggle("random", task.id === RANDOM);
    write(this.page, "h2", `${task.id === RANDOM ? "" : `${this.kept.at + 1}. `}${task.title}`);
    write(this.page, "[data-terms]", task.terms);
    write(this.page, "[data-root]", this.nodes[0].name);
    this.board.plant(this.nodes);
    for (const node of this.kept.asks ? this.nodes.keys() : []) this.ask(node);
    this.say([]);
    this.show();
  }

  /** @param {number} node @returns {HTMLElement} */
  inside(node) {
    const { children, name, value, label } = this.nodes[node];
    if (children.length) {
      const inside = made("span", "");
      const seen = made("bdi", "", brief(name));
      seen.setAttribute("aria-hidden", "true");
      inside.append(seen, made("span", "vh"));
      return inside;
    }
    const text = Number.isNaN(value) ? label : shown(value);
    const inside = wide(made("button", "", text), text);
    inside.setAttribute("type", "button");
    inside.addEventListener("click", () => this.press(node));
    return inside;
  }

  /** Puts fields for alpha and beta at an inner node, and a button for a mark on its edge. @param {number} node */
  ask(node) {
    const { children, name, parent } = this.nodes[node];
    const box = this.board.boxes[node];
    const fields = made("span", "asked");
    for (const [place, end] of children.length ? ["alpha", "beta"].entries() : []) {
      const typed = document.createElement("input");
      Object.assign(typed, { type: "text", autocomplete: "off", value: this.done.windows[node]?.[place] ?? "" });
      typed.setAttribute("aria-label", `${end} at ${name}`);
      typed.addEventListener("input", () => {
        const pair = (this.done.windows[node] ??= ["", ""]);
        pair[place] = typed.value;
        this.keep();
      });
      fields.append(typed);
    }
    if (children.length) box.append(fields);
    if (parent < 0) return;
    const [[x, y], [left, top]] = [this.board.places[node], this.board.middle(node)];
    const mark = made("button", "edge-mark");
    mark.setAttribute("type", "button");
    mark.setAttribute("aria-label", `the edge from ${this.nodes[parent].name} to ${name} is cut`);
    mark.style.left = `${left - x}em`;
    mark.style.top = `${top - y}em`;
    mark.addEventListener("click", () => {
      const { cuts } = this.done;
      this.done.cuts = cuts.includes(node) ? cuts.filter((other) => other !== node) : [...cuts, node];
      this.changed();
    });
    box.prepend(mark);
  }

  /** @param {number} leaf */
  press(leaf) {
    const { visited } = this.done;
    this.say([]);
    if (visited[visited.length - 1] === leaf) visited.pop();
    else if (visited.includes(leaf)) this.say([["", `${this.nodes[leaf].name} is visited already. Only the last visit can be taken back.`]]);
    else visited.push(leaf);
    this.changed();
    const visit = visited.indexOf(leaf) + 1;
    write(this.page, "[data-told]", visit ? `visit ${visit}: ${this.nodes[leaf].name}` : `${this.nodes[leaf].name} is taken back`);
  }

  /** Keeps and shows what was changed. */
  changed() {
    this.before = undefined;
    this.hinted = false;
    this.keep();
    this.show();
  }

  show() {
    const { visited, value, cuts, checks, hints, best } = this.done;
    for (const [node, { children }] of this.nodes.entries()) {
      const visit = visited.indexOf(node) + 1;
      const cut = cuts.includes(node);
      const words = [described(this.nodes, node), visit && `visit ${visit}`, cut && "its edge is cut"].filter(Boolean).join(", ");
      this.board.mark(node, { label: words, state: visit ? "visited" : "", badge: visit ? String(visit) : "", cut, off: cut });
      if (!children.length) this.board.boxes[node].querySelector(".inside")?.setAttribute("aria-pressed", String(visit > 0));
      this.board.boxes[node].querySelector(".edge-mark")?.setAttribute("aria-pressed", String(cut));
    }
    if (this.value.value !== value) this.value.value = value;
    enumerate("[data-visits]", visited.map((leaf) => this.nodes[leaf].name), "nothing yet");
    const tries = `${counted(checks, "check")}, ${counted(hints, "hint")}`;
    write(this.page, "[data-tries]", this.exam ? "" : `${tries}${best === undefined ? "" : `; finished${best > 1 ? `, best with ${best} checks and hints` : " with one check and no hint"}`}`);
    write(this.page, "[data-do='again']", this.before ? "Undo start over" : "Start over");
    write(this.page, "[data-random]", this.kept.finished.map((many, level) => `level ${level + 1}: ${many}`).join(", "));
    const asks = this.page.querySelector("[data-asks]");
    if (asks instanceof HTMLInputElement) asks.checked = this.kept.asks;
    const level = this.page.querySelector("[data-level]");
    if (level instanceof HTMLSelectElement) level.value = String(this.kept.level);
    for (const [at, chip] of [...this.page.querySelectorAll("[data-task]")].entries()) {
      const task = this.tasks[at];
      const { best: finished, visited: begun = [] } = this.kept.done[task?.id ?? RANDOM] ?? nothing();
      const [sign, state] = task && finished !== undefined ? [" ✓", ", finished"] : task && begun.length ? [" …", ", begun"] : ["", ""];
      chip.textContent = `${task ? at + 1 : "Random"}${sign}`;
      if (task) chip.setAttribute("aria-label", `${at + 1}${sign}: ${task.title}${state}`);
      if (at === this.kept.at) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    }
  }

  /** Says some lines, each with a mark. @param {[string, string][]} lines */
  say(lines) {
    this.said.replaceChildren(...lines.map(([mark, words]) => made("p", { "✓": "good", "✗": "bad" }[mark] ?? "", mark ? `${mark} ${words}` : words)));
    if (lines.length) this.said.scrollIntoView({ block: "nearest" });
  }

  check() {
    const { done, solution } = this;
    if (!solution) return;
    done.checks += 1;
    const lines = this.verdict(done, solution);
    const isRight = lines.every(([mark]) => mark === "✓") && lines[lines.length - 1][1] === RIGHT;
    if (isRight) {
      if (done.best === undefined && this.task.level !== undefined) this.kept.finished[this.task.level] += 1;
      done.best = Math.min(done.best ?? Infinity, done.checks + done.hints);
    }
    this.keep();
    this.show();
    this.say(lines);
  }

  /** What is said of what was done so far. @param {Done} done @param {Solution} solution @returns {[string, string][]} */
  verdict(done, solution) {
    const { visited: mine } = done;
    const { visited, first } = solution.nearest(mine);
    const root = this.nodes[0].name;
    if (!mine.length) return [["", "Nothing is visited yet. Press the leaf that the search looks at first."]];
    if (first < mine.length) return [["✗", solution.wrong(mine)]];
    const whole = first === visited.length;
    const unfit = this.kept.asks ? solution.unfit(done, whole && done.value.trim() !== "") : "";
    if (unfit) return [["✗", unfit]];
    if (!whole) return [["✓", `Right so far: ${counted(mine.length, "visit")}. Not finished.`]];
    const value = worth(done.value);
    if (Number.isNaN(value)) return [["✓", "All visits are right."], ["", done.value.trim() ? "The value must be a number, inf or -inf." : `Now write the value of ${root}.`]];
    const [least, most] = solution.accepted;
    if (least <= value && value <= most) return [["✓", "All visits are right."], ["✓", RIGHT]];
    const sign = least <= -value && -value <= most ? " It is right but for the sign." : "";
    return [["✓", "All visits are right."], ["✗", `The value of ${root} is not ${shown(value)}.${sign} ${solution.values()}`]];
  }

  /** @param {string} what */
  act(what) {
    if (what === "check") this.check();
    if (what === "hint" && this.solution) {
      this.done.hints += 1;
      const words = this.solution.hint(this.done.visited, !this.hinted);
      this.keep();
      this.show();
      this.say([["", words]]);
      this.hinted = !this.hinted;
    }
    if (what === "again") {
      const { before, done } = this;
      this.kept.done[this.task.id] = before ?? { ...nothing(), best: done.best };
      this.keep();
      this.plant();
      this.before = before ? undefined : done;
      this.show();
    }
    if (what === "another") {
      this.kept.random = randomTask(this.kept.level, this.tasks[0].rule);
      this.kept.done[RANDOM] = nothing();
      this.go(this.tasks.length);
    }
    if (what === "save") this.save();
    if (what === "before") this.go(Math.max(0, this.kept.at - 1));
    if (what === "after") this.go(Math.min(this.tasks.length - 1, this.kept.at + 1));
  }

  listen() {
    this.page.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.task) {
        this.go(Number(button.dataset.task));
        this.page.querySelector("h2")?.focus();
      } else if (button?.dataset.do) this.act(button.dataset.do);
    });
    this.page.addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.matches("[data-asks]")) this.kept.asks = event.target.checked;
      else if (event.target instanceof HTMLSelectElement) this.kept.level = Number(event.target.value);
      else return;
      this.go(this.kept.at);
    });
    this.value.addEventListener("input", () => {
      this.done.value = this.value.value;
      this.changed();
    });
    this.value.addEventListener("keydown", (event) => event.key === "Enter" && this.check());
    window.addEventListener("storage", ({ key }) => {
      if (key !== this.place) return;
      const { at, asks, level } = this.kept;
      this.kept = { ...this.read(), asks, level };
      this.kept.at = at;
      this.plant();
    });
  }

  /** Downloads what was answered. */
  save() {
    /** @type {Record<string, {value?: number | string, visited: string[]}>} */
    const answers = {};
    /** @type {number[]} */
    const lacking = [];
    for (const [at, task] of this.tasks.entries()) {
      const { visited, value } = this.kept.done[task.id] ?? nothing();
      if (!visited.length && !value.trim()) continue;
      const nodes = planted(task.tree, task.players);
      const named = visited.map((leaf) => nodes[leaf].name);
      const isNumber = !Number.isNaN(worth(value));
      answers[task.id] = isNumber ? { value: plain(worth(value)), visited: named } : { visited: named };
      if (!isNumber) lacking.push(at + 1);
    }
    save(this.page.dataset.file ?? "answers.json", `${JSON.stringify(answers, null, 1)}\n`);
    const without = lacking.length ? `; without a value: ${lacking.join(", ")}` : "";
    write(this.page, "[data-saved]", `Saved: ${Object.keys(answers).length} of ${this.tasks.length}${without}`);
  }
}

const RIGHT = "The value is right.";

/** @param {number} number @param {string} what */
const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Whether something that was kept is a random tree. @param {any} task */
function fits(task) {
  try {
    const { tree, players, window: ends, rule, accepted, title, terms } = task;
    planted(tree, players);
    return task.id === RANDOM && Object.hasOwn(RULES, rule) && players.length > 0 && players.every((/** @type {any} */ player) => player === "MAX" || player === "MIN") && ends.length === 2 && accepted.length === 2 && [title, terms].every((text) => typeof text === "string");
  } catch {
    return false;
  }
}

/** What was kept of a tree, as far as it fits it. @param {any} done @param {GameNode[]} nodes @returns {Done} */
function fitted(done, nodes) {
  const { visited, value, windows, cuts, checks, hints, best } = Object(done);
  /** @param {any} entries @param {(node: number) => boolean} fit */
  const numbers = (entries, fit) => (Array.isArray(entries) ? [...new Set(entries)].filter((node) => Number.isInteger(node) && nodes[node] && fit(node)) : []);
  const pairs = Object.entries(Object(windows)).filter(([, pair]) => Array.isArray(pair) && pair.length === 2 && pair.every((end) => typeof end === "string"));
  return {
    visited: numbers(visited, (node) => !nodes[node].children.length),
    value: typeof value === "string" ? value : "",
    windows: Object.fromEntries(pairs),
    cuts: numbers(cuts, (node) => node > 0),
    checks: Number.isInteger(checks) ? checks : 0,
    hints: Number.isInteger(hints) ? hints : 0,
    ...(Number.isInteger(best) ? { best } : {}),
  };
}

const practice = document.getElementById("practice");
if (practice) new Practice(practice);
