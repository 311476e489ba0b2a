"""Changes within an expression: a comparison, an operand, a fold, a constant, a sign, a condition."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from math import inf

from autograder.mistakes.edits import Edit, Put
from autograder.mistakes.mirror import Exchanged, Turned
from autograder.mistakes.operators.pairs import keeps_a_move
from autograder.mistakes.scopes import (
    ENDS,
    FOLDS,
    FUNCTIONS,
    ORDERS,
    Scope,
    call,
    constant,
    ends_early,
    fold,
    infinity,
    key,
    loaded,
    stored,
)

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
AT_EQUALS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
RIGHT_WAY = "update that moves the right way"
"""The role of a max that raises alpha or a min that lowers beta: if it is wrong, then not by which of the two it is."""
FAR = 400
"""From here on a constant is taken for what stands for infinity."""
NEAR = 1e-200
"""And so is what is this close to 0: who writes sys.float_info.min means the least number."""


def comparisons(scope: Scope) -> Iterator[Edit]:
    """Another relational operator; of a test for ties together with the one for nothing found yet."""
    for node in scope.nodes:
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]) not in OPPOSITE:
            continue
        kind = type(node.ops[0])
        role = "kept" if keeps_a_move(scope, scope.statement(node)) else test_role(scope, node)
        if ast.dump(node.left) == ast.dump(node.comparators[0]):  # then it is a number that is wrong
            role = ""
        if role in ("kept", "best", "update") and kind not in AT_EQUALS:
            role = "turn"  # == tells players apart, whatever is done for one of them
        others = (*ORDERS, ast.Eq, ast.NotEq) if kind in AT_EQUALS else (OPPOSITE[kind], *ORDERS)
        for other in others:
            if other is not kind:
                what, cost = _compared(kind, other)
                surer = any(scope.is_number(side) for side in (node.left, node.comparators[0]))
                cost += 0 if surer or what == "at equals" else 0.3
                put = Put(node, "ops", other(), 0)
                yield scope.edit("comparison", what, cost, node, put, role=role, new=other())


def _compared(kind: type[ast.cmpop], other: type[ast.cmpop]) -> tuple[str, float]:
    if AT_EQUALS.get(kind) is other:
        return "at equals, strict" if other in (ast.Lt, ast.Gt) else "at equals", 1.0
    if OPPOSITE[kind] is other or AT_EQUALS.get(OPPOSITE[kind]) is other:
        return "opposite", 1.2
    return "other", 1.7


def test_role(scope: Scope, node: ast.AST) -> str:
    """What a comparison decides: "test" where a loop is left early by it, "update" of a bound, "best" of a value."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    if any(counts(side) for side in sides):
        return "count"
    if _spares_a_search(scope, node):
        return "test"
    if isinstance(scope.root, FUNCTIONS):
        statement = scope.statement(node)
        if ends_early(statement) or isinstance(statement, ast.While):
            if any(isinstance(side, ast.Constant) for side in sides):  # the depth is tested before the loop
                return "" if isinstance(statement, ast.While) or scope.is_in_loop(statement) else "horizon"
            return "test" if isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS) else ""
        if isinstance(statement, ast.If):
            sorts = {scope.sort(entry) for entry in statement.body}
            if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ORDERS):
                return "turn"
            return "update" if "update" in sorts else "best" if "assignment" in sorts else "turn"
    return ""


