#!/usr/bin/env bash
# Installs what grading needs into .venv beside this file, from the locked versions. Safe to run again, to interrupt,
# and to run twice at once: .venv is built as .venv.new and takes its name when it is whole.
#   ./setup.sh          for grading (Gradescope runs this as root when it builds the image)
#   ./setup.sh --cluster   and what grading a class on many machines needs
#   ./setup.sh --dev    and for the project's own tests
#   ./setup.sh --packages DIR   and what the students of a set may import
if [ -z "${BASH_VERSION:-}" ]; then # as in `sh setup.sh`; no other shell reads beyond these lines
    echo "This is a script for bash, and sh is another shell here: call it as ./setup.sh, or as bash setup.sh." >&2
    exit 2
fi

# Whether FOLDER/.venv was made of a lock file as it reads now, by a Python that is still there. MARK in it is a copy of
# that file. run_autograder and tests/run, which source this file for it, ask each time, so it must be quick. Sets
# blocks_signals to yes where env can block signals while a program starts; what was set up by an earlier version of
# this file does not say so, and is as good.
is_made() { # is_made FOLDER MARK LOCK
    local venv=$1/.venv python library
    cmp -s "$venv/$2" "$1/$3" &&
        { read -r python && read -r library && { read -r blocks_signals || true; }; } <"$venv/.made-by" &&
        [ "$venv/bin/python" -ef "$python" ] && [ -d "$venv/$library" ]
}
say() { echo "setup.sh: $*" >&2; }

