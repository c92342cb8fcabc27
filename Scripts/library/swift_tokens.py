"""Divides Swift source into tokens, as far as finding places for mutations and counting lines need it."""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""
    (?P<comment>//[^\n]*)
  | (?P<number>0[xX][0-9a-fA-F_]+(?:\.[0-9a-fA-F_]+)?(?:[pP][+-]?\d+)?|0[bBoO][0-9_]+
        |\d[\d_]*\.\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*[eE][+-]?\d+)
  | (?P<integer>\d[\d_]*)
  | (?P<word>`?[^\W\d]\w*`?|\$\d+)
  | (?P<operator>\.{2,}[<]?|[/=\-+!*%<>&|^~?]+)
  | (?P<punctuation>[{}()\[\],;:.@#\\])
    """,
    re.VERBOSE,
)
BEGIN_OF_TEXT = re.compile(r'//|/\*|#*"')
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int
    line: int
    is_first: bool  # on its line
    space_before: bool
    space_after: bool
    opener: int | None = None  # the index of the innermost bracket around it
    partner: int | None = None  # for a bracket: the index of the other one

    @property
    def is_infix(self):
        return self.kind == "operator" and self.space_before and self.space_after

    @property
    def is_prefix(self):
        return self.kind == "operator" and self.space_before and not self.space_after


def tokens(source):
    """All tokens except comments, with the partners of brackets."""
    found = []
    place = 0
    while place < len(source):
        if source[place].isspace():
            place += 1
        elif source.startswith("/*", place):
            place = end_of_comment(source, place)
        elif source[place] == '"' or source[place] == "#" and source[place:].lstrip("#").startswith('"'):
            end = end_of_string(source, place)
            found.append(("string", place, end))
            place = end
        elif match := TOKEN.match(source, place):
            if match.lastgroup != "comment":
                found.append((match.lastgroup, place, match.end()))
            place = match.end()
        else:
            place += 1
    return with_brackets(list(described(source, found)))


def without_text(source):
    """The source with spaces for comments and strings. Lines keep their numbers."""
    parts, place = [], 0
    while match := BEGIN_OF_TEXT.search(source, place):
        start = match.start()
        if match.group() == "//":
            end = source.find("\n", start)
            end = len(source) if end < 0 else end
        elif match.group() == "/*":
            end = end_of_comment(source, start)
        else:
            end = end_of_string(source, start)
        parts += [source[place:start], re.sub(r"[^\n]", " ", source[start:end])]
        place = end
    return "".join(parts) + source[place:]


def described(source, found):
    line, counted = 1, 0
    for kind, start, end in found:
        line += source.count("\n", counted, start)
        counted = start
        before = source[source.rfind("\n", 0, start) + 1 : start]
        yield Token(
            kind,
            source[start:end],
            start,
            end,
            line,
            not before.strip(),
            start == 0 or source[start - 1] in " \n([{",
            end >= len(source) or source[end] in " \n",
        )


def with_brackets(all_tokens):
    open_brackets = []
    for index, token in enumerate(all_tokens):
        if token.text in (")", "]", "}") and open_brackets:
            opening = open_brackets.pop()
            token.partner, all_tokens[opening].partner = opening, index
        token.opener = open_brackets[-1] if open_brackets else None
        if token.text in CLOSING:
            open_brackets.append(index)
    return all_tokens


def end_of_comment(source, place):
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(source, place):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(source)


def end_of_string(source, place):
    hashes = len(source[place:]) - len(source[place:].lstrip("#"))
    place += hashes
    quote = '"""' if source.startswith('"""', place) else '"'
    escape, end = "\\" + "#" * hashes, quote + "#" * hashes
    place += len(quote)
    while place < len(source) and not source.startswith(end, place):
        if source.startswith(escape + "(", place):
            place = end_of_interpolation(source, place + len(escape) + 1)
        elif source.startswith(escape, place):
            place += len(escape) + 1
        else:
            place += 1
    return min(place + len(end), len(source))


def end_of_interpolation(source, place):
    depth = 1
    while place < len(source) and depth > 0:
        if source[place] == '"':
            place = end_of_string(source, place)
            continue
        depth += {"(": 1, ")": -1}.get(source[place], 0)
        place += 1
    return place
