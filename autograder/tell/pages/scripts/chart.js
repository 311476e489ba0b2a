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

const CHART = { widest: 480, narrowest: 240, left: 46, right: 70, top: 16, bottom: 40 };
/** How high the drawing is for its width, where it has room, and at least, in pixels. */
const HEIGHT_FOR_WIDTH = 0.55;
const LOWEST_CHART = 120;
/** How far behind its line a label stands, how wide a character of it is at most, and how high it is, in pixels. */
const BEFORE_LABEL = 9;
const WIDEST_CHARACTER = 8.5;
const HEIGHT_OF_LABEL = 14;
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
   * @param {Point | undefined} point the tree that is shown, if it is one of them
   * @param {() => number} spare returns how many pixels the window has left below the chart, which may be less than 0
   */
  draw(branching, point, spare) {
    this.drawAt(branching, point, LOWEST_CHART);
    this.drawAt(branching, point, LOWEST_CHART + spare());
  }

  /** Draws it so high at most.
   * @param {number} branching
   * @param {Point | undefined} point
   * @param {number} highest
   */
  drawAt(branching, point, highest) {
    const nearest = Math.min(Math.max(branching, this.fewest), this.most);
    const rows = this.counts.filter((counts) => counts.branching === nearest);
    const room = Math.min(Math.max(this.place.clientWidth - BESIDE_DRAWING, CHART.narrowest), CHART.widest);
    const scale = new Scale(rows, room, highest, point);
    const title = say("script_chart", "title", { children: nearest });
    const drawing = shape("svg", { viewBox: `0 0 ${room} ${scale.height}`, class: "chart", role: "img", "aria-label": title });
    drawing.append(...axes(scale, rows));
    for (const name of LINES) drawing.append(...curve(scale, rows, name));
    drawing.append(...labels(scale, rows));
    if (point) drawing.append(...mark(scale, point));
    const figure = document.createElement("figure");
    figure.append(made("figcaption", "", title), drawing);
    this.place.replaceChildren(figure, table(rows, point?.depth));
  }
}

/** Where numbers of plies and of leaves are in a chart. */
class Scale {
  /** @param {Counts[]} rows @param {number} width of the drawing @param {number} highest @param {Point} [point] */
  constructor(rows, width, highest, point) {
    this.right = width - roomForLabels();
    this.height = Math.max(LOWEST_CHART, Math.round(Math.min(highest, HEIGHT_FOR_WIDTH * width)));
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
    const y = this.height - CHART.bottom - share * (this.height - CHART.top - CHART.bottom);
    return Math.round(10 * y) / 10;
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
  const bottom = scale.height - CHART.bottom;
  for (const { depth } of rows) {
    parts.push(shape("text", { class: "tick", x: scale.x(depth), y: bottom + 18 }, String(depth)));
  }
  const middle = (CHART.left + end) / 2;
  parts.push(shape("text", { class: "tick", x: middle, y: scale.height - 4 }, say("script_chart", "plies")));
  return parts;
}

/** Makes the curve of an order.
 * @param {Scale} scale
 * @param {Counts[]} rows
 * @param {"worst" | "random" | "perfect"} name
 */
function curve(scale, rows, name) {
  const places = rows.map((counts) => [scale.x(counts.depth), scale.y(counts[name])]);
  const d = `M${places.map((place) => place.join(" ")).join("L")}`;
  const points = places.map(([x, y]) => shape("circle", { class: `dot ${name}`, cx: x, cy: y, r: 3.5 }));
  return [shape("path", { class: `curve ${name}`, d }), ...points];
}

/** Writes the names of the orders behind their curves, none over another. @param {Scale} scale @param {Counts[]} rows */
function labels(scale, rows) {
  const last = rows[rows.length - 1];
  const x = scale.x(last.depth) + BEFORE_LABEL;
  let lowest = 0;
  return LINES.map((name) => {
    const y = Math.max(scale.y(last[name]) + 4, lowest);
    lowest = y + HEIGHT_OF_LABEL;
    return shape("text", { class: `label ${name}`, x, y }, say("script_chart", LABELS[name]));
  });
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
