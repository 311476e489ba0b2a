"""The page to practise on: it says what the grader would, is played to the end by keys, and keeps what it must."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from autograder import grade
from autograder.cli.command_line import main
from autograder.core.errors import WrongUsage
from autograder.core.exercises.documents import from_here
from autograder.core.exercises.load import load_set, translated
from autograder.core.exercises.model import ExerciseSet
from autograder.core.project import EXERCISES
from autograder.core.sentences import languages, sentence, speaking
from autograder.teach.worksheets import practice_page, tasks
from autograder.tell.divergence import describe_visits
from autograder.tell.pages.picture import labels_of
from autograder.tell.pages.render import with_signs
from autograder.tell.search_passes import Moment, describe_test, passes, shown
from reference.forms import other_right_searches
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem
from tests.browser import for_everyone, opened, wait_until
from tests.reading import pattern
from tests.sets import PROJECT, Typed, cases, made_set, not_none, written
from tests.teach.test_lecture_page import nested

SET = load_set(EXERCISES / "by_hand")
HOSTILE = "</style></script><script>alert('\"1')</script>\u202e"
SHIPPED = sorted(
    file.parent
    for file in EXERCISES.rglob("assignment.json")
    if file.parent.name != "schema"
)


def packed(page: str) -> list[Any]:
    """Return the data in a page for each of its trees."""
    return [
        json.loads(text)
        for text in re.findall(
            r'<script type="application/json">(.*?)</script>', page, re.DOTALL
        )
    ]


def page_of(exercises: ExerciseSet, *, exam: bool = False) -> str:
    return practice_page(exercises, tasks(exercises, exam=exam), exam=exam)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("practice") / "practice.html", page_of(SET))


def solved(page: Any, task: dict[str, Any], calls: str) -> Any:
    """Return the solution of a task by the page's script. calls: JavaScript with `task`, `nodes` and `solution`."""
    return page.evaluate(
        "([task]) => { const nodes = planted(task.tree, task.players), solution = new Solution(task, nodes); "
        f"return {calls}; }}",
        [task],
    )


