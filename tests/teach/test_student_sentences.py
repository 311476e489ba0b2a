"""The students' tests get the grader's sentences as they are, and as Python they can read."""

import ast

from autograder.core.sandbox.outcome import returned_message
from autograder.teach import student_sentences


def test_each_field_is_a_literal_that_python_reads() -> None:
    for text in student_sentences.fields("alphabeta.py", has_adapter=False).values():
        ast.literal_eval(text)


def test_sentence_of_a_missing_value_is_the_graders() -> None:
    fields = student_sentences.fields("alphabeta.py", has_adapter=False)
    told = ast.literal_eval(fields["no_value"])
    assert told["NoneType"] == returned_message("", "NoneType")
