# A Python with the modules that a peer of the tests or benchmarks needs. Sourced after program.bash, by programs that stand in the
# checkout's root.

# python_with IMPORTS FOLDER PACKAGE...: sets python to one that can import the modules: one that has them already, or one in
# .build/FOLDER, into which pip installs the packages from PyPI. If that does not work, it sets reason to a few words, and returns 1.
python_with() {
    local imports=$1 environment=.build/$2 answer
    shift 2
    if find_python; then return; fi
    note "installing $* from PyPI into $environment, for tests and benchmarks only"
    mkdir -p .build
    rm -rf "$environment"
    answer=$(mktemp)
    if python3 -m venv "$environment" >"$answer" 2>&1 &&
        "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 "$@" \
            >"$answer" 2>&1 </dev/null && find_python; then
        rm "$answer"
        return
    fi
    reason=$(reason_in "$answer")
    rm -rf "$answer" "$environment"
    return 1
}

find_python() {
    for python in "$environment/bin/python" /usr/bin/python3 "$(command -v python3 || true)"; do
        if [ -n "$python" ] && "$python" -c "import $imports" 2>/dev/null; then return; fi
    done
    return 1
}

# reason_in FILE: prints in a few words why it failed. The last line alone does not help: without a network pip complains about a
# package that does not exist, and venv without pip names a command.
reason_in() {
    if grep --quiet 'connection broken by' "$1"; then
        echo "PyPI cannot be reached"
    elif grep --quiet 'ensurepip is not available' "$1"; then
        echo "python3-venv is not here"
    else
        grep -v '^ *$' "$1" | tail -n 1 | cut -c 1-200 || true
    fi
}
