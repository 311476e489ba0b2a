// @ts-check
"use strict";

/** How small a drawing becomes before it is scrolled sideways instead. */
const SMALLEST = 0.7;

/** A step: its words, its node, the leaf that it looks at, the leaves that it prunes, whether it is a
 * cutoff, and a node's window and value from then on.
 * @typedef {{t: string, n?: number, see?: [number, number, string?], p?: number[], c?: boolean, w?: [number, string], v?: [number, string]}} Frame */
/** Both searches, and of each moment how many frames of each are over.
 * @typedef {{right: Frame[], found: Frame[], moments: [number, number][], parts: number | null}} Playback */

/** A drawing that can be told what became of its nodes. */
class Drawing {
  /** @param {Element} figure @param {Element} line where its steps are told @param {string} whose */
  constructor(figure, line, whose) {
    this.line = line;
    this.whose = whose;
    this.scroller = figure.querySelector(".scroll");
    const svg = figure.querySelector("svg");
    if (svg) svg.style.minWidth = `${SMALLEST * svg.viewBox.baseVal.width}px`;
    /** @type {Map<string, Element>} */
    this.nodes = new Map();
    for (const node of figure.querySelectorAll("[data-node]")) this.nodes.set(node.getAttribute("data-node") ?? "", node);
    this.cuts = [...figure.querySelectorAll(".cut")];
    /** What is there once the search is over. @type {[Element, string[]][]} */
    this.end = [...this.nodes.values()].map((node) => [node, [node.getAttribute("data-state") ?? "", ...TEXTS.map((text) => node.querySelector(text)?.textContent ?? "")]]);
    /** @type {Element[]} */
    this.dashed = [...figure.querySelectorAll(".edge[data-pruned]")];
  }

  /** Shows what is known after some frames. @param {Frame[]} frames @param {number} over @returns {Element | undefined} the node of the last of them */
  show(frames, over) {
    const whole = over === frames.length;
    for (const [node, [state, ...texts]] of this.end) {
      put(node, "data-state", whole ? state : "");
      put(node, "data-now", "");
      TEXTS.forEach((where, place) => write(node, where, whole ? texts[place] : ""));
    }
    for (const edge of this.dashed) put(edge, "data-pruned", whole ? "1" : "");
    /** @type {Set<string>} */
    const cutting = new Set();
    const past = frames.slice(0, over);
    for (const frame of whole ? [] : past) this.apply(frame);
    for (const frame of past) if (frame.c) cutting.add(String(frame.n));
    for (const cut of this.cuts) put(cut, "data-off", whole || cutting.has(cut.getAttribute("data-parent") ?? "") ? "" : "1");
    const now = past.at(-1);
    tell(this.line, now ? `${this.whose}: ${now.t}` : "");
    return this.nodes.get(String(now?.n));
  }

  /** Marks a node and scrolls the drawing to it. @param {Element} node one of this drawing or of the other */
  point(node) {
    const own = this.nodes.get(node.getAttribute("data-node") ?? "");
    put(own, "data-now", "1");
    if (!own || !this.scroller) return;
    const [at, box] = [own.getBoundingClientRect(), this.scroller.getBoundingClientRect()];
    this.scroller.scrollLeft += (at.left + at.right - box.left - box.right) / 2;
  }

  /** @param {Frame} frame */
  apply(frame) {
    for (const leaf of frame.p ?? []) put(this.nodes.get(String(leaf)), "data-state", "pruned");
    if (frame.see) {
      const [leaf, visit, state] = frame.see;
      put(this.nodes.get(String(leaf)), "data-state", state ?? "visited");
      write(this.nodes.get(String(leaf)), ".badge text", String(visit));
    }
    if (frame.w) write(this.nodes.get(String(frame.w[0])), ".window", frame.w[1]);
    if (frame.v) write(this.nodes.get(String(frame.v[0])), ".value", frame.v[1]);
  }
}

const TEXTS = [".value", ".window", ".badge text"];

/** @param {Element | undefined} element @param {string} name @param {string} value */
function put(element, name, value) {
  if (value) element?.setAttribute(name, value);
  else element?.removeAttribute(name);
}

/** Writes a text that is read aloud, if it is another. @param {Element} element @param {string} text */
function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Lets a player play. @param {Element} player */
function play(player) {
  /** @type {Playback} */
  const data = JSON.parse(player.querySelector("script")?.textContent ?? "null");
  const lines = player.querySelectorAll("[data-line]");
  const [right, found] = [...player.querySelectorAll("figure")].map((figure, place) => new Drawing(figure, lines[place], ["Right search", "Your search"][place]));
  const label = player.querySelectorAll("[data-at]")[0];
  const last = data.moments.length - 1;
  let at = last;
  const show = () => {
    tell(label, `Step ${at + 1} of ${last + 1}${at === data.parts ? ", first difference" : ""}`);
    const due = right.show(data.right, data.moments[at][0]);
    const own = found.show(data.found, data.moments[at][1]);
    if (due && at < last) right.point(due);
    const there = own ?? due;
    if (there && at < last) found.point(there);
    for (const button of player.querySelectorAll("button")) {
      const end = { first: 0, back: 0, on: last, last, parts: data.parts }[button.dataset.go ?? ""];
      button.setAttribute("aria-disabled", String(at === end));
    }
  };
  /** @param {string} where */
  const go = (where) => {
    at = { first: 0, back: Math.max(0, at - 1), on: Math.min(last, at + 1), last, parts: data.parts ?? at }[where] ?? at;
    show();
    if (where === "parts") player.querySelector(".two")?.scrollIntoView({ block: "nearest" });
  };
  player.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.full) player.requestFullscreen?.();
    else if (button) go(button.dataset.go ?? "");
  });
  player.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.altKey || event.metaKey) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.scrollWidth > target.clientWidth) return; // the keys scroll it
    const where = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!where) return;
    event.preventDefault();
    go(where);
  });
  const windows = player.querySelector("[data-windows]");
  windows?.addEventListener("change", () => player.classList.toggle("windows", windows instanceof HTMLInputElement && windows.checked));
  for (const part of player.querySelectorAll(".controls, .now")) part.removeAttribute("hidden");
  show();
}

for (const player of document.querySelectorAll("[data-player]")) play(player);

/** Opens what a link leads into. @param {string} hash */
function reveal(hash) {
  for (let part = document.getElementById(decodeURIComponent(hash.slice(1))); part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
}

document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("a") : null;
  if (link) reveal(link.hash);
});
reveal(location.hash);
