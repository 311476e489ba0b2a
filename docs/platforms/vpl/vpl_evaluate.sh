#!/bin/bash
# Among the "execution files" of a VPL activity, beside vpl_run.sh: what VPL does when a submission is evaluated.
./vpl_run.sh grade
