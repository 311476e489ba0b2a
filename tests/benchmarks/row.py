"""A line of the table: a figure against its baseline."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table. A goal of 0 means that none was set."""

    what: str
    figure: str
    baseline: str
    ratio: float
    goal: float = 0

    def cells(self) -> tuple[str, ...]:
        """Return the row as it is printed."""
        goal = f"{self.goal:.2f}" if self.goal else "–"
        met = "–" if not self.goal else "yes" if self.ratio <= self.goal else "NO"
        return self.what, self.figure, self.baseline, f"{self.ratio:.2f}", goal, met


def ms(seconds: float) -> str:
    """Return seconds as milliseconds."""
    return f"{seconds * 1e3:.3g} ms" if seconds < 0.1 else f"{seconds * 1e3:.0f} ms"
