// @ts-check
"use strict";

/** How wide the place of a leaf is at least, and how high a ply, in em. */
const SLOT = 4.2;
const PLY = 6.2;
/** The smallest text that can be read and pressed, and the least height of a drawing, in pixels. */
const SMALLEST_TEXT = 11;
const LOWEST_DRAWING = 280;
/** How many characters of a name a drawing has room for, and a triangle. */
const LONGEST_NAME = 9;
const LONGEST_IN_TRIANGLE = 3;
const SVG = "http://www.w3.org/2000/svg";

/** What is shown of a node.
 * @typedef {object} Mark
 * @property {string} label what a screen reader says of it
 * @property {string} [state]
 * @property {boolean} [now] it is the one that the last step is about
 * @property {string} [value]
 * @property {string} [window]
 * @property {string} [badge]
 * @property {boolean} [off] nothing below it is looked at
 * @property {boolean} [cut] that is a cutoff's doing, which a mark on its edge says
 */

/** A drawn tree: nested lists, as it is read aloud, whose nodes stand in the places where they are seen. */
class Board {
  /**
   * @param {HTMLElement} stage
   * @param {{largest: number, below: number}} room how high its text is at most, and what
   * the page has below it, in pixels
   * @param {(node: number) => HTMLElement} inside makes what is pressed, typed into or
   * read at a node
   */
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
    const right = this.places[last][0] + slot(widths[last]) / 2;
    const plies = Math.max(...nodes.map(({ ply }) => ply)) + 1;
    this.width = Math.max(right, 2 * SLOT);
    this.height = plies * PLY;
    this.lines.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    const list = document.createElement("ul");
    list.append(this.item(0, insides));
    this.stage.replaceChildren(this.lines, list);
    this.edges = nodes.map(({ parent }, node) => (parent < 0 ? [] : this.edge(parent, node)));
    this.fit();
  }

  /** Makes the item of a node in the nested lists.
   * @param {number} node
   * @param {HTMLElement[]} insides of all nodes
   * @returns {HTMLElement}
   */
  item(node, insides) {
    const { children } = this.nodes[node];
    const box = this.box(node, insides[node]);
    this.boxes[node] = box;
    const item = document.createElement("li");
    item.append(box);
    if (children.length) {
      const list = document.createElement("ul");
      list.append(...children.map((child) => this.item(child, insides)));
      item.append(list);
    }
    return item;
  }

  /** Makes what stands in the place of a node. @param {number} node @param {HTMLElement} inside */
  box(node, inside) {
    const { children, name, player } = this.nodes[node];
    const isLeaf = children.length === 0;
    const [x, y] = this.places[node];
    const box = made("div", `spot ${isLeaf ? "leaf" : player.toLowerCase()}`);
    box.style.left = `${x}em`;
    box.style.top = `${y}em`;
    box.dataset.node = String(node);
    if (brief(name) !== name) box.title = name;
    inside.classList.add("inside");
    inside.classList.toggle("beside", !isLeaf && name.length > LONGEST_IN_TRIANGLE);
    if (!isLeaf) inside.append(triangle(player));
    const texts = ["window", "value", "badge"].map((kind) => made("span", kind));
    const [window, value, badge] = texts;
    box.append(window, inside, value, badge);
    if (isLeaf) box.append(made("bdi", "name", brief(name)));
    // The label of what is inside says all.
    for (const child of box.children) {
      if (child !== inside) child.setAttribute("aria-hidden", "true");
    }
    return box;
  }

  /** Draws the line to a node from its parent, and the mark of a cutoff on it.
   * @param {number} parent
   * @param {number} node
   * @returns {SVGElement[]}
   */
  edge(parent, node) {
    const [x1, y1] = this.places[parent];
    const [x2, y2] = this.places[node];
    const [x, y] = this.middle(node);
    const line = this.path("edge", `M${x1} ${y1 + 1.4}L${x2} ${y2 - 1.1}`);
    const strokes = this.path("cut", `M${x - 0.7} ${y + 0.2}l1.4 -.7m0 .35l-1.4 .7`);
    return [line, strokes];
  }

  /** @param {string} kind @param {string} form @returns {SVGElement} */
  path(kind, form) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", form);
    this.lines.append(path);
    return path;
  }

  /** Returns where the mark of an edge is.
   * @param {number} node the lower end
   * @returns {[number, number]}
   */
  middle(node) {
    const [x1, y1] = this.places[this.nodes[node].parent];
    const [x2, y2] = this.places[node];
    return [x1 + 0.4 * (x2 - x1), y1 + 0.4 * (y2 - y1)];
  }

  /** Makes the tree as large as there is room for, but no smaller than can be read and pressed. */
  fit() {
    const { width = 1, height = 1, stage, room } = this;
    const top = stage.getBoundingClientRect().top + window.scrollY;
    const freeHeight = Math.max(window.innerHeight - top - room.below, LOWEST_DRAWING);
    const freeWidth = stage.parentElement?.clientWidth ?? 1;
    const fitting = Math.min(freeWidth / width, freeHeight / height, room.largest);
    stage.style.fontSize = `${Math.max(SMALLEST_TEXT, fitting)}px`;
    stage.style.width = `${width}em`;
    stage.style.height = `${height}em`;
  }

  /** Scrolls a tree that is wider than the page to a node. @param {number} node */
  reach(node) {
    const { parentElement: scroller, offsetWidth } = this.stage;
    if (!scroller) return;
    const x = (this.places[node][0] / (this.width ?? 1)) * offsetWidth;
    scroller.scrollLeft = x - scroller.clientWidth / 2;
  }

  /** Shows what is known of a node. @param {number} node @param {Mark} mark */
  mark(node, { label, state = "", now = false, value = "", window = "", badge = "", off = false, cut = false }) {
    const box = this.boxes[node];
    box.dataset.state = state;
    box.toggleAttribute("data-now", now);
    write(box, ".value", value);
    write(box, ".window", window);
    write(box, ".badge", badge);
    const inside = box.querySelector(".inside");
    if (inside?.matches("button, input")) inside.setAttribute("aria-label", label);
    else write(box, ".vh", label);
    const [line, strokes] = this.edges[node];
    line?.toggleAttribute("data-on", off);
    strokes?.toggleAttribute("data-on", cut);
  }
}

