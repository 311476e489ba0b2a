// @ts-check
"use strict";

/** How much room nodes have, in em.
 * @typedef {object} Spacing
 * @property {number} gap between what stands at two leaves
 * @property {number} inner how wide the place of an inner node is at least, above which its
 * window has room
 * @property {number} mixed how wide that of a leaf beside an inner node is at least
 * @property {number} ply how high a ply is
 * @property {number} markAboveLeaf how far above a leaf the mark of its edge is
 * @property {number} markAboveInner how far above an inner node, and a leaf beside one
 */

/** @type {Spacing} */
const SPACING = { gap: 0.4, inner: 4.2, mixed: 0, ply: 6.2, markAboveLeaf: 2.5, markAboveInner: 3.7 };
/** How wide a drawing is at least, and a character of a leaf's name, in em. */
const NARROWEST_DRAWING = 8.4;
const CHARACTER = 0.46;
/** How far nodes stand apart where there is room, compared with where there is none. */
const MOST_STRETCH = 1.7;
const MOST_RISE = 5;
/** The smallest text that can be read and pressed, and the least height of a drawing, in pixels. */
const SMALLEST_TEXT = 11;
/** The smallest text where a whole tree is to be seen at once. */
const SMALLEST_OVERVIEW = 2;
/** The text below which an overview has inner nodes that are larger than its leaves. */
const SMALLEST_DETAILS = 8;
/** How large the text of these is at most, in pixels, and how wide one is, alone and with its
 * window and value, in em of that.
 */
const TEXT_OF_LARGE_NODE = 13;
const LARGE_NODE = 2.7;
const LARGE_NODE_WITH_DETAILS = 7;
/** How many times as large the strokes of a cutoff are there at most. */
const LARGEST_STROKES = 2;
const LOWEST_DRAWING = 280;
/** How wide it is to say who moves at a ply, and how much of that it can spare, in pixels, and
 * how far an inner node and its window reach to the left of its middle, in em.
 */
const WIDTH_OF_MOVER = 38;
const SPARE = 3;
const BESIDE_MIDDLE = 1.9;
/** How far a node reaches above its middle, with its window, and below it, with its name, in em. */
const ABOVE_NODE = 4.3;
const BELOW_NODE = 2.6;
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
 * @property {string} [window] on entry
 * @property {string} [present] the window by now, if that is another
 * @property {string} [badge]
 * @property {boolean} [off] nothing below it is looked at
 * @property {boolean} [best] it is on the best line of play
 * @property {boolean} [cut] that is a cutoff's doing, which a mark on its edge says
 */

/** A drawn tree: nested lists, as it is read aloud, whose nodes stand in the places where they are seen. */
class Board {
  /**
   * @param {HTMLElement} stage
   * @param {{largest: number, below: () => number}} room how high its text is at most, and
   * returns how high what the page has below it is, in pixels
   * @param {(node: number) => HTMLElement} inside makes what is pressed, typed into or
   * read at a node
   */
  constructor(stage, room, inside) {
    this.stage = stage;
    this.room = room;
    this.inside = inside;
    /** Whether a whole tree is seen at once, even if its text is too small to be read. */
    this.isWhole = false;
    /** Whether it says at each ply who moves there. */
    this.saysMovers = false;
    /** @type {HTMLElement[]} */
    this.movers = [];
    /** Whether there is room for the whole tree with text that can be read. */
    this.isRoomy = true;
    /** A page that has more at its nodes gives them more room before it draws. */
    this.spacing = SPACING;
    /** @type {GameNode[]} */
    this.nodes = [];
    /** @type {HTMLElement[]} */
    this.boxes = [];
    /** @type {SVGElement[][]} */
    this.edges = [];
    /** Where the middle of each node is, in em. @type {[number, number][]} */
    this.places = [];
    /** How many times as large as a leaf each node is drawn. @type {number[]} */
    this.scales = [];
    this.width = 1;
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
    const list = document.createElement("ul");
    list.append(this.item(0, insides));
    this.movers = this.saysMovers ? moversOf(nodes) : [];
    this.stage.replaceChildren(this.lines, ...this.movers, list);
    this.edges = nodes.map(({ parent }) => (parent < 0 ? [] : this.edge()));
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
    const box = made("div", `spot ${isLeaf ? "leaf" : player.toLowerCase()}`);
    box.dataset.node = String(node);
    if (brief(name) !== name) box.title = name;
    inside.classList.add("inside");
    inside.classList.toggle("beside", !isLeaf && name.length > LONGEST_IN_TRIANGLE);
    if (!isLeaf) inside.append(triangle(player));
    const texts = ["window", "value", "badge"].map((kind) => made("span", kind));
    const [window, value, badge] = texts;
    window.append(made("span", "present"), made("span", "entry"));
    box.append(window, inside, value, badge);
    if (isLeaf) box.append(made("bdi", "name", brief(name)));
    // The label of what is inside says all.
    for (const child of box.children) {
      if (child !== inside) child.setAttribute("aria-hidden", "true");
    }
    return box;
  }

