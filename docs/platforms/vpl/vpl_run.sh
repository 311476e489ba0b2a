#!/bin/bash
# Among the "execution files" of a VPL activity: what VPL does when a student runs a program. It is graded and the report
# shown, without a grade, so that nothing of it runs outside of the autograder's isolation. The autograder lies on the
# execution server in /opt/autograder, or where AUTOGRADER says. With an argument, as vpl_evaluate.sh calls it, it grades.
rm -rf vpl_execution # a student may have handed in a folder of this name
cat >vpl_execution <<END
#!/bin/bash
# All that is made here lies in a new folder, as students hand in files and folders of any name beside it.
place=\$(mktemp -d "\$PWD/autograder.XXXXXX") && trap 'rm -rf "\$place"' EXIT
. ./vpl_environment.sh
mkdir "\$place/submission"
while IFS= read -r file; do
    if [ -f "\$file" ]; then
        mkdir -p "\$place/submission/\$(dirname -- "\$file")" && cp -- "\$file" "\$place/submission/\$file"
    fi
done <<<"\$VPL_SUBFILES"
# For a set of your own, which lies beside the autograder, add: --exercises /opt/autograder/myset
grade() { "${AUTOGRADER:-/opt/autograder}/run_autograder" "\$place/submission" "\$@"; }
if [ -z "${1:-}" ]; then
    grade
else
    grade --format vpl --results "\$place/result" >"\$place/log" 2>&1 || sed 's/^/log: /' "\$place/log"
    cat "\$place/result" || echo "Comment :=>>The autograder could not start. This is not your program's fault: tell the course staff."
fi
END
chmod +x vpl_execution