# Runs what prints much and matters only where it fails. What to do is then said in one sentence, and with it what was
# printed of the reason.
quietly() {
    local printed line index
    if printed=$("$@" 2>&1); then return; fi
    local remedies=( # in pairs, a pattern and a sentence; the first that fits counts, as a connection breaks for many reasons
        'CERTIFICATE_VERIFY_FAILED|[Cc]ertificate verif'
        "the certificate of the package index is not trusted on this machine. Install ca-certificates, and look whether the clock is right; if your network reads what is encrypted, ask its staff for their certificate and name its file in PIP_CERT. Then run this again"
        'Proxy Authentication Required|407 .*[Pp]roxy'
        "the proxy of your network wants a name and a password. Put them into its address, as in https_proxy=http://NAME:PASSWORD@HOST:PORT, and run this again"
        '\[Errno (28|122)\]|No space left on device|Disk quota exceeded'
        "the disk is full. Some 100 MB are needed in $PWD, and meanwhile some more in ${TMPDIR:-/tmp}: make room and run this again"
        'after connection broken by|Failed to fetch|Could not resolve|Could not connect'
        "no package index could be reached: connect this machine to the network and run this again"
    )
    for ((index = 0; index < ${#remedies[@]}; index += 2)); do
        if line=$(grep -E "${remedies[index]}" <<<"$printed" | tail -n 1) && [ "$line" ]; then
            say "${remedies[index + 1]}"
            say "this was printed: $line"
            exit 1
        fi
    done
    echo "$printed" >&2
    say "this failed, see above: $*"
    if line=$(grep -E '^(ERROR|WARNING|E:)' <<<"$printed" | tail -n 1) && [ "$line" ]; then
        say "this was printed: $line"
    fi
    exit 1
}
[ "${BASH_SOURCE[0]}" = "$0" ] || return 0

set -euo pipefail
here=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
umask 022 # the unprivileged user who runs students' code reads what root installs

kind='' students=exercises
case "${1:-}" in
    --packages) students=$(cd "$here" && cd "${2:?name the folder of the set}" && pwd -P) ;;
    --dev | --cluster) kind=${1#--} ;;
esac
gradescope_root=${AUTOGRADER_ROOT:-/autograder}
on_gradescope=false
[ "$EUID" -eq 0 ] && [ "$PWD" -ef "$gradescope_root/source" ] && on_gradescope=true

if ! [ -w . ] || ! [ -w setup.sh ]; then
    say "$PWD cannot be written to: run this once as the user whom it belongs to"
    exit 1
fi

# One at a time. The kernel frees the lock when the last process that holds it has ended, however it ended.
exec 9<>setup.sh
flock --nonblock --conflict-exit-code 75 9 2>/dev/null && locked=0 || locked=$? # another failure: there are no locks here
if [ "$locked" -eq 75 ]; then
    say "another set-up is under way here: waiting for it to end"
    flock 9
    if is_made . ".ready${kind:+-$kind}" "requirements/${kind:-grading}.lock" && [ "${1:-}" != --packages ]; then exit 0; fi
fi

discard() {
    rm -rf "$1" 2>/dev/null && return
    say "$1 cannot be removed, as another user made it. Remove it and run this again: sudo rm -rf $(printf %q "$PWD/$1")"
    exit 1
}

# What root makes in someone's folder is that user's, who may want to remove it.
leave() {
    rm -rf .venv.new
    if [ "$EUID" -eq 0 ] && ! [ -O . ]; then
        find .venv* autograder reference \( -name '.venv*' -o -name __pycache__ \) -prune -exec chown -hR --reference=. {} +
    fi
} 2>/dev/null
trap 'leave || true' EXIT
trap 'exit 130' INT # also where what was interrupted ends as if it had failed

# A Python that is new enough and can make virtual environments. Root prefers the system's own, because the
# unprivileged user who runs students' code must be able to read it.
usable() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }
find_python() {
    local candidate candidates=(python3 python3.15 python3.14 python3.13 python3.12 python3.11 python3.10)
    [ "$EUID" -eq 0 ] && candidates=(/usr/bin/python3 "${candidates[@]}")
    for candidate in "${candidates[@]}"; do
        if command -v "$candidate" >/dev/null && usable "$candidate"; then command -v "$candidate"; return; fi
    done
    return 1
}
has_libseccomp() { [ "$(uname)" != Linux ] || compgen -G '/usr/lib*/*/libseccomp.so.2' >/dev/null ||
    compgen -G '/lib*/*/libseccomp.so.2' >/dev/null || compgen -G '/usr/lib*/libseccomp.so.2' >/dev/null; }

# One that was interrupted may still be finishing what it had unpacked.
apt_install() { apt-get update -qq && apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"; }

if [ "$EUID" -eq 0 ] && command -v apt-get >/dev/null && { ! usable /usr/bin/python3 || ! has_libseccomp; }; then
    say "installing python3, python3-venv and libseccomp2 with apt-get"
    export DEBIAN_FRONTEND=noninteractive
    quietly apt_install python3 python3-venv libseccomp2 ca-certificates
fi
if ! python=$(find_python); then
    say "Python 3.10 or newer with the module venv is needed and was not found."
    say "Install it and run this again; on Debian or Ubuntu: sudo apt-get install python3 python3-venv; on a Mac: brew install python"
    exit 1
fi
has_libseccomp || say "libseccomp is missing, so grading will be less isolated; on Debian or Ubuntu: sudo apt-get install libseccomp2"

# Runs pip for .venv.new. By its settings it may go over to another Python, whose own pip would then be removed: it does
# not if it believes that it has done so.
pip() { _PIP_RUNNING_IN_SUBPROCESS=1 PIP_DRY_RUN=0 quietly .venv.new/bin/python -I -m pip "$@"; }

# Puts the packages of a lock file into .venv.new. Where they come from is for pip's settings to say, and where they go is
# not: some settings put them elsewhere, or nowhere, and pip ends as if all were well.
install() { # install LOCK
    local elsewhere
    pip install --quiet --disable-pip-version-check --no-input \
        --no-user --target '' --prefix "$PWD/.venv.new" --require-hashes --only-binary :all: -r "$1"
    if elsewhere=$(.venv.new/bin/python -I autograder/teach/installed.py "$1" 2>&1); then return; fi
    say "pip has installed the packages of $1, and still they cannot be used: ${elsewhere##*$'\n'}"
    say "pip's settings may put them elsewhere: look at them with $python -m pip config list, and run this again"
    exit 1
}

# Makes .venv of the lock file, keeping what was remembered in the one before.
build() {
    say "making .venv with $python"
    discard .venv.new
    quietly "$python" -m venv --without-pip .venv.new
    quietly .venv.new/bin/python -I -m ensurepip --upgrade --default-pip # which the module venv would not let say why it fails
    if [ -z "$kind" ] && [ -e .venv/.ready-dev ]; then kind=dev; fi # what was there beyond what is asked for stays
    if [ -z "$kind" ] && [ -e .venv/.ready-cluster ]; then kind=cluster; fi
    for lock in "requirements/${kind:-grading}.lock" requirements/grading.lock; do # after the first, the second has next to nothing to do
        say "installing the packages of $lock"
        install "$lock"
        [ "$kind" ] || break
    done
    # Half of what lies there would be what installs the rest. Where it is asked for again, it is made again.
    pip uninstall --quiet --disable-pip-version-check --yes pip setuptools
    {
        "$python" -c 'import os, sys; print(os.path.realpath(sys.argv[1]))' .venv.new/bin/python # a Mac may lack realpath
        (cd .venv.new && echo lib/python3.*)
        env --block-signal=INT true 2>/dev/null && echo yes || echo no
    } >.venv.new/.made-by
    cp "requirements/${kind:-grading}.lock" ".venv.new/.installed${kind:+-$kind}"
    cp requirements/grading.lock .venv.new/.installed
    # Programs in bin name the folder that they were installed in.
    grep -rlIF .venv.new .venv.new/bin .venv.new/pyvenv.cfg | while IFS= read -r file; do
        moved=$(sed 's|/\.venv\.new|/.venv|g' "$file") && printf '%s\n' "$moved" >"$file" # a Mac's sed -i is another
    done
    for kept in .venv/.[!.]*; do
        case $kept in .venv/.ready* | .venv/.installed* | .venv/.made-by) continue ;; esac
        cp -a "$kept" .venv.new/ 2>/dev/null || true # it is made again where it is missing
    done
    if [ -e .venv/packages ] && [ "$(head -n 2 .venv/.made-by 2>/dev/null)" = "$(head -n 2 .venv.new/.made-by)" ]; then
        cp -a .venv/packages .venv.new/
    fi
    discard .venv.old
    [ ! -e .venv ] || mv .venv .venv.old
    mv .venv.new .venv
    rm -rf .venv.old 2>/dev/null || true
}
[ -e .venv ] || [ ! -e .venv.old ] || mv .venv.old .venv # interrupted between the two
{ is_made . ".installed${kind:+-$kind}" "requirements/${kind:-grading}.lock" &&
    .venv/bin/python -I autograder/teach/installed.py "requirements/${kind:-grading}.lock" 2>/dev/null; } || build
quietly .venv/bin/python -m compileall -q autograder reference

# What students may import lies apart from what the grader does.
if grep -qs '"packages"' "$students/assignment.json"; then
    say "installing what the students of $students may import"
    .venv/bin/python -m autograder.teach.deployment "$students" >&2
fi

# Grading is quicker where the exercises were checked, and their generated trees drawn, before.
.venv/bin/python -I autograder/__main__.py validate >&2 ||
    say "the exercises were not found right, see above: nothing can be graded before they are"

if $on_gradescope; then
    mkdir -p "$gradescope_root/results"
    chmod -R o= "$gradescope_root/source" "$gradescope_root/results"
fi
cp ".venv/.installed${kind:+-$kind}" ".venv/.ready${kind:+-$kind}"
cp .venv/.installed .venv/.ready
say "ready"
