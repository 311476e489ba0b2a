// @ts-check
"use strict";

/** The trees of a page, one after the other: those of a lesson, or a single one. */
class Lesson {
  /** @param {string} written in the page: a tree, or a lesson with several */
  constructor(written) {
    const page = JSON.parse(written);
    /** As they are written in the page. @type {any[]} */
    this.trees = page.lesson ?? [page];
    /** The index of the tree that is shown. @type {number} */
    this.at = page.at_tree ?? 0;
    /** The addresses of trees as they were left. @type {Map<number, string>} */
    this.left = new Map();
  }

  /** Whether there are several trees. */
  get isLesson() {
    return this.trees.length > 1;
  }

  /** The tree that is shown, as it is written in the page. @returns {any} */
  get present() {
    return this.trees[this.at];
  }

  /** Says which tree is shown, without its title. @param {string} title of a page of one tree */
  heading(title) {
    if (!this.isLesson) return title;
    return say("script_lesson", "heading", { number: this.at + 1, count: this.trees.length });
  }

  /** Returns whether there is a tree before or behind the one that is shown. @param {number} by -1 or 1 */
  has(by) {
    return this.at + by in this.trees;
  }

  /** Takes over which tree an address is of. @param {URLSearchParams} options */
  read(options) {
    const at = Number(options.get("lesson")) - 1;
    if (at in this.trees) this.at = at;
  }

  /** Goes to another tree. Returns the address of how it was left.
   * @param {number} at
   * @param {string} address of the one that is shown
   */
  turn(at, address) {
    this.left.set(this.at, address);
    this.at = at;
    return this.left.get(at) ?? `#lesson=${at + 1}`;
  }

  /** Shows which tree it is, and what to look at in it. */
  show() {
    write(document, "[data-sentence]", this.present.sentence ?? "");
    for (const [index, chip] of document.querySelectorAll("[data-tree]").entries()) {
      if (index === this.at) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    }
  }

  /** Returns what a page is saved with that begins with a tree as it is now. @param {any} now */
  saved(now) {
    if (!this.isLesson) return now;
    const { at } = this;
    const { sentence } = this.present;
    return { lesson: this.trees.map((tree, index) => (index === at ? { ...now, sentence } : tree)), at_tree: at };
  }
}
