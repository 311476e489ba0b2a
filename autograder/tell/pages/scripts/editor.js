// @ts-check
"use strict";

/** How far a node is dragged before it moves, in pixels. */
const SHORTEST_DRAG = 8;
/** What may become a number as it is typed on. */
const BEGUN_NUMBER = /^[-+−–]?([.,]?|[\d.,]+e[-+]?|in?|infin?|infinit?)$/i;
/** What the buttons do to the node that is chosen, by keys that are pressed with Alt. */
const EDIT_OF_KEY = { ArrowDown: "add", Delete: "remove", Backspace: "remove" };
/** The value of a leaf that is new. */
const NEW_LEAF = { value: 0, label: "0" };

/** What changes the tree of a lecture by its nodes: leaves that are typed into, nodes that are moved, added and taken away. */
class Editor {
  /** @param {Lecture} lecture */
  constructor(lecture) {
    this.lecture = lecture;
    /** The node that the buttons are about. */
    this.chosen = 0;
    /** Whether the leaf that has the focus was changed. */
    this.isEdited = false;
  }

  get nodes() {
    return this.lecture.nodes;
  }

  get boxes() {
    return this.lecture.board.boxes;
  }

  /** Makes what is pressed or typed into at a node. @param {number} node @returns {HTMLElement} */
  inside(node) {
    const { children, name } = this.nodes[node];
    const inside = children.length ? made("button", "", brief(name)) : this.input(node);
    inside.addEventListener("keydown", (event) => this.key(node, event));
    inside.addEventListener("focus", () => this.choose(node));
    inside.addEventListener("click", () => this.choose(node)); // not every browser gives a button the focus
    return inside;
  }

  /** Chooses the node that the buttons are about. @param {number} node */
  choose(node) {
    this.chosen = node;
    for (const [index, box] of this.boxes.entries()) {
      box.toggleAttribute("data-chosen", index === node);
    }
    const { name } = this.nodes[node];
    write(document, "[data-name]", name);
    write(document, "[data-scope] [value='one']", say("script_editor", "node alone", { name }));
    this.lecture.enable("remove", node > 0);
  }

  /** Gives a node the focus. @param {number} node */
  focus(node) {
    const inside = this.boxes[node]?.querySelector(".inside");
    if (inside instanceof HTMLElement) inside.focus();
  }

  // --- The values of leaves ---

  /** Makes the field for a leaf's value. @param {number} leaf */
  input(leaf) {
    const text = this.textOf(leaf);
    const input = wide(document.createElement("input"), text);
    Object.assign(input, { value: text, autocomplete: "off", spellcheck: false });
    input.addEventListener("input", () => this.edit(leaf, input));
    input.addEventListener("focus", () => {
      input.select();
      this.isEdited = false;
    });
    input.addEventListener("blur", () => this.settle(leaf, input));
    return input;
  }

  /** Returns what stands in a leaf. @param {number} leaf */
  textOf(leaf) {
    const { value, label } = this.nodes[leaf];
    return Number.isNaN(value) ? label : shown(value);
  }

  /** Gives a leaf the value that was typed; what is no number changes nothing.
   * @param {number} leaf
   * @param {HTMLInputElement} input
   */
  edit(leaf, input) {
    const value = worth(input.value);
    const isNumber = !Number.isNaN(value);
    input.setAttribute("aria-invalid", String(!isNumber));
    wide(input, input.value);
    this.lecture.board.fit();
    if (isNumber) {
      // All that is typed into a leaf at a time is one change.
      this.lecture.changeLeaf(leaf, value, this.isEdited);
      this.isEdited = true;
    } else if (BEGUN_NUMBER.test(input.value.trim())) this.lecture.refuse("");
    else this.refuse(leaf, input.value);
  }

  /** Leaves a leaf's field: what is no number is told, and gives way to the leaf's value.
   * @param {number} leaf
   * @param {HTMLInputElement} input
   */
  settle(leaf, input) {
    if (!this.boxes[leaf]?.contains(input)) return; // the tree is drawn anew
    const text = this.textOf(leaf);
    if (input.value === text) return;
    if (Number.isNaN(worth(input.value))) this.refuse(leaf, input.value);
    input.value = text;
    input.removeAttribute("aria-invalid");
    wide(input, text);
    this.lecture.board.fit();
  }

  /** Says that a leaf keeps its value. @param {number} leaf @param {string} typed */
  refuse(leaf, typed) {
    const { name } = this.nodes[leaf];
    const mistake = numberMistake(typed);
    if (!mistake) return;
    const { reason, text, commaless } = mistake;
    this.lecture.refuse(say("script_editor", reason, { name, value: this.textOf(leaf), text, commaless }));
  }

