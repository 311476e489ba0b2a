// @ts-check
"use strict";

/** What was shown before each change, and after each that was undone. @template T */
class Changes {
  constructor() {
    /** @type {T[]} */
    this.past = [];
    /** @type {T[]} */
    this.future = [];
  }

  /** Keeps what a change is about to replace. @param {T} before */
  add(before) {
    this.past.push(before);
    this.future = [];
  }

  /** Returns what was shown before the last change, if there is one. @param {T} now what is shown */
  undo(now) {
    const before = this.past.pop();
    if (before !== undefined) this.future.push(now);
    return before;
  }

  /** Returns what the last undo replaced, if there is one. @param {T} now what is shown */
  redo(now) {
    const after = this.future.pop();
    if (after !== undefined) this.past.push(now);
    return after;
  }
}
