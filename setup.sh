#!/usr/bin/env bash
# Installs what grading needs into .venv beside this file, from the locked versions. Safe to run again.
#   ./setup.sh          for grading (Gradescope runs this as root when it builds the image)
#   ./setup.sh --cluster   and what grading a class on many machines needs
#   ./setup.sh --dev    and for the project's own tests
#   ./setup.sh --packages DIR   and what the students of a set may import
set -euo pipefail
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"

lock=requirements.lock ready=.venv/.ready
students=exercises
case "${1:-}" in
    --packages) students=$(cd "$here" && realpath "${2:?name the folder of the set}") ;;
    --dev) lock=requirements-dev.lock ready=.venv/.ready-dev ;;
    --cluster) lock=requirements-cluster.lock ready=.venv/.ready-cluster ;;
esac
gradescope_root=${AUTOGRADER_ROOT:-/autograder}
on_gradescope=false
[ "$EUID" -eq 0 ] && [ "$PWD" -ef "$gradescope_root/source" ] && on_gradescope=true

say() { echo "setup.sh: $*" >&2; }

# A Python that is new enough and can make virtual environments. Root prefers the system's own, because the
# unprivileged user who runs students' code must be able to read it.
usable() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }
find_python() {
    local candidate candidates=(python3 python3.14 python3.13 python3.12 python3.11 python3.10)
    [ "$EUID" -eq 0 ] && candidates=(/usr/bin/python3 "${candidates[@]}")
    for candidate in "${candidates[@]}"; do
        if command -v "$candidate" >/dev/null && usable "$candidate"; then command -v "$candidate"; return; fi
    done
    return 1
}
has_libseccomp() { [ "$(uname)" != Linux ] || compgen -G '/usr/lib*/*/libseccomp.so.2' >/dev/null ||
    compgen -G '/lib*/*/libseccomp.so.2' >/dev/null || compgen -G '/usr/lib*/libseccomp.so.2' >/dev/null; }

if [ "$EUID" -eq 0 ] && command -v apt-get >/dev/null && { ! usable /usr/bin/python3 || ! has_libseccomp; }; then
    say "installing python3, python3-venv and libseccomp2 with apt-get"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2
    apt-get install -y -qq --no-install-recommends python3 python3-venv libseccomp2 ca-certificates >&2
fi
if ! python=$(find_python); then
    say "Python 3.10 or newer with the module venv is needed and was not found."
    say "Install it and run this again; on Debian or Ubuntu: sudo apt-get install python3 python3-venv"
    exit 1
fi
has_libseccomp || say "libseccomp is missing, so grading will be less isolated; on Debian or Ubuntu: sudo apt-get install libseccomp2"

# A .venv made by another Python, or moved here from elsewhere, is made anew.
if [ ! -e "$ready" ] && ! .venv/bin/python -c '' 2>/dev/null; then
    say "making .venv with $python"
    rm -rf .venv
    "$python" -m venv .venv
fi
say "installing the packages of $lock"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$lock" >&2
.venv/bin/python -m compileall -q autograder reference

# What students may import lies apart from what the grader does.
if grep -qs '"packages"' "$students/assignment.json"; then
    say "installing what the students of $students may import"
    .venv/bin/python -m autograder.teaching.student_packages "$students" >&2
fi

# Grading is quicker where the exercises were checked, and their generated trees drawn, before.
.venv/bin/python -I autograder/__main__.py validate >&2 || say "the exercises have mistakes, see above: nothing can be graded"

if $on_gradescope; then
    mkdir -p "$gradescope_root/results"
    chmod -R o= "$gradescope_root/source" "$gradescope_root/results"
fi
touch "$ready"
[ "$ready" = .venv/.ready ] || touch .venv/.ready
say "ready"
