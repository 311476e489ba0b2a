// @ts-check
"use strict";

/** What is shown. by: whether a step is a leaf or a line. at: how many steps are over. ask: stop before each cutoff.
 * guess: of an aspiration search, with its epsilon. within: the rule of its passes.
 * @typedef {{guess?: [number, number], within?: string, tree: Nested, players: ("MAX" | "MIN")[], window: [number, number], rule: string, by: string, at: number, windows: boolean, ask: boolean}} Shown */
/** A place where the search can be halted: so many lines are over, and whether the next one, a cutoff, is asked for.
 * @typedef {{over: number, asked: boolean}} Stop */

const MOST_LEAVES = 200;
const MOST_PLIES = 40;

/** The lecture's page: a tree that is searched step by step, and may be changed at any time. */
class Lecture {
  constructor() {
    this.board = new Board(field("stage", HTMLElement), { largest: 30, below: 48 }, (node) => this.inside(node));
    this.said = field("said", HTMLElement);
    this.source = field("source", HTMLTextAreaElement);
    this.first = document.querySelector("script[type='application/json']");
    /** @type {Shown} */
    this.shown = { by: "leaf", at: 0, windows: true, ask: false, ...this.kept() };
    /** @type {GameNode[]} */
    this.nodes = [];
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Stop[]} */
    this.stops = [];
    this.listen();
    this.open();
    window.addEventListener("hashchange", () => this.address() !== location.hash && this.open());
  }

  /** What is written in the page itself. @returns {any} */
  kept() {
    const { window: ends, guess, ...rest } = JSON.parse(this.first?.textContent ?? "{}");
    if (guess) RULES.aspiration = { ...RULES[rest.within], first: [guess[0] - guess[1], guess[0] + guess[1]] };
    return { ...rest, guess, window: ends.map(worth) };
  }

  /** Shows what the address says, and what is wrong with it. */
  open() {
    const wrong = this.read();
    this.plant();
    if (wrong) this.complain(wrong);
  }

  /** Takes over what the address says; what is no tree or no number there is passed over. @returns {unknown} what is wrong */
  read() {
    let wrong;
    const said = new URLSearchParams(location.hash.slice(1));
    try {
      const tree = JSON.parse(said.get("tree") ?? "null");
      const players = said.get("players")?.split(",") ?? this.shown.players;
      const ends = said.get("window")?.split(",").map(worth) ?? this.shown.window;
      if (!players.every((player) => player === "MAX" || player === "MIN")) throw new SyntaxError("players are MAX and MIN");
      if (ends.length !== 2 || !(ends[0] < ends[1])) throw new SyntaxError("alpha must be less than beta");
      if (tree !== null) this.checked(planted(tree, /** @type {any} */ (players)));
      Object.assign(this.shown, { tree: tree ?? this.shown.tree, players, window: ends });
    } catch (error) {
      wrong = error;
    }
    const { rule, by, at } = Object.fromEntries(said);
    if (Object.hasOwn(RULES, rule)) this.shown.rule = rule;
    if (by === "leaf" || by === "line") this.shown.by = by;
    if (at) this.shown.at = Math.trunc(Number(at)) || 0;
    for (const name of /** @type {const} */ (["windows", "ask"])) if (said.has(name)) this.shown[name] = said.get(name) === "1";
    return wrong;
  }

  /** The part of the address that says all of what is shown. */
  address() {
    const { tree, players, window: ends, rule, by, at, windows, ask } = this.shown;
    const said = { tree: JSON.stringify(tree), players: players.join(), window: ends.map(plain).join(), rule, by, at, windows: Number(windows), ask: Number(ask) };
    return `#${Object.entries(said).map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%2C/g, ",")}`).join("&")}`;
  }

  /** @param {GameNode[]} nodes */
  checked(nodes) {
    const leaves = nodes.filter((node) => !node.children.length).length;
    const plies = Math.max(...nodes.map(({ ply }) => ply));
    if (plies > MOST_PLIES) throw new SyntaxError(`the tree has ${plies} plies; at most ${MOST_PLIES} can be shown`);
    if (leaves > MOST_LEAVES) throw new SyntaxError(`the tree has ${leaves} leaves; at most ${MOST_LEAVES} can be shown`);
    return nodes;
  }

  /** @param {unknown} error */
  complain(error) {
    this.said.textContent = `This is no tree: ${error instanceof Error ? error.message : error}. Nothing was changed.`;
  }

  /** Draws the tree anew. */
  plant() {
    this.nodes = planted(this.shown.tree, this.shown.players);
    this.source.value = JSON.stringify(this.shown.tree);
    this.board.plant(this.nodes);
    for (const [node, box] of this.board.boxes.entries()) if (node) box.addEventListener("pointerdown", (event) => this.drag(node, box, event));
    this.search();
  }

  /** @param {number} node @returns {HTMLElement} */
  inside(node) {
    const { children, name, value, label } = this.nodes[node];
    const text = Number.isNaN(value) ? label : shown(value);
    const inside = children.length ? made("button", "", brief(name)) : wide(document.createElement("input"), text);
    if (inside instanceof HTMLInputElement) {
      Object.assign(inside, { value: text, autocomplete: "off", spellcheck: false });
      inside.addEventListener("input", () => this.edit(node, inside));
      inside.addEventListener("focus", () => inside.select());
    }
    inside.addEventListener("keydown", (event) => this.key(node, /** @type {KeyboardEvent} */ (event)));
    return inside;
  }

  /** Searches anew by each rule, and shows the one that is chosen. */
  search() {
    const { window: ends, rule, by, ask, at } = this.shown;
    const isOver = this.stops.length > 1 && at === this.stops.length - 1;
    for (const row of document.querySelectorAll("[data-rule]")) {
      const steps = searched(this.nodes, ends, RULES[row.getAttribute("data-rule") ?? ""]);
      const looks = steps.filter(({ kind }) => kind === "look");
      const cells = row.querySelectorAll("[data-count], [data-returns]");
      cells[0].textContent = String(looks.length);
      cells[1].textContent = looks.some(({ node }) => Number.isNaN(this.nodes[node].value)) ? "not defined" : shown(steps[steps.length - 1].v);
      const choice = row.querySelector("input");
      if (choice) choice.checked = row.getAttribute("data-rule") === rule;
    }
    this.steps = searched(this.nodes, ends, RULES[rule]);
    this.stops = [{ over: 0, asked: false }];
    this.steps.forEach(({ kind }, place) => {
      const asks = ask && this.steps[place + 1]?.kind === "cutoff";
      const last = place === this.steps.length - 1;
      if (asks || last || by === "line" || kind === "look" || kind === "cutoff") this.stops.push({ over: place + 1, asked: asks });
    });
    if (isOver) this.shown.at = this.stops.length - 1; // so that a change is seen at once
    this.show();
  }

  /** Shows what is known after the steps that are over. */
  show() {
    const { shown: now, nodes } = this;
    now.at = Math.max(0, Math.min(now.at, this.stops.length - 1));
    const { over, asked } = this.stops[now.at];
    const before = this.steps.slice(0, over);
    const past = before.slice(before.findLastIndex(({ kind, node }) => !node && (kind === "call" || kind === "look"))); // its last pass
    const visits = past.flatMap(({ kind, node }) => (kind === "look" ? [node] : []));
    const cut = past.flatMap((step) => step.cut ?? []);
    const pruned = new Set(leavesBelow(nodes, cut));
    const current = past[past.length - 1];
    const open = new Map(past.filter(({ kind }) => kind !== "look").map((step) => [step.node, step]));
    for (const node of nodes.keys()) {
      const step = open.get(node);
      const visit = visits.indexOf(node) + 1;
      const off = leavesBelow(nodes, [node]).every((leaf) => pruned.has(leaf));
      const value = step && step.kind !== "call" ? shown(step.v) : "";
      const ends = step && RULES[now.rule].windowed !== false && now.windows ? `(${shown(step.alpha)}, ${shown(step.beta)})` : "";
      const what = visit ? `visit ${visit}` : off ? "pruned" : step?.kind === "return" ? `returns ${value}` : value && `best value so far ${value}`;
      this.board.mark(node, {
        label: [described(nodes, node), what, ends && `window ${ends}`].filter(Boolean).join(", "),
        state: visit ? "visited" : off ? "pruned" : "",
        now: node === current?.node,
        value,
        window: ends,
        badge: visit ? String(visit) : "",
        off,
        cut: cut.includes(node),
      });
    }
    this.said.textContent = current ? sentence(nodes, current, RULES[now.rule]) + (asked ? " What is next?" : "") : `${nodes[0].children.length ? `${nodes[0].player} moves at ${nodes[0].name}. ` : ""}Nothing is searched yet.`;
    write(document, "[data-at]", `step ${now.at} of ${this.stops.length - 1}`);
    enumerate("[data-visits]", visits.map((leaf) => nodes[leaf].name), "none yet");
    for (const name of /** @type {const} */ (["windows", "ask"])) field(name, HTMLInputElement).checked = now[name];
    field("by", HTMLSelectElement).value = now.by;
    const turns = field("players", HTMLSelectElement);
    if (![...turns.options].some(({ value }) => value === now.players.join())) turns.append(new Option(now.players.join(", "), now.players.join()));
    turns.value = now.players.join();
    ["alpha", "beta"].forEach((name, place) => {
      const end = field(name, HTMLInputElement);
      if (end !== document.activeElement) end.value = shown(now.window[place]);
    });
    for (const button of document.querySelectorAll("[data-go]")) {
      const end = ["first", "back"].includes(button.getAttribute("data-go") ?? "") ? 0 : this.stops.length - 1;
      button.setAttribute("aria-disabled", String(now.at === end));
    }
    history.replaceState(null, "", this.address());
    if (this.first) this.first.textContent = JSON.stringify({ ...now, window: now.window.map(plain) }).replace(/</g, "\\u003c");
  }

  /** @param {string} where */
  go(where) {
    const { at } = this.shown;
    this.shown.at = { first: 0, back: at - 1, on: at + 1, last: Infinity }[where] ?? at;
    this.show();
    const { over } = this.stops[this.shown.at];
    if (over) this.board.reach(this.steps[over - 1].node);
  }

  /** Gives a leaf the value that was typed; what is no number yet changes nothing. @param {number} node @param {HTMLInputElement} typed */
  edit(node, typed) {
    const value = worth(typed.value);
    typed.setAttribute("aria-invalid", String(Number.isNaN(value)));
    wide(typed, typed.value);
    if (Number.isNaN(value)) return;
    Object.assign(this.nodes[node], { value, label: shown(value) });
    this.shown.tree = written(this.nodes);
    this.source.value = JSON.stringify(this.shown.tree);
    this.search();
  }

  /** @param {number} node @param {KeyboardEvent} event */
  key(node, event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowDown: -1, ArrowUp: 1 }[event.key];
    const typed = event.target;
    if (event.altKey && by) {
      event.preventDefault();
      event.stopPropagation();
      const siblings = this.nodes[Math.max(0, this.nodes[node].parent)].children;
      this.move(node, siblings.indexOf(node) + by);
    } else if (up && typed instanceof HTMLInputElement && Number.isFinite(this.nodes[node].value)) {
      event.preventDefault();
      typed.value = String(this.nodes[node].value + up);
      this.edit(node, typed);
    }
  }

  /** Puts a node to another place among its siblings. @param {number} node @param {number} place */
  move(node, place) {
    const { parent } = this.nodes[node];
    const siblings = parent < 0 ? [] : this.nodes[parent].children;
    if (place < 0 || place >= siblings.length || siblings[place] === node) return;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.splice(place, 0, node);
    this.shown.tree = written(this.nodes);
    this.plant();
    const moved = this.board.boxes[this.nodes[parent].children[place]]; // nothing above the siblings has another number
    /** @type {HTMLElement | null | undefined} */ (moved.querySelector(".inside"))?.focus();
  }

  /** @param {number} node @param {HTMLElement} box @param {PointerEvent} start */
  drag(node, box, start) {
    const siblings = this.nodes[this.nodes[node].parent].children;
    /** @param {PointerEvent} event */
    const shift = (event) => event.clientX - start.clientX;
    /** @param {PointerEvent} event */
    const moves = (event) => {
      box.classList.toggle("dragged", Math.abs(shift(event)) > 8);
      box.style.translate = `${shift(event)}px`;
    };
    const over = new AbortController();
    /** @param {PointerEvent} event */
    const ends = (event) => {
      over.abort();
      box.style.translate = "";
      box.classList.remove("dragged");
      if (event.type !== "pointerup" || Math.abs(shift(event)) <= 8) return;
      const here = event.clientX;
      const middles = siblings.map((sibling) => this.board.boxes[sibling].getBoundingClientRect()).map(({ left, width }) => left + width / 2);
      const nearest = middles.reduce((best, middle, place) => (Math.abs(middle - here) < Math.abs(middles[best] - here) ? place : best), 0);
      this.move(node, nearest);
    };
    document.addEventListener("pointermove", moves, over);
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(kind, ends, over);
  }

  /** Takes another tree. @param {() => Nested} tree */
  take(tree) {
    try {
      const taken = tree();
      this.checked(planted(taken, this.shown.players));
      Object.assign(this.shown, { tree: taken, at: 0 });
      this.plant();
    } catch (error) {
      this.complain(error);
    }
  }

  /** The exercise that has this tree, as a file for a set. */
  exercise() {
    const { tree, players, window: ends, rule, guess, within } = this.shown;
    const turns = players.length === 2 && players[0] !== players[1];
    /** @type {Record<string, unknown>} */
    const fields = { title: document.querySelector("h1")?.textContent ?? "", tree, ...(turns ? { root: players[0].toLowerCase() } : { players }) };
    const other = { minimax: "minimax", "fail-hard": "minimax_ab", aspiration: "aspiration_search" }[rule];
    if (other) fields.interface = other;
    if (rule === "aspiration" && guess) [fields.guess, fields.epsilon] = guess;
    else if (ends.some(Number.isFinite) && rule !== "minimax") fields.window = ends.map(plain);
    if (rule === "strict" || (rule === "aspiration" && within === "strict")) fields.prune_when = "alpha > beta";
    return JSON.stringify(fields, null, 1);
  }

  /** This page as it is now. Its drawing is left out, as each page draws its own. */
  page() {
    const page = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
    const stage = made("div", "stage");
    stage.dataset.stage = "";
    page.querySelector("[data-stage]")?.replaceWith(stage);
    return `<!DOCTYPE html>\n${page.outerHTML}`;
  }

  /** @param {string} what */
  act(what) {
    if (what === "random") this.take(() => randomTree(3, 3));
    if (what === "use") this.take(() => JSON.parse(this.source.value));
    if (what === "export") save("exercise.json", this.exercise());
    if (what === "save") save("lecture.html", this.page());
    if (what === "full") document.documentElement.requestFullscreen?.();
  }

  listen() {
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.go) this.go(button.dataset.go);
      if (button?.dataset.do) this.act(button.dataset.do);
    });
    document.addEventListener("keydown", (event) => {
      const where = { ArrowLeft: "back", ArrowRight: "on", PageUp: "back", PageDown: "on", Home: "first", End: "last" }[event.key];
      const scrolls = event.target instanceof HTMLElement && event.target.matches(".scroll") && event.target.scrollWidth > event.target.clientWidth;
      const typing = scrolls || event.target instanceof HTMLElement && event.target.matches("input:not([type]), input[type='text'], textarea, select");
      if (!where || event.ctrlKey || event.altKey || event.metaKey || (typing && !event.key.startsWith("Page"))) return;
      event.preventDefault();
      this.go(where);
    });
    document.addEventListener("change", (event) => {
      const { shown: now } = this;
      const changed = event.target;
      if (!(changed instanceof HTMLInputElement || changed instanceof HTMLSelectElement)) return;
      if (changed.name === "rule") now.rule = changed.value;
      if (changed.matches("[data-by]")) now.by = changed.value;
      if (changed instanceof HTMLInputElement && changed.matches("[data-windows]")) now.windows = changed.checked;
      if (changed instanceof HTMLInputElement && changed.matches("[data-ask]")) now.ask = changed.checked;
      if (changed.matches("[data-players]")) {
        now.players = /** @type {any} */ (changed.value.split(","));
        this.plant();
      } else if (changed.matches("[data-alpha], [data-beta]")) this.narrow();
      else if (!changed.matches(".inside")) this.search();
    });
  }

  /** Takes the window that was typed, if it is one. */
  narrow() {
    const ends = ["alpha", "beta"].map((name) => worth(field(name, HTMLInputElement).value));
    if (ends[0] < ends[1]) {
      this.shown.window = [ends[0], ends[1]];
      this.search();
    } else this.said.textContent = "Alpha and beta are numbers, inf or -inf, and alpha is less than beta. Nothing was changed.";
  }
}

/** A complete tree with random utilities. @param {number} plies @param {number} branching @returns {Nested} */
function randomTree(plies, branching) {
  return plies ? Array.from({ length: branching }, () => randomTree(plies - 1, branching)) : Math.floor(Math.random() * 20);
}

new Lecture();
