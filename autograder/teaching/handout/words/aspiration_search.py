"""What students of aspiration_search are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import A_NUMBER_ALONE, GAME_OF, INFINITY, tells

SEARCH = (
    GAME_OF
    + '''

def search(looks: Looks, guess: float, epsilon: float) -> object:
    """Search from the root, as grading does."""
    return function("aspiration_search")(looks.root, guess, epsilon)


def first_search(leaves: list[str], right: list[str]) -> list[str]:
    """The visits of the first search, and "..." where another one has to come and does: how it goes is up to you."""
    leaves = [leaf for leaf, before in zip(leaves, [None, *leaves], strict=False) if leaf != before]
    first = len(right) - 1
    return [*leaves[:first], "..."] if right[-1] == "..." and len(leaves) > first else leaves
'''
)

HANDOUT = Handout(
    heading="Aspiration search",
    task="an alpha-beta search that begins with a narrow window around a guess.",
    functions=(
        Function(
            "aspiration_search",
            (
                Parameter(
                    "state",
                    "State",
                    'where to search from; `state.to_move` says whose turn it is, "MAX" or "MIN".',
                ),
                Parameter("guess", "float", "what the value is expected to be."),
                Parameter("epsilon", "float", "by how much the guess may be off; more than 0."),
            ),
            "float",
            "the value of a state",
            "Find the value of a state, given a guess of what it is.",
            (
                "The first search has the window (guess - epsilon, guess + epsilon).",
                "Where that finds the value, nothing more is looked at. Where not, search again, with any windows.",
            ),
            "Returns a number: the exact value, however bad the guess was.",
        ),
    ),
    called=(
        "It is called with the root. The first search has the window (guess − epsilon, guess + epsilon). If the value "
        "is inside, nothing more may be looked at; if it is not, the ends included, search again, with windows of your "
        f"choice. {INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=tells("state"),
    visit=(
        "A leaf is visited when you ask for its utility. What the first search visits is compared; where it fails, "
        "another one has to look again, and how that goes is up to you. In the tests `...` stands for it."
    ),
    expect="deeper ones, uneven ones, ties, negative values, and guesses that are right, too low and too high",
    search=SEARCH,
    seen="seen = first_search(leaves, right)",
    again=(
        '    if visited[same : same + 1] == ["..."]:\n'
        '        return "The first search fails: its value is only a bound, or the end of the window. Search again."\n'
    ),
    shipped="aspiration_search",
    trees=(
        PublicTree("02_two_plies_with_numbers", {"guess": 4, "epsilon": 2}),
        PublicTree("aspiration_search/02_fail_high"),
        PublicTree("aspiration_search/03_fail_low"),
        PublicTree("aspiration_search/04_upper_end_is_the_value"),
        PublicTree("aspiration_search/07_lower_end_is_a_bound"),
        PublicTree("aspiration_search/08_fail_low_for_min"),
        PublicTree("aspiration_search/09_fail_high_for_min"),
        PublicTree("09_ties_at_min_nodes", {"guess": 5, "epsilon": 2}),
        PublicTree("10_ties_at_max_nodes", {"guess": 5, "epsilon": 2}),
        PublicTree("aspiration_search/11_narrow_window_prunes_more"),
        PublicTree("aspiration_search/12_narrow_window_for_min"),
        PublicTree("aspiration_search/10_fractions"),
        PublicTree("22_negative_values", {"guess": -8, "epsilon": 3}),
    ),
)
