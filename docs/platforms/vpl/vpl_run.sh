#!/bin/bash
# Among the "execution files" of a VPL activity: what VPL does when a student runs a program. It is graded and the report
# shown, without a grade, so that nothing of it runs outside of the autograder's isolation. The autograder lies on the
# execution server in /opt/autograder, or where AUTOGRADER says.
cat >vpl_execution <<END
#!/bin/bash
. ./vpl_environment.sh
mkdir -p submission
while IFS= read -r file; do
    if [ -f "\$file" ]; then mkdir -p "submission/\$(dirname "\$file")" && cp "\$file" "submission/\$file"; fi
done <<<"\$VPL_SUBFILES"
exec "${AUTOGRADER:-/opt/autograder}/run_autograder" submission "\$@"
END
chmod +x vpl_execution
