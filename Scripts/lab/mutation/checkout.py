"""Builds a copy of the checkout with mutants in one target."""

import re
import shutil
import subprocess
from pathlib import Path

from mutation import rewriting

# Reduces the package to the targets that the tests need, and adds the mutant switch to the mutated target.
MANIFEST = """
let mutatedTarget = "{target}", mutantTests = "{tests}"
var neededTargets: Set<String> = [mutantTests, mutatedTarget]
for _ in package.targets {{
    for target in package.targets where neededTargets.contains(target.name) {{
        for dependency in target.dependencies {{
            switch dependency {{
            case .targetItem(let name, _): neededTargets.insert(name)
            case .byNameItem(let name, _): neededTargets.insert(name)
            default: break
            }}
        }}
    }}
}}
package.products = []
package.targets = package.targets.filter {{ neededTargets.contains($0.name) }}
package.targets.first {{ $0.name == mutatedTarget }}?.dependencies.append("MutantSwitch")
package.targets.append(.target(name: "MutantSwitch"))
"""
COPIED = ["Package.swift", "Sources", "Tests", "StateCharts", "Documentation", "Quirks"]
DIAGNOSTIC = re.compile(r"^(/[^:\n]+\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)


class BuildFailure(Exception):
    pass


class Checkout:
    """A copy of the checkout `root` in the folder `place`."""

    def __init__(self, root, place, folder, test_target, is_optimized):
        self.root, self.place, self.folder = root, place.resolve(), folder
        # Sources/GROUP/TARGET, or a folder below that.
        self.target = folder.parts[2]
        self.tests = test_target or self.target + "Tests"
        self.flags = ["-Xswiftc", "-suppress-warnings"] + (["-Xswiftc", "-O"] if is_optimized else [])

    def copy(self):
        for name in COPIED:
            if (self.root / name).is_dir():
                copy_tree(self.root / name, self.place / name)
            elif (self.root / name).exists():
                copy_file(self.root / name, self.place / name)
        manifest = self.place / "Package.swift"
        changed = MANIFEST.format(target=self.target, tests=self.tests)
        manifest.write_text(manifest.read_text() + changed)
        switch = self.place / "Sources" / "MutantSwitch"
        (switch / "include").mkdir(parents=True, exist_ok=True)
        write(switch / "include" / "MutantSwitch.h", rewriting.SWITCH_HEADER)
        write(switch / "MutantSwitch.c", rewriting.SWITCH_SOURCE)

    def put(self, mutants):
        """Rewrites the folder's files with the given mutants, which are keyed by number."""
        for path in swift_files(self.root / self.folder):
            name = str(path.relative_to(self.root))
            own = {number: mutant for number, mutant in mutants.items() if mutant.path == name}
            write(self.place / name, rewriting.rewritten(path.read_text(), own))
        write(self.place / Path(*self.folder.parts[:3]) / "MutantSwitch.swift", rewriting.declarations(mutants))

    def errors(self):
        """Builds the target; returns the compiler's errors as (path, line, message), empty if there are none."""
        result = self.swift("build", "--target", self.target)
        if result.returncode == 0:
            return []
        output = result.stdout + result.stderr
        found = set()
        for path, line, _, message in DIAGNOSTIC.findall(output):
            path = Path(path)
            name = str(path.relative_to(self.place)) if path.is_relative_to(self.place) else str(path)
            found.add((name, int(line), message))
        if not found:
            raise BuildFailure(f"swift build of {self.target} failed, and named no place:\n{output[-3000:]}")
        return sorted(found)

    def build_tests(self):
        """Builds the tests; returns the path of the test program."""
        result = self.swift("build", "--build-tests")
        if result.returncode != 0:
            raise BuildFailure(f"swift build of {self.tests} failed:\n{(result.stdout + result.stderr)[-3000:]}")
        programs = sorted((self.place / ".build" / "debug").glob("*.xctest"))
        if not programs:
            raise BuildFailure(f"swift build made no test program in {self.place}/.build/debug")
        return programs[0]

    def swift(self, command, *arguments):
        return subprocess.run(
            ["swift", command, *arguments, *self.flags], cwd=self.place, capture_output=True, text=True
        )


def swift_files(folder):
    return sorted(folder.rglob("*.swift"))


def write(path, text):
    """Writes a file only if its contents change, so that unchanged files are not compiled again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def copy_file(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copyfile(source, target)


def copy_tree(source, target):
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    for path in list(target.rglob("*")) if target.exists() else []:
        if path.is_file() and path.relative_to(target) not in wanted:
            path.unlink()
    for name in wanted:
        copy_file(source / name, target / name)