  /** Makes the line to a node from its parent, and the mark of a cutoff on it.
   * @returns {SVGElement[]}
   */
  edge() {
    const paths = ["edge", "cut"].map((kind) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", kind);
      return path;
    });
    this.lines.append(...paths);
    return paths;
  }

  /** Returns where the mark of an edge is.
   * @param {number} node the lower end
   * @returns {[number, number]}
   */
  middle(node) {
    const { parent } = this.nodes[node];
    const { markAboveLeaf, markAboveInner } = this.spacing;
    const [x1, y1] = this.places[parent];
    const [x2, y2] = this.places[node];
    // Leaves stand close together, and above an inner node is its window.
    const above = hasInnerChild(this.nodes, parent) ? markAboveInner : markAboveLeaf;
    const rise = Math.min(above * this.scales[node], Math.max(above, (y2 - y1) / 2));
    return [x2 + (rise / (y2 - y1)) * (x1 - x2), y2 - rise];
  }

  /** Makes the tree as large as there is room for, but no smaller than can be read and
   * pressed, and its nodes stand apart where room is left.
   */
  fit() {
    const { nodes, boxes, stage, room } = this;
    if (!nodes.length) return;
    const { places, width } = placed(nodes, this.placeWidths(), this.spacing);
    const plies = Math.max(...nodes.map(({ ply }) => ply)) + 1;
    const lowest = plies * this.spacing.ply;
    const top = stage.getBoundingClientRect().top + window.scrollY;
    const freeHeight = Math.max(window.innerHeight - top - room.below(), LOWEST_DRAWING);
    const freeWidth = stage.parentElement?.clientWidth ?? 1;
    const smallest = this.isWhole ? SMALLEST_OVERVIEW : SMALLEST_TEXT;
    const fittingBeside = (/** @type {number} */ margin) =>
      Math.min(freeWidth / (width + margin), freeHeight / lowest, room.largest);
    // The smaller the text, the more of it has to be left to say who moves.
    let margin = 0;
    for (let tries = 0; tries < 3; tries += 1) {
      margin = this.marginFor(places, Math.max(smallest, fittingBeside(margin)));
    }
    const narrowest = width + margin;
    const fitting = fittingBeside(margin);
    const size = Math.max(smallest, fitting);
    this.isRoomy = fitting >= SMALLEST_TEXT;
    const stretch = Math.max(1, Math.min(freeWidth / size / narrowest, MOST_STRETCH));
    // An overview is wide and low: its plies stand apart where there is room.
    const rise = size < SMALLEST_TEXT ? Math.max(1, Math.min(freeHeight / size / lowest, MOST_RISE)) : 1;
    const height = rise * lowest;
    const isFar = size < SMALLEST_DETAILS;
    stage.classList.toggle("far", isFar);
    this.places = places.map(([x, y]) => [stretch * (x + margin), rise * y]);
    this.enlarge(isFar ? size : TEXT_OF_LARGE_NODE);
    this.width = stretch * narrowest;
    stage.style.fontSize = `${size}px`;
    stage.style.width = `${this.width}em`;
    // Paper, which is not asked how wide it is, makes the text small enough by this.
    stage.style.setProperty("--wide", String(this.width));
    stage.style.height = `${height}em`;
    this.lines.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
    for (const [node, box] of boxes.entries()) this.put(node, box);
    for (const [ply, mover] of this.movers.entries()) this.putMover(ply, mover, size);
  }

  /** Draws inner nodes as large as they have room for, where the text of leaves is small.
   * @param {number} size of that text, in pixels
   */
  enlarge(size) {
    const { nodes, boxes, places } = this;
    /** How far apart the nodes of each ply are at least, in pixels. @type {number[]} */
    const distances = [];
    for (const [node, { ply }] of nodes.entries()) {
      distances[ply] ??= Infinity;
      if (!node || nodes[node - 1].ply < ply) continue;
      distances[ply] = Math.min(distances[ply], size * (places[node][0] - places[node - 1][0]));
    }
    this.scales = nodes.map(({ children, ply }) => {
      const text = Math.min(TEXT_OF_LARGE_NODE, distances[ply] / LARGE_NODE);
      return children.length ? Math.max(1, text / size) : 1;
    });
    for (const [node, box] of boxes.entries()) {
      const width = LARGE_NODE_WITH_DETAILS * size * this.scales[node];
      const isLarge = nodes[node].children.length > 0 && distances[nodes[node].ply] >= width;
      box.classList.toggle("large", isLarge);
      box.style.fontSize = `${this.scales[node]}em`;
    }
  }

  /** Writes who moves at a ply where it has room: at the left edge, or else before the first
   * inner node, or nowhere.
   * @param {number} ply
   * @param {HTMLElement} mover
   * @param {number} size of the text, in pixels
   */
  putMover(ply, mover, size) {
    const { nodes, places } = this;
    const ofPly = [...nodes.keys()].filter((node) => nodes[node].ply === ply);
    const first = ofPly.findIndex((node) => nodes[node].children.length);
    const width = WIDTH_OF_MOVER / size;
    const beside = besideMiddle(size);
    const left = places[ofPly[first]][0] - beside - width;
    const before = first ? places[ofPly[first - 1]][0] + beside : 0;
    mover.hidden = left < before - SPARE / size;
    mover.style.left = `${first ? left * size : 0}px`;
    mover.style.top = `${places[ofPly[first]][1] * size}px`;
  }

  /** Returns how far nodes stand from the left edge so that who moves has room there, in em.
   * @param {[number, number][]} places
   * @param {number} size of the text, in pixels
   */
  marginFor(places, size) {
    if (!this.movers.length) return 0;
    const { nodes } = this;
    const isFirst = (/** @type {number} */ node) => !node || nodes[node - 1].ply < nodes[node].ply;
    const firsts = [...nodes.keys()].filter((node) => isFirst(node) && nodes[node].children.length);
    const left = Math.min(...firsts.map((node) => places[node][0] - besideMiddle(size)));
    return Math.max(0, WIDTH_OF_MOVER / size - left);
  }

  /** Returns how wide the place of each leaf is at least, with what stands there. */
  placeWidths() {
    return this.nodes.map(({ name }, node) => {
      const inside = this.boxes[node].querySelector(".inside");
      const width = inside instanceof HTMLElement ? parseFloat(inside.style.width) || 0 : 0;
      return Math.max(width, CHARACTER * brief(name).length) + this.spacing.gap;
    });
  }

  /** Puts a node and the line to it in their places. @param {number} node @param {HTMLElement} box */
  put(node, box) {
    const [x, y] = this.places[node];
    const scale = this.scales[node];
    box.style.left = `${x / scale}em`;
    box.style.top = `${y / scale}em`;
    const { parent } = this.nodes[node];
    if (parent < 0) return;
    const [parentX, parentY] = this.places[parent];
    const [middleX, middleY] = this.middle(node);
    box.style.setProperty("--mark-x", `${(middleX - x) / scale}em`);
    box.style.setProperty("--mark-y", `${(middleY - y) / scale}em`);
    const [line, strokes] = this.edges[node];
    line.setAttribute("d", `M${parentX} ${parentY + 1.4}L${x} ${y - 1.1}`);
    const large = Math.min(this.scales[parent], LARGEST_STROKES);
    const [half, across, up] = [0.7 * large, 1.4 * large, 0.35 * large];
    strokes.setAttribute("d", `M${middleX - half} ${middleY + 0.2 * large}l${across} ${-2 * up}m0 ${up}l${-across} ${2 * up}`);
  }

  /** Scrolls a tree that is wider than the page, or higher than the window, to a node.
   * @param {number} node
   * @param {number} top where the window shows the tree, in pixels; -1 to scroll it sideways only
   */
  reach(node, top) {
    const { parentElement: scroller, offsetWidth } = this.stage;
    if (!scroller) return;
    const x = (this.places[node][0] / this.width) * offsetWidth;
    scroller.scrollLeft = x - scroller.clientWidth / 2;
    if (top < 0) return;
    // With its window above it and its name below it, which ends where the next ply begins.
    const size = parseFloat(this.stage.style.fontSize);
    const { top: middle } = this.boxes[node].getBoundingClientRect();
    const above = middle - ABOVE_NODE * size - top;
    const below = middle + BELOW_NODE * size - window.innerHeight;
    if (above < 0) window.scrollBy(0, above);
    else if (below > 0) window.scrollBy(0, Math.min(below, above));
  }

  /** Shows what is known of a node. @param {number} node @param {Mark} mark */
  mark(node, { label, state = "", now = false, value = "", window = "", present = "", badge = "", off = false, cut = false, best = false }) {
    const box = this.boxes[node];
    box.dataset.state = state;
    box.toggleAttribute("data-now", now);
    write(box, ".value", value);
    write(box, ".entry", window);
    write(box, ".present", present);
    write(box, ".badge", badge);
    const inside = box.querySelector(".inside");
    if (inside?.matches("button, input")) inside.setAttribute("aria-label", label);
    else write(box, ".vh", label);
    const [line, strokes] = this.edges[node];
    line?.toggleAttribute("data-on", off);
    line?.toggleAttribute("data-best", best);
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
  const above = nodes[parent];
  const place = above ? say("nodes", "child", { name: above.name, player: above.player }) : say("nodes", "root");
  return [name, moverOrValue, place].join(", ");
}

