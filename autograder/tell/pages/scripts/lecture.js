// @ts-check
"use strict";

/** What is shown.
 * @typedef {object} Shown
 * @property {Ends} [guess] of an aspiration search, with its epsilon
 * @property {string} [within] the rule of the passes of an aspiration search
 * @property {string} title
 * @property {Nested} tree
 * @property {Player[]} players
 * @property {Ends} window
 * @property {string} rule
 * @property {string} by whether a step is a "leaf" or a "line"
 * @property {number} at how many steps are over
 * @property {boolean} windows whether they are shown
 * @property {boolean} ask whether to stop before each cutoff
 * @property {boolean} code whether the text of the search is shown
 * @property {string} listing which one, of `LISTINGS`
 * @property {boolean} orders whether the orders of children, and the chart, are shown
 * @property {Order | ""} order of the children of all nodes; "" for another one
 * @property {Nested} given the tree in the order that was given
 * @property {boolean} rules whether the table that compares rules is open
 * @property {boolean} editor whether what changes the tree is open
 */

/** What an undo brings back.
 * @typedef {Pick<Shown, "tree" | "players" | "window" | "title" | "at" | "order" | "given">} Moment
 */

/** A place where the search can be halted.
 * @typedef {object} Stop
 * @property {number} over how many lines are over
 * @property {boolean} asked whether the next one, a cutoff, is asked for
 */

/** What a page is called until its search is over, as a title may be the answer. */
const TITLE_UNTIL_THE_END = say("script_lecture", "hidden title");
/** How a search is shown at first. */
const BEGINNING = {
  by: "leaf",
  at: 0,
  windows: true,
  ask: false,
  orders: false,
  rules: false,
  editor: false,
};
/** How wide a window is, in pixels, in which a large tree is seen as a whole at first. */
const WIDTH_FOR_OVERVIEW = 1000;
/** How wide the text of a search is, and a leaf in a tree beside it, in pixels. */
const WIDTH_OF_CODE = 440;
const WIDTH_OF_LEAF = 39;
/** How high the names of the leaves that were looked at are, in a row of them, in pixels. */
const HEIGHT_OF_VISITS = 36;
/** How much of the window what is told may fill, if it is to stay there while the tree is scrolled. */
const MOST_OF_WINDOW = 0.6;
const ORDERS = /** @type {const} */ (["given", "best", "worst", "shuffled"]);
const RANDOM_TITLE = say("script_lecture", "random title");
const TYPED_TITLE = say("script_lecture", "typed title");
/** Stands behind the title of a tree that was changed. */
const CHANGED = ` ${say("script_lecture", "changed")}`;
const MOST_LEAVES = 200;
const MOST_PLIES = 40;
/** The options of what is shown that are on or off. */
const SWITCHES = /** @type {const} */ (["windows", "ask", "code", "orders"]);
/** The parts of the page that are folded away until they are opened. */
const PANELS = /** @type {const} */ (["rules", "editor"]);
const STEP_OF_KEY = {
  ArrowLeft: "back",
  ArrowRight: "on",
  PageUp: "back",
  PageDown: "on",
  Home: "first",
  End: "last",
};

/** The keys that make what goes on by itself quicker or slower: how far in the list. */
const PACE_OF_KEY = { "+": -1, "-": 1 };

/** The lecture's page: a tree that is searched step by step, and may be changed at any time. */
class Lecture {
  constructor() {
    const stage = field("stage", HTMLElement);
    this.told = field("told", HTMLElement);
    this.options = field("options", HTMLElement);
    const room = { largest: 30, below: () => this.heightBelow() };
    this.board = new Board(stage, room, (node) => this.editor.inside(node));
    this.board.isWhole = window.innerWidth >= WIDTH_FOR_OVERVIEW;
    this.board.saysMovers = true;
    this.editor = new Editor(this);
    this.code = new Code(field("code-shown", HTMLElement));
    this.chart = new Chart(field("chart", HTMLElement));
    /** Of the next order that is drawn. */
    this.seed = 1;
    this.said = field("said", HTMLElement);
    this.refused = field("refused", HTMLElement);
    this.source = field("source", HTMLTextAreaElement);
    const first = document.querySelector("script[type='application/json']");
    this.lesson = new Lesson(first?.textContent ?? "{}");
    /** What goes on by itself. @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Whether the text of the search was switched on or off. */
    this.isCodeChosen = false;
    /** @type {GameNode[]} */
    this.nodes = [];
    this.begin({});
    this.listen();
    this.pause(); // a page may have been saved while it was played
    window.addEventListener("hashchange", () => {
      if (this.address() === location.hash) return;
      const { at } = this.lesson;
      this.lesson.read(new URLSearchParams(location.hash.slice(1)));
      if (at !== this.lesson.at) {
        this.begin(this.chosen());
        return;
      }
      this.changes.add(this.moment());
      this.open();
    });
  }

