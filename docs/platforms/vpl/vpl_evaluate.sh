#!/bin/bash
# Among the "execution files" of a VPL activity, beside vpl_run.sh: what VPL does when a submission is evaluated.
./vpl_run.sh && mv vpl_execution autograder_run.sh
cat >vpl_execution <<'END'
#!/bin/bash
rm -rf autograder.vpl autograder.log # a student may have handed in files of these names, with a grade in them
./autograder_run.sh --format vpl --results autograder.vpl >autograder.log 2>&1 || sed 's/^/log: /' autograder.log
cat autograder.vpl || echo "Comment :=>>The autograder could not start. This is not your program's fault: tell the course staff."
END
chmod +x vpl_execution
