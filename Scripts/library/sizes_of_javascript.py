"""Counts the lines of JavaScript functions."""

import re

from sizes_of_swift import Function

BEGIN_OF_TEXT = re.compile(r"//|/\*|/|[\"'`]")
# What a slash divides; behind anything else it begins a regular expression.
OPERAND = re.compile(r"(?:[\w$)\]}\"'`]|\+\+|--)$")
KEYWORD = re.compile(r"\b(?:return|typeof|case|in|of|await|yield|do|else)$")
EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
PLACE = re.compile(r"[{}()]")
BLOCKS = ("if", "for", "while", "switch", "catch", "with", "await")


def without_text(source):
    """The source with spaces for comments, strings and regular expressions. Lines keep their numbers."""
    parts, place = [], 0
    while match := BEGIN_OF_TEXT.search(source, place):
        start = match.start()
        parts.append(source[place:start])
        end = end_of_text(source, start, match.group(), "".join(parts[-2:])[-200:].rstrip())
        # Something stands where a text stood, so that what comes after it is seen as behind an operand.
        kept = "/" if end == start + 1 else "" if match.group() in ("//", "/*") else "0"
        parts.append(kept + re.sub(r"[^\n]", " ", source[start + len(kept) : end]))
        place = end
    return "".join(parts) + source[place:]


def end_of_text(source, start, opening, before):
    if opening == "//":
        end = source.find("\n", start)
        return len(source) if end < 0 else end
    if opening == "/*":
        end = source.find("*/", start + 2)
        return len(source) if end < 0 else end + 2
    if opening == "/":
        is_division = OPERAND.search(before) and not KEYWORD.search(before)
        match = None if is_division else EXPRESSION.match(source, start)
        return match.end() if match else start + 1
    return end_of_string(source, start)


def end_of_string(source, start):
    quote, place = source[start], start + 1
    while place < len(source) and source[place] != quote:
        if source[place] == "\\":
            place += 2
        elif quote == "`" and source.startswith("${", place):
            place = end_of_interpolation(source, place + 2)
        else:
            place += 1
    return place + 1


def end_of_interpolation(source, place):
    depth = 1
    while place < len(source) and depth > 0:
        if source[place] in "\"'`":
            place = end_of_string(source, place)
            continue
        depth += {"{": 1, "}": -1}.get(source[place], 0)
        place += 1
    return place


def functions(file, source):
    """All functions with a body in braces."""
    text = without_text(source)
    found, braces, parentheses, closed = [], [], [], {}
    for match in PLACE.finditer(text):
        place = match.start()
        if match.group() == "(":
            parentheses.append(place)
        elif match.group() == ")" and parentheses:
            closed[place] = parentheses.pop()
        elif match.group() == "{":
            braces.append(begin_of_function(text, place, closed))
        elif match.group() == "}" and braces:
            begin = braces.pop()
            if begin is not None:
                line, last = (text.count("\n", 0, at) + 1 for at in (begin, place))
                found.append(Function(source.split("\n")[line - 1].strip()[:60], file, line, last - line + 1))
    return found


def begin_of_function(text, brace, closed):
    """Where the parameters of the function begin that has its body in this brace; None if it is another brace."""
    before = text[:brace].rstrip()
    if before.endswith("=>"):
        before = before[:-2].rstrip()
        if not before.endswith(")"):
            return len(before) - 1
        return closed.get(len(before) - 1)
    if not before.endswith(")") or (begin := closed.get(len(before) - 1)) is None:
        return None
    word = re.search(r"[\w$]+$", text[:begin].rstrip())
    return None if word and word.group() in BLOCKS else begin