REACHED = """() => [...document.querySelectorAll("button, input, select")].flatMap((e) => {
  if (!e.checkVisibility()) return [];
  e.focus();
  const { x, y, width, height, bottom } = e.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const said = e.getAttribute("aria-label") || e.textContent;
  const isSmall = e.type !== "checkbox" && Math.min(width, height) < 24; // the label of a checkbox is pressed, too
  return [
    ...(isSmall ? [`${said} is ${width} by ${height}`] : []),
    ...(y < -1 || bottom > innerHeight + 1 || !(e.contains(top) || top?.contains(e)) ? [`${said} is hidden`] : []),
  ];
})"""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".asked input, .edge-mark, .spot .inside")]
    .filter((element) => element.checkVisibility())
    .map((element) => [element.getAttribute("aria-label") ?? element.textContent, element.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], index) => boxes.slice(index + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5)
    .map(([other]) => `${name} and ${other} overlap`));
}"""
"""What is pressed, typed into or read in a tree, and lies on something else there."""
OVERLAPS_AFTER_CLICKS = f"""([buttons, times]) => {{
  const overlaps = {OVERLAPS};
  const clicked = Array(times).fill([...document.querySelectorAll(buttons)]).flat();
  return clicked.map((button) => {{ button.click(); return overlaps(); }});
}}"""
"""What OVERLAPS has after each click on some buttons. The page draws a tree while a click is handled."""
SIZES = "() => [...document.querySelectorAll('.leaf .inside')].map((e) => e.getBoundingClientRect())"
IS_CUT = "() => { const { scrollWidth, clientWidth } = document.querySelector('.scroll'); return scrollWidth > clientWidth; }"
NUMBER = r"-?(?:\d+|∞)"
REASONS_OF_CUTOFFS = ("MAX", "MIN", "MAX, first window", "MIN, first window")
"""The names of the sentences on why a cutoff is right, by the player whose node it is."""


def read(number: str) -> float:
    return float(number.replace("∞", "inf"))


def visits_until(right: Observation, tree: Tree, node: int) -> int:
    """Return the number of visits that a right search has made when it leaves a node."""
    below = set(tree.leaves(node))
    return max(n for n, leaf in enumerate(right.visited, 1) if leaf in below)


def check_reason(words: str, right: Observation, tree: Tree, moment: Moment) -> None:
    """Hold why a cutoff is right against the calls: who has the bound already, and where."""
    numbers = {"v": NUMBER, "bound": NUMBER}
    reasons = {
        name: match.groupdict()
        for name in REASONS_OF_CUTOFFS
        if (match := re.search(f" {pattern('cutoff', name, **numbers)} ", words))
    }
    ((reason, details),) = reasons.items()
    assert (details["node"], read(details["v"])) == (tree.name(moment.node), moment.v)
    is_max = tree.player(moment.node) == "MAX"
    assert reason.startswith("MAX" if is_max else "MIN")
    assert read(details["bound"]) == (moment.beta if is_max else moment.alpha)
    if "above" not in details:
        return
    node = not_none(tree.node(details["above"]))
    assert tree.player(node) == ("MIN" if is_max else "MAX")
    values = [
        call.value
        for call in right.calls
        if call.node and tree.parent(call.node) == node and call.node < moment.node
    ]
    assert read(details["bound"]) in values


class Spoken(NamedTuple):
    """The page in a language."""

    language: str
    file: Path


@pytest.fixture(scope="module", params=languages())
def spoken(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Spoken:
    language = request.param
    folder = tmp_path_factory.mktemp(language)
    with speaking(language):
        page = page_of(translated(SET, language))
    return Spoken(language, written(folder / "practice.html", page))


def test_feedback_on_a_wrong_visit_is_true(chromium: Any, spoken: Spoken) -> None:
    random, counts = Random(3), Counter[str]()
    with opened(chromium, spoken.file) as seen_page, speaking(spoken.language):
        for number in range(150):
            tree = Tree.from_nested(
                [nested(random, 3) for _ in range(3)], random.choice(["MAX", "MIN"])
            )
            problem = Problem(
                tree, prune_when="alpha > beta" if number % 3 == 0 else "alpha >= beta"
            )
            (task,) = tasks(
                SET._replace(exercises=(SET.fixed[0]._replace(pattern=problem),))
            )
            right = observe(problem, calls=True)
            same = random.randint(0, len(right.visited))
            others = [
                leaf for leaf in tree.leaves() if leaf not in right.visited[: same + 1]
            ]
            if not others or (
                number % 3 == 0
                and {right.visited}
                < {other.visited for other in (right, *other_right_searches(problem))}
            ):
                continue
            mine = [*right.visited[:same], random.choice(others)]
            message = solved(seen_page.page, task, f"solution.wrong({mine})")
            verdict = sentence(
                "script_practice",
                "wrong visit",
                visit=same + 1,
                leaf=tree.name(mine[-1]),
            )
            assert message.startswith(f"{verdict} ")
            (search_pass,) = passes(problem, right)
            missed = [
                moment
                for node, moment in search_pass.cutoffs().items()
                if mine[-1] in list(tree.leaves(node))
                and mine[-1] not in right.visited
                and same >= visits_until(right, tree, node)
            ]
            if missed:
                counts["cutoff"] += 1
                name = tree.name(mine[-1])
                # Of cutoffs one above the other the one that comes first.
                moment = min(
                    missed,
                    key=lambda moment: (
                        visits_until(right, tree, moment.node),
                        -tree.ply(moment.node),
                    ),
                )
                assert with_signs(describe_test(search_pass, moment)) in message
                pruned = sentence("script_search", "pruned", names=name, count=1)
                assert message.endswith(f" {pruned}")
                check_reason(message, right, tree, moment)
            else:
                counts["next"] += 1
                explanation = describe_visits(problem, right, right.visited[:same])
                if not same:
                    first = tree.name(right.visited[0])
                    explanation = sentence("cutoff", "first", leaf=first)
                reason, _, _ = not_none(explanation).partition(
                    f" {sentence('divergence', 'no further look')}"
                )
                assert message == f"{verdict} {with_signs(reason)}"
    assert min(counts.values()) > 20


def test_random_trees_have_what_their_level_promises(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        drawn = "Array.from({length: 1000}, (_, number) => randomTask(level, {rule: number % 2 ? 'strict' : 'alpha-beta', rules: ''}))"
        made = seen_page.page.evaluate(f"[0, 1, 2].map(level => {drawn})")
    for level, drawn in enumerate(made):
        for task in drawn:
            tree = Tree.from_nested(task["tree"], task["players"])
            right = observe(
                Problem(
                    tree,
                    prune_when="alpha > beta"
                    if task["rule"] == "strict"
                    else "alpha >= beta",
                )
            )
            assert task["accepted"] == [right.value] * 2
            assert tree.depth <= level + 2
            assert right.pruned(tree)
        assert len({json.dumps(task["tree"]) for task in drawn}) > 700


def test_practice_hints_ask_first_and_then_name_the_next_leaf(
    chromium: Any, spoken: Spoken
) -> None:
    with opened(chromium, spoken.file) as seen_page, speaking(spoken.language):
        is_over = sentence("script_practice", "no leaf is left")
        for exercise, task in zip(SET.fixed, tasks(SET), strict=True):
            problem = exercise.problem._replace(interface="max_value/min_value")
            visited, name = observe(problem).visited, problem.tree.name
            for many in range(len(visited) + 1):
                hint = f"solution.hint({list(visited[:many])}"
                question, step = (
                    solved(seen_page.page, task, f"{hint}, {asks})")
                    for asks in ("true", "false")
                )
                assert question.endswith("?")
                assert (name(visited[many]) if many < len(visited) else is_over) in step


def test_source_of_an_exam_page_holds_no_answer() -> None:
    exercises = tuple(
        original._replace(hint="SECRET", title="SECRET") for original in SET.exercises
    )
    page = page_of(SET._replace(exercises=exercises), exam=True)
    (tasks,) = packed(page)
    assert [task["title"] for task in tasks] == [
        f"Tree {number}" for number in range(1, len(tasks) + 1)
    ]
    assert not any(exercise.id in page for exercise in SET.exercises)
    assert all(task["rule"] == "" and "accepted" not in task for task in tasks)
    assert "function searched(" not in page
    assert "function searched(" in page_of(SET)
    assert 'data-do="check"' not in page
    assert 'data-do="hint"' not in page
    assert "SECRET" not in page


@pytest.mark.parametrize(
    "command",
    [["practice"], ["practice", "--exam"], ["sheet"], ["sheet", "--format", "latex"]],
)
def test_practice_and_lecture_pages_leave_out_hidden_exercises(
    command: list[str], tmp_path: Path, typed: Typed
) -> None:
    fields = {"source": "audit: SECRET", "hint": "SECRET"}
    secret = {**fields, "title": "SECRET", "tree": [[71, 72], [73, 74]]}
    levels = ("hidden", "after_due_date", "after_published")
    hidden = {f"secret_{level}": {**secret, "visibility": level} for level in levels}
    shown = {
        "1": {**fields, "title": "One", "tree": [[3, 12], [2, 4]]},
        "2": {"interface": "negamax", "tree": [1, 2]},
    }
    made_set(tmp_path, {**shown, **hidden})
    files = [tmp_path / "page", tmp_path / "solutions"]
    solutions = ["--solutions", files[1]] if command[0] == "sheet" else []
    assert typed(
        *command[:1], tmp_path, "--html", files[0], *solutions, *command[1:]
    ).splitlines() == [
        "Left out: 1 exercise in which values are those of the side to move: 2.",
        f"Left out: 3 exercises that students may not see: {', '.join(sorted(hidden))}.",
    ]
    for file in files[: 1 + len(solutions)]:
        text = file.read_text("utf-8")
        assert ("One" in text) == (
            "--exam" not in command
            and (command[0] == "practice" or file.name == "solutions")
        )
        assert not re.search(
            r"secret|>7[1-4]<|7[1-4]\b.{0,3}leaf node",
            text.split("</style>")[-1],
            re.IGNORECASE,
        )
        assert ("Left out: 3 exercises that students may not see." in text) == (
            command[0] == "practice"
        )


@pytest.mark.parametrize("command", ["practice", "sheet"])
@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_shipped_set_becomes_a_page_or_is_refused_for_having_no_tree(
    folder: Path, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main([command, str(folder), "--html", str(tmp_path / "page.html")])
    page = tmp_path / "page.html"
    shown = capsys.readouterr()
    assert (status, page.exists()) in ((0, True), (2, False))
    assert ("there is no tree" in shown.err) == (status == 2)
    if folder.name == "exercises":
        assert status == 0
        alone = "32_max_value_alone, 33_min_value_alone"
        large = "19_best_order, 20_worst_order"
        assert (
            f"Left out: 2 exercises in which one function is judged alone: {alone}.\n"
            in shown.out
        )
        assert (
            f"Left out: 2 exercises with more than 40 leaves: {large}.\n" in shown.out
        )
        tiny = "Left out: 1 exercise in which no tree has 4 to 40 leaves: 34_every_small_tree.\n"
        assert (tiny in shown.out) == (command == "practice")


REASONS: dict[str, tuple[dict[str, Any], str]] = {
    "isolated": ({"isolate": "max_value"}, "in which one function is judged alone"),
    "depth": ({"interface": "alpha_beta"}, "in which the search is given a depth"),
    "guess": (
        {"interface": "aspiration_search", "guess": 3, "epsilon": 1},
        "in which the search begins with a guess",
    ),
    "minimax": ({"interface": "minimax"}, "in which nothing is pruned"),
    "action": (
        {"interface": "alpha_beta_search"},
        "in which an action is asked for, not a value",
    ),
    "large": ({"tree": [[*range(41)]]}, "with more than 40 leaves"),
    "tiny": (
        {"generate": {"every": {"leaves": 2, "plies": 2}}},
        "in which no tree has 4 to 40 leaves",
    ),
}


@pytest.mark.parametrize("name", REASONS)
def test_practice_names_exercises_it_leaves_out_with_the_reason(
    name: str, tmp_path: Path, typed: Typed
) -> None:
    fields, reason = REASONS[name]
    settings = {
        "title": "Left out",
        **({} if "generate" in fields else {"tree": [[3, 12], [2, 4]]}),
        **fields,
    }
    made_set(
        tmp_path, {"fits": {"title": "One", "tree": [[3, 12], [2, 4]]}, name: settings}
    )
    output = typed("practice", tmp_path, "--html", tmp_path / "page.html")
    assert output == f"Left out: 1 exercise {reason}: {name}.\n"
    assert f"Left out: 1 exercise {reason}." in (tmp_path / "page.html").read_text(
        "utf-8"
    )


def test_practice_says_how_the_answers_of_a_class_are_graded(
    tmp_path: Path, typed: Typed
) -> None:
    by_hand = EXERCISES / "by_hand"
    page_file = tmp_path / "page.html"
    output = typed("practice", by_hand, "--html", page_file)
    assert output.startswith(
        "Students hand in the answers.json that Save answers writes."
    )
    assert f"class FOLDER --exercises {from_here(by_hand)} --results DIR" in output
    assert "Hand in that file" in page_file.read_text("utf-8")
    # Answers to the trees of a set of programs are graded nowhere.
    assert "Hand in that file" not in page_of(load_set(EXERCISES, "0[1-3]*"))


def test_practice_takes_a_generated_set_and_refuses_one_without_trees() -> None:
    core = load_set(PROJECT / "exercises", "2[56]*")
    assert "2 exercises" not in page_of(core)
    with pytest.raises(WrongUsage, match="there is no tree to work out by hand here"):
        page_of(load_set(PROJECT / "exercises" / "negamax"))


def test_practice_page_escapes_titles_and_names() -> None:
    tree = Tree([2, 0, 0], [None, 1, 2], names={0: HOSTILE[:-1], 1: HOSTILE[:-1] + "a"})
    exercise = SET.fixed[0]._replace(
        title=HOSTILE, source=HOSTILE, pattern=Problem(tree)
    )
    page = page_of(ExerciseSet(SET.folder, SET.assignment, (exercise,)))
    assert "\u202e" not in page
    assert "<script>alert" not in page


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of the core set, which has large trees, lone children and early leaves."""
    page = page_of(load_set(EXERCISES))
    return written(tmp_path_factory.mktemp("core") / "practice.html", page)


