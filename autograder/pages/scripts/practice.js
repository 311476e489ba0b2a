// @ts-check
"use strict";

/** What is packed for a tree. Only `names` is there where the page is for an exam.
 * accepted: the least and the greatest right value. visited, also: the right visits, and those of other right forms.
 * parted: for each number of right visits the sentence for the leaf that comes next, in numbers of parts in `said`.
 * wrong: sentences on wrong values. steps: the trace, each step with the visits made before it.
 * @typedef {{names: Record<string, string>, accepted?: [string, string], visited?: number[], also?: number[][], parted?: Record<string, number[]>[], said?: string[], wrong?: Record<string, string>, steps?: [number, string][]}} Answers */
/** What was done with a tree. @typedef {{visited: number[], value: string, hint?: number}} Done */
/** What was done with the page. at: the exercise that is shown; tree: which tree of each.
 * @typedef {{at: number, tree: number[], done: Record<string, Done>}} State */

/** @param {string} text @returns {string} A number as the page compares them, or nothing. */
const number = (text) => (Number.isNaN(worth(text)) ? "" : String(plain(worth(text))));

/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a.length === b.length && a.every((leaf, place) => leaf === b[place]);
/** @param {number[]} a @param {number[]} b */
const alike = (a, b) => same([...a].sort((x, y) => x - y), [...b].sort((x, y) => x - y));

