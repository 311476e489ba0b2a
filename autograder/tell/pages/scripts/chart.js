// @ts-check
"use strict";

/** How many leaves are looked at in complete trees of a size, as `growth` counts them.
 * @typedef {object} Counts
 * @property {number} branching
 * @property {number} depth
 * @property {number} worst
 * @property {number} random the mean of some random trees
 * @property {number} perfect
 * @property {number} fewest by Knuth and Moore's formula
 */

/** A tree in the chart: its depth, and how many of its leaves are looked at.
 * @typedef {{depth: number, leaves: number}} Point
 */

const CHART = { widest: 480, narrowest: 240, height: 300, left: 46, right: 70, top: 16, bottom: 40 };
/** How far behind its line a label stands, and how wide a character of it is at most, in pixels. */
const BEFORE_LABEL = 9;
const WIDEST_CHARACTER = 8.5;
/** What stands beside a drawing in its frame, in pixels. */
const BESIDE_DRAWING = 30;
/** What a chart shows of each size, from the most leaves to the fewest. */
const LINES = /** @type {const} */ (["worst", "random", "perfect"]);
/** The names of what is said of each: beside its line, and above its column. */
const LABELS = { worst: "worst", random: "random", perfect: "best" };
const HEADINGS = { worst: "worst order", random: "random order", perfect: "best order" };

/** A chart of leaves by depth, on a logarithmic scale, on which a power is a straight line. */
class Chart {
  /** @param {HTMLElement} place what it fills: a drawing and a table */
  constructor(place) {
    this.place = place;
    /** @type {Counts[]} */
    this.counts = JSON.parse(document.querySelector("[data-growth]")?.textContent ?? "[]");
    const branchings = this.counts.map(({ branching }) => branching);
    this.fewest = Math.min(...branchings);
    this.most = Math.max(...branchings);
  }

  /** Draws the trees of a branching or, if that is not counted, of the nearest that is.
   * @param {number} branching
   * @param {Point} [point] the tree that is shown, if it is one of them
   */
  draw(branching, point) {
    const nearest = Math.min(Math.max(branching, this.fewest), this.most);
    const rows = this.counts.filter((counts) => counts.branching === nearest);
    const room = Math.min(Math.max(this.place.clientWidth - BESIDE_DRAWING, CHART.narrowest), CHART.widest);
    const scale = new Scale(rows, room, point);
    const title = say("script_chart", "title", { children: nearest });
    const drawing = shape("svg", { viewBox: `0 0 ${room} ${CHART.height}`, class: "chart", role: "img", "aria-label": title });
    drawing.append(...axes(scale, rows));
    for (const name of LINES) drawing.append(...curve(scale, rows, name));
    if (point) drawing.append(...mark(scale, point));
    const figure = document.createElement("figure");
    figure.append(made("figcaption", "", title), drawing);
    this.place.replaceChildren(figure, table(rows, point?.depth));
  }
}

/** Where numbers of plies and of leaves are in a chart. */
class Scale {
  /** @param {Counts[]} rows @param {number} width of the drawing @param {Point} [point] */
  constructor(rows, width, point) {
    this.right = width - roomForLabels();
    this.depth = Math.max(...rows.map(({ depth }) => depth), point?.depth ?? 0);
    this.leaves = Math.max(...rows.map(({ worst }) => worst), point?.leaves ?? 0);
  }

  /** @param {number} depth */
  x(depth) {
    const share = (depth - 1) / Math.max(1, this.depth - 1);
    return Math.round(CHART.left + share * (this.right - CHART.left));
  }

  /** @param {number} leaves */
  y(leaves) {
    const share = Math.log(leaves) / Math.log(this.leaves);
    return Math.round(CHART.height - CHART.bottom - share * (CHART.height - CHART.top - CHART.bottom));
  }
}

/** Returns how much room the labels need behind the lines, in the language of the page. */
function roomForLabels() {
  const longest = Math.max(...LINES.map((name) => say("script_chart", LABELS[name]).length));
  return Math.max(CHART.right, BEFORE_LABEL + WIDEST_CHARACTER * longest);
}

/** Makes a part of a drawing. @param {string} kind @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(kind, attributes, text = "") {
  const element = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

/** Makes the axes, with a line for each power of ten. @param {Scale} scale @param {Counts[]} rows */
function axes(scale, rows) {
  const parts = [];
  const end = scale.right;
  for (let leaves = 1; leaves <= scale.leaves; leaves *= 10) {
    const y = scale.y(leaves);
    parts.push(shape("path", { class: "grid", d: `M${CHART.left} ${y}H${end}` }));
    parts.push(shape("text", { class: "tick end", x: CHART.left - 8, y: y + 4 }, String(leaves)));
  }
  const bottom = CHART.height - CHART.bottom;
  for (const { depth } of rows) {
    parts.push(shape("text", { class: "tick", x: scale.x(depth), y: bottom + 18 }, String(depth)));
  }
  const middle = (CHART.left + end) / 2;
  parts.push(shape("text", { class: "tick", x: middle, y: CHART.height - 4 }, say("script_chart", "plies")));
  return parts;
}

/** Makes the curve of an order, with its name at its end.
 * @param {Scale} scale
 * @param {Counts[]} rows
 * @param {"worst" | "random" | "perfect"} name
 */
function curve(scale, rows, name) {
  const places = rows.map((counts) => [scale.x(counts.depth), scale.y(counts[name])]);
  const d = `M${places.map((place) => place.join(" ")).join("L")}`;
  const points = places.map(([x, y]) => shape("circle", { class: `dot ${name}`, cx: x, cy: y, r: 3.5 }));
  const [x, y] = places[places.length - 1];
  return [
    shape("path", { class: `curve ${name}`, d }),
    ...points,
    shape("text", { class: `label ${name}`, x: x + BEFORE_LABEL, y: y + 4 }, say("script_chart", LABELS[name])),
  ];
}

/** Marks the tree that is shown. @param {Scale} scale @param {Point} point */
function mark(scale, { depth, leaves }) {
  const [x, y] = [scale.x(depth), scale.y(leaves)];
  return [shape("circle", { class: "here", cx: x, cy: y, r: 8 })];
}

/** Makes the table of the same numbers. @param {Counts[]} rows @param {number} [depth] of the tree that is shown */
function table(rows, depth) {
  const element = made("table", "plain counts");
  const head = document.createElement("tr");
  for (const heading of ["plies", ...LINES.map((name) => HEADINGS[name])]) {
    const cell = made("th", "", say("script_chart", heading));
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const heading = document.createElement("thead");
  heading.append(head);
  const body = document.createElement("tbody");
  for (const counts of rows) {
    const row = document.createElement("tr");
    const first = made("th", "", String(counts.depth));
    first.setAttribute("scope", "row");
    if (counts.depth === depth) row.setAttribute("aria-current", "true");
    row.append(first, ...LINES.map((name) => made("td", "", String(counts[name]))));
    body.append(row);
  }
  element.append(heading, body);
  return element;
}
