"""Finds the places in Swift source that can be mutated, and the edit for each."""

from dataclasses import dataclass

from swift_tokens import tokens

OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=",
    "&": "|", "|": "&", "<<": ">>", ">>": "<<",
}  # fmt: skip
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "&+=", "&-="}
# A line that begins with one of these words is neither a call nor an assignment.
NOT_STATEMENTS = set(
    """actor as associatedtype async await break case catch class continue convenience default defer deinit didSet do dynamic
    else enum extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal is
    isolated lazy let mutating nil nonisolated nonmutating open operator override package postfix precedencegroup prefix
    private protocol public repeat required rethrows return set some static struct subscript super switch throw throws true
    typealias unowned unsafe var weak where while willSet yield""".split()
)


@dataclass(frozen=True)
class Edit:
    """Replaces a span of the source by `text`, or wraps it if `text` is a pair. {n} becomes the mutant's number."""

    start: int
    end: int
    text: str | tuple[str, str]


@dataclass
class Candidate:
    path: str
    line: int
    mutation: str
    edit: Edit
    source: str  # the line


def candidates(path, source):
    """All candidates of a file, in the order of the source."""
    finder = Finder(source)
    finder.find()
    lines = source.split("\n")
    found = [Candidate(path, line, text, edit, lines[line - 1].strip()) for line, text, edit in finder.found]
    return sorted(found, key=lambda each: (each.edit.start, each.edit.end, each.mutation))


class Finder:
    def __init__(self, source):
        self.source = source
        self.tokens = tokens(source)
        self.found = []

    def find(self):
        for index, token in enumerate(self.tokens):
            before = self.tokens[index - 1] if index > 0 else None
            if before and before.text in ("func", "#", "@", "."):
                continue
            self.find_token(index, token)
            if token.text in ("if", "guard", "while", "where"):
                self.find_conditions(index)
            if token.text == "?" and token.is_infix:
                self.find_choice(index)
            if token.kind == "word" and self.begins_statement(index):
                self.find_statement(index)

    def add(self, token, mutation, start, end, text):
        self.found.append((token.line, mutation, Edit(start, end, text)))

    def text(self, first, last):
        """The source from one token to another, joined to one line."""
        return " ".join(self.source[self.tokens[first].start : self.tokens[last].end].split())

    def find_token(self, index, token):
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if token.is_infix and token.text in OPERATORS:
            replacement = OPERATORS[token.text]
            self.add(token, f"{token.text} → {replacement}", token.start, token.end, "{infix " + token.text + "}")
        elif token.is_prefix and token.text in ("!", "-") and following.kind != "integer":
            self.add(token, f"{token.text} dropped", token.start, token.end, "{prefix " + token.text + "}")
        elif token.text in ("true", "false"):
            other = "false" if token.text == "true" else "true"
            self.add(token, f"{token.text} → {other}", token.start, token.end, ("mutantNot({n}, ", ")"))
        elif token.kind == "integer":
            for change in (1, -1):
                changed = int(token.text.replace("_", "")) + change
                wrap = ("mutantShift({n}, ", f", {change})")
                self.add(token, f"{token.text} → {changed}", token.start, token.end, wrap)
        elif token.text in ("min", "max") and following and following.text == "(":
            other = "max" if token.text == "min" else "min"
            call = f"mutant{token.text.capitalize()}({{n}}, "
            self.add(token, f"{token.text} → {other}", token.start, following.end, call)

    def find_conditions(self, index):
        """Negates each condition of if, guard, while or where, except those that bind a name."""
        keyword = self.tokens[index]
        first = place = index + 1
        while place < len(self.tokens):
            token = self.tokens[place]
            ends = token.opener == keyword.opener and token.text in ("{", "else", ",", ":", "}", ")")
            if ends or token.text == "}":
                self.negate(first, place - 1)
                if token.text != ",":
                    return
                first = place + 1
            place = token.partner + 1 if token.partner and token.text in ("(", "[") else place + 1

    def negate(self, first, last):
        if first > last or self.tokens[first].text in ("let", "var", "case", "#", "is"):
            return
        condition, token = self.text(first, last), self.tokens[first]
        wrap = ("mutantNot({n}, ", ")")
        self.add(token, f"not ({condition})", token.start, self.tokens[last].end, wrap)

    def find_choice(self, index):
        """Negates the condition of ?:, which reaches back to an assignment, an opening bracket, a comma, a colon, or a keyword."""
        mark = self.tokens[index]
        first = index
        while first > 0:
            token = self.tokens[first - 1]
            if token.text in (")", "]", "}") and token.partner is not None:
                first = token.partner
                continue
            if token.opener != mark.opener or token.text in (",", ":", "{", "(", "[", "?", "??", "in"):
                break
            if token.text in ASSIGNMENTS or token.text in ("return", "throw", "try", "if", "case", "else", "yield"):
                break
            follows = first < index and self.tokens[first].is_first
            if follows and self.tokens[first].kind != "operator" and self.tokens[first].text != ".":
                break
            first -= 1
        self.negate(first, index - 1)

    def begins_statement(self, index):
        token = self.tokens[index]
        if token.text in NOT_STATEMENTS or token.opener is None or self.tokens[token.opener].text != "{":
            return False
        before = self.tokens[index - 1]
        if before.text in ("{", "}", ";"):
            return True
        if before.text == ":" and self.is_label(index - 1):
            return True
        return token.is_first and before.kind != "operator" and before.text not in (",", ":", "=", ".")

    def is_label(self, colon):
        """True if a colon ends `case …:` or `default:`."""
        for place in range(colon - 1, -1, -1):
            token = self.tokens[place]
            if token.opener == self.tokens[colon].opener:
                if token.text in ("case", "default"):
                    return True
                if token.text in ("{", "}", "?", "if", "return", "let", "var", "="):
                    return False
        return False

    def find_statement(self, index):
        """Deletes a call or an assignment, up to the end of its last line."""
        last, is_assignment = index, False
        while last + 1 < len(self.tokens):
            token = self.tokens[last]
            if token.text == "in" or token.text == ":":
                return
            is_assignment = is_assignment or token.text in ASSIGNMENTS
            if token.partner is not None and token.text in ("(", "[", "{"):
                last = token.partner
            following = self.tokens[last + 1]
            if following.text in ("}", ";") and following.opener == self.tokens[index].opener or following.text == "}":
                break
            current = self.tokens[last]
            goes_on = following.kind == "operator" or following.text == "." or current.kind == "operator"
            if following.is_first and not goes_on and current.text not in (",", "="):
                break
            last += 1
        is_call = self.tokens[last].text in (")", "}") and last > index
        if is_assignment or is_call:
            token = self.tokens[index]
            wrap = ("if mutantKeeps({n}) { ", " }")
            self.add(token, f"deleted: {self.text(index, last)}", token.start, self.tokens[last].end, wrap)