def counts(node: ast.AST) -> bool:
    """Whether an expression says how many there are of something."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"


def _spares_a_search(scope: Scope, node: ast.AST) -> bool:
    """Whether it depends on an order of numbers, as in `v if v >= beta else …`, that no further child is searched."""
    owner = scope.parents[node][0]
    if not (isinstance(owner, ast.IfExp) and owner.test is node and isinstance(node, ast.Compare)):
        return False
    searches = [any(scope.own(entry) for entry in ast.walk(side)) for side in (owner.body, owner.orelse)]
    return isinstance(node.ops[0], ORDERS) and searches == [False, True]


def operands(scope: Scope) -> Iterator[Edit]:
    """Another number compared, or a test on a value made one of the window."""
    for node in scope.nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS):
            yield from _compared_numbers(scope, node)
        elif isinstance(node, ast.IfExp):
            for side in (node.body, node.orelse):
                for name, number in scope.numbers.items() if key(side) in scope.numbers else ():
                    if name != key(side):
                        yield scope.put("operand", "chosen", 1.7, side, deepcopy(number))


def _compared_numbers(scope: Scope, node: ast.Compare) -> Iterator[Edit]:
    sides = [node.left, *node.comparators]
    if not any(scope.is_number(side) or fold(side) for side in sides):
        return
    role = test_role(scope, node)
    for side in sides:
        for name, number in scope.numbers.items():
            if name not in map(key, sides):
                cost = 1.4 if scope.is_number(side) else 1.7
                what = "other end" if scope.is_end(side) and scope.is_end(number) else "compared"
                yield scope.put("operand", what, cost, side, deepcopy(number), role)
    for order in (ast.GtE, ast.Gt) if scope.window and len(sides) == 2 else ():
        test = ast.Compare(deepcopy(scope.window[0]), [order()], [deepcopy(scope.window[1])])
        if set(map(key, sides)) != set(map(key, scope.window)):
            yield scope.put("operand", "of the window", 2.2, node, test, role)


def folds(scope: Scope) -> Iterator[Edit]:
    """min for max."""
    for node in scope.nodes:
        if isinstance(node, ast.Name) and node.id in FOLDS and isinstance(node.ctx, ast.Load):
            owner = scope.parents[node][0]
            role = _fold_role(scope, node)
            cost = 2.2 if role == RIGHT_WAY else 1.2 if isinstance(owner, ast.Call) else 1.3
            yield scope.put("fold", "other", cost, node, ast.Name(FOLDS[node.id], ast.Load()), role)


def _fold_role(scope: Scope, node: ast.expr) -> str:
    """What a max or min decides: "update" of a bound that would move the wrong way, "fold" of a best value."""
    statement = scope.statement(node)
    target = _target(statement, node) if isinstance(statement, ast.Assign) else None
    if target is not None and (scope.is_end(target) or ast.unparse(target).lower() in ENDS[0]):
        folded = [key(argument) for argument in getattr(scope.parents[node][0], "args", ())]
        is_alpha = key(target) == key(scope.window[0]) if scope.window else ast.unparse(target).lower() == ENDS[0][0]
        is_reversed = ast.unparse(node) == ("min" if is_alpha else "max")
        return "update from another" if key(target) not in folded else "update" if is_reversed else RIGHT_WAY
    if isinstance(target, ast.Name) and any(
        target.id in entry.names for entry in scope.nodes if isinstance(entry, ast.Global)
    ):
        return "kept beyond the search"
    within = scope.parents.get(scope.parents[node][0], (None,))[0]
    return "window" if within is not None and scope.own(within) else "fold"


def _target(statement: ast.Assign, value: ast.AST) -> ast.expr:
    """What an assignment sets to a value that stands in it, be it one of several side by side."""
    target = statement.targets[0]
    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
        pairs = zip(target.elts, statement.value.elts, strict=False)
        return next((entry for entry, set_to in pairs if value in ast.walk(set_to)), target)
    return target


def fold_operands(scope: Scope) -> Iterator[Edit]:
    """Another number folded in, a fold where there was none, or none where there was one."""
    for node in scope.nodes:
        if isinstance(node, ast.Call) and fold(node):
            yield from _folded_numbers(scope, node)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and key(node.targets[0]) in scope.numbers:
            target = loaded(node.targets[0])
            for name in FOLDS if constant(node.value) is None and not fold(node.value) else ():
                role = "update" if scope.is_end(target) else "fold"
                yield scope.put("fold", "added", 1.5, node.value, call(name, target, node.value), role)


def _folded_numbers(scope: Scope, node: ast.Call) -> Iterator[Edit]:
    role = _fold_role(scope, node.func)
    for argument in node.args:
        for name, number in scope.numbers.items() if scope.is_number(argument) else ():
            if name not in map(key, node.args):
                yield scope.put("operand", "folded", 1.6, argument, deepcopy(number), role)
    if len(node.args) == 2:
        for argument in node.args:
            yield scope.put("fold", "taken away", 2.0, node, deepcopy(argument), role)


def signs(scope: Scope) -> Iterator[Edit]:
    """A sign dropped or added: at what a recursion returns, at numbers passed to it, at a leaf."""
    for node in scope.nodes:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and constant(node) is None:
            role = "recursion" if scope.own(node.operand) else _role_of_look(scope) if looks(node.operand) else "window"
            yield scope.put("sign", "dropped", 1.6, node, deepcopy(node.operand), role)
        elif scope.own(node) or looks(node):
            owner = scope.parents[node][0]
            if isinstance(node, ast.Call) and not isinstance(owner, (ast.UnaryOp, ast.Expr)):
                role, cost = ("recursion", 1.5) if scope.own(node) else (_role_of_look(scope), 2.0)
                yield scope.put("sign", "added", cost, node, ast.UnaryOp(ast.USub(), deepcopy(node)), role)


def _role_of_look(scope: Scope) -> str:
    """ "leaf" where a value of a leaf is the player's to move, and so may have the wrong sign; elsewhere ""."""
    return "leaf" if scope.is_both_players else ""


