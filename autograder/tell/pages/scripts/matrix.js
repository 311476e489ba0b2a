// @ts-check
"use strict";

/** A student, as a row of the data.
 * @typedef {[
 *   name: string,
 *   score: number | null,
 *   points: (number | null)[],
 *   mistakes: number[],
 *   report: string,
 *   note: string,
 *   daysLate: number | null,
 *   finalScore: number | null,
 *   override: string,
 * ]} Student
 */

/** @typedef {[id: string, title: string, worth: number, short: string]} ExerciseColumn */

/** @typedef {object} Class
 * @property {ExerciseColumn[]} tasks
 * @property {string[]} mistakes their titles; students have their indices
 * @property {number} maximum the points of all of them but extra ones
 * @property {boolean} late whether some are late
 * @property {boolean} changed whether some scores are changed
 * @property {Student[]} students
 */

/** A column beside the score. index: where in a student it stands.
 * @typedef {{short: string, title: string, index: 6 | 7}} ColumnBeside
 */

const ROWS = 100;
/** How many exercises a table on paper has at most, beside the notes, and in a table of their own: so many that text can be read. */
const MOST_BESIDE_NOTES = 10;
const MOST_ON_PAPER = 20;
const NOTHING = "–";

/** The table of a class: sorted, filtered, and shown so many rows at a time. */
class Matrix {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Class} */
    this.data = JSON.parse(element.querySelector("script")?.textContent ?? "null");
    const { tasks, mistakes, late, changed } = this.data;
    /** @type {ColumnBeside[]} */
    this.beside = [];
    if (late) this.beside.push({ short: "late", title: "Days late", index: 6 });
    if (late || changed) this.beside.push({ short: "final", title: "Final score", index: 7 });
    /** The column that rows are sorted by: 0 the name, 1 the score, then those beside it, then the exercises. */
    this.by = 0;
    this.isDescending = false;
    this.first = 0;
    this.table = /** @type {HTMLTableElement} */ (element.querySelector("table"));
    this.find = /** @type {HTMLInputElement} */ (element.querySelector("[data-find]"));
    this.mistake = /** @type {HTMLSelectElement} */ (element.querySelector("[data-mistake]"));
    this.failed = /** @type {HTMLSelectElement} */ (element.querySelector("[data-failed]"));
    for (const [index, title] of mistakes.entries()) this.mistake.append(new Option(title, String(index)));
    for (const [index, [id]] of tasks.entries()) this.failed.append(new Option(id, String(index)));
    this.listen();
    this.head();
    this.show(0);
  }

  listen() {
    for (const control of [this.find, this.mistake, this.failed]) {
      control.addEventListener("input", () => this.show(0));
    }
    this.element.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button?.dataset.sort) this.sort(Number(button.dataset.sort));
      if (button?.dataset.page) this.turn(Number(button.dataset.page));
    });
    document.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-show]") : null;
      if (button instanceof HTMLElement) this.filter(button.dataset.show ?? "");
    });
    const nameless = this.element.querySelector("[data-nameless]");
    nameless?.addEventListener("input", () => document.body.classList.toggle("nameless"));
    window.addEventListener("beforeprint", () => this.beginPrint());
    window.addEventListener("afterprint", () => this.endPrint());
  }

  /** Shows the students who make a mistake. @param {string} title */
  filter(title) {
    this.mistake.value = String(this.data.mistakes.indexOf(title));
    this.show(0);
    this.mistake.focus();
    this.element.scrollIntoView();
  }

  /** Shows all rows in tables that are not too wide for paper, with headings of text, as it has those on each page. */
  beginPrint() {
    this.show(0, Infinity);
    for (const button of this.element.querySelectorAll("thead button")) {
      button.replaceWith(button.textContent ?? "");
    }
    const { table } = this;
    table.after(...this.columnsOnPaper().map((columns) => partOf(table, columns)));
    table.hidden = true;
  }

  endPrint() {
    for (const part of this.element.querySelectorAll("table ~ table")) part.remove();
    this.table.hidden = false;
    this.show(0);
    this.head();
  }

  /** Returns the indices of the columns of each table on paper: first what is told of students, then their exercises. */
  columnsOnPaper() {
    const count = this.data.tasks.length;
    const first = this.table.rows[0].cells.length - count;
    const told = [...Array(first).keys()];
    const exercises = Array.from({ length: count }, (_, index) => first + index);
    if (count <= MOST_BESIDE_NOTES) return [[...told, ...exercises]];
    const tables = Math.ceil(count / MOST_ON_PAPER);
    const size = Math.ceil(count / tables);
    const parts = Array.from({ length: tables }, (_, index) => exercises.slice(index * size, (index + 1) * size));
    return [told, ...parts.map((part) => [0, 1, ...part])];
  }

  /** Makes the headings. */
  head() {
    const headings = [
      { short: "student", title: "Student" },
      { short: "points", title: `Points of ${this.data.maximum}` },
      ...this.beside,
    ];
    const exercises = this.data.tasks.map(([id, title, , short]) => {
      return { short, title: `${id}: ${title}` };
    });
    const sorting = [...headings, ...exercises].map(sortingCell);
    const row = document.createElement("tr");
    for (const cell of sorting.slice(1, headings.length)) cell.classList.add("narrow");
    row.append(...sorting.slice(0, headings.length));
    // What tells most about a student stands before the exercises, as these may be many.
    if (this.data.changed) row.append(made("th", "", "override"));
    row.append(made("th", "notes", "mistakes, notes"));
    row.append(...sorting.slice(headings.length));
    this.element.querySelector("thead")?.replaceChildren(row);
  }

  /** @param {number} column */
  sort(column) {
    // At first the greatest score stands above, and all else begins with the least.
    this.isDescending = column === this.by ? !this.isDescending : column === 1;
    this.by = column;
    this.show(0);
  }

  /** @param {number} pages forwards */
  turn(pages) {
    const first = this.first + pages * ROWS;
    if (first >= 0 && first < this.chosen().length) this.show(first);
  }

  /** Returns the students that the filters let through, in order. @returns {Student[]} */
  chosen() {
    const sign = this.isDescending ? -1 : 1;
    const students = this.data.students.filter((student) => this.isChosen(student));
    return students.sort((a, b) => {
      const byName = a[0].localeCompare(b[0]);
      const order = this.by === 0 ? byName : this.sortKey(a) - this.sortKey(b);
      return sign * order || byName;
    });
  }

  /** Returns whether the filters let a student through. @param {Student} student */
  isChosen([name, , points, mistakes]) {
    const { mistake, failed } = this;
    if (!bare(name).includes(bare(this.find.value.trim()))) return false;
    if (mistake.value !== "" && !mistakes.includes(Number(mistake.value))) return false;
    if (failed.value === "") return true;
    const exercise = Number(failed.value);
    const [, , worth] = this.data.tasks[exercise];
    return (points[exercise] ?? -1) < worth;
  }

  /** Returns the number that a student is sorted by; -1 for none. @param {Student} student */
  sortKey(student) {
    const [, score, points] = student;
    if (this.by === 1) return score ?? -1;
    const beside = this.beside[this.by - 2];
    if (beside) return student[beside.index] ?? -1;
    return points[this.by - 2 - this.beside.length] ?? -1;
  }

  /** Shows some rows. @param {number} first @param {number} [most] */
  show(first, most = ROWS) {
    this.first = first;
    const chosen = this.chosen();
    const students = chosen.slice(first, first + most);
    const rows = students.map((student) => this.row(student));
    this.element.querySelector("tbody")?.replaceChildren(...rows);
    const [from, to, all] = [first + 1, first + rows.length, chosen.length].map(grouped);
    const range = `${from}–${to} of ${all}`;
    write(this.element, "[data-many]", rows.length ? range : "no students");
    const headings = this.element.querySelectorAll("th[scope='col']");
    headings.forEach((cell, column) => {
      const order = this.isDescending ? "descending" : "ascending";
      if (column === this.by) cell.setAttribute("aria-sort", order);
      else cell.removeAttribute("aria-sort");
    });
    for (const button of this.element.querySelectorAll("[data-page]")) {
      const target = first + Number(button.getAttribute("data-page")) * ROWS;
      const isOutside = target < 0 || target >= chosen.length;
      button.setAttribute("aria-disabled", String(isOutside));
    }
  }

  /** Makes the row of a student. @param {Student} student */
  row(student) {
    const [name, score, points, mistakes, report, note, , , override] = student;
    const row = document.createElement("tr");
    row.append(nameCell(name, report), made("td", "score", String(score ?? NOTHING)));
    for (const { index } of this.beside) {
      row.append(made("td", "score", String(student[index] ?? NOTHING)));
    }
    if (this.data.changed) row.append(made("td", "notes", override));
    const notes = [...mistakes.map((index) => this.data.mistakes[index]), note];
    row.append(made("td", "notes", notes.filter(Boolean).join("; ")));
    for (const [index, [, , worth]] of this.data.tasks.entries()) {
      row.append(pointsCell(points[index] ?? null, worth));
    }
    return row;
  }
}

