"""Rewrites source so that a mutant is chosen at run time."""

import re

from mutation.candidates import OPERATORS

# New operators with the same precedence replace the original ones, so the limits of the operands need not be known.
# Their names are numbers, with these characters as the digits.
DIGITS = "∀∁∂∃∄∅∆∇∈∉"
PRECEDENCE = {
    "ComparisonPrecedence": "< <= > >= == !=", "LogicalConjunctionPrecedence": "&&", "LogicalDisjunctionPrecedence": "||",
    "AdditionPrecedence": "+ - |", "MultiplicationPrecedence": "* / % &", "BitwiseShiftPrecedence": "<< >>",
    "AssignmentPrecedence": "+= -= *= /=",
}  # fmt: skip

SWITCH_HEADER = """\
#include <stdbool.h>
#include <stdint.h>
extern int32_t mutant_switch_number;
extern uint8_t mutant_switch_reached[];
/// True if this process tries the mutant with this number.
static inline bool mutant_switch(int32_t number) {
    mutant_switch_reached[number] = 1;
    return mutant_switch_number == number;
}
"""

SWITCH_SOURCE = """\
#include "MutantSwitch.h"
#include <stdio.h>
#include <stdlib.h>
enum { COUNT = 100000 };
int32_t mutant_switch_number;
uint8_t mutant_switch_reached[COUNT];
__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("MUTANT");
    mutant_switch_number = number ? atoi(number) : 0;
}
/// Writes the numbers of the mutants that were reached.
__attribute__((destructor)) static void end(void) {
    const char *path = getenv("MUTANTS_REACHED");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    for (int number = 0; number < COUNT; number++)
        if (mutant_switch_reached[number]) fprintf(file, "%d\\n", number);
    fclose(file);
}
"""

HELPERS = """\
@_exported import MutantSwitch
@_transparent public func mutantNot(_ number: Int32, _ value: Bool) -> Bool { mutant_switch(number) ? !value : value }
@_transparent public func mutantKeeps(_ number: Int32) -> Bool { !mutant_switch(number) }
@_transparent public func mutantShift<T: Numeric>(_ number: Int32, _ value: T, _ change: Int) -> T {
    mutant_switch(number) ? (change > 0 ? value + 1 : value - 1) : value
}
@_transparent public func mutantMin<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T {
    mutant_switch(number) ? max(a, b) : min(a, b)
}
@_transparent public func mutantMax<T: Comparable>(_ number: Int32, _ a: T, _ b: T) -> T {
    mutant_switch(number) ? min(a, b) : max(a, b)
}
"""


def name(number):
    return "".join(DIGITS[int(digit)] for digit in f"{number:05}")


def infix(number, original):
    """The declaration of the operator that replaces `original`."""
    precedence = next(group for group, members in PRECEDENCE.items() if original in members.split())
    lines = [f"infix operator {name(number)} : {precedence}"]
    changed = OPERATORS[original]
    choice = f"mutant_switch({number}) ? a {changed} b : a {original} b"
    head = f"@_transparent public func {name(number)}"
    if original in ("&&", "||"):
        signature = "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
        choice = f"mutant_switch({number}) ? try a {changed} b() : try a {original} b()"
        lines.append(f"{head} {signature} {{ {choice} }}")
    elif precedence == "ComparisonPrecedence":
        protocol = "Equatable" if original in ("==", "!=") else "Comparable"
        lines.append(f"{head} <T: {protocol}>(a: T, b: T) -> Bool {{ {choice} }}")
        if protocol == "Equatable":
            # A comparison with nil does not look at the optional's value.
            nil = choice.replace("a ", "(a == nil) ").replace(" b", " true")
            lines.append(f"{head} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ {nil} }}")
    elif precedence == "AssignmentPrecedence":
        body = f"if mutant_switch({number}) {{ a {changed} b }} else {{ a {original} b }}"
        for protocol in protocols(original):
            lines.append(f"{head} <T: {protocol}>(a: inout T, b: T) {{ {body} }}")
    elif precedence == "BitwiseShiftPrecedence":
        lines.append(f"{head} <T: BinaryInteger, U: BinaryInteger>(a: T, b: U) -> T {{ {choice} }}")
    else:
        for protocol in protocols(original):
            lines.append(f"{head} <T: {protocol}>(a: T, b: T) -> T {{ {choice} }}")
    return "\n".join(lines)


def protocols(original):
    if original[0] in "+-":
        return ["AdditiveArithmetic"]
    return ["BinaryInteger", "FloatingPoint"] if original[0] in "*/" else ["BinaryInteger"]


def prefix(number, original):
    signature = "(a: Bool) -> Bool" if original == "!" else "<T: SignedNumeric>(a: T) -> T"
    choice = f"mutant_switch({number}) ? a : {original}a"
    return (
        f"prefix operator {name(number)}\n"
        f"@_transparent public prefix func {name(number)} {signature} {{ {choice} }}"
    )


def declarations(mutants):
    """The source file with the declarations for a target's mutants, which are keyed by number."""
    parts = [HELPERS]
    for number, mutant in sorted(mutants.items()):
        if isinstance(mutant.edit.text, str):
            if match := re.fullmatch(r"\{(infix|prefix) (.+)\}", mutant.edit.text):
                parts.append((infix if match[1] == "infix" else prefix)(number, match[2]))
    return "\n".join(parts) + "\n"


def rewritten(source, mutants):
    """The source of a file with its mutants, which are keyed by number. Line numbers do not change."""
    pieces = []  # (position, order, text): at one position, ends come before beginnings, and inner ends before outer ones
    spans = []
    for number, mutant in mutants.items():
        edit = mutant.edit
        if isinstance(edit.text, tuple):
            before, after = (text.replace("{n}", str(number)) for text in edit.text)
            pieces.append((edit.start, (2, -edit.end), before))
            pieces.append((edit.end, (1, -edit.start), after))
        else:
            is_operator = edit.text.startswith(("{infix", "{prefix"))
            text = name(number) if is_operator else edit.text.replace("{n}", str(number))
            pieces.append((edit.start, (3, 0), text))
            spans.append((edit.start, edit.end))
    result, place = [], 0
    replaced = dict(spans)
    for where, _, text in sorted(pieces, key=lambda piece: piece[:2]):
        if where > place:
            result.append(source[place:where])
            place = where
        result.append(text)
        if _ == (3, 0):
            place = replaced[where]
    return "".join(result) + source[place:]