/** Says what a node is, for who cannot see the drawing: "C5, 6, child of B2 MIN".
 * @param {GameNode[]} nodes
 * @param {number} node
 */
function described(nodes, node) {
  const { name, children, player, value, label, parent } = nodes[node];
  let moverOrValue = Number.isNaN(value) ? label : shown(value);
  if (children.length) moverOrValue = player;
  if (parent < 0) return `${name}, ${moverOrValue}, root`;
  return `${name}, ${moverOrValue}, child of ${nodes[parent].name} ${nodes[parent].player}`;
}

/** Returns where the middle of each node is, in em: leaves side by side, all others above
 * the middle of their children.
 * @param {GameNode[]} nodes
 * @param {number[]} widths of what stands at the leaves
 * @returns {[number, number][]}
 */
function placed(nodes, widths) {
  /** @type {[number, number][]} */
  const places = nodes.map(({ ply }) => [0, (ply + 0.55) * PLY]);
  let right = 0;
  for (const leaf of leavesBelow(nodes, [0])) {
    const width = slot(widths[leaf]);
    places[leaf][0] = right + width / 2;
    right += width;
  }
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const { children } = nodes[node];
    if (!children.length) continue;
    const [firstX] = places[children[0]];
    const [lastX] = places[children[children.length - 1]];
    places[node][0] = (firstX + lastX) / 2;
  }
  return places;
}

/** Returns how wide the place of a leaf is. @param {number} width of what stands there */
const slot = (width) => Math.max(SLOT, width + 1);

/** Makes something as wide as its text. @template {HTMLElement} E @param {E} element @param {string} text @returns {E} */
function wide(element, text) {
  element.style.width = `${Math.max(2.4, 0.62 * text.length + 1.2)}em`;
  return element;
}

/** Makes the sign of a player, as all drawings have it. @param {string} player */
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

/** Returns a name as it stands in a drawing, where a long one is cut. @param {string} name */
function brief(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** Writes names in a row, each on its own, whichever way it is written.
 * @param {string} where
 * @param {string[]} names
 * @param {string} none what to write if there are none
 */
function enumerate(where, names, none) {
  const row = names.flatMap((name) => [made("bdi", "", name), " "]);
  document.querySelector(where)?.replaceChildren(...(names.length ? row : [none]));
}

/** Returns the part of the page with a mark. Throws an Error if it has none of that kind.
 * @template {HTMLElement} E
 * @param {string} name
 * @param {new () => E} kind
 * @returns {E}
 */
function field(name, kind) {
  const element = document.querySelector(`[data-${name}]`);
  if (!(element instanceof kind)) throw new Error(`the page has no ${name}`);
  return element;
}

/** Has the browser save a file. @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
