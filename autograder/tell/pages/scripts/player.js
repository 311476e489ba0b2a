// @ts-check
"use strict";

/** How small a drawing becomes before it is scrolled sideways instead. */
const SMALLEST = 0.7;
/** Where the texts of a node stand. */
const TEXTS = [".value", ".window", ".present", ".badge text"];
/** Whose searches are shown, from left to right. */
const SEARCHES = /** @type {const} */ (["right", "found"]);
const MOMENT_OF_KEY = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/** A step: its text, and its changes to the drawing. `Frame` of playback.py.
 * @typedef {object} Frame
 * @property {string} text
 * @property {number} [node] it is about this one
 * @property {[leaf: number, visit: number, state?: string]} [look]
 * @property {number[]} [pruned] leaves
 * @property {boolean} [cutoff] whether it is one
 * @property {[node: number, window: string]} [window] on entry, from then on
 * @property {[node: number, window: string]} [present] the window by now, "" if it is that on entry
 * @property {string} [bounds] the changed alpha or beta of the innermost call, or the call of a leaf
 * @property {[node: number, value: string]} [value] from then on
 */

/** Both searches.
 * @typedef {object} Playback
 * @property {Frame[]} right
 * @property {Frame[]} found the student's
 * @property {[right: number, found: number][]} moments how many frames of each are over
 * @property {number | null} parts the moment where the searches part
 */

/** What a node shows once the search is over.
 * @typedef {{node: Element, state: string, texts: string[]}} End
 */

/** A drawing that can be told what became of its nodes. */
class Drawing {
  /** @param {Element} figure @param {Element} line where its steps are told @param {"right" | "found"} search */
  constructor(figure, line, search) {
    this.line = line;
    this.search = search;
    this.scroller = figure.querySelector(".scroll");
    const svg = figure.querySelector("svg");
    if (svg) svg.style.minWidth = `${SMALLEST * svg.viewBox.baseVal.width}px`;
    /** @type {Map<string, Element>} */
    this.nodes = new Map();
    /** @type {End[]} */
    this.ends = [];
    for (const node of figure.querySelectorAll("[data-node]")) {
      this.nodes.set(node.getAttribute("data-node") ?? "", node);
      const state = node.getAttribute("data-state") ?? "";
      const texts = TEXTS.map((where) => node.querySelector(where)?.textContent ?? "");
      this.ends.push({ node, state, texts });
    }
    this.cuts = [...figure.querySelectorAll(".cut")];
    /** @type {Element[]} */
    this.best = [...figure.querySelectorAll(".edge[data-best]")];
    /** @type {Element[]} */
    this.dashed = [...figure.querySelectorAll(".edge[data-pruned]")];
  }

  /** Shows what is known after some frames.
   * @param {Frame[]} frames
   * @param {number} over how many of them
   * @returns {Element | undefined} the node of the last of them
   */
  show(frames, over) {
    const isWhole = over === frames.length;
    for (const { node, state, texts } of this.ends) {
      put(node, "data-state", isWhole ? state : "");
      put(node, "data-now", "");
      for (const [index, where] of TEXTS.entries()) write(node, where, isWhole ? texts[index] : "");
    }
    for (const edge of this.dashed) put(edge, "data-pruned", isWhole ? "1" : "");
    for (const edge of this.best) put(edge, "data-best", isWhole ? "1" : "");
    const past = frames.slice(0, over);
    if (!isWhole) for (const frame of past) this.apply(frame);
    const cutoffs = past.filter((frame) => frame.cutoff);
    const cutNodes = new Set(cutoffs.map((frame) => String(frame.node)));
    for (const cut of this.cuts) {
      const isOn = isWhole || cutNodes.has(cut.getAttribute("data-parent") ?? "");
      put(cut, "data-off", isOn ? "" : "1");
    }
    const last = past.at(-1);
    tell(this.line, this.sentence(last));
    return this.node(last?.node);
  }

  /** Says what the last step did. @param {Frame | undefined} last undefined before the first one */
  sentence(last) {
    if (!last) return say("script_player", this.search === "right" ? "right, no step" : "found, no step");
    return say("script_player", this.search, { step: textOf(last) });
  }

  /** @param {number | undefined} number */
  node(number) {
    return this.nodes.get(String(number));
  }

  /** Marks a node and scrolls the drawing to it. @param {Element} node of this drawing or of the other */
  point(node) {
    const drawn = this.nodes.get(node.getAttribute("data-node") ?? "");
    put(drawn, "data-now", "1");
    if (!drawn || !this.scroller) return;
    const inner = drawn.getBoundingClientRect();
    const outer = this.scroller.getBoundingClientRect();
    this.scroller.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }

  /** Shows what a step changes. @param {Frame} frame */
  apply({ pruned = [], look, window, present, value }) {
    for (const leaf of pruned) put(this.node(leaf), "data-state", "pruned");
    if (look) {
      const [leaf, visit, state = "visited"] = look;
      put(this.node(leaf), "data-state", state);
      write(this.node(leaf), ".badge text", String(visit));
    }
    if (window) write(this.node(window[0]), ".window", window[1]);
    if (present) write(this.node(present[0]), ".present", present[1]);
    if (value) write(this.node(value[0]), ".value", value[1]);
  }
}

/** Returns the text of a step, with its bounds. @param {Frame} frame */
function textOf({ text, bounds }) {
  return bounds ? say("script_player", "with bounds", { text, bounds }) : text;
}

