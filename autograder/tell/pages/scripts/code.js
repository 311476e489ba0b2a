// @ts-check
"use strict";

/** What a line of a search's text is for.
 * @typedef {"head" | "leaf" | "start" | "loop" | "child" | "test" | "stop" | "update" | "end"} Role
 */

/** A line: the player whose calls run it, "" for both; what it is for; and its text.
 * @typedef {[player: Player | "", role: Role | "", text: string]} CodeLine
 */

/** The text of a search, as a source has it.
 * @typedef {object} Listing
 * @property {string} label
 * @property {string} origin the source
 * @property {string[]} rules by which it can search, of `RULES`
 * @property {boolean} [updatesFirst] the bound is updated before the test
 * @property {boolean} [negated] numbers are those of the player to move
 * @property {boolean} [keepsBest] v is the best value so far
 * @property {CodeLine[]} lines
 */

/** Returns the lines of MAX-VALUE or MIN-VALUE, as AIMA has them. @param {Player} player @returns {CodeLine[]} */
function valueFunction(player) {
  const isMax = player === "MAX";
  const other = isMax ? "MIN" : "MAX";
  const [own, bound, sign] = isMax ? ["α", "β", "≥"] : ["β", "α", "≤"];
  return [
    [player, "head", `function ${player}-VALUE(state, α, β)`],
    [player, "leaf", "  if TERMINAL-TEST(state) then return UTILITY(state)"],
    [player, "start", `  v ← ${isMax ? "−∞" : "+∞"}`],
    [player, "loop", "  for each a in ACTIONS(state) do"],
    [player, "child", `    v ← ${player}(v, ${other}-VALUE(RESULT(state, a), α, β))`],
    [player, "test", `    if v ${sign} ${bound} then return v`],
    [player, "update", `    ${own} ← ${player}(${own}, v)`],
    [player, "end", "  return v"],
  ];
}

/** Returns the same lines without a window. @param {Player} player @returns {CodeLine[]} */
function minimaxFunction(player) {
  const lines = valueFunction(player).filter(([, role]) => role !== "test" && role !== "update");
  return lines.map(([mover, role, text]) => [mover, role, text.replace(", α, β", "")]);
}

/** @type {CodeLine} */
const BLANK = ["", "", ""];