/** A tree to work on. */
class Tree {
  /** @param {HTMLTemplateElement} template @param {() => void} changed */
  constructor(template, changed) {
    const element = document.createElement("div");
    element.append(template.content.cloneNode(true));
    this.element = element;
    this.key = template.dataset.tree ?? "";
    this.changed = changed;
    /** @type {Answers} */
    this.answers = JSON.parse(element.querySelector("script")?.textContent ?? "{}");
    /** @type {Done} */
    this.done = { visited: [], value: "" };
    this.said = element.querySelector("[data-said]");
    this.field = /** @type {HTMLInputElement} */ (element.querySelector("[data-value]"));
    this.leaves = [...element.querySelectorAll("[role='button']")];
    for (const leaf of this.leaves) {
      leaf.addEventListener("click", () => this.press(leaf));
      leaf.addEventListener("keydown", (event) => {
        if (!(event instanceof KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        this.press(leaf);
      });
    }
    this.field.addEventListener("input", () => {
      this.done.value = this.field.value;
      this.changed();
    });
    this.field.addEventListener("keydown", (event) => event.key === "Enter" && this.answers.visited && this.check());
  }

  /** @param {Element} leaf */
  press(leaf) {
    const node = Number(leaf.getAttribute("data-node"));
    const { visited } = this.done;
    this.say([]);
    if (visited.at(-1) === node) visited.pop();
    else if (visited.includes(node)) this.say([["", `${this.answers.names[node]} is visited already. Only the last visit can be taken back.`]]);
    else visited.push(node);
    this.done.hint = undefined;
    this.changed();
  }

  again() {
    this.done = { visited: [], value: "" };
    this.say([]);
    this.changed();
  }

  show() {
    const { visited, value } = this.done;
    for (const leaf of this.leaves) {
      const place = visited.indexOf(Number(leaf.getAttribute("data-node")));
      leaf.setAttribute("aria-pressed", String(place >= 0));
      leaf.setAttribute("data-state", place >= 0 ? "visited" : "");
      const badge = leaf.querySelector(".badge text");
      if (badge) badge.textContent = place >= 0 ? String(place + 1) : "";
    }
    if (this.field.value !== value) this.field.value = value;
    const list = this.element.querySelector("[data-visits]");
    if (list) list.textContent = visited.map((leaf) => this.answers.names[leaf]).join(" ") || "nothing yet";
  }

  /** Says some lines, each with a mark. @param {[string, string][]} lines */
  say(lines) {
    this.said?.replaceChildren(
      ...lines.map(([mark, words]) => {
        const line = document.createElement("p");
        line.className = mark === "✓" ? "good" : mark === "✗" ? "bad" : "";
        line.textContent = mark ? `${mark} ${words}` : words;
        return line;
      }),
    );
  }

  /** Says which of the three checks hold, and where the visits part from the right ones. */
  check() {
    const { visited: right = [], also = [], accepted = ["", ""], wrong = {} } = this.answers;
    const mine = this.done.visited;
    const value = number(this.done.value);
    const form = [right, ...also].find((visits) => same(visits, mine));
    const order = form !== undefined;
    const pruned = mine.length > 0 && alike(mine, form ?? right);
    const holds = value !== "" && mine.length > 0 && worth(accepted[0]) <= worth(value) && worth(value) <= worth(accepted[1]);
    /** @type {[string, string][]} */
    const lines = [
      verdict(holds, "value"),
      verdict(pruned, "pruned leaves"),
      verdict(order, "order of visits"),
    ];
    if (value === "") lines.push(["", this.done.value.trim() ? "The value must be a number, inf or -inf." : "The value is not written yet."]);
    if (!order) lines.push(["", this.parted(mine, right)]);
    else if (!holds && value !== "") lines.push(["", value in wrong ? wrong[value] : wrong[""].replace("{typed}", value)]);
    this.say(lines);
  }

  /** Where visits part from the right ones, in the grader's words. @param {number[]} mine @param {number[]} right */
  parted(mine, right) {
    const { parted = [], said = [] } = this.answers;
    const first = agreeing(mine, right);
    const next = first < mine.length ? String(mine[first]) : "";
    return (parted[first]?.[next] ?? []).map((part) => said[part]).join("; ");
  }

  /** Says the next step of the trace. */
  hint() {
    const { visited: right = [], steps = [] } = this.answers;
    const mine = this.done.visited;
    const first = agreeing(mine, right);
    if (first < mine.length) {
      const many = first === 0 ? "No visit is" : first === 1 ? "The first visit is" : `The first ${first} visits are`;
      this.say([["", `${many} right. Take back the others, the last one first.`]]);
      return;
    }
    const here = steps.flatMap(([looks], place) => (looks === first ? [place] : []));
    const at = this.done.hint === undefined ? here[0] : Math.min(this.done.hint + 1, here[here.length - 1]);
    this.done.hint = at;
    this.say([["", steps[at][1]]]);
  }
}

/** How many visits agree from the first on. @param {number[]} mine @param {number[]} right */
function agreeing(mine, right) {
  let first = 0;
  while (first < Math.min(mine.length, right.length) && mine[first] === right[first]) first += 1;
  return first;
}

/** @param {boolean} holds @param {string} what @returns {[string, string]} */
function verdict(holds, what) {
  const be = what.endsWith("leaves") ? "are" : "is";
  return [holds ? "✓" : "✗", `The ${what} ${be} ${holds ? "right" : "not right"}.`];
}

/** The whole page. */
class Practice {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
    this.place = `practice-${page.dataset.mark}`;
    this.sections = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("section")]);
    this.trees = this.sections.map((section) => [...section.querySelectorAll("template")].map((tree) => new Tree(tree, () => this.changed())));
    /** @type {State} */
    this.state = { at: 0, tree: this.sections.map(() => 0), done: {} };
    this.restore();
    page.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.task) this.go(Number(button.dataset.task));
      else if (button?.dataset.do) this.act(button.dataset.do);
    });
    this.changed();
  }

  get tree() {
    return this.trees[this.state.at][this.state.tree[this.state.at]];
  }

  /** @param {string} what */
  act(what) {
    const many = this.trees[this.state.at].length;
    if (what === "check") this.tree.check();
    if (what === "hint") this.tree.hint();
    if (what === "again") this.tree.again();
    if (what === "save") this.save();
    if (what === "before") this.go(Math.max(0, this.state.at - 1));
    if (what === "after") this.go(Math.min(this.sections.length - 1, this.state.at + 1));
    if (what === "another") {
      this.state.tree[this.state.at] = (this.state.tree[this.state.at] + 1) % many;
      this.changed();
      /** @type {HTMLElement | null} */ (this.tree.element.querySelector("[data-do='another']"))?.focus();
    }
  }

  /** @param {number} at */
  go(at) {
    this.state.at = at;
    this.changed();
    this.sections[at].querySelector("h2")?.focus();
  }

  /** Shows what is so, and keeps it for when the page is opened again. */
  changed() {
    this.sections.forEach((section, at) => {
      const here = at === this.state.at;
      section.hidden = !here;
      for (const tree of this.trees[at]) {
        tree.show();
        this.state.done[tree.key] = { visited: tree.done.visited, value: tree.done.value };
      }
      const slot = section.querySelector("[data-here]");
      if (!here) slot?.replaceChildren();
      else if (slot?.firstChild !== this.tree.element) slot?.replaceChildren(this.tree.element);
      const chip = this.page.querySelector(`[data-task="${at}"]`);
      chip?.setAttribute("aria-current", String(here));
      chip?.classList.toggle("begun", this.begun(at));
    });
    try {
      localStorage.setItem(this.place, JSON.stringify(this.state));
    } catch {
      // a browser that keeps nothing: the page works all the same
    }
  }

  /** @param {number} at */
  begun(at) {
    const { visited, value } = this.trees[at][0].done;
    return visited.length > 0 || value.trim() !== "";
  }

  restore() {
    try {
      /** @type {State | null} */
      const kept = JSON.parse(localStorage.getItem(this.place) ?? "null");
      if (!kept) return;
      this.state = kept;
      for (const tree of this.trees.flat()) tree.done = kept.done[tree.key] ?? tree.done;
    } catch {
      // nothing was kept, or not by this page
    }
  }

  /** Downloads what was answered. */
  save() {
    /** @type {Record<string, {value?: number | string, visited: string[]}>} */
    const answers = {};
    /** @type {string[]} */
    const lacking = [];
    this.sections.forEach((section, at) => {
      const tree = this.trees[at][0];
      const value = number(tree.done.value);
      if (!this.begun(at)) return;
      const visited = tree.done.visited.map((leaf) => tree.answers.names[leaf]);
      answers[section.dataset.id ?? ""] = value === "" ? { visited } : { value: Number.isFinite(Number(value)) ? Number(value) : value, visited };
      if (value === "") lacking.push(String(at + 1));
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(answers, null, 1)}\n`], { type: "application/json" }));
    link.download = this.page.dataset.file ?? "answers.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    const many = Object.keys(answers).length;
    const said = this.page.querySelector("[data-done]");
    if (said) said.textContent = `Saved: ${many} of ${this.sections.length}${lacking.length ? `; without a value: ${lacking.join(", ")}` : ""}`;
  }
}

const practice = document.getElementById("practice");
if (practice) new Practice(practice);