/** Returns where the middle of each node is, and how wide all are, in em: subtrees side by
 * side, each inner node above the middle of its children.
 * @param {GameNode[]} nodes
 * @param {number[]} placeWidths of the leaves
 * @param {Spacing} spacing
 */
function placed(nodes, placeWidths, spacing) {
  const widths = subtreeWidths(nodes, placeWidths, spacing);
  const width = Math.max(widths[0], NARROWEST_DRAWING);
  /** @type {[number, number][]} */
  const places = nodes.map(({ ply }) => [width / 2, placeOfPly(ply, spacing)]);
  /** Where each subtree begins. */
  const lefts = [(width - widths[0]) / 2];
  for (const [node, { children }] of nodes.entries()) {
    let left = lefts[node] + (widths[node] - total(children, widths)) / 2;
    for (const child of children) {
      lefts[child] = left;
      places[child][0] = left + widths[child] / 2;
      left += widths[child];
    }
  }
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const { children } = nodes[node];
    if (!children.length) continue;
    const [firstX] = places[children[0]];
    const [lastX] = places[children[children.length - 1]];
    places[node][0] = (firstX + lastX) / 2;
  }
  return { places, width };
}

/** Returns how far an inner node and its window reach to the left of its middle, in em.
 * @param {number} size of the text of leaves, in pixels
 */
