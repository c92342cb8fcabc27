# The frame of a program in Scripts: its text of usage, its messages, its exit statuses. Sourced, never run:
#
#   #!/bin/bash
#   # What the program does.
#   set -euo pipefail
#   source "$(dirname "${BASH_SOURCE[0]}")/../library/program.bash"
#   begin "$@" <<'END'
#   usage: Scripts/build/example [--time TIME]
#   ...
#   END
#   cd "$root"
#
# Exit statuses: 0 all is well, 1 something failed (fail), 2 wrong usage (wrong), 3 this machine lacks something, so that
# nothing was done (lack). A program changes to the checkout's root only after it has read the paths among its arguments.
#
# It uses bash, dirname and nothing else, because Scripts/dependencies runs before anything is installed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# The program's path below Scripts, such as build/web: what its messages begin with.
program_name=$(cd "$(dirname "$0")" && pwd)/${0##*/}
program_name=${program_name#"$root/Scripts/"}

# The flags of the builds of tests, so that no program builds again what another has built: lines for the backtrace of a failed test, but no
# variables for a debugger, and the quicker linker where the toolchain has it.
swift_flags=(-Xswiftc -warnings-as-errors -Xswiftc -gline-tables-only)
if [ -x "$(dirname "$(command -v swiftc)")/ld.lld" ]; then swift_flags+=(-Xswiftc -use-ld=lld); fi

# begin ARGUMENT... <TEXT: keeps the text of usage, and answers -h or --help anywhere before a "--" with it.
begin() {
    IFS= read -r -d '' usage_text || true
    local argument
    for argument in "$@"; do
        case $argument in
            --) break ;;
            -h | --help) usage; exit 0 ;;
        esac
    done
}

usage() { printf '%s' "$usage_text"; }

say() { printf '%s: %s\n' "$program_name" "$*"; }
note() { printf '%s: %s\n' "$program_name" "$*" >&2; }

fail() {
    note "$@"
    exit 1
}

# wrong [WHAT]: what is wrong with the usage, if it can be said in words, and the usage.
wrong() {
    if [ $# -gt 0 ]; then note "$@"; fi
    usage >&2
    exit 2
}

lack() {
    note "$@"
    exit 3
}

# need_value OPTION [VALUE]...: the option is not the last argument.
need_value() { [ $# -ge 2 ] || wrong "$1 needs a value"; }

# need_number OPTION VALUE, need_count OPTION VALUE: the value is a whole number, from 0 or from 1; it may have more than 64 bits.
need_number() { [[ $2 =~ ^[0-9]+$ ]] || wrong "$1 $2: expected a number"; }
need_count() { [[ $2 =~ ^[1-9][0-9]*$ ]] || wrong "$1 $2: expected a number from 1"; }

# seconds_of OPTION VALUE: prints how many seconds 90s, 20m or 1h are; a number alone counts seconds.
seconds_of() {
    [[ $2 =~ ^([1-9][0-9]*)([smh]?)$ ]] || wrong "$1 $2: expected 90s, 20m or 1h"
    case ${BASH_REMATCH[2]} in
        m) echo $((BASH_REMATCH[1] * 60)) ;;
        h) echo $((BASH_REMATCH[1] * 3600)) ;;
        *) echo "${BASH_REMATCH[1]}" ;;
    esac
}

# need_tools REMEDY TOOL...: each tool is on the PATH; if one is not, the remedy is the command that installs it.
need_tools() {
    local remedy=$1 tool
    shift
    for tool in "$@"; do
        command -v "$tool" >/dev/null || fail "no $tool on the PATH. Install it: $remedy"
    done
}