  // --- The nodes ---

  /** Changes a node by a key. @param {number} node @param {KeyboardEvent} event */
  key(node, event) {
    const shift = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const change = { ArrowDown: -1, ArrowUp: 1 }[event.key];
    const action = EDIT_OF_KEY[/** @type {keyof typeof EDIT_OF_KEY} */ (event.key)];
    const { value, parent } = this.nodes[node];
    const typed = event.target;
    if (event.altKey && (shift || action)) {
      event.preventDefault();
      event.stopPropagation();
      const siblings = this.nodes[Math.max(0, parent)].children;
      if (shift) this.move(node, siblings.indexOf(node) + shift);
      else this.lecture.act(action);
    } else if (change && typed instanceof HTMLInputElement && Number.isFinite(value)) {
      event.preventDefault();
      typed.value = String(value + change);
      this.edit(node, typed);
    }
  }

  /** Gives the chosen node one more child. A leaf passes its value down to it. */
  add() {
    const parent = this.chosen; // drawing the tree anew chooses the root
    const nodes = structuredClone(this.nodes);
    const node = nodes[parent];
    const { value, label } = node.children.length ? NEW_LEAF : node;
    nodes.push({ ...node, name: "", own: false, children: [], value, label });
    node.children.push(nodes.length - 1);
    if (!this.lecture.rearrange(nodes)) return;
    const { children } = this.nodes[parent];
    this.focus(children[children.length - 1]);
  }

  /** Takes the chosen node away, with all that is below it. A node without children is a
   * leaf, and has the value of the last child if that was one.
   */
  remove() {
    const { parent } = this.nodes[this.chosen];
    if (parent < 0) {
      this.lecture.refuse(say("script_editor", "root"));
      return;
    }
    const nodes = structuredClone(this.nodes);
    const { children, value, label } = nodes[this.chosen];
    const siblings = nodes[parent].children;
    const index = siblings.indexOf(this.chosen);
    siblings.splice(index, 1);
    const leaf = children.length ? NEW_LEAF : { value, label };
    if (!siblings.length) Object.assign(nodes[parent], leaf);
    if (!this.lecture.rearrange(nodes)) return;
    const left = this.nodes[parent].children;
    this.focus(left[Math.min(index, left.length - 1)] ?? parent);
  }

  /** Moves a node to another index among its siblings. @param {number} node @param {number} index */
  move(node, index) {
    const { parent } = this.nodes[node];
    if (parent < 0) return;
    const nodes = structuredClone(this.nodes);
    const siblings = nodes[parent].children;
    if (index < 0 || index >= siblings.length || siblings[index] === node) return;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.splice(index, 0, node);
    if (!this.lecture.rearrange(nodes)) return;
    // The nodes have other numbers now, but none above the siblings has.
    this.focus(this.nodes[parent].children[index]);
  }

  /** Lets a node be dragged to another place among its siblings.
   * @param {number} node
   * @param {HTMLElement} box
   * @param {PointerEvent} start
   */
  drag(node, box, start) {
    const siblings = this.nodes[this.nodes[node].parent].children;
    /** @param {PointerEvent} event */
    const shift = (event) => event.clientX - start.clientX;
    /** @param {PointerEvent} event */
    const isDragged = (event) => Math.abs(shift(event)) > SHORTEST_DRAG;
    /** @param {PointerEvent} event */
    const onMove = (event) => {
      box.classList.toggle("dragged", isDragged(event));
      box.style.translate = `${shift(event)}px`;
    };
    const over = new AbortController();
    /** @param {PointerEvent} event */
    const onEnd = (event) => {
      over.abort();
      box.style.translate = "";
      box.classList.remove("dragged");
      if (event.type === "pointerup" && isDragged(event)) {
        this.move(node, this.nearest(siblings, event.clientX));
      }
    };
    document.addEventListener("pointermove", onMove, over);
    document.addEventListener("pointerup", onEnd, over);
    document.addEventListener("pointercancel", onEnd, over);
  }

  /** Returns the index of the node whose box is nearest. @param {number[]} nodes @param {number} x */
  nearest(nodes, x) {
    const distances = nodes.map((node) => {
      const { left, width } = this.boxes[node].getBoundingClientRect();
      return Math.abs(left + width / 2 - x);
    });
    return distances.indexOf(Math.min(...distances));
  }
}
