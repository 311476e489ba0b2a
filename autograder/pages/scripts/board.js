// @ts-check
"use strict";

/** How wide the place of a leaf is at least, and how high a ply, in em. */
const SLOT = 4.2;
const PLY = 6.2;
const SVG = "http://www.w3.org/2000/svg";

/** What is shown of a node. label: what a screen reader says of it. off: nothing below it is looked at. cut: that is a
 * cutoff's doing, which a mark on its edge says.
 * @typedef {{label: string, state?: string, now?: boolean, value?: string, window?: string, badge?: string, off?: boolean, cut?: boolean}} Mark */

/** A drawn tree: nested lists, as it is read aloud, whose nodes stand in the places where they are seen. */
class Board {
  /** @param {HTMLElement} stage @param {{largest: number, below: number}} room how high its text is at most, and what
   * the page has below it, in pixels
   * @param {(node: number) => HTMLElement} inside makes what is pressed, typed into or read at a node */
  constructor(stage, room, inside) {
    this.stage = stage;
    this.room = room;
    this.inside = inside;
    /** @type {GameNode[]} */
    this.nodes = [];
    /** @type {HTMLElement[]} */
    this.boxes = [];
    /** @type {SVGElement[][]} */
    this.edges = [];
    /** @type {[number, number][]} */
    this.places = [];
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.setAttribute("aria-hidden", "true");
    window.addEventListener("resize", () => this.fit());
  }

  /** Draws a tree. @param {GameNode[]} nodes */
  plant(nodes) {
    this.nodes = nodes;
    this.boxes = [];
    this.lines.replaceChildren();
    const insides = nodes.map((_, node) => this.inside(node));
    const widths = insides.map((inside) => parseFloat(inside.style.width) || 0);
    this.places = placed(nodes, widths);
    const last = leavesBelow(nodes, [0]).at(-1) ?? 0;
    this.width = Math.max(this.places[last][0] + Math.max(SLOT, widths[last] + 1) / 2, 2 * SLOT);
    this.height = (Math.max(...nodes.map(({ ply }) => ply)) + 1) * PLY;
    this.lines.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    const list = document.createElement("ul");
    list.append(this.item(0, insides));
    this.stage.replaceChildren(this.lines, list);
    this.edges = nodes.map(({ parent }, node) => (parent < 0 ? [] : this.edge(parent, node)));
    this.fit();
  }

  /** @param {number} node @param {HTMLElement[]} insides @returns {HTMLElement} */
  item(node, insides) {
    const { children, name, player } = this.nodes[node];
    const [x, y] = this.places[node];
    const item = document.createElement("li");
    const box = made("div", `spot ${children.length ? player.toLowerCase() : "leaf"}`);
    box.style.left = `${x}em`;
    box.style.top = `${y}em`;
    box.dataset.node = String(node);
    const inside = insides[node];
    inside.classList.add("inside");
    if (children.length) inside.append(triangle(player));
    inside.classList.toggle("beside", children.length > 0 && name.length > 3);
    if (brief(name) !== name) box.title = name;
    box.append(made("span", "window"), inside, made("span", "value"), made("span", "badge"), ...(children.length ? [] : [made("bdi", "name", brief(name))]));
    for (const extra of box.children) if (extra !== inside) extra.setAttribute("aria-hidden", "true");
    this.boxes[node] = box;
    item.append(box);
    if (children.length) {
      const below = document.createElement("ul");
      below.append(...children.map((child) => this.item(child, insides)));
      item.append(below);
    }
    return item;
  }

