"""How visited leaves grow with depth: the worst order visits all leaves, the perfect one Knuth and Moore's count."""

from __future__ import annotations

import pytest

from autograder.commands.command_line import main
from autograder.teaching import growth


def test_rows_agree_with_knuth_and_moore() -> None:
    rows = list(growth.rows((2, 3, 4, 5), most_leaves=1100, trees=3, seed=0))
    assert {(row.branching, row.depth) for row in rows} >= {(2, 10), (3, 6), (4, 5), (5, 4)}
    for row in rows:
        assert row.worst == row.branching**row.depth
        assert row.perfect == row.knuth_moore
        assert row.perfect <= row.random <= row.worst


def test_the_best_order_of_the_exercise_is_counted_alike() -> None:
    (row,) = [row for row in growth.rows((3,), most_leaves=81, trees=1, seed=0) if row.depth == 4]
    assert (row.worst, row.perfect, row.knuth_moore) == (81, 17, 17)


def test_the_table_is_markdown_and_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--branching", "2", "3", "--most-leaves", "30", "--trees", "4"]
    printed = []
    for seed in ("1", "1", "2"):
        assert main(["growth", *arguments, "--seed", seed]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]
    lines = printed[0].splitlines()
    assert {line.count("|") for line in lines} == {10}
    assert [tuple(line.split(" | ")[:2]) for line in lines[2:]] == [
        *(("| 2", str(depth)) for depth in (1, 2, 3, 4)),
        *(("| 3", str(depth)) for depth in (1, 2, 3)),
    ]


@pytest.mark.parametrize("arguments", [["--branching", "1"], ["--trees", "0"], ["--most-leaves", "many"]])
def test_wrong_numbers_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["growth", *arguments])
    assert "error: argument" in capsys.readouterr().err