/** @type {Record<string, Listing>} */
const LISTINGS = {
  aima: {
    label: say("script_code", "aima"),
    origin: say("script_code", "aima, origin"),
    rules: ["alpha-beta", "strict", "aspiration"],
    keepsBest: true,
    lines: [...valueFunction("MAX"), BLANK, ...valueFunction("MIN")],
  },
  flag: {
    label: say("script_code", "flag"),
    origin: say("script_code", "flag, origin"),
    rules: ["alpha-beta", "strict", "aspiration"],
    updatesFirst: true,
    keepsBest: true,
    lines: [
      ["", "head", "function alpha_beta(node, depth, alpha, beta, maximizing_player):"],
      ["", "leaf", "  if depth == 0 or node is a terminal node:"],
      ["", "leaf", "    return the heuristic value of node"],
      ["MAX", "", "  if maximizing_player:"],
      ["MAX", "start", "    v = negative infinity"],
      ["MAX", "loop", "    for each child in node:"],
      ["MAX", "child", "      v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))"],
      ["MAX", "update", "      alpha = max(alpha, v)"],
      ["MAX", "test", "      if beta <= alpha:"],
      ["MAX", "stop", "        break"],
      ["MAX", "end", "    return v"],
      ["MIN", "", "  else:"],
      ["MIN", "start", "    v = infinity"],
      ["MIN", "loop", "    for each child in node:"],
      ["MIN", "child", "      v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))"],
      ["MIN", "update", "      beta = min(beta, v)"],
      ["MIN", "test", "      if beta <= alpha:"],
      ["MIN", "stop", "        break"],
      ["MIN", "end", "    return v"],
    ],
  },
  hard: {
    label: say("script_code", "hard"),
    origin: say("script_code", "hard, origin"),
    rules: ["fail-hard"],
    updatesFirst: true,
    lines: [
      ["", "head", "function MINIMAX-AB(N, A, B)"],
      ["", "start", "  set Alpha of N to A, and Beta of N to B"],
      ["", "leaf", "  if N is a leaf then return the score of N"],
      ["MIN", "", "  if N is a Min node then"],
      ["MIN", "loop", "    for each successor Ni of N loop"],
      ["MIN", "child", "      let Val be MINIMAX-AB(Ni, Alpha, Beta)"],
      ["MIN", "update", "      set Beta to Min{Beta, Val}"],
      ["MIN", "test", "      when Beta <= Alpha then exit loop"],
      ["MIN", "end", "    return Beta"],
      ["MAX", "", "  else"],
      ["MAX", "loop", "    for each successor Ni of N loop"],
      ["MAX", "child", "      let Val be MINIMAX-AB(Ni, Alpha, Beta)"],
      ["MAX", "update", "      set Alpha to Max{Alpha, Val}"],
      ["MAX", "test", "      when Alpha >= Beta then exit loop"],
      ["MAX", "end", "    return Alpha"],
    ],
  },
  negamax: {
    label: say("script_code", "negamax"),
    origin: say("script_code", "negamax, origin"),
    rules: ["fail-hard"],
    negated: true,
    lines: [
      ["", "head", "double alphabeta(int depth, double alpha, double beta) {"],
      ["", "leaf", "  if (depth <= 0 || game is over) return evaluation();"],
      ["", "start", "  generate and sort list of moves;"],
      ["", "loop", "  for (each move m) {"],
      ["", "", "    make move m;"],
      ["", "child", "    double val = -alphabeta(depth - 1, -beta, -alpha);"],
      ["", "", "    unmake move m;"],
      ["", "test", "    if (val >= beta) return val;"],
      ["", "update", "    if (val > alpha) alpha = val;"],
      ["", "", "  }"],
      ["", "end", "  return alpha;"],
      ["", "", "}"],
    ],
  },
  minimax: {
    label: say("script_code", "minimax"),
    origin: say("script_code", "minimax, origin"),
    rules: ["minimax"],
    keepsBest: true,
    lines: [...minimaxFunction("MAX"), BLANK, ...minimaxFunction("MIN")],
  },
};

/** Returns the first listing of a rule. @param {string} rule */
function listingOf(rule) {
  return Object.keys(LISTINGS).find((name) => LISTINGS[name].rules.includes(rule)) ?? "aima";
}

/** Returns what the lines are for that a step runs.
 * @param {Listing} listing
 * @param {Step} step
 * @param {Rule} rule
 * @returns {Role[]}
 */
function rolesOf(listing, { kind, alpha, beta }, rule) {
  const isClosed = rule.closed(alpha, beta);
  switch (kind) {
    case "call":
      return ["head", "start"];
    case "look":
      return ["leaf"];
    case "update":
      if (!isClosed) return ["child", "test", "update"];
      return listing.updatesFirst ? ["child", "update"] : ["child"];
    case "cutoff":
      return ["test", "stop"];
    case "return":
      // What tests first returns in its test.
      return isClosed && !listing.updatesFirst ? ["test"] : ["end"];
  }
}

/** Returns the indexes of the lines that a step runs.
 * @param {Listing} listing
 * @param {Step} step
 * @param {Rule} rule
 * @param {GameNode[]} nodes
 */
function linesOf(listing, step, rule, nodes) {
  const roles = rolesOf(listing, step, rule);
  const { player } = nodes[step.node];
  const indexes = [];
  for (const [index, [mover, role]] of listing.lines.entries()) {
    if (role && roles.includes(role) && (!mover || mover === player)) indexes.push(index);
  }
  return indexes;
}

