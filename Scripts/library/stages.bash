# Stages of tests, one after the other or in two lanes, with a table of their times at the end. Sourced after program.bash, by
# Scripts/test and Scripts/check, which define a function run_STAGE for each stage.
#
# A stage is a subshell, and fails with the first command that fails in it. The lane beside the main one writes what its stages print
# into files, and each is printed whole when its stage is over.

# The same flags for every build, so that no stage builds again what another has built.
swift_flags=(-Xswiftc -warnings-as-errors)
# What the stages say of themselves: results, skips, marks, and what stages beside others print.
notes=$(mktemp -d)
beside="" present=""

headline() { printf '\n==> %s\n' "$*"; }

# skip WHAT WHY: notes that a stage could not do its work; with CI=true that is a failure.
skip() {
    printf '*** SKIPPED: %s, because %s.\n' "$1" "$2"
    printf '%s, because %s\n' "$1" "$2" >>"$notes/skipped"
    if [ "${CI:-}" = true ]; then
        echo "*** With CI=true that is a failure."
        return 1
    fi
}

# skip_if_lacking WHAT COMMAND...: a command that ends with 3 lacks something, which it has said itself.
skip_if_lacking() {
    local what=$1 status=0
    shift
    "$@" || status=$?
    if [ "$status" -eq 3 ]; then
        skip "$what" "what it needs is not to be had (see above)"
    else
        return "$status"
    fi
}

# Waits, in the lane beside, until a stage of the main lane has passed.
await() {
    until [ -e "$notes/passed-$1" ]; do sleep 0.2; done
}

# Runs one stage, and notes its time and result.
run_stage() {
    local stage=$1 start=$EPOCHREALTIME status time
    set +e
    (set -e; "run_$stage")
    status=$?
    set -e
    time=$(((${EPOCHREALTIME/[.,]/} - ${start/[.,]/} + 500000) / 1000000))
    if [ "$status" -eq 0 ]; then touch "$notes/passed-$stage"; fi
    printf '%s %d %d %s\n' "$stage" "$time" "$status" "${2:-}" >>"$notes/results"
    return "$status"
}

# run_lane STAGE...: the main lane. It ends at the first failure, also at one in the lane beside.
run_lane() {
    for present in "$@"; do
        headline "$present"
        run_stage "$present" || return 1
        [ ! -e "$notes/beside-failed" ] || return 1
    done
    present=""
}

# begin_lane_beside STAGE...: a name after "@" is a stage of the main lane that the next ones need.
begin_lane_beside() {
    # A process group of its own can be ended with all that it has started.
    set -m
    run_lane_beside "$@" </dev/null &
    beside=$!
    set +m
}

run_lane_beside() {
    local stage status
    for stage in "$@"; do
        if [[ $stage == @* ]]; then
            await "${stage#@}"
            continue
        fi
        status=0
        run_stage "$stage" beside >"$notes/$stage.log" 2>&1 || status=$?
        { headline "$stage (beside the other stages)"; cat "$notes/$stage.log"; }
        if [ "$status" -ne 0 ]; then
            touch "$notes/beside-failed"
            return 1
        fi
    done
}

# Waits until the lane beside has come to its end.
await_lane_beside() {
    local status=0
    wait "$beside" || status=$?
    beside=""
    return "$status"
}

table() {
    local stage time status lane
    printf '\n%-14s %6s  %s\n' stage time result
    while read -r stage time status lane; do
        printf '%-14s %4d s  %s\n' "$stage" "$time" \
            "$(if [ "$status" -eq 0 ]; then echo passed; else echo FAILED; fi)${lane:+, $lane others}"
    done <"$notes/results"
    printf '%-14s %4d s\n' whole "$SECONDS"
    if [ -e "$notes/skipped" ]; then
        echo "SKIPPED:"
        sed 's/^/  /' "$notes/skipped"
    fi
}

# Prints the table whatever has happened; set as the trap at EXIT.
finish() {
    local status=$? failed
    if [ -n "$beside" ]; then kill -- "-$beside" 2>/dev/null || true; fi
    if [ -e "$notes/results" ]; then table; fi
    if [ -e "$notes/results" ] && failed=$(awk '$3 != 0 { print $1; exit }' "$notes/results") && [ -n "$failed" ]; then
        headline "FAILED in the stage $failed; to run it alone: Scripts/$program_name $failed"
        status=1
    elif [ "$status" -eq 0 ] && [ -e "$notes/skipped" ]; then
        headline "everything that could be run is well, but something was SKIPPED (above)"
    elif [ "$status" -eq 0 ]; then
        headline "all is well"
    fi
    rm -rf "$notes"
    exit "$status"
}

# run_named_stages STAGES STAGE...: those that were named, in that order, in one lane.
run_named_stages() {
    local known=$1 stage
    shift
    for stage in "$@"; do
        [[ " $known " == *" $stage "* ]] || wrong "there is no stage $stage"
    done
    trap finish EXIT
    run_lane "$@"
}

# swift_test ARGUMENT...: builds and runs tests.
swift_test() { watch_tests swift test "${swift_flags[@]}" "$@"; }

# watch_tests COMMAND...: runs tests, and repeats at the end what failed. A filter that matches no test would pass unnoticed.
watch_tests() {
    local status=0 log
    log=$(mktemp "$notes/tests.XXXXXX")
    "$@" 2>&1 | tee "$log" || status=$?
    if [ "$status" -ne 0 ]; then
        # Tests run in parallel, and many readers see only the end of an output of thousands of lines.
        printf '\n*** What failed, once more (%s issues):\n' "$(grep --count ' recorded an issue' "$log" || true)"
        grep ' recorded an issue' "$log" | cut --characters=1-300 | head -n 12 || true
        grep --extended-regexp '(error: |[Ff]atal|signal code|ThreadSanitizer|AddressSanitizer)' "$log" |
            cut --characters=1-300 | head -n 5 || true
        return "$status"
    fi
    if grep --quiet 'Test run with 0 tests' "$log" || ! grep --quiet 'Test run with' "$log"; then
        echo "no test was run: $*" >&2
        return 1
    fi
}

can_emulate() { command -v apt-get >/dev/null; }
