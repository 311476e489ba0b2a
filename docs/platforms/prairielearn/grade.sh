#!/bin/sh
# PrairieLearn's entrypoint: put it into the question's folder tests/. Students' files are in /grade/student, and the
# results are to be in /grade/results. (The two variables are there to try this elsewhere.) For a set of your own, which
# lies in the question's folder tests/myset, write at the end of the last line: --exercises "$grade/tests/myset"
grade=${GRADE:-/grade}
mkdir -p "$grade/results" "$grade/student"
cat >"$grade/results/results.json" <<'END'
{"gradable": false, "format_errors": ["The autograder could not start. This is not your program's fault: tell the course staff."]}
END
exec "${AUTOGRADER:-/opt/autograder}/run_autograder" "$grade/student" \
    --format prairielearn --results "$grade/results/results.json"
