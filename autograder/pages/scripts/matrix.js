// @ts-check
"use strict";

/** A student: name, score, points of each exercise, numbers of mistakes, the own page, a note, days late, the final score,
 * overrides.
 * @typedef {[string, number | null, (number | null)[], number[], string, string, number | null, number | null, string]} Student */
/** Exercises with title, worth and a short name, titles of mistakes, whether some are late or changed, students.
 * @typedef {{tasks: [string, string, number, string][], mistakes: string[], late: boolean, changed: boolean, students: Student[]}} Class */

const ROWS = 100;

/** The table of a class: sorted, filtered, and shown so many rows at a time. */
class Matrix {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Class} */
    this.data = JSON.parse(element.querySelector("script")?.textContent ?? "null");
    this.maximum = this.data.tasks.reduce((sum, task) => sum + task[2], 0);
    /** Columns beside the score: their short and their long title, and where in a student they stand. @type {[string, string, 6 | 7][]} */
    this.more = [];
    if (this.data.late) this.more.push(["late", "Days late", 6]);
    if (this.data.late || this.data.changed) this.more.push(["final", "Final score", 7]);
    /** The column that rows are sorted by: 0 the name, 1 the score, then those beside it, then the exercises. */
    this.by = 0;
    this.down = false;
    this.first = 0;
    this.find = /** @type {HTMLInputElement} */ (element.querySelector("[data-find]"));
    this.mistake = /** @type {HTMLSelectElement} */ (element.querySelector("[data-mistake]"));
    this.failed = /** @type {HTMLSelectElement} */ (element.querySelector("[data-failed]"));
    this.data.mistakes.forEach((title, place) => this.mistake.append(new Option(title, String(place))));
    this.data.tasks.forEach(([id], place) => this.failed.append(new Option(id, String(place))));
    for (const control of [this.find, this.mistake, this.failed]) control.addEventListener("input", () => this.show(0));
    element.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.sort) this.sort(Number(button.dataset.sort));
      if (button?.dataset.page) this.turn(Number(button.dataset.page));
    });
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-show]") : null;
      if (button instanceof HTMLElement) this.filter(button.dataset.show ?? "");
    });
    element.querySelector("[data-nameless]")?.addEventListener("input", () => document.body.classList.toggle("nameless"));
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    this.head();
    this.show(0);
  }

  /** Shows the students who make a mistake. @param {string} title */
  filter(title) {
    this.mistake.value = String(this.data.mistakes.indexOf(title));
    this.show(0);
    this.mistake.focus();
    this.element.scrollIntoView();
  }

  /** Paper has all rows, and headings of text, as those are repeated on each page. @param {boolean} begins */
  print(begins) {
    this.show(0, begins ? Infinity : ROWS);
    if (!begins) this.head();
    for (const button of begins ? this.element.querySelectorAll("thead button") : []) button.replaceWith(button.textContent ?? "");
  }

  head() {
    const titles = [["student", "Student"], ["points", `Points of ${this.maximum}`], ...this.more, ...this.data.tasks.map(([id, title, , short]) => [short, `${id}: ${title}`])];
    const row = document.createElement("tr");
    titles.forEach(([text, title], place) => {
      const cell = made("th", "");
      cell.setAttribute("scope", "col");
      const button = made("button", "", text);
      button.setAttribute("type", "button");
      button.setAttribute("data-sort", String(place));
      button.setAttribute("title", title);
      button.setAttribute("aria-label", `Sort by ${title}`);
      cell.append(button);
      row.append(cell);
    });
    if (this.data.changed) row.append(made("th", "", "override"));
    row.append(made("th", "", "mistakes, notes"));
    this.element.querySelector("thead")?.replaceChildren(row);
  }

  /** @param {number} by */
  sort(by) {
    this.down = by === this.by ? !this.down : by === 1;
    this.by = by;
    this.show(0);
  }

  /** @param {number} pages */
  turn(pages) {
    const first = this.first + pages * ROWS;
    if (first >= 0 && first < this.chosen().length) this.show(first);
  }

  /** The students that the filters let through, in order. @returns {Student[]} */
  chosen() {
    const find = bare(this.find.value.trim());
    const { mistake, failed } = this;
    const kept = this.data.students.filter(
      ([name, , points, mistakes]) =>
        bare(name).includes(find) &&
        (mistake.value === "" || mistakes.includes(Number(mistake.value))) &&
        (failed.value === "" || (points[Number(failed.value)] ?? -1) < this.data.tasks[Number(failed.value)][2]),
    );
    /** @param {Student} student */
    const key = (student) => {
      const beside = this.more[this.by - 2];
      return (this.by === 1 ? student[1] : beside ? student[beside[2]] : student[2][this.by - 2 - this.more.length]) ?? -1;
    };
    const sign = this.down ? -1 : 1;
    return kept.sort((a, b) => sign * (this.by === 0 ? a[0].localeCompare(b[0]) : key(a) - key(b)) || a[0].localeCompare(b[0]));
  }

  /** @param {number} first @param {number} [most] */
  show(first, most = ROWS) {
    this.first = first;
    const chosen = this.chosen();
    const rows = chosen.slice(first, first + most);
    this.element.querySelector("tbody")?.replaceChildren(...rows.map((student) => this.row(student)));
    const many = this.element.querySelector("[data-many]");
    if (many) many.textContent = rows.length ? `${first + 1}–${first + rows.length} of ${chosen.length}` : "nobody";
    this.element.querySelectorAll("th[scope='col']").forEach((cell, place) => {
      if (place === this.by) cell.setAttribute("aria-sort", this.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    });
    for (const button of this.element.querySelectorAll("[data-page]")) {
      const to = first + Number(button.getAttribute("data-page")) * ROWS;
      button.setAttribute("aria-disabled", String(to < 0 || to >= chosen.length));
    }
  }

  /** @param {Student} student */
  row(student) {
    const [name, score, points, mistakes, report, note, , , override] = student;
    const row = document.createElement("tr");
    const head = made("th", "");
    head.setAttribute("scope", "row");
    head.setAttribute("data-name", "");
    const named = made("bdi", "", name);
    if (report) {
      const link = made("a", "");
      link.setAttribute("href", report);
      link.append(named);
      head.append(link);
    } else head.append(named);
    row.append(head, made("td", "score", score === null ? "–" : String(score)));
    for (const [, , place] of this.more) row.append(made("td", "score", String(student[place] ?? "–")));
    this.data.tasks.forEach(([, , worth], place) => {
      const earned = points[place] ?? null;
      const kind = earned === null ? "" : earned >= worth ? "full" : earned > 0 ? "part" : "none";
      row.append(made("td", kind, earned === null ? "–" : kind === "full" ? "✓" : String(earned)));
    });
    if (this.data.changed) row.append(made("td", "notes", override));
    row.append(made("td", "notes", [...mistakes.map((place) => this.data.mistakes[place]), note].filter(Boolean).join("; ")));
    return row;
  }
}

/** A text as it is looked for: "bjorn" finds Björn. @param {string} text */
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const matrix = document.getElementById("matrix");
if (matrix) new Matrix(matrix);