  /** Begins with the present tree of the lesson. @param {Partial<Shown>} options how it is shown */
  begin(options) {
    this.lesson.read(new URLSearchParams(location.hash.slice(1)));
    /** What the page begins with. */
    this.start = this.kept();
    try {
      this.start.tree = written(planted(this.start.tree, this.start.players));
    } catch {
      // It was saved with what is no tree, which is told when it is drawn.
    }
    this.start.listing ??= listingOf(this.start.rule);
    this.start.order ??= "given";
    this.start.given ??= this.start.tree;
    /** @type {Shown} */
    this.shown = { ...BEGINNING, code: this.hasRoomForCode(), ...options, ...this.start };
    /** @type {Changes<Moment>} */
    this.changes = new Changes();
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Stop[]} */
    this.stops = [];
    this.lesson.show(); // what stands above the tree, which gets the room that is left
    this.open();
    this.shareSide("orders");
  }

  /** Returns the options that stay when the tree is another. @returns {Partial<Shown>} */
  chosen() {
    const { by } = this.shown;
    // Whether code is shown depends on the room that a tree leaves, until somebody chooses.
    const names = [...SWITCHES, ...PANELS].filter((name) => name !== "code" || this.isCodeChosen);
    return { by, ...Object.fromEntries(names.map((name) => [name, this.shown[name]])) };
  }

  /** Goes to another tree of the lesson. @param {number} at its index */
  turn(at) {
    this.pause();
    const options = this.chosen();
    history.replaceState(null, "", this.lesson.turn(at, this.address()));
    this.begin(options);
  }

  /** Returns what is written in the page itself. @returns {any} */
  kept() {
    const { window: ends, guess, ...rest } = this.lesson.present;
    delete RULES.aspiration;
    if (guess) {
      const [value, epsilon] = guess;
      RULES.aspiration = { ...RULES[rest.within], first: [value - epsilon, value + epsilon] };
    }
    if (guess === undefined) return { ...rest, window: ends.map(worth) };
    return { ...rest, guess, window: ends.map(worth) };
  }

  /** Shows what the address says, and what is wrong with it. */
  open() {
    const options = new URLSearchParams(location.hash.slice(1));
    /** @type {unknown} */
    let error;
    try {
      this.readSearch(options);
    } catch (raised) {
      error = raised;
    }
    this.readOptions(options);
    for (const name of PANELS) field(name, HTMLDetailsElement).open = this.shown[name];
    try {
      this.plant();
    } catch (raised) {
      error = raised; // the page itself was saved with what is no tree
      this.shown.tree = 0;
      this.plant();
    }
    if (error) this.complain(error);
    this.follow();
  }

  /** Takes over the tree, the players and the window of an address. Throws an Error and
   * takes over none of them, if one is wrong. @param {URLSearchParams} options
   */
  readSearch(options) {
    const tree = options.get("tree");
    const given = options.get("given");
    const ends = options.get("window");
    const search = this.checked({
      tree: tree === null ? this.shown.tree : new Reader(tree).read(),
      players: playersOf(options.get("players")?.split(",") ?? this.shown.players),
      window: ends === null ? this.shown.window : windowOf(ends.split(",")),
    });
    Object.assign(this.shown, search, this.orderOf(options, search.tree, given));
    this.rename();
    this.shown.title = options.get("title") ?? this.shown.title;
  }

  /** Whether the text of the search has room beside the tree with which the page begins. */
  hasRoomForCode() {
    try {
      const nodes = planted(this.start.tree, this.start.players);
      const leaves = leavesBelow(nodes, [0]).length;
      return window.innerWidth >= WIDTH_OF_CODE + WIDTH_OF_LEAF * leaves;
    } catch {
      return false; // it is no tree
    }
  }

  /** Returns the order that an address tells, and the tree that was put into it.
   * @param {URLSearchParams} options
   * @param {Nested} tree
   * @param {string | null} given
   * @returns {Pick<Shown, "order" | "given">}
   */
  orderOf(options, tree, given) {
    const { players } = this.shown;
    if (given === null) return options.has("tree") ? { order: "given", given: tree } : this.shown;
    const order = ORDERS.find((name) => name === options.get("order")) ?? "";
    return { order, given: this.checked({ tree: new Reader(given).read(), players }).tree };
  }

  /** Takes over how an address shows a search; what is none of the choices is passed over.
   * @param {URLSearchParams} options
   */
  readOptions(options) {
    const { rule, by, at, listing } = Object.fromEntries(options);
    if (Object.hasOwn(RULES, rule)) this.shown.rule = rule;
    if (Object.hasOwn(LISTINGS, listing)) this.shown.listing = listing;
    this.fitListing();
    if (by === "leaf" || by === "line") this.shown.by = by;
    if (at) this.shown.at = Math.trunc(Number(at)) || 0;
    for (const name of [...SWITCHES, ...PANELS]) {
      if (options.has(name)) this.shown[name] = options.get(name) === "1";
    }
  }

  /** Takes a listing of the present rule, if it is none. */
  fitListing() {
    const { rule, listing } = this.shown;
    if (!LISTINGS[listing].rules.includes(rule)) this.shown.listing = listingOf(rule);
  }

  /** Takes another listing, and a rule by which it searches. @param {string} listing */
  list(listing) {
    const { shown: now, start } = this;
    now.listing = listing;
    const { rules } = LISTINGS[listing];
    if (rules.includes(now.rule)) return;
    now.rule = rules.includes(start.rule) ? start.rule : rules[0];
  }

  /** Returns the part of the address that says all of what is shown. */
  address() {
    const { tree, players, window: ends, rule, listing, by, at, title, order, given } = this.shown;
    /** @type {Record<string, string | number>} */
    const options = {
      ...(this.lesson.isLesson ? { lesson: this.lesson.at + 1 } : {}),
      tree: JSON.stringify(tree),
      players: players.join(),
      window: ends.map(plain).join(),
      rule,
      listing,
      by,
      at,
    };
    for (const name of [...SWITCHES, ...PANELS]) options[name] = Number(this.shown[name]);
    if (title !== this.start.title) options.title = title;
    if (order !== "given") Object.assign(options, { order, given: JSON.stringify(given) });
    const fields = Object.entries(options).map(([name, value]) => `${name}=${readable(value)}`);
    return `#${fields.join("&")}`;
  }

  /** Returns a search as it can be shown. Throws an Error if it cannot. @param {Search} search */
  checked(search) {
    const players = playersOf(search.players ?? this.shown.players);
    const nodes = planted(search.tree, players);
    const leaves = nodes.filter((node) => !node.children.length).length;
    const plies = Math.max(...nodes.map(({ ply }) => ply));
    if (plies > MOST_PLIES) {
      throw new RangeError(say("script_lecture", "too many plies", { plies, most: MOST_PLIES }));
    }
    if (leaves > MOST_LEAVES) {
      throw new RangeError(say("script_lecture", "too many leaves", { leaves, most: MOST_LEAVES }));
    }
    return { ...search, players, tree: written(nodes) };
  }

  /** Returns what an undo brings back. @returns {Moment} */
  moment() {
    const { tree, players, window: ends, title, at, order, given } = this.shown;
    return { tree, players, window: ends, title, at, order, given };
  }

  /** Shows another search, which can be undone. @param {Partial<Shown>} changed */
  change(changed) {
    this.pause();
    this.changes.add(this.moment());
    const { tree, players, order } = changed;
    // What is put into no order is the order that is given from now on.
    if (tree !== undefined && order === undefined) changed = { ...changed, order: "given", given: tree };
    else if (players && this.shown.order !== "given") changed = { ...changed, order: "" };
    Object.assign(this.shown, changed);
    this.fitListing();
    if (changed.title === undefined) this.rename();
    this.plant();
  }

  /** Says in the title that the tree is another, or no longer. */
  rename() {
    const { shown: now, start } = this;
    if (this.isAtStart) now.title = start.title;
    else if (!now.title.endsWith(CHANGED)) now.title += CHANGED;
  }

  /** Whether the search is the one with which the page begins. */
  get isAtStart() {
    const searches = [this.shown, this.start].map(({ tree, players, window: ends }) =>
      JSON.stringify([tree, players, ends.map(plain)]),
    );
    return searches[0] === searches[1];
  }

  /** Brings back what was shown, if there is something. @param {Moment | undefined} moment */
  restore(moment) {
    if (!moment) return;
    const { chosen } = this.editor;
    const isInTree = this.board.stage.contains(document.activeElement);
    this.pause();
    Object.assign(this.shown, moment);
    this.plant();
    if (isInTree) this.editor.focus(Math.min(chosen, this.nodes.length - 1));
  }

  /** Gives a leaf another value, without drawing the tree anew.
   * @param {number} leaf
   * @param {number} value
   * @param {boolean} isContinued it is part of the change before
   */
  changeLeaf(leaf, value, isContinued) {
    this.pause();
    if (!isContinued) this.changes.add(this.moment());
    Object.assign(this.nodes[leaf], { value, label: shown(value) });
    const tree = written(this.nodes);
    Object.assign(this.shown, { tree, order: "given", given: tree });
    this.rename();
    this.source.value = JSON.stringify(this.shown.tree);
    this.search();
  }

  /** Shows the same tree with its nodes changed. @param {GameNode[]} nodes @returns {boolean} whether it can be shown */
  rearrange(nodes) {
    const { at } = this.shown;
    return this.take(() => ({ tree: written(nodes) }), at) === undefined;
  }

  /** Shows the tree with which the page begins. */
  restart() {
    if (this.isAtStart) return;
    const { tree, players, window: ends, title, order, given } = this.start;
    this.take(() => ({ tree, players, window: ends, title, order, given }));
  }

  /** Puts the children of the nodes that are chosen into another order. @param {Order} order */
  arrange(order) {
    const { shown: now } = this;
    if (order === "given") {
      if (now.order !== "given") this.change({ tree: now.given, order, given: now.given });
      return;
    }
    const isForAll = field("scope", HTMLSelectElement).value === "all";
    const { chosen } = this.editor;
    const nodes = isForAll ? planted(now.given, now.players) : this.nodes;
    const tree = reordered(nodes, order, isForAll ? [...nodes.keys()] : [chosen], this.seed);
    if (order === "shuffled") this.seed += 1;
    this.change({ tree, order: isForAll ? order : "", given: now.given });
    if (!isForAll) this.editor.choose(chosen);
  }

  /** Says how many leaves the whole search looks at, and draws how that grows. */
  showOrders() {
    const { shown: now, nodes } = this;
    field("orders-shown", HTMLElement).hidden = !now.orders;
    if (!now.orders) return;
    for (const button of document.querySelectorAll("[data-order]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-order") === now.order));
    }
    const leaves = leavesBelow(nodes, [0]);
    const looked = this.looked;
    const sentences = [say("script_lecture", "leaves looked at", { looked, leaves: leaves.length })];
    const shape = shapeOf(nodes);
    const isOpen = !now.window.some(Number.isFinite);
    const areFinite = leaves.every((leaf) => Math.abs(nodes[leaf].value) !== Infinity);
    if (shape && isOpen && areFinite) {
      sentences.push(say("script_lecture", "fewest leaves", { formula: formulaOfFewest(shape) }));
    }
    write(document, "[data-leaves]", sentences.join(" "));
    const point = shape && { depth: shape.depth, leaves: looked };
    this.chart.draw(shape?.branching ?? meanBranching(nodes), point, () => this.spareHeight());
  }

  /** How many leaves the last pass of the whole search looks at. */
  get looked() {
    return lastPass(this.steps).filter(({ kind }) => kind === "look").length;
  }

  /** Returns how high what stands below the tree is, of which a small window shows a part. */
  heightBelow() {
    return Math.min(this.options.offsetHeight + HEIGHT_OF_VISITS, window.innerHeight / 4);
  }

  /** Whether the code and the orders stand beside the tree, and not below it. */
  get isSideBeside() {
    const { stage } = this.board;
    return field("side", HTMLElement).getBoundingClientRect().left > stage.getBoundingClientRect().left;
  }

  /** Returns how many pixels the window has left below the options, if something stands beside the tree. */
  spareHeight() {
    if (!this.isSideBeside) return Infinity;
    const { bottom } = field("side", HTMLElement).getBoundingClientRect();
    return window.innerHeight - window.scrollY - bottom - this.heightBelow();
  }

  /** Shows only one of the parts beside the tree, if both make the page higher than the window.
   * @param {"code" | "orders"} preferred
   */
  shareSide(preferred) {
    const { shown: now } = this;
    if (!now.code || !now.orders || !this.isSideBeside || this.spareHeight() >= 0) return;
    now.code = preferred === "code";
    now.orders = preferred === "orders";
    this.show();
    this.showOrders();
  }

  /** Offers the whole tree at once where it has no room to be read. */
  showSize() {
    const whole = field("whole", HTMLInputElement);
    whole.checked = this.board.isWhole;
    whole.parentElement?.toggleAttribute("hidden", this.board.isRoomy);
  }

  /** @param {unknown} error */
  complain(error) {
    const message = error instanceof Error ? error.message : String(error);
    this.refuse(`${message} ${say("script_lecture", "nothing changed")}`);
  }

  /** Says why something was not done, where it is seen wherever the page is scrolled to.
   * @param {string} sentence "" if nothing was refused
   */
  refuse(sentence) {
    if (this.refused.textContent !== sentence) this.refused.textContent = sentence;
  }

  /** Draws the tree anew. */
  plant() {
    this.nodes = planted(this.shown.tree, this.shown.players);
    this.source.value = JSON.stringify(this.shown.tree);
    this.source.removeAttribute("aria-invalid");
    this.code.place.hidden = !this.shown.code;
    this.board.plant(this.nodes);
    for (const [node, box] of this.board.boxes.entries()) {
      if (node) box.addEventListener("pointerdown", (event) => this.editor.drag(node, box, event));
    }
    this.editor.choose(0);
    this.search();
  }

  /** Searches anew by each rule, and shows the one that is chosen. */
  search() {
    const { window: ends, rule, at } = this.shown;
    const wasOver = this.stops.length > 1 && at === this.stops.length - 1;
    for (const row of document.querySelectorAll("[data-rule]")) this.compare(row);
    this.code.write(this.shown.listing, RULES[rule]);
    this.steps = searched(this.nodes, ends, RULES[rule]);
    this.stops = this.stopsOf(this.steps);
    this.showOrders();
    if (wasOver) this.shown.at = this.stops.length - 1; // so that a change is seen at once
    this.show();
  }

  /** Fills the row of a rule in the table that compares them. @param {Element} row */
  compare(row) {
    const name = row.getAttribute("data-rule") ?? "";
    row.toggleAttribute("hidden", !Object.hasOwn(RULES, name));
    if (!Object.hasOwn(RULES, name)) return;
    const steps = searched(this.nodes, this.shown.window, RULES[name]);
    const looks = steps.filter(({ kind }) => kind === "look");
    const looked = new Set(looks.map(({ node }) => this.nodes[node]));
    const unknown = [...looked].filter(({ value }) => Number.isNaN(value));
    const equations = unknown.map(({ label }) => `${quoted(label)} = `).join("");
    const [count, result] = row.querySelectorAll("[data-count], [data-returns]");
    count.textContent = String(looks.length);
    const { v } = steps[steps.length - 1];
    const zeros = `${equations}0`;
    result.textContent = equations ? say("script_lecture", "returns with zeros", { v, zeros }) : shown(v);
    const choice = row.querySelector("input");
    if (choice) choice.checked = name === this.shown.rule;
  }

  /** Returns where a search can be halted. @param {Step[]} steps */
  stopsOf(steps) {
    /** @type {Stop[]} */
    const stops = [{ over: 0, asked: false }];
    for (const [index, { kind }] of steps.entries()) {
      const asked = this.shown.ask && steps[index + 1]?.kind === "cutoff";
      const isLast = index === steps.length - 1;
      const isStep = this.shown.by === "line" || kind === "look" || kind === "cutoff";
      if (asked || isLast || isStep) stops.push({ over: index + 1, asked });
    }
    return stops;
  }

  /** Shows what is known after the steps that are over. */
  show() {
    const { shown: now, nodes } = this;
    now.at = Math.max(0, Math.min(now.at, this.stops.length - 1));
    const { over, asked } = this.stops[now.at];
    const past = lastPass(this.steps.slice(0, over));
    const looks = past.filter(({ kind }) => kind === "look");
    const visits = looks.map(({ node }) => node);
    this.showNodes(past, visits);
    this.showCode(past);
    this.said.textContent = this.sentence(past, asked);
    write(document, "[data-at]", say("script_lecture", "step", { step: now.at, steps: this.stops.length - 1 }));
    enumerate("[data-visits]", visits.map((leaf) => nodes[leaf].name), say("script_lecture", "none yet"));
    write(document, "[data-looked]", String(visits.length));
    write(document, "[data-many]", String(leavesBelow(nodes, [0]).length));
    this.showOptions();
    this.showSize();
    this.refuse("");
    const { past: changed, future: undone } = this.changes;
    this.enable("undo", changed.length > 0);
    this.enable("redo", undone.length > 0);
    this.enable("restart", !this.isAtStart);
    for (const button of document.querySelectorAll("[data-go]")) {
      const step = button.getAttribute("data-go") ?? "";
      const isBackwards = ["first", "back"].includes(step);
      const end = isBackwards ? 0 : this.stops.length - 1;
      const leadsOn = ["back", "on"].includes(step) && this.lesson.has(isBackwards ? -1 : 1);
      button.setAttribute("aria-disabled", String(now.at === end && !leadsOn));
      if (step === "on") button.textContent = say("script_lecture", now.at === end && leadsOn ? "next tree" : "next");
    }
    this.lesson.show();
    this.showTitle();
    history.replaceState(null, "", this.address());
  }

  /** Says whether a button has something to do. @param {string} action @param {boolean} isEnabled */
  enable(action, isEnabled) {
    const button = document.querySelector(`[data-do="${action}"]`);
    button?.setAttribute("aria-disabled", String(!isEnabled));
  }

  /** Shows the title, once the search is over. */
  showTitle() {
    const { title, at } = this.shown;
    const isOver = at === this.stops.length - 1;
    const heading = isOver ? withSigns(title) : this.lesson.heading(TITLE_UNTIL_THE_END);
    write(document, "h1", heading);
    // Several pages that are open are told apart by their tabs.
    document.title = isOver || this.lesson.isLesson ? heading : (this.start.tab ?? heading);
  }

  /** Shows what is known of each node.
   * @param {Step[]} past the steps of this pass that are over
   * @param {number[]} visits the leaves that it looked at
   */
  showNodes(past, visits) {
    const { nodes, shown: now } = this;
    const areWindowsShown = RULES[now.rule].windowed !== false && now.windows;
    const cut = past.flatMap((step) => step.cut ?? []);
    const pruned = new Set(leavesBelow(nodes, cut));
    const current = past[past.length - 1];
    const best = this.isOver(past) ? bestLine(nodes, past) : [];
    /** The last step at each inner node, and the call there. @type {Map<number, Step>} */
    const steps = new Map();
    /** @type {Map<number, Step>} */
    const calls = new Map();
    for (const step of past) if (step.kind !== "look") steps.set(step.node, step);
    for (const step of past) if (step.kind === "call") calls.set(step.node, step);
    for (const node of nodes.keys()) {
      const step = steps.get(node);
      const visit = visits.indexOf(node) + 1;
      const isOff = leavesBelow(nodes, [node]).every((leaf) => pruned.has(leaf));
      const isKnown = step !== undefined && step.kind !== "call";
      const call = areWindowsShown ? calls.get(node) : undefined;
      const ends = call ? windowText([call.alpha, call.beta]) : "";
      const present = call && step ? this.presentWindow(call, step) : "";
      let [state, description] = ["", ""];
      if (visit) [state, description] = ["visited", say("nodes", "visited", { visit })];
      else if (isOff) [state, description] = ["pruned", say("nodes", "pruned")];
      else if (isKnown) description = progress(step);
      const details = [described(nodes, node)];
      if (description) details.push(description);
      if (ends) details.push(say("nodes", "window on entry", { window: ends }));
      if (present) details.push(say("nodes", "window now", { window: present }));
      this.board.mark(node, {
        label: details.join(", "),
        state,
        now: node === current?.node,
        value: isKnown ? signed(step.v, step.meaning) : "",
        window: ends,
        present: present && say("nodes", "now", { window: present }),
        badge: visit ? String(visit) : "",
        off: isOff,
        cut: cut.includes(node),
        best: best.includes(node),
      });
    }
  }

  /** Returns the window of a call by now, if it is not over and has another than on entry.
   * @param {Step} call
   * @param {Step} last its last step
   */
  presentWindow(call, last) {
    if (last.kind === "return") return "";
    const [alpha, beta] = this.boundsAfter(last);
    return alpha === call.alpha && beta === call.beta ? "" : windowText([alpha, beta]);
  }

  /** Returns alpha and beta after a step, by the listing. @param {Step} step */
  boundsAfter(step) {
    const { rule, listing } = this.shown;
    return boundsBy(LISTINGS[listing], step, RULES[rule]);
  }

  /** Lights the lines that the last step ran, and lists the calls that are open. @param {Step[]} past */
  showCode(past) {
    const { rule, listing: name, code: isShown } = this.shown;
    if (!isShown) return;
    const listing = LISTINGS[name];
    const current = past[past.length - 1];
    const lines = current ? linesOf(listing, current, RULES[rule], this.nodes) : [];
    this.code.light(lines, listing, current);
    /** @type {Map<number, Step>} */
    const open = new Map();
    for (const step of past) {
      if (step.kind === "return") open.delete(step.node);
      else if (step.kind !== "look") open.set(step.node, step);
    }
    this.code.list(this.nodes, [...open.values()], listing, RULES[rule]);
  }

  /** Whether the whole search is over after some steps. @param {Step[]} past */
  isOver(past) {
    const last = past[past.length - 1];
    return last !== undefined && last === this.steps[this.steps.length - 1];
  }

  /** Says the result, how to play and how many leaves were looked at.
   * @param {Step} last
   * @param {number[]} line the best one
   */
  ending(last, line) {
    const { nodes } = this;
    const [{ name, player }] = nodes;
    const names = line.map((node) => nodes[node].name);
    const parts = { name, v: last.v, player, move: names[0], looked: this.looked, leaves: leavesBelow(nodes, [0]).length };
    if (names.length === 1) return say("script_lecture", "played at once", parts);
    return say("script_lecture", "played", { ...parts, line: names.join(", ") });
  }

  /** Says what the last step did. @param {Step[]} past @param {boolean} asked */
  sentence(past, asked) {
    const current = past[past.length - 1];
    const line = this.isOver(past) ? bestLine(this.nodes, past) : [];
    if (line.length) return this.ending(current, line);
    if (current) {
      const [alpha, beta] = this.boundsAfter(current);
      const told = sentence(this.nodes, { ...current, alpha, beta }, RULES[this.shown.rule]);
      return asked ? `${told} ${say("script_lecture", "question")}` : told;
    }
    const { children, player, name } = this.nodes[0];
    if (!children.length) return say("script_lecture", "beginning of a leaf");
    return say("script_lecture", "beginning", { player, name });
  }

  /** Shows the options that are chosen. */
  showOptions() {
    const { shown: now } = this;
    for (const name of SWITCHES) field(name, HTMLInputElement).checked = now[name];
    this.code.place.hidden = !now.code;
    field("by", HTMLSelectElement).value = now.by;
    const turns = field("players", HTMLSelectElement);
    const players = now.players.join();
    if (![...turns.options].some(({ value }) => value === players)) {
      turns.append(new Option(now.players.join(", "), players));
    }
    turns.value = players;
    for (const [index, name] of ["alpha", "beta"].entries()) {
      const end = field(name, HTMLInputElement);
      end.value = shown(now.window[index]);
      end.removeAttribute("aria-invalid");
    }
  }

  /** Goes to another step, as somebody asks for. @param {string} step */
  go(step) {
    this.pause();
    this.step(step);
  }

  /** Goes on by itself, from the beginning if it is at the end, or stops that. */
  play() {
    if (this.timer !== undefined) {
      this.pause();
      return;
    }
    if (this.shown.at === this.stops.length - 1) this.step("first");
    const seconds = Number(field("pace", HTMLSelectElement).value);
    this.timer = setInterval(() => this.advance(), 1000 * seconds);
    write(document, "[data-do='play']", say("script_lecture", "pause"));
  }

  /** Makes what goes on by itself quicker or slower. @param {number} shift in the list of seconds */
  hurry(shift) {
    const pace = field("pace", HTMLSelectElement);
    const index = pace.selectedIndex + shift;
    if (index < 0 || index >= pace.options.length) return;
    pace.selectedIndex = index;
    this.choose(pace);
  }

  /** Goes on by a step. It stops at the end and where somebody is asked. */
  advance() {
    this.step("on");
    const { at } = this.shown;
    if (at === this.stops.length - 1 || this.stops[at].asked) this.pause();
  }

  /** Stops what goes on by itself. */
  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    write(document, "[data-do='play']", say("script_lecture", "play"));
  }

  /** Goes to another step. @param {string} step */
  step(step) {
    const { at } = this.shown;
    if (step === "on" && at === this.stops.length - 1 && this.lesson.has(1)) {
      this.turn(this.lesson.at + 1);
      return;
    }
    if (step === "back" && at === 0 && this.lesson.has(-1)) {
      this.turn(this.lesson.at - 1);
      return;
    }
    const target = { first: 0, back: at - 1, on: at + 1, last: Infinity }[step];
    this.shown.at = target ?? at;
    this.show();
    this.follow();
  }

  /** Scrolls to the node of the last step, if the tree is wider or higher than its room. */
  follow() {
    const { over } = this.stops[this.shown.at];
    this.board.reach(over ? this.steps[over - 1].node : 0, this.bottomOfTold());
  }

  /** Returns where the tree can be seen below what is told, which stays at the top of the window; -1 if
   * it does not, as it would leave too little room for the tree.
   */
  bottomOfTold() {
    const { told } = this;
    const stays = told.offsetHeight <= MOST_OF_WINDOW * window.innerHeight;
    told.classList.toggle("stays", stays);
    if (!stays) return -1;
    document.documentElement.style.scrollPaddingTop = `${told.offsetHeight}px`;
    return told.offsetHeight;
  }

  /** Takes another search, or tells what is wrong with it.
   * @param {() => Search} made
   * @param {number} at how many steps are over then
   * @returns {unknown} the error, if there is one
   */
  take(made, at = 0) {
    try {
      this.change({ ...this.checked(made()), at });
      return undefined;
    } catch (error) {
      this.complain(error);
      return error;
    }
  }

  /** Takes a random tree of the size that is chosen. */
  random() {
    const plies = Number(field("plies", HTMLSelectElement).value);
    const branching = Number(field("branching", HTMLSelectElement).value);
    this.take(() => {
      const leaves = branching ** plies;
      if (leaves > MOST_LEAVES) {
        throw new RangeError(say("script_lecture", "too many leaves at random", { leaves, most: MOST_LEAVES }));
      }
      return { tree: randomTree(plies, branching), title: RANDOM_TITLE };
    });
  }

  /** Takes what is written as the tree. A mistake is marked there. */
  use() {
    const error = this.take(() => ({ title: TYPED_TITLE, ...searchOf(this.source.value) }));
    if (error === undefined) return;
    this.source.setAttribute("aria-invalid", "true");
    if (!(error instanceof Misread)) return;
    this.source.focus();
    this.source.setSelectionRange(error.place, error.place + 1);
  }

  /** Returns this page as it is now. What is drawn is left out, as each page draws its own. */
  page() {
    const page = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
    const stage = made("div", "stage");
    stage.dataset.stage = "";
    page.querySelector("[data-stage]")?.replaceWith(stage);
    for (const filled of page.querySelectorAll("[data-lines], [data-calls], [data-chart]")) filled.replaceChildren();
    const { shown: now } = this;
    const kept = JSON.stringify(this.lesson.saved({ ...now, window: now.window.map(plain) }));
    write(page, "script[type='application/json']", kept.replace(/</g, "\\u003c"));
    return `<!DOCTYPE html>\n${page.outerHTML}`;
  }

  /** Does what a button is for. @param {string} action */
  act(action) {
    if (action === "play") this.play();
    if (action === "add") this.editor.add();
    if (action === "remove") this.editor.remove();
    if (action === "random") this.random();
    if (action === "use") this.use();
    if (action === "undo") this.restore(this.changes.undo(this.moment()));
    if (action === "redo") this.restore(this.changes.redo(this.moment()));
    if (action === "restart") this.restart();
    if (action === "export") save("exercise.json", exerciseOf(this.shown));
    if (action === "save") save("lecture.html", this.page());
    if (action === "full") document.documentElement.requestFullscreen?.();
  }

  listen() {
    document.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button?.dataset.go) this.go(button.dataset.go);
      if (button?.dataset.do) this.act(button.dataset.do);
      if (button?.dataset.tree) this.turn(Number(button.dataset.tree));
      const order = ORDERS.find((name) => name === button?.dataset.order);
      if (order) this.arrange(order);
    });
    window.addEventListener("resize", () => {
      this.showSize();
      this.showOrders();
    });
    document.addEventListener("keydown", (event) => {
      const { key, target } = event;
      const action = actionOf(event);
      if (action) {
        event.preventDefault();
        this.act(action);
        return;
      }
      if (PACE_OF_KEY[/** @type {keyof typeof PACE_OF_KEY} */ (key)] && !needsKeys(target)) {
        this.hurry(PACE_OF_KEY[/** @type {keyof typeof PACE_OF_KEY} */ (key)]);
        return;
      }
      const step = STEP_OF_KEY[/** @type {keyof typeof STEP_OF_KEY} */ (key)];
      if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!key.startsWith("Page") && needsKeys(target)) return;
      event.preventDefault();
      this.go(step);
    });
    for (const name of PANELS) {
      const panel = field(name, HTMLDetailsElement);
      panel.addEventListener("toggle", () => {
        this.shown[name] = panel.open;
        history.replaceState(null, "", this.address());
      });
    }
    document.addEventListener("change", ({ target }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (isField) this.choose(target);
    });
  }

  /** Takes over an option that was changed. @param {HTMLInputElement | HTMLSelectElement} changed */
  choose(changed) {
    const { shown: now } = this;
    if (changed.matches("[data-plies], [data-branching], [data-scope]")) return;
    if (changed instanceof HTMLInputElement && changed.matches("[data-whole]")) {
      this.board.isWhole = changed.checked;
      this.board.fit();
      this.show();
      return;
    }
    if (changed.matches("[data-pace]")) {
      if (this.timer === undefined) return;
      this.pause();
      this.play();
      return;
    }
    if (changed.name === "rule") now.rule = changed.value;
    if (changed.matches("[data-listing]")) this.list(changed.value);
    this.fitListing();
    if (changed.matches("[data-by]")) now.by = changed.value;
    if (changed instanceof HTMLInputElement) {
      for (const name of SWITCHES) {
        if (changed.matches(`[data-${name}]`)) now[name] = changed.checked;
      }
    }
    if (changed.matches("[data-players]")) {
      this.change({ players: playersOf(changed.value.split(",")) });
    } else if (changed.matches("[data-alpha], [data-beta]")) this.narrow();
    else if (!changed.matches(".inside")) this.search();
    if (changed.matches("[data-code]")) this.isCodeChosen = true;
    if (changed.matches("[data-code], [data-orders]")) {
      this.shareSide(changed.matches("[data-code]") ? "code" : "orders");
      this.board.fit();
    }
  }

  /** Takes the window that was typed, if it is one. */
  narrow() {
    const fields = [field("alpha", HTMLInputElement), field("beta", HTMLInputElement)];
    const [alpha, beta] = fields.map(({ value }) => worth(value));
    const mistakes = fields.map(({ value }) => numberMistake(value));
    for (const [index, end] of fields.entries()) {
      end.setAttribute("aria-invalid", String(Boolean(mistakes[index])));
    }
    const mistake = mistakes.find(Boolean);
    if (mistake) {
      const { reason, text, commaless } = mistake;
      this.refuse(say("script_lecture", reason, { text, commaless }));
    } else if (alpha < beta) {
      this.change({ window: [alpha, beta] });
    } else {
      for (const end of fields) end.setAttribute("aria-invalid", "true");
      this.refuse(say("script_lecture", "alpha not less"));
    }
  }
}