/** Makes a table of some columns of another. @param {HTMLTableElement} table @param {number[]} columns */
function partOf(table, columns) {
  const part = /** @type {HTMLTableElement} */ (table.cloneNode(false));
  if (table.caption) part.append(table.caption.cloneNode(true));
  for (const section of [table.tHead, ...table.tBodies]) {
    if (!section) continue;
    const rows = [...section.rows].map((row) => {
      const copy = row.cloneNode(false);
      for (const column of columns) copy.appendChild(row.cells[column].cloneNode(true));
      return copy;
    });
    const copies = section.cloneNode(false);
    for (const row of rows) copies.appendChild(row);
    part.append(copies);
  }
  return part;
}

/** Makes the heading of a column that rows can be sorted by.
 * @param {{short: string, title: string}} heading
 * @param {number} column
 */
function sortingCell({ short, title }, column) {
  const button = made("button", "", short);
  button.setAttribute("type", "button");
  button.setAttribute("data-sort", String(column));
  button.setAttribute("title", title);
  button.setAttribute("aria-label", `Sort by ${title}`);
  const cell = made("th", "");
  cell.setAttribute("scope", "col");
  cell.append(button);
  return cell;
}

/** Makes the heading of a row. @param {string} name @param {string} report its address, or "" */
function nameCell(name, report) {
  const cell = made("th", "");
  cell.setAttribute("scope", "row");
  cell.setAttribute("data-name", "");
  const text = made("bdi", "", name);
  let label = text;
  if (report) {
    label = made("a", "");
    label.setAttribute("href", report);
    label.append(text);
  }
  // A row needs a heading that is no name, too, where names are hidden.
  cell.append(label, made("span", "nobody", "name hidden"));
  return cell;
}

/** Makes the cell of an exercise. @param {number | null} earned @param {number} worth */
function pointsCell(earned, worth) {
  if (earned === null) return made("td", "", NOTHING);
  if (earned >= worth) return made("td", "full", "✓");
  return made("td", earned > 0 ? "part" : "none", String(earned));
}

/** Returns a number as the rest of the page has it: 2,001. @param {number} number */
const grouped = (number) => number.toLocaleString("en");

/** Returns a text as it is looked for: "bjorn" finds Björn. @param {string} text */
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const matrix = document.getElementById("matrix");
if (matrix) new Matrix(matrix);
