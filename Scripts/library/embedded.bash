# Compiling rooms of the engine as one module of Embedded Swift, for Linux, a browser or a microcontroller. Sourced after
# program.bash, by programs that stand in the checkout's root.

# Sets toolchain to its folder, or fails.
find_toolchain() {
    command -v swiftc >/dev/null || fail "no swiftc on the PATH; Scripts/dependencies says what to do."
    toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
}

# is_current PRODUCT SOURCE...: the product is there, and nothing in these files and folders is newer, nor how it is made. It needs no
# compiler, so that `make install` under sudo can ask.
is_current() {
    local product=$1 newer
    shift
    [ -e "$product" ] || return 1
    newer=$(find "$@" "Scripts/$program_name" Scripts/library/embedded.bash -newer "$product" -print -quit)
    [ -z "$newer" ]
}

# gather FOLDER SOURCE...: copies the Swift files of rooms into a folder, for one module. The imports of targets that are in the same
# module are taken out. Lines keep their numbers, and files their names in what the compiler says.
gather() {
    local folder=$1 targets file
    shift
    targets=$(printf '%s\n' "$@" | sed -nE 's|^Sources/[^/]*/([^/]*).*|\1|p' | sort --unique | paste --serial --delimiters='|')
    mkdir -p "$folder"
    while IFS= read -r -d '' file; do
        sed -E "s/^import ($targets)\$//" "$file" >"$folder/${file//\//-}"
    done < <(find "$@" -name '*.swift' -print0)
}

# compile_embedded MODULE TARGET OBJECT ARGUMENT...: compiles the Swift files among the arguments as one module; the others are options.
# Without -disable-incremental-llvm-codegen the object holds a hash of the options, folders among them, and every checkout makes another.
compile_embedded() {
    local module=$1 target=$2 object=$3
    shift 3
    swiftc -target "$target" -enable-experimental-feature Embedded -wmo -parse-as-library -O -swift-version 6 -warnings-as-errors \
        -Xfrontend -disable-incremental-llvm-codegen -module-name "$module" -c "$@" -o "$object"
}