@for_everyone
def test_tree_of_eight_leaves_fits_a_telephone(
    chromium: Any, file: Path, width: int, scheme: str
) -> None:
    with opened(chromium, file, width, scheme) as seen_page:
        page = seen_page.page
        for number, task in enumerate(tasks(SET)):
            leaves = str(task["tree"]).count(",") + 1
            page.locator(f"[data-task='{number}']").click()
            boxes = page.evaluate(SIZES)
            assert all(min(box["width"], box["height"]) >= 24 for box in boxes)
            if leaves <= 8:
                assert not page.evaluate(IS_CUT)


@pytest.mark.parametrize("width", [320, 390, 1024, 1280])
def test_fields_and_marks_in_a_tree_do_not_overlap(
    chromium: Any, file: Path, core: Path, width: int
) -> None:
    for page_file in (file, core):
        with opened(chromium, page_file, width) as seen_page:
            page = seen_page.page
            page.locator("[data-asks]").check()
            drawn = page.evaluate(OVERLAPS_AFTER_CLICKS, ["[data-task]", 1])
            assert drawn == [[]] * page.locator("[data-task]").count()
            page.locator("[data-level]").select_option("2")
            drawn = page.evaluate(OVERLAPS_AFTER_CLICKS, ["[data-do='another']", 20])
            assert drawn == [[]] * 20


