"""Names of Python that programs may use, and since when they are there, or gone.

Of names that are there, those from 3.10 on; of those that are gone, older ones too.
Tests hold both against the running Python.
"""

from typing import NamedTuple

from autograder.core.sentences import sentence

Version = tuple[int, int]


class Syntax(NamedTuple):
    """A piece of syntax that an older Python does not read.

    name: of the sentence that explains it. pattern: for the line; "" if the message
    alone tells the syntax. message: a pattern for the beginning of the older Python's
    message about the line; "" for any. in_text: whether `pattern` is for the line as it
    is, and not for its code, in which each text in quotation marks is "".
    """

    since: Version
    name: str
    pattern: str
    message: str = ""
    in_text: bool = False

    @property
    def explanation(self) -> str:
        """The sentence on the versions that read it."""
        major, minor = self.since
        return sentence("newer_syntax", self.name, since=f"{major}.{minor}")


F_STRING = r"""(?i:\b(?:f|fr|rf))(?P<quote>["'])"""
NOT_QUOTE = r"(?!(?P=quote))"
IN_FIELD = NOT_QUOTE + r"[^}]"
OWN_QUOTE_IN_A_FIELD = (
    F_STRING
    + rf"(?:{NOT_QUOTE}[^{{]|\{{(?:{IN_FIELD})*\}})*"  # text, and whole fields
    + rf"\{{(?:{IN_FIELD})*(?P=quote)"  # a field in which the quote stands
    + rf"(?:{NOT_QUOTE}.)*(?P=quote)"  # and stands again
)
SYNTAX_SINCE = (
    Syntax((3, 11), "except*", r"^except\s*\*"),
    Syntax((3, 12), "type statement", r"^type\s+\w+(\[.*\])?\s*="),
    Syntax((3, 12), "generic function", r"^(async\s+)?def\s+\w+\s*\["),
    Syntax((3, 12), "generic class", r"^class\s+\w+\s*\["),
    Syntax(
        (3, 12),
        "f-string with its own quotation marks",
        OWN_QUOTE_IN_A_FIELD,
        "f-string: (unmatched|expecting)",
        in_text=True,
    ),
    Syntax(
        (3, 12),
        "f-string with a backslash",
        "",
        "f-string expression part cannot include a back",
    ),
    Syntax(
        (3, 12),
        "f-string with a comment",
        "",
        "f-string expression part cannot include '#'",
    ),
    Syntax(
        (3, 14),
        "except without parentheses",
        r"^except\s+(?:\w+\.)*[A-Z]\w*(\s*,\s*(?:\w+\.)*[A-Z]\w*)+\s*:",
        "multiple exception types must be parenthesized",
    ),
    Syntax(
        (3, 14),
        "t-string",
        r'(?<![\w"])(?i:t|tr|rt)""',
        "invalid syntax",
    ),
)

MODULES_SINCE: dict[str, Version] = {
    "tomllib": (3, 11),
    "wsgiref.types": (3, 11),
    "importlib.resources.abc": (3, 11),
    "annotationlib": (3, 14),
    "compression": (3, 14),
    "compression.zstd": (3, 14),
    "concurrent.interpreters": (3, 14),
    "string.templatelib": (3, 14),
    "pathlib.types": (3, 14),
}
"""From which version on Python's library has a module."""


def _of_all(version: Version, names: str) -> dict[str, Version]:
    """Return a version for each of several names, between which stand blanks."""
    return dict.fromkeys(names.split(), version)


NAMES_SINCE: dict[str, Version] = {
    **_of_all(
        (3, 11),
        """
        asyncio.Barrier asyncio.Runner asyncio.TaskGroup asyncio.timeout
        contextlib.chdir datetime.UTC enum.EnumCheck enum.FlagBoundary enum.ReprEnum
        enum.StrEnum enum.global_enum enum.member enum.nonmember enum.property
        enum.verify hashlib.file_digest logging.getLevelNamesMapping math.cbrt math.exp2
        operator.call re.NOFLAG sys.exception typing.LiteralString typing.Never
        typing.NotRequired typing.Required typing.Self typing.TypeVarTuple typing.Unpack
        typing.assert_never typing.assert_type typing.clear_overloads
        typing.dataclass_transform typing.get_overloads typing.reveal_type
        """,
    ),
    **_of_all(
        (3, 12),
        """
        calendar.Day calendar.Month collections.abc.Buffer inspect.BufferFlags
        inspect.markcoroutinefunction itertools.batched math.sumprod
        random.binomialvariate sys.monitoring types.get_original_bases
        typing.TypeAliasType typing.override
        """,
    ),
    **_of_all(
        (3, 13),
        """
        asyncio.QueueShutDown copy.replace math.fma os.process_cpu_count queue.ShutDown
        re.PatternError statistics.kde statistics.kde_random types.CapsuleType
        typing.NoDefault typing.ReadOnly typing.TypeIs typing.get_protocol_members
        typing.is_protocol warnings.deprecated
        """,
    ),
    **_of_all(
        (3, 14),
        """
        functools.Placeholder heapq.heapify_max heapq.heappop_max heapq.heappush_max
        heapq.heappushpop_max heapq.heapreplace_max operator.is_none
        operator.is_not_none typing.evaluate_forward_ref
        """,
    ),
}
"""From which version on a module of Python's library has a name."""

BUILTINS_SINCE: dict[str, Version] = {
    **_of_all((3, 11), "BaseExceptionGroup ExceptionGroup"),
    **_of_all((3, 13), "PythonFinalizationError"),
}
"""From which version on a name is there without an import."""

GONE_MODULES: dict[str, Version] = {
    **_of_all((3, 10), "formatter parser symbol"),
    **_of_all((3, 11), "binhex"),
    **_of_all((3, 12), "asynchat asyncore distutils imp smtpd"),
    **_of_all(
        (3, 13),
        """
        aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib
        ossaudiodev pipes sndhdr spwd sunau telnetlib uu xdrlib
        """,
    ),
}
"""From which version on Python's library has a module no more."""


class Gone(NamedTuple):
    """A name that a module has no more from a version on, and its substitute."""

    since: Version
    instead: str


ABSTRACT = _of_all(
    (3, 10),
    """
    Callable Collection Container Hashable ItemsView Iterable Iterator KeysView Mapping
    MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized
    """,
)
"""From which version on only `collections.abc` has a class, and not `collections`."""

GONE_NAMES: dict[str, Gone] = {
    **{
        f"collections.{name}": Gone(since, f"collections.abc.{name}")
        for name, since in ABSTRACT.items()
    },
    "fractions.gcd": Gone((3, 9), "math.gcd"),
    "inspect.getargspec": Gone((3, 11), "inspect.getfullargspec"),
    "time.clock": Gone((3, 8), "time.perf_counter"),
    "ast.Num": Gone((3, 14), "ast.Constant"),
    "ast.Str": Gone((3, 14), "ast.Constant"),
}
"""From which version on a module has a name no more, by MODULE.NAME."""
