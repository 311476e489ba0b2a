"""Holds exercises as records, read strictly from JSON, with trees drawn or not.

The room knows `reference` and nothing of students' programs. Each mistake in a set is
told with its location, all at once.

- `model`: the records.
- `needs`: the functions that exercises ask for.
- `load`: from a folder to records, a course's adapter too.
- `documents`: the JSON files of a set, and fields that have a new name.
- `schema_check`: the mistakes of a document by its schema, with advice.
- `other_names`: names that people write for a field, and the field that each means.
- `strict_json`: a JSON object, read strictly; students' answers, too.
- `not_json`: why a text is not JSON, and what to write instead.
- `tree_format`: trees as JSON.
- `claims`: an author's claims about a tree, against the textbook's search.
- `generate`: a pool of trees for each pattern. It needs Hypothesis, which is slow.
- `generated`: each submission's own trees, varied from the pool by a seed.
- `exhaustive`: every tree up to a size.
- `shrink`: a failing tree made smaller.
- `packages`: the packages that students' programs may import.
- `cache`: files that take long to make, and the installation's secrets, in .venv.
"""

RUNS_IN = "the grader"
MODULES = (
    "cache",
    "documents",
    "exhaustive",
    "generate",
    "generated",
    "load",
    "model",
    "needs",
    "packages",
    "shrink",
    "strict_json",
    "tree_format",
)