function besideMiddle(size) {
  return size < SMALLEST_DETAILS ? (LARGE_NODE / 2) * (TEXT_OF_LARGE_NODE / size) : BESIDE_MIDDLE;
}

/** Returns where the middle of a ply is, in em. @param {number} ply @param {Spacing} spacing */
function placeOfPly(ply, spacing) {
  return (ply + 0.55) * spacing.ply;
}

/** Makes what says who moves at each ply that has inner nodes. @param {GameNode[]} nodes */
function moversOf(nodes) {
  /** @type {HTMLElement[]} */
  const movers = [];
  for (const { children, ply, player } of nodes) {
    if (!children.length || movers[ply]) continue;
    movers[ply] = made("span", "mover", player);
    movers[ply].setAttribute("aria-hidden", "true"); // each node says it
  }
  return movers;
}

/** @param {GameNode[]} nodes @param {number} node */
function hasInnerChild(nodes, node) {
  return nodes[node].children.some((child) => nodes[child].children.length > 0);
}

/** Returns how wide each subtree is.
 * @param {GameNode[]} nodes
 * @param {number[]} placeWidths of the leaves
 * @param {Spacing} spacing
 */
function subtreeWidths(nodes, placeWidths, spacing) {
  const widths = [...placeWidths];
  // Children stand behind their parents.
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const { children } = nodes[node];
    if (!children.length) continue;
    const least = hasInnerChild(nodes, node) ? spacing.mixed : 0;
    for (const child of children) widths[child] = Math.max(widths[child], least);
    widths[node] = Math.max(spacing.inner, total(children, widths));
  }
  return widths;
}

/** Returns how wide some subtrees are together. @param {number[]} subtrees @param {number[]} widths */
function total(subtrees, widths) {
  return subtrees.reduce((sum, subtree) => sum + widths[subtree], 0);
}

/** Makes something as wide as its text. @template {HTMLElement} E @param {E} element @param {string} text @returns {E} */
function wide(element, text) {
  element.style.width = `${Math.max(2.2, 0.62 * text.length + 0.95)}em`;
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