def looks(node: ast.AST) -> bool:
    """Whether a node asks a state for a value."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("utility", "evaluate")
    )


def values_asked(scope: Scope) -> Iterator[Edit]:
    """`evaluate` for `utility`, and the other way round."""
    for node in scope.nodes:
        if looks(node) and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            other = "evaluate" if node.func.attr == "utility" else "utility"
            yield scope.put("leaf", other, 1.7, node.func, ast.Attribute(node.func.value, other, ast.Load()), "leaf")


def constants(scope: Scope) -> Iterator[Edit]:
    """Another constant: an infinity for a number or for the other infinity, a bound, or the next number."""
    for node in scope.nodes:
        value = constant(node)
        owner = scope.parents[node][0]
        if value is None or constant(owner) is not None or isinstance(owner, ast.Subscript):
            continue
        if isinstance(getattr(node, "ctx", None), ast.Store) or isinstance(owner, ast.keyword):
            continue
        role = _constant_role(scope, node)
        if abs(value) == inf:
            yield scope.put("constant", "other infinity", 1.3, node, infinity(-value), role)
            for number in scope.numbers.values():
                yield scope.put("constant", "a bound", 1.5 if role == "window" else 1.9, node, deepcopy(number), role)
            if role == "initial":
                yield scope.put("constant", "nothing", 2.4, node, ast.Constant(None), role)
        else:
            yield from _finite(scope, node, value, role)


def _constant_role(scope: Scope, node: ast.AST) -> str:
    """Where a constant stands: what a value starts with, a window passed on, or somewhere else."""
    owner = scope.parents[node][0]
    if scope.own(owner):
        return "window"
    statement = scope.statement(node)
    if isinstance(owner, ast.arguments):
        return "count" if _is_counted(scope, owner, node) else "initial"
    if isinstance(statement, ast.Assign) and scope.is_count(statement.targets[0]):
        return "count"
    within = isinstance(statement, (ast.Assign, ast.AnnAssign)) and not isinstance(owner, (ast.Compare, ast.BinOp))
    return "initial" if within or isinstance(owner, ast.IfExp) else ""


def _is_counted(scope: Scope, arguments: ast.arguments, default: ast.AST) -> bool:
    """Whether a function adds to the argument with a default, or takes from it, as it does with a depth."""
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True)
    given = [*defaults, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    names = {argument.arg for argument, value in given if value is default}
    sums = [node for node in scope.nodes if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))]
    return any(isinstance(entry.left, ast.Name) and entry.left.id in names for entry in sums)


def _finite(scope: Scope, node: ast.AST, value: float, role: str) -> Iterator[Edit]:
    far = abs(value) >= FAR or 0 < abs(value) < NEAR
    if far or value in (0, 1, -1) or role in ("initial", "window"):
        signs_tried = (1, -1) if value >= 0 else (-1, 1)
        for place, sign in enumerate(signs_tried):
            cost = (0.9 if far else 1.2 if role in ("initial", "window") else 2.2) + place * (
                0.02 if value == 0 else 0.4
            )
            yield scope.put("constant", "far" if far else "infinity", cost, node, infinity(sign), role)
        for test in _turns(scope) if role == "initial" else ():
            for sign in (-1, 1):
                new = ast.IfExp(deepcopy(test), infinity(sign), infinity(-sign))
                yield scope.put("constant", "infinity by turn", 1.5, node, new, role)
        if role == "window":
            for number in scope.numbers.values():
                yield scope.put("constant", "a bound", 1.6, node, deepcopy(number), role)
    if not far:
        for shift in (1, -1):
            yield scope.put("constant", "next", 1.7, node, ast.Constant(int(value) + shift), role)


def _turns(scope: Scope) -> list[ast.expr]:
    """The conditions in a scope that may say whose turn it is."""
    tests = {ast.dump(node.test): node.test for node in scope.nodes if isinstance(node, (ast.If, ast.IfExp))}
    numbers = [test for test in tests.values() if isinstance(test, ast.Compare) and isinstance(test.ops[0], ORDERS)]
    return [test for test in tests.values() if not isinstance(test, ast.Call) and test not in numbers][:2]


def arithmetic(scope: Scope) -> Iterator[Edit]:
    """A sum without its second term, with the other sign, or where there was none: depth for depth - 1."""
    for node in scope.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            yield scope.put("arithmetic", "dropped", 1.7, node, deepcopy(node.left), "horizon")
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield scope.edit("arithmetic", "other sign", 1.6, node, Put(node, "op", other), role="horizon", new=other)
        elif isinstance(node, ast.Call) and scope.own(node):
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                if isinstance(argument, ast.Name) and _is_depth(argument.id.lower()):
                    for place, sign in enumerate((ast.Sub(), ast.Add())):
                        new = ast.BinOp(deepcopy(argument), sign, ast.Constant(1))
                        yield scope.put("arithmetic", "added", 1.7 + place / 10, argument, new, "horizon")


def _is_depth(name: str) -> bool:
    return name == "d" or "dep" in name or "pl" in name or "round" in name


def conditions(scope: Scope) -> Iterator[Edit]:
    """A condition negated, `or` for `and`, one without one of its parts, or one part more."""
    for node in scope.nodes:
        yield from _truths(scope, node)
        if isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield scope.edit("condition", "and or", 1.8, node, Put(node, "op", other), new=other)
            for place in range(len(node.values)):
                rest = [value for number, value in enumerate(node.values) if number != place]
                less: ast.expr = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                is_value = fold(scope.parents[node][0])  # `alpha or v` is v where alpha is 0
                what, cost = ("a value less", 1.5) if is_value else ("a part less", 1.8)
                yield scope.put("condition", what, cost, node, deepcopy(less))
        if not isinstance(node, (ast.If, ast.IfExp, ast.While)) or isinstance(node.test, ast.Constant):
            continue
        if not isinstance(node.test, ast.Compare):
            yield scope.put("flag", "turned", 1.4, node.test, ast.UnaryOp(ast.Not(), deepcopy(node.test)), "turn")
        if isinstance(node, ast.If) and ends_early(node):
            yield from _horizons(scope, node)
        elif not isinstance(node, ast.While):
            yield from _tests_for_nothing(scope, node)


def _truths(scope: Scope, node: ast.AST) -> Iterator[Edit]:
    """Whether a number is None for whether it is true, as 0 is a value too."""
    owner = scope.parents[node][0]
    is_asked = isinstance(owner, ast.BoolOp) or getattr(owner, "test", None) is node
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    asked = node.operand if isinstance(node, ast.UnaryOp) else node
    if is_asked and (negated or asked is node) and isinstance(asked, ast.Name) and key(asked) in scope.numbers:
        order = ast.Is() if negated else ast.IsNot()
        new = ast.Compare(deepcopy(asked), [order], [ast.Constant(None)])
        yield scope.put("condition", "nothing", 1.5, node, new)


def _horizons(scope: Scope, node: ast.If) -> Iterator[Edit]:
    """The end of the depth added to the test for a leaf."""
    if not isinstance(scope.root, ast.FunctionDef) or "is_terminal" not in ast.unparse(node.test):
        return
    for argument in scope.root.args.args:
        if "dep" in argument.arg.lower() or "pl" in argument.arg.lower():
            zero = ast.Compare(ast.Name(argument.arg, ast.Load()), [ast.LtE()], [ast.Constant(0)])
            new = ast.BoolOp(ast.Or(), [deepcopy(node.test), zero])
            yield scope.put("condition", "horizon", 1.9, node.test, new, "horizon")


def _tests_for_nothing(scope: Scope, node: ast.If | ast.IfExp) -> Iterator[Edit]:
    """`best is None or` before a test for a better one, which then is strict."""
    test = node.test
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ORDERS) or not isinstance(node, ast.If):
        return
    for assigned in (
        entry for entry in ast.walk(node) if isinstance(entry, ast.Name) and isinstance(entry.ctx, ast.Store)
    ):
        for order in {type(test.ops[0]), AT_EQUALS[type(test.ops[0])]} & {ast.Lt, ast.Gt}:
            nothing = ast.Compare(ast.Name(assigned.id, ast.Load()), [ast.Is()], [ast.Constant(None)])
            better = ast.Compare(deepcopy(test.left), [order()], deepcopy(test.comparators))
            what = "nothing yet" if isinstance(test.ops[0], order) else "ties"
            yield scope.put("comparison", what, 1.8, test, ast.BoolOp(ast.Or(), [nothing, better]), "ties")


def targets(scope: Scope) -> Iterator[Edit]:
    """Another variable set."""
    for node in scope.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            yield from _targets_side_by_side(scope, node.targets[0])
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or key(node.targets[0]) not in scope.numbers:
            continue
        begins = constant(node.value) is not None
        for name, number in scope.numbers.items():
            if name == key(node.targets[0]):
                continue
            role = "update" if scope.is_end(node.targets[0]) and scope.is_end(number) and not begins else "assignment"
            yield scope.put("target", "another", 1.8, node.targets[0], stored(number), role)
            if fold(node.value):
                yield from _whole_updates(scope, node, number)


def _targets_side_by_side(scope: Scope, targets: ast.Tuple) -> Iterator[Edit]:
    for target in targets.elts:
        for name, number in scope.numbers.items() if key(target) in scope.numbers else ():
            if name != key(target):
                yield scope.put("target", "another", 1.8, target, stored(number), "assignment")


def _whole_updates(scope: Scope, node: ast.Assign, number: ast.expr) -> Iterator[Edit]:
    """beta = min(beta, v) for alpha = max(alpha, v): another bound updated altogether."""
    assert isinstance(node.value, ast.Call)
    target = key(node.targets[0])
    arguments = [number if key(argument) == target else argument for argument in node.value.args]
    for name in FOLDS:
        new = ast.Assign([stored(number)], call(name, *arguments))
        role = "update" if scope.is_end(node.targets[0]) and scope.is_end(number) else "assignment"
        yield scope.put("target", "another altogether", 1.7, node, new, role)


def bounds_exchanged(scope: Scope) -> Iterator[Edit]:
    """Alpha for beta and beta for alpha in one whole statement, or in a condition with what it decides."""
    if not scope.window:
        return
    names = {key(end): other for end, other in zip(scope.window, scope.window[::-1], strict=True)}
    for node in scope.nodes:
        if scope.parents[node][2] is None or not isinstance(node, (ast.Assign, ast.If)) or _has_loop(node):
            continue
        if scope.sort(node) not in ("test", "update"):
            continue
        new = Exchanged(names).visit(deepcopy(node))
        if ast.dump(new) != ast.dump(node):
            yield scope.put("operand", "exchanged", 1.6, node, new, scope.sort(node))
            turned = Turned().visit(deepcopy(new))
            if ast.dump(turned) != ast.dump(new):
                yield scope.put("target", "mirrored", 1.7, node, turned, scope.sort(node))


def _has_loop(node: ast.AST) -> bool:
    return any(isinstance(entry, (ast.For, ast.While)) for entry in ast.walk(node))
