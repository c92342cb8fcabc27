"""Counts the lines of Swift functions and types, and the stored properties of types."""

import re
from dataclasses import dataclass, field

from swift_tokens import without_text

PLACE = re.compile(
    r"""
    (?P<brace>[{}])
  | (?P<type>\b(?:struct|class|enum|actor|protocol|extension)\s+(?!func\b|var\b|let\b|subscript\b)(?P<name>[\w.`]+))
  | (?P<function>\bfunc\s+(?P<function_name>[^\s(<]+|<+|\S+)|(?<![.\w])(?:init[?!]?\s*(?=[(<])|deinit\b)|\bsubscript\b)
  | (?P<property>\b(?:let|var)\s+(?P<names>\([^)]*\)|[\w`]+(?:\s*,\s*[\w`]+)*))
    """,
    re.VERBOSE,
)
KINDS = ("struct", "class", "enum", "actor", "protocol", "extension")
OPENING, CLOSING = "([", ")]"
# A declaration without a body ends where the next one begins.
NEXT = re.compile(r"[{}]|\b(?:func|var|let|struct|class|enum|actor|protocol|extension|init|deinit|subscript|case)\b")


@dataclass
class Function:
    name: str
    file: str
    line: int
    lines: int


@dataclass
class Type:
    name: str
    file: str = ""
    line: int = 0
    kind: str = ""
    lines: int = 0
    properties: int = 0
    mutating: set = field(default_factory=set)

    @property
    def is_record(self):
        """A structure that is only made, read and described: nothing changes several of its values by a rule."""
        return self.kind == "struct" and all(name.startswith("describe") for name in self.mutating)


@dataclass
class Scope:
    kind: str
    name: str
    line: int
    start: int
    inner: int = 0  # the lines of the types in it


class SwiftSizes:
    """Of many files. A type's lines are those of all its extensions, without those of the types in it."""

    def __init__(self):
        self.types, self.functions = {}, []

    def add(self, file, source, module):
        text = without_text(source)
        scopes, pending = [], None
        place = 0
        while match := PLACE.search(text, place):
            place = match.end()
            kind = scopes[-1].kind if scopes else ""
            if match["brace"] == "{":
                line = text.count("\n", 0, match.start()) + 1
                scopes.append(pending or Scope("block", "", line, match.start()))
                pending = None
            elif match["brace"]:
                if scopes:
                    self.close(scopes, file, text.count("\n", 0, match.start()) + 1)
            elif match["type"]:
                pending = self.open_type(match, text, scopes, file, module)
                place = self.body(text, place)
            elif match["function"]:
                name = match["function_name"] or match["function"].strip()
                self.note_mutating(match, text, name, scopes)
                place = self.body(text, place)
                if text[place : place + 1] == "{":
                    line = text.count("\n", 0, match.start()) + 1
                    pending = Scope("function", name, line, match.start())
            elif kind in ("struct", "class", "actor") and not self.is_static(text, match.start()):
                self.types[scopes[-1].name].properties += self.stored(text, match)

    def open_type(self, match, text, scopes, file, module):
        kind = match["type"].split()[0]
        outer = [scope.name for scope in scopes if scope.kind in KINDS]
        name = match["name"].replace("`", "")
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if outer:
            key = f"{outer[-1]}.{name}"
        elif kind != "extension" and re.search(r"\b(?:private|fileprivate)\b", before):
            key = f"{file}: {name}"
        else:
            private = f"{file}: {name}"
            key = private if kind == "extension" and private in self.types else f"{module}.{name}"
        line = text.count("\n", 0, match.start()) + 1
        known = self.types.setdefault(key, Type(key))
        if kind != "extension":
            known.kind, known.file, known.line = kind, file, line
        return Scope(kind, key, line, match.start())

    def close(self, scopes, file, line):
        scope = scopes.pop()
        lines = line - scope.line + 1
        if scope.kind in KINDS:
            known = self.types[scope.name]
            known.lines += lines - scope.inner
            if not known.file:
                known.file, known.line = file, scope.line
            outer = next((other for other in reversed(scopes) if other.kind in KINDS), None)
            if outer:
                outer.inner += lines
        elif scope.kind == "function":
            self.functions.append(Function(scope.name, file, scope.line, lines))

    def note_mutating(self, match, text, name, scopes):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if re.search(r"\bmutating\b", before) and scopes and scopes[-1].kind in KINDS:
            self.types[scopes[-1].name].mutating.add(name)

    def join_extensions(self):
        """Adds the extensions of a type in other modules than its own, where one module alone declares a type of that name."""
        homes = {}
        for key, known in self.types.items():
            if known.kind:
                homes.setdefault(key.partition(".")[2], []).append(known)
        for key in [key for key, known in self.types.items() if not known.kind]:
            home = homes.get(key.partition(".")[2], [])
            if len(home) == 1:
                stray = self.types.pop(key)
                home[0].lines += stray.lines
                home[0].mutating |= stray.mutating

    @staticmethod
    def is_static(text, place):
        before = text[text.rfind("\n", 0, place) + 1 : place]
        return re.search(r"\b(?:static|class)\s+(?:\w+(?:\(set\))?\s+)*$", before) is not None

    @staticmethod
    def stored(text, match):
        """The number of stored properties that a declaration makes: none if it is computed."""
        depth, place = 0, match.end()
        while place < len(text):
            character = text[place]
            if character in OPENING:
                depth += 1
            elif character in CLOSING:
                depth -= 1
            elif depth == 0 and character in "=\n{":
                break
            place += 1
        if text[place : place + 1] == "{" and not re.match(r"\{\s*(?:willSet|didSet)\b", text[place:]):
            return 0
        return match["names"].count(",") + 1

    @staticmethod
    def body(text, place):
        """Where the body of a declaration opens, or where something else begins."""
        depth = 0
        while place < len(text):
            character = text[place]
            if character in OPENING:
                depth += 1
            elif character in CLOSING:
                depth -= 1
            elif depth <= 0 and NEXT.match(text, place) and not (text[place - 1].isalnum() or text[place - 1] in "._`"):
                return place
            place += 1
        return place