  /** @param {number} parent @param {number} node @returns {SVGElement[]} */
  edge(parent, node) {
    const [[x1, y1], [x2, y2]] = [this.places[parent], this.places[node]];
    const [x, y] = this.middle(node);
    return [`M${x1} ${y1 + 1.4}L${x2} ${y2 - 1.1}`, `M${x - 0.7} ${y + 0.2}l1.4 -.7m0 .35l-1.4 .7`].map((form, place) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", ["edge", "cut"][place]);
      path.setAttribute("d", form);
      this.lines.append(path);
      return path;
    });
  }

  /** Where the mark of an edge is. @param {number} node the lower end @returns {[number, number]} */
  middle(node) {
    const [[x1, y1], [x2, y2]] = [this.places[this.nodes[node].parent], this.places[node]];
    return [x1 + 0.4 * (x2 - x1), y1 + 0.4 * (y2 - y1)];
  }

  /** Makes the tree as large as there is room for, but no smaller than can be read and pressed. */
  fit() {
    const { width = 1, height = 1, stage } = this;
    const free = window.innerHeight - stage.getBoundingClientRect().top - window.scrollY - this.room.below;
    const em = Math.max(11, Math.min((stage.parentElement?.clientWidth ?? 1) / width, Math.max(free, 280) / height, this.room.largest));
    stage.style.fontSize = `${em}px`;
    stage.style.width = `${width}em`;
    stage.style.height = `${height}em`;
  }

  /** Scrolls a tree that is wider than the page to a node. @param {number} node */
  reach(node) {
    const { parentElement: scroller, offsetWidth } = this.stage;
    if (scroller) scroller.scrollLeft = (this.places[node][0] / (this.width ?? 1)) * offsetWidth - scroller.clientWidth / 2;
  }

  /** @param {number} node @param {Mark} mark */
  mark(node, { label, state = "", now = false, value = "", window: ends = "", badge = "", off = false, cut = false }) {
    const box = this.boxes[node];
    box.dataset.state = state;
    box.toggleAttribute("data-now", now);
    write(box, ".value", value);
    write(box, ".window", ends);
    write(box, ".badge", badge);
    const inside = box.querySelector(".inside");
    if (inside?.matches("button, input")) inside.setAttribute("aria-label", label);
    else write(box, ".vh", label);
    this.edges[node].forEach((path, place) => path.toggleAttribute("data-on", place ? cut : off));
  }
}

/** What a node is, for who cannot see the drawing: "C5, 6, child of B2 MIN". @param {GameNode[]} nodes @param {number} node */
function described(nodes, node) {
  const { name, children, player, value, label, parent } = nodes[node];
  const what = children.length ? player : Number.isNaN(value) ? label : shown(value);
  return `${name}, ${what}, ${parent < 0 ? "root" : `child of ${nodes[parent].name} ${nodes[parent].player}`}`;
}

/** Where the middle of each node is, in em: leaves side by side, all others above the middle of their children.
 * @param {GameNode[]} nodes @param {number[]} widths of what stands at the leaves @returns {[number, number][]} */
function placed(nodes, widths) {
  /** @type {[number, number][]} */
  const places = nodes.map(() => [0, 0]);
  let right = 0;
  for (const leaf of leavesBelow(nodes, [0])) {
    const half = Math.max(SLOT, widths[leaf] + 1) / 2;
    places[leaf] = [right + half, (nodes[leaf].ply + 0.55) * PLY];
    right += 2 * half;
  }
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const { children, ply } = nodes[node];
    if (children.length) places[node] = [(places[children[0]][0] + places[children[children.length - 1]][0]) / 2, (ply + 0.55) * PLY];
  }
  return places;
}

/** Makes something as wide as its text. @template {HTMLElement} E @param {E} element @param {string} text @returns {E} */
function wide(element, text) {
  element.style.width = `${Math.max(2.4, 0.62 * text.length + 1.2)}em`;
  return element;
}

/** The sign of a player, as all drawings have it. @param {string} player */
function triangle(player) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-1.6 -1.45 3.2 2.9");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("class", "shape");
  shape.setAttribute("d", player === "MAX" ? "M0 -1.4L1.5 1.4H-1.5Z" : "M0 1.4L1.5 -1.4H-1.5Z");
  svg.append(shape);
  return svg;
}

/** A name as it stands in a drawing, where a long one is cut. @param {string} name */
const brief = (name) => (name.length > 9 ? `${name.slice(0, 8)}…` : name);

/** Writes names in a row, each on its own, whichever way it is written. @param {string} where @param {string[]} names @param {string} none */
function enumerate(where, names, none) {
  const found = document.querySelector(where);
  found?.replaceChildren(...(names.length ? names.flatMap((name) => [made("bdi", "", name), " "]) : [none]));
}

/** The part of the page with a mark. @template {HTMLElement} E @param {string} name @param {new () => E} kind @returns {E} */
function field(name, kind) {
  const found = document.querySelector(`[data-${name}]`);
  if (!(found instanceof kind)) throw new Error(`the page has no ${name}`);
  return found;
}

/** Has the browser save a file. @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