/** Returns alpha and beta after a step, as a listing has them: what tests first does not
 * update a bound by a value that prunes.
 * @param {Listing} listing
 * @param {Step} step
 * @param {Rule} rule
 * @returns {Ends}
 */
function boundsBy(listing, { alpha, beta, before }, rule) {
  const isKept = before !== undefined && !listing.updatesFirst && rule.closed(alpha, beta);
  return isKept ? before : [alpha, beta];
}

/** Returns a line as the rule has it: a strict comparison prunes only beyond a bound.
 * @param {CodeLine} line
 * @param {Rule} rule
 */
function lineText([, role, text], rule) {
  if (role !== "test" || rule.closed(0, 0)) return text;
  return text.replace("≥", ">").replace("≤", "<").replace("<=", "<").replace(">=", ">");
}

/** The text of a search beside the tree, and the calls that are open. */
class Code {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.lines = field("lines", HTMLElement);
    this.calls = field("calls", HTMLElement);
    const choice = field("listing", HTMLSelectElement);
    choice.replaceChildren(...Object.entries(LISTINGS).map(([name, { label }]) => new Option(label, name)));
  }

  /** Writes a listing. @param {string} name @param {Rule} rule */
  write(name, rule) {
    const listing = LISTINGS[name];
    field("listing", HTMLSelectElement).value = name;
    this.lines.replaceChildren(
      ...listing.lines.map((line) => {
        const text = lineText(line, rule);
        const row = made("li", "", text.trim());
        row.style.setProperty("--indent", String(text.length - text.trimStart().length));
        return row;
      }),
    );
    write(this.place, "[data-origin]", listing.origin);
    this.place.querySelector("[data-negated]")?.toggleAttribute("hidden", !listing.negated);
  }

  /** Lights the lines that a step runs, and writes the answer of a test among them.
   * @param {number[]} indexes
   * @param {Listing} listing
   * @param {Step} [step]
   */
  light(indexes, listing, step) {
    const answer = say("script_code", step?.kind === "update" ? "no" : "yes");
    for (const [index, row] of [...this.lines.children].entries()) {
      const isLit = indexes.includes(index);
      if (isLit) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      const [, role] = listing.lines[index];
      if (isLit && role === "test") row.setAttribute("data-answer", answer);
      else row.removeAttribute("data-answer");
    }
  }

  /** Writes the calls that are open, the outermost first.
   * @param {GameNode[]} nodes
   * @param {Step[]} open the last step of each
   * @param {Listing} listing
   * @param {Rule} rule
   */
  list(nodes, open, listing, rule) {
    const isWindowed = rule.windowed !== false;
    const rows = open.map((step) => {
      const { name, player } = nodes[step.node];
      const isTurned = listing.negated && player === "MIN";
      let [alpha, beta] = boundsBy(listing, step, rule);
      if (isTurned) [alpha, beta] = [-beta, -alpha];
      const cells = isWindowed ? [shown(alpha), shown(beta)] : [];
      if (listing.keepsBest) cells.push(shown(step.v));
      return tableRow(`${name} ${player}`, cells);
    });
    const names = [...(isWindowed ? ["α", "β"] : []), ...(listing.keepsBest ? ["v"] : [])];
    const head = document.createElement("thead");
    const heading = document.createElement("tr");
    for (const name of [say("script_code", "open calls"), ...names]) {
      const cell = made("th", "", name);
      cell.setAttribute("scope", "col");
      heading.append(cell);
    }
    head.append(heading);
    const body = document.createElement("tbody");
    body.append(...rows);
    this.calls.replaceChildren(head, body);
    this.calls.hidden = !rows.length;
  }
}

/** Makes a row of a table. @param {string} name @param {string[]} cells */
function tableRow(name, cells) {
  const row = document.createElement("tr");
  const first = made("th", "", name);
  first.setAttribute("scope", "row");
  row.append(first, ...cells.map((cell) => made("td", "", cell)));
  return row;
}