@pytest.mark.parametrize("width", [390, 1280])
def test_names_stand_below_their_leaves_as_forced_colours_fill_their_boxes(
    chromium: Any, file: Path, width: int
) -> None:
    with opened(chromium, file, width) as seen_page:
        gaps = seen_page.page.evaluate(
            """() => [...document.querySelectorAll(".spot.leaf")].map((leaf) =>
              leaf.querySelector(".name").getBoundingClientRect().top
              - leaf.querySelector(".inside").getBoundingClientRect().bottom)"""
        )
        assert min(gaps) >= 0


def test_fields_of_a_window_say_which_is_alpha(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.locator("[data-asks]").check()
        placeholders = page.locator(".asked").first.evaluate(
            "fields => [...fields.children].map((input) => input.placeholder)"
        )
        assert placeholders == ["α", "β"]
        question = page.locator("[data-asked]").inner_text()
        assert question.startswith(
            "α and β at a node are alpha and beta when the search"
        )


@pytest.mark.parametrize(
    "size", [(320, 568), (390, 664), (844, 390), (1280, 720), (320, 256)]
)
def test_practice_page_controls_are_visible_and_large_enough_to_press(
    chromium: Any, file: Path, size: tuple[int, int]
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.get_by_role("button", name="C1, 3").click()
        page.get_by_role("button", name="Check").click()
        box = page.locator("[data-said] p").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
        page.get_by_label("also ask for alpha and beta").check()
        assert page.evaluate(REACHED) == []


def told(page: Any) -> list[str]:
    return list(page.locator("[data-said] p").all_inner_texts())


def name_of(tree: Tree, node: int) -> str:
    """Return what a screen reader is told of a node before the search comes to it."""
    value = tree.values[node]
    kind = shown(value).replace("inf", "∞") if value is not None else tree.player(node)
    parent = tree.parent(node)
    text = (
        sentence("nodes", "child", name=tree.name(parent), player=tree.player(parent))
        if node
        else sentence("nodes", "root")
    )
    return f"{tree.name(node)}, {kind}, {text}"


def test_practice_page_is_solved_by_keys_and_graded(
    chromium: Any, spoken: Spoken, tmp_path: Path
) -> None:
    """Found by what a screen reader is told alone: role and name, and the live region."""
    with opened(chromium, spoken.file) as seen_page, speaking(spoken.language):
        keys = seen_page.page.keyboard
        for exercise in SET.fixed:
            right, tree = observe(exercise.problem), exercise.problem.tree
            for index, leaf in enumerate(right.visited, 1):
                name = name_of(tree, leaf)
                visit = sentence("nodes", "visited", visit=index)
                button = seen_page.page.get_by_role("button", name=name, exact=True)
                button.focus()
                keys.press("Space" if leaf % 2 else "Enter")
                assert (
                    seen_page.page.get_by_role(
                        "button", name=f"{name}, {visit}", exact=True
                    ).count()
                    == 1
                )
            value = sentence("page_practice", "value", root=tree.name(0))
            seen_page.page.get_by_label(value, exact=True).focus()
            keys.type(shown(right.value))
            keys.press("Enter")
            # If the search fails, a line between them says that its value is a bound.
            first, *_, last = told(seen_page.page)
            assert first == f"✓ {sentence('script_practice', 'visits are right')}"
            assert last == f"✓ {sentence('script_practice', 'value is right')}"
            following = sentence("page_practice", "next")
            seen_page.page.get_by_role("button", name=following, exact=True).focus()
            keys.press("Enter")
        chip = seen_page.page.locator("[data-task='3']")
        title = translated(SET, spoken.language).fixed[3].title
        heading = sentence("script_practice", "finished tree", number=4, title=title)
        label = sentence("script_practice", "chip, finished", number=4, heading=heading)
        assert chip.get_attribute("aria-label") == label
        seen_page.page.reload()
        for name in ("answers.json", "answers (1).json"):
            with seen_page.page.expect_download() as waiting:
                save = sentence("page_practice", "save")
                seen_page.page.get_by_role("button", name=save).press("Enter")
            assert waiting.value.suggested_filename == "answers.json"
            (tmp_path / name[:-5]).mkdir()
            # Browsers give a second download such a name, which is graded too.
            waiting.value.save_as(tmp_path / name[:-5] / name)
    assert [grade(folder, SET).points for folder in sorted(tmp_path.iterdir())] == [
        36,
        36,
    ]


@pytest.mark.parametrize(
    "script", cases("an_exam_in_a_browser_that_keeps_nothing_is_graded_all_the_same")
)
def test_an_exam_in_a_browser_that_keeps_nothing_is_graded_all_the_same(
    chromium: Any, script: str, tmp_path: Path
) -> None:
    with opened(
        chromium, written(tmp_path / "exam.html", page_of(SET, exam=True))
    ) as seen_page:
        page = seen_page.page
        page.add_init_script(script)
        page.reload()
        right = observe(SET.fixed[0].problem)
        for leaf in right.visited:
            page.get_by_role(
                "button", name=re.compile(rf"^{SET.fixed[0].problem.tree.name(leaf)},")
            ).click()
        page.locator("[data-value]").fill(shown(right.value))
        assert (
            page.locator("[data-saved]")
            .inner_text()
            .startswith("This browser keeps nothing for this page")
        )
        page.locator("[data-task='1']").click()
        page.locator("[data-task='0']").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save answers").click()
        waiting.value.save_as(tmp_path / "answers.json")
        page.close()  # with the script
    assert grade(tmp_path / "answers.json", SET).points == 3


def test_practice_page_responds_to_pressing_hinting_and_checking(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page

        def button(name: str) -> Any:
            return page.get_by_role("button", name=re.compile(rf"^{name}\b"))

        visits = page.locator("[data-visits]")
        button("Check").click()
        assert told(page) == [
            "Nothing is visited yet. Press the leaf that the search looks at first."
        ]
        for name in ("C1", "C2", "C2", "C2", "C3"):
            button(name).click()
        button("Check").click()
        assert told(page) == ["✓ Right so far: 3 visits. Not finished."]
        button("C4").click()
        button("C5").click()
        assert visits.inner_text() == "C1 C2 C3 C4 C5"
        assert button("C5").get_attribute("aria-pressed") == "true"
        button("C1").click()
        assert told(page) == [
            "C1 is visited already. Only the last visit can be taken back."
        ]
        button("Check").click()
        (message,) = told(page)
        assert message == (
            "✗ Visit 5, C5, is not right. At B2 alpha is 3. After C4 = 2, v is 2, and 2 ≤ 3: a right search "
            "stops here. B2 is worth at most 2, and MAX already has 3 at A1. So C5 is pruned."
        )
        button("Hint").click()
        assert told(page) == ["The first 4 visits are right. Take back the others."]
        page.get_by_label("Value of A1").fill("4")
        page.reload()
        assert visits.inner_text() == "C1 C2 C3 C4 C5"
        assert page.get_by_label("Value of A1").input_value() == "4"
        for name in ("C5", "C7", "C8", "C9"):
            button(name).click()
        button("Check").click()
        assert told(page)[1] == (
            "✗ The value of A1 is not 4. MAX moves at A1. B1 returned 3. "
            "B2 returned 2: it is worth at most 2, perhaps less. B3 returned 2."
        )
        page.get_by_label("Value of A1").fill("−3")
        button("Check").click()
        assert "✗ The value of A1 is not -3. Only the sign is wrong." in told(page)[1]
        button("Start over").click()
        assert visits.inner_text() == "nothing yet"
        button("Undo start over").click()
        assert visits.inner_text() == "C1 C2 C3 C4 C7 C8 C9"
        page.get_by_label("Value of A1").fill("3")
        button("Check").click()
        assert told(page)[1] == "✓ The value is right."
        assert (
            page.locator("[data-tries]").inner_text()
            == "3 mistakes, 1 hint; best so far: 4 mistakes and hints"
        )


def test_practice_page_asks_for_windows_and_cut_edges(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_label("also ask for alpha and beta").check()
        for leaf in ("C1", "C2", "C3", "C4", "C7", "C8", "C9"):
            page.get_by_role("button", name=re.compile(rf"^{leaf},")).click()
        page.get_by_label("Value of A1").fill("3")
        windows = {
            "A1": ("-inf", "∞"),
            "B1": ("−∞", "inf"),
            "B2": ("3", "inf"),
            "B3": ("2", "+inf"),
        }
        for name, ends in windows.items():
            for end, typed in zip(("alpha", "beta"), ends, strict=True):
                page.get_by_label(f"{end} at {name}", exact=True).fill(typed)
        check = page.get_by_role("button", name="Check")
        check.click()
        assert told(page)[0].startswith("✗ The window of B3 is not right.")
        page.get_by_label("alpha at B3").fill("3")
        check.click()
        assert told(page) == ["An edge that is cut off is not marked yet."]
        for child in ("C4", "C5", "C6"):
            page.get_by_role(
                "button", name=f"the edge from B2 to {child} is cut"
            ).click()
        check.click()
        assert told(page) == [
            "✗ The edge to C4 is marked as cut, but no cutoff at B2 leaves it out."
        ]
        page.get_by_role("button", name="the edge from B2 to C4 is cut").click()
        check.click()
        assert told(page) == ["✓ All visits are right.", "✓ The value is right."]
        page.reload()
        assert page.get_by_label("alpha at B3").input_value() == "3"


def test_wrong_visit_is_marked_and_one_button_takes_back_to_it(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        back = page.locator("[data-do='take-back']")
        wrong = page.locator(".spot[data-state='wrong']")
        for teller in ("Check", "Hint"):
            press(page, "C1 C2 C3 C4 C5 C6 C7")
            assert wrong.count() == 0
            assert not back.is_visible()
            page.get_by_role("button", name=teller).click()
            assert wrong.locator(".name").inner_text() == "C5"
            assert wrong.locator(".badge").inner_text() == "✗ 5"
            label = wrong.locator(".inside").get_attribute("aria-label")
            assert label.endswith("visit 5, not right")
            assert page.locator("[data-visits] .bad").inner_text() == "C5"
            press(page, "C7")
            assert back.inner_text() == "Take back visits 5 to 6"
            back.press("Enter")
            assert page.locator("[data-visits]").inner_text() == "C1 C2 C3 C4"
            assert not back.is_visible()
            assert wrong.count() == 0
            focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
            assert focused.startswith("C5, ")
            press(page, "C4 C3 C2 C1")


def test_what_is_not_written_yet_is_no_mistake(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        tries = page.locator("[data-tries]")
        page.locator("[data-asks]").check()
        solve(page, 0)
        windows = {"A1": ("-inf", "inf"), "B1": ("-inf", "inf")}
        windows |= {"B2": ("3", "inf"), "B3": ("3", "inf")}
        for name, ends in windows.items():
            for end, typed in zip(("alpha", "beta"), ends, strict=True):
                assert told(page)[0].startswith(f"The window of {name} is not complete")
                field = page.get_by_label(f"{end} at {name}", exact=True)
                for text in ("abc", typed):
                    field.fill(text)
                    page.get_by_role("button", name="Check").click()
        assert told(page) == ["An edge that is cut off is not marked yet."]
        assert tries.inner_text() == "0 mistakes, 0 hints"
        for _ in range(2):
            page.get_by_role("button", name="Hint").click()
        (hint,) = told(page)
        assert hint.endswith("Mark the edge to each child that is left out: C5, C6.")
        for child in ("C5", "C6"):
            page.get_by_role("button", name=f"the edge from B2 to {child}").click()
        page.get_by_role("button", name="Check").click()
        assert told(page) == ["✓ All visits are right.", "✓ The value is right."]
        assert tries.inner_text() == (
            "0 mistakes, 2 hints; best so far: 2 mistakes and hints"
        )


def test_hint_about_a_window_tells_it(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.locator("[data-asks]").check()
        solve(page, 0)
        hint = page.get_by_role("button", name="Hint")
        hint.click()
        assert told(page)[0].endswith("?")
        hint.click()
        assert told(page) == ["When the search enters A1, alpha is -∞ and beta is ∞."]


def test_exam_marks_a_value_that_is_no_number(chromium: Any, tmp_path: Path) -> None:
    exam = written(tmp_path / "exam.html", page_of(SET, exam=True))
    with opened(chromium, exam) as seen_page:
        page = seen_page.page
        press(page, "C1")
        value = page.locator("[data-value]")
        value.fill("abc")
        value.blur()
        assert value.get_attribute("aria-invalid") == "true"
        assert page.locator("#no-number").is_visible()
        page.locator("[data-task='1']").click()
        assert not page.locator("#no-number").is_visible()
        press(page, "C1")
        page.get_by_role("button", name="Save answers").click()
        assert page.locator("[data-saved]").inner_text() == (
            "Saved: 2 of 12. Without a value: 2. The value is no number: 1."
        )
        page.locator("[data-task='0']").click()
        assert page.locator("#no-number").is_visible()
        value.fill("3")
        assert not page.locator("#no-number").is_visible()


def press(page: Any, leaves: str) -> None:
    """Press leaves by their names."""
    for leaf in leaves.split():
        page.get_by_role("button", name=re.compile(rf"^{leaf},")).click()


def solve(page: Any, number: int) -> None:
    """Solve a tree of the set that is open."""
    problem = SET.fixed[number].problem
    right = observe(problem)
    press(page, " ".join(problem.tree.name(leaf) for leaf in right.visited))
    page.locator("[data-value]").fill(shown(right.value))
    page.locator("[data-do='check']").click()


def test_right_value_of_a_search_that_fails_is_said_to_be_a_bound(
    chromium: Any, file: Path
) -> None:
    numbers = {exercise.id: number for number, exercise in enumerate(SET.fixed)}
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        for name, meaning, extent in (
            ("11_fail_high", "at least", "more"),
            ("12_fail_low", "at most", "less"),
        ):
            number = numbers[name]
            page.locator(f"[data-task='{number}']").click()
            solve(page, number)
            value = shown(observe(SET.fixed[number].problem).value)
            assert told(page)[1] == (
                f"It is only a bound: A1 is worth {meaning} {value}, perhaps {extent}."
            )
            assert told(page)[2] == "✓ The value is right."


def test_score_is_not_worse_for_checking_after_each_visit(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page, tries = seen_page.page, seen_page.page.locator("[data-tries]")
        check = page.get_by_role("button", name="Check")
        for leaf in ("C1", "C2", "C3", "C4", "C7", "C8", "C9"):
            press(page, leaf)
            check.click()
            check.click()
        page.locator("[data-value]").fill("3")
        check.click()
        check.click()
        assert (
            tries.inner_text()
            == "0 mistakes, 0 hints; finished without a mistake or hint"
        )
        page.get_by_role("button", name="Start over").click()
        press(page, "C2")
        check.click()
        check.click()
        assert tries.inner_text().startswith("1 mistake, 0 hints; finished without")


def test_score_of_an_earlier_page_is_taken_over(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        key = page.evaluate("Object.keys(localStorage)[0]")
        kept = {"01_two_plies": {"visited": [], "value": "", "checks": 3, "best": 2}}
        page.evaluate(
            "([key, done]) => localStorage.setItem(key, JSON.stringify({ at: 0, done }))",
            [key, kept],
        )
        page.reload()
        tries = page.locator("[data-tries]").inner_text()
        assert tries.endswith("best so far: 1 mistake or hint")


def test_finished_tree_offers_the_next_and_the_set_is_summed_up(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page, count = seen_page.page, len(SET.fixed)
        onward = page.locator("[data-do='onward']")
        heading, total = page.locator("h2"), page.locator("[data-sum]")
        page.locator("[data-task='1']").click()
        assert not onward.is_visible()
        for solved, number in enumerate([*range(1, count), 0], 1):
            assert heading.inner_text() == f"Tree {number + 1}"
            page.get_by_role("button", name="Hint").click()
            solve(page, number)
            title = with_signs(SET.fixed[number].title)
            assert heading.inner_text() == f"Tree {number + 1}: {title}"
            assert total.inner_text() == (
                f"Finished: {solved} of {count} trees, 0 without a mistake or hint."
            )
            following = "Go on to a random tree"
            if solved < count:
                following = f"Go on to tree {(number + 1) % count + 1}"
            assert onward.inner_text() == following
            onward.press("Enter")
            assert not onward.is_visible()
            assert page.evaluate("document.activeElement.tagName") == "H2"
        assert heading.inner_text() == "A random tree, level 1"
        page.locator("[data-task='0']").click()
        page.get_by_role("button", name="Start over").click()
        solve(page, 0)
        assert "trees, 1 without a mistake" in total.inner_text()


NAME = """element => element.querySelector("button[aria-label]")?.getAttribute("aria-label")
  ?? element.querySelector(".vh").textContent"""
"""What a screen reader is told of a node."""
RETURNED = {"": "returned", "≤": "returned, at most", "≥": "returned, at least"}


def test_screen_reader_is_told_what_the_search_did_at_each_node(
    chromium: Any, spoken: Spoken
) -> None:
    with opened(chromium, spoken.file) as seen_page, speaking(spoken.language):
        page = seen_page.page
        for index in (0, 7):
            problem = SET.fixed[index].problem
            tree, right = problem.tree, observe(problem, calls=True)
            page.locator(f"[data-task='{index}']").click()
            solve(page, index)
            labels = labels_of(problem, right)
            calls = {call.node: call for call in right.calls}
            (search_pass,) = passes(problem, right)
            cut = {
                child
                for node, moment in search_pass.cutoffs().items()
                for child in tree.children(node)
                if child > moment.child
            }
            for node in range(len(tree)):
                details = [name_of(tree, node)]
                if node in right.visited:
                    visit = right.visited.index(node) + 1
                    details.append(sentence("nodes", "visited", visit=visit))
                elif node in calls:
                    ends = ", ".join(map(shown, (calls[node].alpha, calls[node].beta)))
                    window = with_signs(f"({ends})")
                    details.append(sentence("nodes", "window", window=window))
                    sign, _, value = labels[node].signed_value.rpartition(" ")
                    text = sentence("script_practice", RETURNED[sign], value=value)
                    details.append(text)
                else:
                    details.append(sentence("nodes", "pruned"))
                if node in cut:
                    details.append(sentence("script_practice", "its edge is cut"))
                inside = page.locator(f"[data-node='{node}']").first
                assert ", ".join(details) == inside.evaluate(NAME)


def test_finished_search_is_drawn_until_something_is_changed(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page

        def part(node: int, kind: str) -> str:
            return str(page.locator(f"[data-node='{node}'] .{kind}").inner_text())

        def states() -> list[str]:
            return [
                page.locator(f"[data-node='{node}']").get_attribute("data-state")
                for node in range(4, 13)
            ]

        problem = SET.fixed[0].problem
        right = observe(problem, calls=True)
        labels = labels_of(problem, right)
        solve(page, 0)
        for _ in range(2):
            for call in right.calls:
                if problem.tree.is_leaf(call.node):
                    continue
                ends = [shown(end) for end in (call.alpha, call.beta)]
                window = f"({', '.join(ends)})".replace("inf", "∞")
                assert part(call.node, "window") == window
                assert part(call.node, "value") == labels[call.node].signed_value
            assert part(2, "value") == "≤ 2"
            assert page.get_by_text(
                "B2, MIN, child of A1 MAX, window (3, ∞), returned at most 2"
            ).count()
            assert states() == [
                "visited" if leaf in right.visited else "pruned"
                for leaf in range(4, 13)
            ]
            assert page.locator(".cut[data-on]").count() == 2
            assert page.get_by_role("button", name=re.compile("^C5.*pruned")).count()
            assert page.locator("[data-solved]").is_visible()
            page.reload()
        page.locator("[data-asks]").check()
        assert "pruned" not in states()
        page.locator("[data-asks]").uncheck()
        press(page, "C9")
        assert "pruned" not in states()
        assert part(1, "value") == ""
        assert not page.locator("[data-solved]").is_visible()


def test_window_of_now_is_told_from_that_on_entering(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.locator("[data-asks]").check()
        press(page, "C1 C2 C3")
        page.get_by_label("alpha at A1").fill("3")
        page.get_by_label("beta at A1").fill("inf")
        page.get_by_role("button", name="Check").click()
        (message,) = told(page)
        assert message == (
            "✗ The window of A1 is not right. At A1 alpha is now 3, and beta is now ∞. "
            "Write what they were when the search entered A1."
        )


def test_skip_link_leads_to_the_tree(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page, keys = seen_page.page, seen_page.page.keyboard
        keys.press("Tab")
        link = page.get_by_role("link", name="To the tree")
        assert link.evaluate("link => document.activeElement === link")
        assert link.bounding_box()["height"] > 20
        keys.press("Enter")
        keys.press("Tab")
        keys.press("Tab")
        name = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert name.startswith("C1, 3")


def test_page_says_that_a_tree_is_wider_than_it(
    chromium: Any, file: Path, core: Path
) -> None:
    for page_file, number, is_wide in ((file, 0, False), (core, 3, True)):
        with opened(chromium, page_file, 390) as seen_page:
            seen_page.page.locator(f"[data-task='{number}']").click()
            assert seen_page.page.locator("[data-wide]").is_visible() == is_wide
            seen_page.page.set_viewport_size({"width": 1280, "height": 900})
            wait_until(seen_page.page, "document.querySelector('[data-wide]').hidden")


def test_paper_shows_the_whole_tree_and_its_value(
    chromium: Any, file: Path, core: Path
) -> None:
    for page_file, number in ((file, 0), (core, 3)):
        with opened(chromium, page_file) as seen_page:
            page = seen_page.page
            page.locator(f"[data-task='{number}']").click()
            page.locator("[data-value]").fill("3")
            # A browser prints on paper without saying that its page is narrower.
            page.evaluate("document.querySelector('main').style.width = '680px'")
            page.emulate_media(media="print")
            assert not page.evaluate(IS_CUT)
            paper = page.locator("main").bounding_box()
            edge = max(box["right"] for box in page.evaluate(SIZES))
            assert edge <= paper["x"] + paper["width"]
            assert page.locator("[data-value]").is_visible()
            assert page.get_by_role("button", name="Check").count() == 0
            page.locator("[data-asks]").evaluate("box => box.click()")
            assert not page.evaluate(IS_CUT)
            assert page.evaluate(OVERLAPS) == []


def test_random_trees_state_their_rules(chromium: Any, tmp_path: Path) -> None:
    for name in ("by_hand", "strict_convention"):
        exercises = load_set(EXERCISES / name)
        page_file = written(tmp_path / f"{name}.html", page_of(exercises))
        with opened(chromium, page_file) as seen_page:
            seen_page.page.get_by_role("button", name="New random tree").click()
            rules = tasks(exercises)[0]["rules"]
            assert rules.startswith("Children are searched from left to right. Equal")
            assert rules in tasks(exercises)[0]["terms"]
            terms = seen_page.page.locator("[data-terms]").inner_text()
            assert terms == f"MAX moves at A1. {rules}"


def test_kept_random_tree_in_another_language_is_drawn_anew(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_role("button", name="New random tree").click()
        key = page.evaluate("Object.keys(localStorage)[0]")
        page.evaluate(
            """key => {
              const kept = JSON.parse(localStorage.getItem(key));
              Object.assign(kept.random, { language: "de", title: "Ein Baum", terms: "Zug" });
              localStorage.setItem(key, JSON.stringify(kept));
            }""",
            key,
        )
        page.reload()
        assert page.locator("h2").inner_text() == "A random tree, level 1"
        assert "Children are searched" in page.locator("[data-terms]").inner_text()


def test_exam_page_counts_trees_that_are_answered(
    chromium: Any, tmp_path: Path
) -> None:
    exam = written(tmp_path / "exam.html", page_of(SET, exam=True))
    with opened(chromium, exam) as seen_page:
        press(seen_page.page, "C1")
        total = seen_page.page.locator("[data-sum]")
        assert total.inner_text() == f"Answered: 0 of {len(SET.fixed)} trees."
        seen_page.page.locator("[data-value]").fill("3")
        assert total.inner_text() == f"Answered: 1 of {len(SET.fixed)} trees."


def test_practice_page_keeps_answers_of_two_tabs(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        first, second = seen_page.page, seen_page.page.context.new_page()
        second.goto(file.as_uri())
        first.get_by_role("button", name=re.compile("^C1,")).click()
        second.locator("[data-task='1']").click()
        second.get_by_role("button", name=re.compile("^C1,")).click()
        first.get_by_role("button", name=re.compile("^C2,")).click()
        for page in (first, second):
            page.reload()
            page.locator("[data-task='0']").click()
            assert page.locator("[data-visits]").inner_text() == "C1 C2"
            page.locator("[data-task='1']").click()
            assert page.locator("[data-visits]").inner_text() == "C1"
        key = first.evaluate("Object.keys(localStorage)[0]")
        for kept in (
            "5",
            "{}",
            "{",
            '{"at": 99, "done": {"01_two_plies": {"visited": [1, 4, 4, 99, "x"], "value": 7, "cuts": 3}}}',
            '{"random": {"id": "random", "tree": [[]]}, "finished": "x"}',
            (
                '{"random": {"id": "random", "tree": [[1, 2]], "players": [], "window": [0, 1], "rule": "toString", '
                '"accepted": [1, 1], "title": "", "terms": ""}, "at": 12}'
            ),
        ):
            first.evaluate(
                "([key, kept]) => localStorage.setItem(key, kept)", [key, kept]
            )
            first.reload()
            assert first.get_by_role("button", name=re.compile("^C1,")).is_visible()


def test_practice_page_offers_random_trees_without_end(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_role("button", name="New random tree").click()
        page.get_by_role("combobox").select_option(index=2)
        page.get_by_role("button", name="New random tree").click()
        assert page.locator("h2").inner_text() == "A random tree, level 3"
        task = page.evaluate(
            "JSON.parse(localStorage.getItem(Object.keys(localStorage)[0])).random"
        )
        tree = Tree.from_nested(task["tree"], task["players"])
        right = observe(Problem(tree))
        for leaf in right.visited:
            page.get_by_role("button", name=re.compile(rf"^{tree.name(leaf)},")).click()
        page.get_by_label("Value of A1").fill(str(right.value))
        page.get_by_role("button", name="Check").click()
        assert told(page) == ["✓ All visits are right.", "✓ The value is right."]
        page.reload()
        assert (
            page.locator("[data-random]").inner_text()
            == "level 1: 0, level 2: 0, level 3: 1"
        )
