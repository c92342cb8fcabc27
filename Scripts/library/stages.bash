# Stages of tests, one after the other or in two lanes, with a table of their times at the end. Sourced after program.bash, by
# Scripts/test and Scripts/check, which define a function run_STAGE for each stage.
#
# A stage is a subshell, and fails with the first command that fails in it. bash ignores "set -e" in whatever is called left of || or &&,
# or in an "if": so nothing here that runs stages may be called there, and a lane that fails ends the program.
#
# The lane beside the main one writes what its stages print into files, and each is printed whole when its stage is over.

# A folder for what the stages say of themselves: results, skips, marks, and what stages beside others print.
notes=""
# The process of the lane beside, and the stage of the main lane, while there is one.
beside="" present=""

begin_stages() {
    notes=$(mktemp -d)
    trap finish EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

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

# skip_if_lacking WHAT PROGRAM...: a program that ends with 3 lacks something, which it has said itself.
skip_if_lacking() {
    local what=$1 status=0
    shift
    "$@" || status=$?
    if [ "$status" -eq 3 ]; then
        skip "$what" "something that it needs is missing (see above)"
    else
        return "$status"
    fi
}

# await STAGE: waits until a stage of the other lane has passed; ends with that lane.
await() {
    until [ -e "$notes/passed-$1" ]; do
        if [ -e "$notes/beside-failed" ] || ! kill -0 $$ 2>/dev/null; then exit 1; fi
        if [ -n "$beside" ] && ! kill -0 "$beside" 2>/dev/null && [ ! -e "$notes/passed-$1" ]; then exit 1; fi
        sleep 0.2
    done
}

# Runs one stage, and notes its time and result, which is then in stage_status.
run_stage() {
    local stage=$1 start=$EPOCHREALTIME time
    set +e
    (set -e; "run_$stage")
    stage_status=$?
    set -e
    time=$(((${EPOCHREALTIME/[.,]/} - ${start/[.,]/} + 500000) / 1000000))
    if [ "$stage_status" -eq 0 ]; then touch "$notes/passed-$stage"; fi
    printf '%s %d %d %s\n' "$stage" "$time" "$stage_status" "${2:-}" >>"$notes/results"
}

# run_lane STAGE...: the main lane. A stage after "@" is one of the lane beside, which is waited for. The program ends at the first failure,
# also at one in the lane beside.
run_lane() {
    for present in "$@"; do
        if [[ $present == @* ]]; then
            await "${present#@}"
            continue
        fi
        headline "$present"
        run_stage "$present"
        if [ "$stage_status" -ne 0 ] || [ -e "$notes/beside-failed" ]; then exit 1; fi
    done
    present=""
}

# begin_lane_beside STAGE...: a stage after "@" is one of the main lane, which is waited for.
begin_lane_beside() {
    # A process group of its own can be ended with all that it has started.
    set -m
    run_lane_beside "$@" </dev/null &
    beside=$!
    set +m
}

run_lane_beside() {
    local stage
    trap - EXIT INT TERM HUP
    beside=""
    for stage in "$@"; do
        if [[ $stage == @* ]]; then
            await "${stage#@}"
            continue
        fi
        run_stage "$stage" beside >"$notes/$stage.log" 2>&1
        { headline "$stage (beside the other stages)"; cat "$notes/$stage.log"; }
        if [ "$stage_status" -ne 0 ]; then
            touch "$notes/beside-failed"
            exit 1
        fi
    done
}

# Waits until the lane beside has come to its end; the program ends if that has failed.
await_lane_beside() {
    local status=0
    present="the lane beside"
    wait "$beside" || status=$?
    beside="" present=""
    [ "$status" -eq 0 ] || exit 1
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

# Prints the table whatever has happened, and how it ended.
finish() {
    local status=$? failed=""
    if [ -n "$beside" ]; then
        # A stopped process takes its end only when it goes on.
        { kill -- "-$beside" && kill -CONT -- "-$beside" && wait "$beside"; } 2>/dev/null || true
    fi
    if [ -e "$notes/results" ]; then
        table
        failed=$(awk '$3 != 0 { print $1; exit }' "$notes/results")
    fi
    if [ "$status" -ge 129 ]; then
        headline "INTERRUPTED in the stage ${present:-between two others}"
    elif [ -n "$failed" ]; then
        # The end of what it printed may be far above.
        if [ -e "$notes/$failed.log" ]; then
            printf '\n*** The end of what the stage %s printed:\n' "$failed"
            tail -n 30 "$notes/$failed.log"
        fi
        headline "FAILED in the stage $failed; to run it alone: Scripts/$program_name $failed"
        status=1
    elif [ "$status" -ne 0 ]; then
        headline "FAILED: a lane ended without a result"
        status=1
    elif [ -e "$notes/skipped" ]; then
        headline "everything that could be run is well, but something was SKIPPED (above)"
    else
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
    begin_stages
    run_lane "$@"
}

# swift_test ARGUMENT...: builds and runs tests.
swift_test() { watch_tests swift test "${swift_flags[@]}" "$@"; }

# watch_tests COMMAND...: runs tests, and repeats at the end what failed. A filter that matches no test would pass unnoticed.
# Tests of SIGHUP need its default action, also under nohup.
watch_tests() {
    local status=0 log
    log=$(mktemp "$notes/tests.XXXXXX")
    env --default-signal=HUP "$@" 2>&1 | tee "$log" || status=$?
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

# slowest COUNT FILE...: of the tests in these outputs those that took longest, with their seconds.
slowest() {
    local count=$1
    shift
    cat "$@" | sed -nE 's/^([^ ]+ +)?Test (.*) (passed|failed) after ([0-9.]+) seconds.*/\4 \2/p' | sed -E '/^[0-9.]+ run with /d' |
        LC_ALL=C sort --key=1,1 --general-numeric-sort --reverse --stable | sed -n "1,${count}p" |
        while read -r time name; do LC_ALL=C printf '%8.1f s  %s\n' "$time" "$name"; done
}

can_emulate() { command -v apt-get >/dev/null; }