/** Returns whether an element uses the arrow keys itself. @param {EventTarget | null} target */
function needsKeys(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches(".scroll") && target.scrollWidth > target.clientWidth) return true;
  return target.matches("input:not([type]), input[type='text'], textarea, select");
}

/** Returns what keys do to the last change: "undo", "redo", or "" where they do nothing, or
 * are the browser's own in a field that is no leaf.
 * @param {KeyboardEvent} event
 */
function actionOf({ key, target, ctrlKey, metaKey, shiftKey, altKey }) {
  if (altKey || !(ctrlKey || metaKey)) return "";
  const isOwn = target instanceof HTMLElement && target.matches(".inside");
  if (!isOwn && needsKeys(target)) return "";
  const pressed = key.toLowerCase();
  if (pressed === "z") return shiftKey ? "redo" : "undo";
  return pressed === "y" ? "redo" : "";
}

/** Returns a window as it stands above a node. @param {Ends} window */
function windowText([alpha, beta]) {
  return `(${shown(alpha)}, ${shown(beta)})`;
}

/** The names of what is said of an inner node's value, by what that means: so far, and once it is returned. */
const SO_FAR = { exactly: "so far", "at most": "so far, at most", "at least": "so far, at least" };
const RETURNS = { exactly: "returns", "at most": "returns, at most", "at least": "returns, at least" };

/** Says the value of an inner node so far. @param {Step} step */
function progress({ kind, v, meaning }) {
  const names = kind === "return" ? RETURNS : SO_FAR;
  return say("nodes", names[meaning || "exactly"], { v });
}

/** Returns the steps of the pass that the last of them is in. @param {Step[]} steps */
function lastPass(steps) {
  let start = 0;
  for (const [index, { kind, node }] of steps.entries()) {
    const begins = kind === "call" || kind === "look";
    if (node === 0 && begins) start = index;
  }
  return steps.slice(start);
}

/** Returns a value as an address has it, with brackets and commas that people can read.
 * @param {string | number} value
 */
function readable(value) {
  const encoded = encodeURIComponent(value);
  return encoded.replace(/%5B/g, "[").replace(/%5D/g, "]").replace(/%2C/g, ",");
}

/** Returns a complete tree with random utilities.
 * @param {number} plies
 * @param {number} branching
 * @returns {Nested}
 */
function randomTree(plies, branching) {
  if (!plies) return Math.floor(Math.random() * 20);
  return Array.from({ length: branching }, () => randomTree(plies - 1, branching));
}

new Lecture();