/** Sets an attribute, or removes it if the value is "".
 * @param {Element | undefined} element
 * @param {string} name
 * @param {string} value
 */
function put(element, name, value) {
  if (value) element?.setAttribute(name, value);
  else element?.removeAttribute(name);
}

/** Writes a text that is read aloud, if it is another. @param {Element} element @param {string} text */
function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Two drawings that are played, and what says how far they are. */
class Replay {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    /** @type {Playback} */
    this.data = JSON.parse(element.querySelector("script")?.textContent ?? "null");
    const lines = element.querySelectorAll("[data-line]");
    const figures = [...element.querySelectorAll("figure")];
    const [right, found] = figures.map((figure, index) => new Drawing(figure, lines[index], SEARCHES[index]));
    this.right = right;
    this.found = found;
    this.label = element.querySelectorAll("[data-at]")[0];
    this.last = this.data.moments.length - 1;
    this.at = this.data.parts ?? this.last;
    this.stops = this.stopsBy("leaf");
    this.listen();
    for (const part of element.querySelectorAll(".controls, .now")) part.removeAttribute("hidden");
    this.show();
  }

  /** Returns the moments to halt at: all, or those at which a leaf is looked at or pruned.
   * @param {string} by whether a step is a "leaf" or a "line"
   */
  stopsBy(by) {
    const { moments, parts } = this.data;
    const all = [...moments.keys()];
    if (by === "line") return all;
    return all.filter((at) => at === parts || at === this.last || this.isAboutLeaf(at));
  }

  /** Whether a leaf was looked at or pruned since the moment before. @param {number} at */
  isAboutLeaf(at) {
    const [right, found] = this.data.moments[at];
    const [rightBefore, foundBefore] = this.data.moments[at - 1] ?? [0, 0];
    const recent = [...this.data.right.slice(rightBefore, right), ...this.data.found.slice(foundBefore, found)];
    return recent.some((frame) => frame.look || frame.cutoff);
  }

  /** Shows the present moment. */
  show() {
    const { at, last, data, stops } = this;
    const moment = at === data.parts ? "first difference" : "moment";
    tell(this.label, say("script_player", moment, { step: stops.indexOf(at) + 1, steps: stops.length }));
    const [rightOver, foundOver] = data.moments[at];
    const rightNode = this.right.show(data.right, rightOver);
    const foundNode = this.found.show(data.found, foundOver) ?? rightNode;
    if (at < last) {
      if (rightNode) this.right.point(rightNode);
      if (foundNode) this.found.point(foundNode);
    }
    for (const button of this.element.querySelectorAll("button")) {
      const ends = { first: stops[0], back: stops[0], on: last, last };
      const end = ends[/** @type {keyof typeof ends} */ (button.dataset.go)];
      button.setAttribute("aria-disabled", String(at === end));
    }
  }

  /** Goes to another moment. @param {string} step */
  go(step) {
    const { at, last, data, stops } = this;
    const moments = {
      first: stops[0],
      back: stops.filter((stop) => stop < at).at(-1) ?? at,
      on: stops.find((stop) => stop > at) ?? last,
      last,
      parts: data.parts ?? at,
    };
    this.at = moments[/** @type {keyof typeof moments} */ (step)] ?? at;
    this.show();
    if (step === "parts") this.element.querySelector(".two")?.scrollIntoView({ block: "nearest" });
  }

  /** Paper has the whole search, whatever the screen shows. @param {boolean} isOnPaper */
  print(isOnPaper) {
    const { at } = this;
    if (isOnPaper) this.at = this.last;
    this.show();
    this.at = at;
  }

  listen() {
    const paper = window.matchMedia("print");
    paper.addEventListener("change", () => this.print(paper.matches));
    // A drawing that is folded cannot be scrolled.
    this.element.closest("details")?.addEventListener("toggle", () => this.show());
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    this.element.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button?.dataset.full) this.element.requestFullscreen?.();
      else if (button) this.go(button.dataset.go ?? "");
    });
    this.element.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent) this.key(event);
    });
    const choice = this.element.querySelector("[data-by]");
    choice?.addEventListener("change", () => {
      if (choice instanceof HTMLSelectElement) this.stepBy(choice.value);
    });
    const windows = this.element.querySelector("[data-windows]");
    windows?.addEventListener("change", () => {
      const areShown = windows instanceof HTMLInputElement && windows.checked;
      this.element.classList.toggle("windows", areShown);
    });
  }

  /** Goes on by leaves or by lines, from the present moment. @param {string} by */
  stepBy(by) {
    this.stops = this.stopsBy(by);
    this.at = this.stops.find((stop) => stop >= this.at) ?? this.last;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key, target } = event;
    // There the keys choose another entry.
    if (target instanceof HTMLSelectElement) return;
    // The keys scroll what is wider than its place.
    if (target instanceof HTMLElement && target.scrollWidth > target.clientWidth) return;
    const step = MOMENT_OF_KEY[/** @type {keyof typeof MOMENT_OF_KEY} */ (key)];
    if (!step) return;
    event.preventDefault();
    this.go(step);
  }
}

for (const element of document.querySelectorAll("[data-player]")) new Replay(element);

/** Returns the element that a link leads to; null for an address that no link has. @param {string} hash */
function destination(hash) {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Opens what a link leads into. @param {string} hash */
function reveal(hash) {
  let element = destination(hash);
  while (element) {
    if (element instanceof HTMLDetailsElement) element.open = true;
    element = element.parentElement;
  }
}

document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link) reveal(link.hash);
});
reveal(location.hash);
