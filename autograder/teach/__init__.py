"""Serves instructors with exercises: checks, shows, audits, makes, and packs them.

It grades no student's submission.

- `validation`: checks a set, and reports its oddities.
- `features`: tells which features of trees a set lacks.
- `audit`: tells which known mistakes a set catches.
- `growth`: counts how many leaves are visited as trees grow.
- `walkthrough`: shows an exercise, and the textbook's search in it.
- `worksheets`: makes pages and sheets with trees to search by hand or in class.
- `new_sets`: makes the sets of `new`, `import` and `prove`.
- `handout`: makes the students' files, from templates/ and the topics `handout…`.
- `handout_fields`: the facts and the texts in them. `handout_templates` fills these in.
- `student_tests`: makes the tests in them. `student_sentences` gives these tests the
  grader's sentences about programs.
- `student_folder`: writes the students' files, over no work of theirs.
- `deployment`: makes the archive for Gradescope, and installs students' packages.
- `installed`: tells setup.sh whether the packages of a lock file can be imported.
"""

RUNS_IN = "the grader"
MODULES = (
    "audit",
    "deployment",
    "growth",
    "handout",
    "new_sets",
    "validation",
    "walkthrough",
    "worksheets",
)
