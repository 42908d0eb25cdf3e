"""Finds what can be mutated in Swift sources, and writes all mutants into them at once.

Each place gets a number and an operator or call of its own, which behaves as written unless the
environment names its number. So one build has all mutants. Places where that does not compile are
left out by whoever builds."""
import collections
import re

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>\#+\"\"\".*?\"\"\"\#+|\"\"\".*?\"\"\"|\#+".*?"\#+|"(?:\\\((?:[^()"]|"[^"\n]*"|\([^()]*\))*\)|\\.|[^"\\\n])*")
      | (?P<regex>(?<=[\s(,])/(?![\s/*])(?:\\.|[^/\\\n])+/(?=[\s,).]))
      | (?P<word>`[^`]+`|\$\d+|[#@$]?[A-Za-z_]\w*)
      | (?P<number>\d[\w]*(?:\.\d\w*)?)
      | (?P<operator>[-+*/%<>=!&|^~?]+|\.\.[.<]|\.)
      | (?P<mark>[()\[\]{},;:@\\])
      | (?P<space>\s+)""",
    re.VERBOSE | re.DOTALL,
)
# What an operator becomes, its precedence, and the types that its function takes.
BINARY = {
    "<": ("<=", "ComparisonPrecedence", "Comparable"),
    "<=": ("<", "ComparisonPrecedence", "Comparable"),
    ">": (">=", "ComparisonPrecedence", "Comparable"),
    ">=": (">", "ComparisonPrecedence", "Comparable"),
    "==": ("!=", "ComparisonPrecedence", "Equatable"),
    "!=": ("==", "ComparisonPrecedence", "Equatable"),
    "+": ("-", "AdditionPrecedence", "AdditiveArithmetic"),
    "-": ("+", "AdditionPrecedence", "AdditiveArithmetic"),
    "&&": ("||", "LogicalConjunctionPrecedence", None),
    "||": ("&&", "LogicalDisjunctionPrecedence", None),
    "??": ("the default", "NilCoalescingPrecedence", None),
}
# What becomes of these between tuples: in the order of a sort, equal ones are rarely two.
REVERSED = {"<": ">", ">": "<"}
# Functions, and methods of sequences, with another result for the same arguments.
OPPOSITES = {"min": "max", "max": "min", "first": "last", "last": "first"}
DECLARATIONS = {"func", "struct", "extension", "protocol", "init", "class", "actor", "enum", "subscript",
                "associatedtype", "typealias"}
DIGITS = "←↑→↓↔↕↖↗↘↙↚↛↜↝↞↟"


def tokens(text):
    """(kind, text, start) of each token."""
    at, found = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        found.append((match.lastgroup, match[0], at))
        at = match.end()
    return found


def sign(number):
    """The operator of a place, of characters that nothing else is called by."""
    text = ""
    while True:
        text = DIGITS[number % 16] + text
        number //= 16
        if not number:
            return "⊗" + text


class Place:
    """A piece of a file that can be mutated."""

    def __init__(self, file, text, start, end, kind, after):
        self.file, self.start, self.end, self.kind, self.after = file, start, end, kind, after
        self.before = text[start:end]
        self.line = text.count("\n", 0, start) + 1
        self.number = None

    def __str__(self):
        return f"{self.file}:{self.line}: {self.before} -> {self.after}"

    def edits(self):
        """What is put in, where, and how many characters it stands for."""
        if self.kind in ("binary", "not"):
            return [(self.start, self.end - self.start, sign(self.number))]
        if self.kind in ("function", "method"):
            return [(self.end, 0, f"_{self.number}")]
        head, tail = (f"if _keeps({self.number}) {{ ", " }") if self.kind == "statement" \
            else (f"_{self.kind}({self.number}, ", ")")
        return [(self.start, 0, head), (self.end, 0, tail)]

    def declaration(self):
        """What the place needs beside it, in a file of the same module."""
        name, mutant = sign(self.number), f"_isMutant({self.number})"
        if self.kind == "not":
            return (f"prefix operator {name}\n"
                    f"prefix func {name} (value: Bool) -> Bool {{ {mutant} ? value : !value }}\n")
        if self.kind in ("function", "method"):
            return DECLARED[self.kind, self.before in ("min", "max")].format(
                name=f"{self.before}_{self.number}", own=self.before, other=OPPOSITES[self.before], mutant=mutant)
        if self.kind != "binary":
            return ""
        _, precedence, type_ = BINARY[self.before]
        other = self.after
        head, own = f"infix operator {name}: {precedence}\n", self.before
        if own == "??":
            return head + "".join(
                f"func {name} <Value>(left: Value?, right: @autoclosure () throws -> Value{mark}) rethrows -> Value{mark} {{\n"
                f"  try {mutant} ? right() : left ?? right()\n}}\n" for mark in ("", "?"))
        if type_ is None:
            return head + (
                f"func {name} (left: Bool, right: @autoclosure () throws -> Bool) rethrows -> Bool {{\n"
                f"  try {mutant} ? left {other} right() : left {own} right()\n}}\n")
        result = "Value" if type_ == "AdditiveArithmetic" else "Bool"
        head += (f"func {name} <Value: {type_}>(left: Value, right: Value) -> {result} {{\n"
                 f"  {mutant} ? left {other} right : left {own} right\n}}\n")
        if other == REVERSED.get(own):
            for names in ("AB", "ABC", "ABCD"):
                head += (f"func {name} <{', '.join(f'{each}: Comparable' for each in names)}>"
                         f"(left: ({', '.join(names)}), right: ({', '.join(names)})) -> Bool {{\n"
                         f"  {mutant} ? left {other} right : left {own} right\n}}\n")
        if type_ == "AdditiveArithmetic":
            head += (f"func {name} (left: Date, right: TimeInterval) -> Date {{\n"
                     f"  {mutant} ? left {other} right : left {own} right\n}}\n")
        if type_ == "Equatable":
            head += (f"func {name} <Value>(left: Value?, right: _OptionalNilComparisonType) -> Bool {{\n"
                     f"  {mutant} ? left {other} right : left {own} right\n}}\n")
        return head


def places(file, text):
    """All places of a file, in order."""
    found = [*operators(file, text), *conditions(file, text), *statements(file, text), *calls(file, text),
             *constants(file, text), *returns(file, text)]
    return sorted(found, key=lambda place: (place.start, -place.end))


def operators(file, text):
    """Comparisons, arithmetic, logic, negations and truth values."""
    all_tokens = [token for token in tokens(text) if token[0] != "comment"]
    declares = False
    for index, (kind, word, at) in enumerate(all_tokens):
        if kind == "word" and word in DECLARATIONS:
            declares = True
        elif word in "{}" and kind == "mark":
            declares = False
        before = all_tokens[index - 1] if index else ("space", " ", 0)
        after = all_tokens[index + 1] if index + 1 < len(all_tokens) else ("space", " ", 0)
        spaced = before[0] == "space" and after[0] == "space"
        if kind == "operator" and word in REVERSED and orders_lists(text, at, at + len(word)):
            yield Place(file, text, at, at + len(word), "binary", REVERSED[word])
        elif kind == "operator" and word in BINARY and spaced and not declares:
            yield Place(file, text, at, at + len(word), "binary", BINARY[word][0])
        elif kind == "operator" and word == "!" and after[0] in ("word", "mark") and before[0] != "word":
            yield Place(file, text, at, at + 1, "not", "nothing")
        elif kind == "word" and word in ("true", "false") and before[1] != "case":
            other = "false" if word == "true" else "true"
            yield Place(file, text, at, at + len(word), "condition", other)


def orders_lists(text, start, end):
    """Whether what is left and right of an operator are tuples."""
    right = re.match(r" \((?:[^()]|\([^()]*\))*\)", text[end:])
    return text[:start].rstrip().endswith(")") and bool(right and "," in right[0])


def conditions(file, text):
    """Conditions of `if`, `guard` and `while` that are one value, and no comparison."""
    all_tokens = tokens(text)
    for index, (kind, word, _) in enumerate(all_tokens):
        if kind != "word" or word not in ("if", "guard", "while"):
            continue
        depth, start, part = 0, index + 1, []
        for number in range(index + 1, len(all_tokens)):
            what, piece, at = all_tokens[number]
            ends = depth == 0 and (piece in ("{", ",") and what == "mark" or what == "word" and piece == "else")
            if piece in ("(", "["):
                depth += 1
            elif piece in (")", "]"):
                depth -= 1
            if not ends:
                part.append((what, piece, at))
                continue
            clause = [token for token in part if token[0] != "comment"]
            while clause and clause[0][0] == "space":
                clause.pop(0)
            while clause and clause[-1][0] == "space":
                clause.pop()
            words = {token[1] for token in clause if token[0] == "word"}
            plain = not any(token[0] == "operator" and token[1] != "." for token in clause)
            if clause and plain and not words & {"let", "var", "case", "try", "await", "true", "false"} \
                    and not any(token[1].startswith("#") for token in clause):
                begin, end = clause[0][2], clause[-1][2] + len(clause[-1][1])
                yield Place(file, text, begin, end, "condition", f"!({text[begin:end]})")
            part = []
            if piece != ",":
                break


def calls(file, text):
    """The calls of functions and methods that have an opposite."""
    all_tokens = [token for token in tokens(text) if token[0] not in ("comment", "space")]
    for (_, dot, _), (kind, word, at), (_, after, _) in zip(all_tokens, all_tokens[1:], all_tokens[2:]):
        if kind == "word" and word in OPPOSITES and dot != "func" and \
                (after == "(" and (dot == "." or word in ("min", "max")) or dot == "." and after == "{" and word in ("min", "max")):
            yield Place(file, text, at, at + len(word), "method" if dot == "." else "function", OPPOSITES[word])


def constants(file, text):
    """Numbers, except in tables of them, which are data."""
    all_tokens = [token for token in tokens(text) if token[0] not in ("comment", "space")]
    lines = collections.Counter(text.count("\n", 0, at) for kind, _, at in all_tokens if kind == "number")
    for (_, before, _), (kind, word, at) in zip(all_tokens, all_tokens[1:]):
        if kind == "number" and before != "." and lines[text.count("\n", 0, at)] < 6:
            yield Place(file, text, at, at + len(word), "constant", f"{word} + 1")


RETURN = re.compile(r"\breturn ([a-z]\w*[^\n{}]*?)(?: \}|$)", re.MULTILINE)


def returns(file, text):
    """Returned values that are no comparison."""
    for match in RETURN.finditer(text):
        value = match[1]
        if value.count("(") == value.count(")") and value.count("[") == value.count("]") \
                and not re.search(r"\b(nil|true|false|try|await)\b|[-+<>=&|?,(]$| [<>=!&|]", value):
            yield Place(file, text, match.start(1), match.end(1), "returned", "nothing")


STATEMENT = re.compile(r"^ +((?:[a-z]\w*\.)*[a-z]\w*(?:\[[^\]\n]*\])?(?: [-+|&]?= [^{}\n]+|\([^{}\n]*\)))$", re.MULTILINE)


def in_initializer(text, at):
    """Whether the innermost declaration around a position is an `init`, all of whose assignments are needed."""
    indent = len(text[at:]) - len(text[at:].lstrip(" "))
    for line in reversed(text[:at].splitlines()):
        depth = len(line) - len(line.lstrip(" "))
        if line.strip() and depth < indent:
            indent = depth
            if declared := re.search(r"\b(init[?(<]|func |var |subscript|struct |enum |class |extension )", line):
                return declared[1].startswith("init")
    return False


def statements(file, text):
    """Assignments and calls that fill a line."""
    for match in STATEMENT.finditer(text):
        line = match[1]
        first = re.match(r"\w+", line)[0]
        balanced = line.count("(") == line.count(")") and line.count("[") == line.count("]")
        before = text[:match.start()].rstrip()
        ends = before[-1:] in ("{", "}", ")", ";") or re.search(r"[\w\"\]?]$", before)
        if balanced and ends and not in_initializer(text, match.start()) and first not in ("let", "var", "return", "case", "self", "super", "throw", "try", "await"):
            yield Place(file, text, match.start(1), match.end(1), "statement", "nothing")


def written(text, chosen):
    """The text with the mutants of all these places, each of which learns where it is now."""
    edits = [(*edit, place) for place in chosen for edit in place.edits()]
    # What ends at a position is closed before anything else opens there.
    edits.sort(key=lambda edit: (edit[0], not edit[2].endswith(("}", ")"))))
    parts, at, length = [], 0, 0
    for place in chosen:
        place.span = None
    for start, replaced, new, place in edits:
        parts += [text[at:start], new]
        begin = length + start - at
        length = begin + len(new)
        at = start + replaced
        place.span = (place.span[0] if place.span else begin, length)
    return "".join([*parts, text[at:]])


# Declarations of the functions that stand for others, by kind and whether they compare.
DECLARED = {
    ("function", True): """func {name}<Value: Comparable>(_ left: Value, _ right: Value) -> Value {{
  {mutant} ? {other}(left, right) : {own}(left, right)
}}
""",
    ("method", True): """extension Sequence {{
  func {name}(by precedes: (Element, Element) throws -> Bool) rethrows -> Element? {{
    try {mutant} ? self.{other}(by: precedes) : self.{own}(by: precedes)
  }}
}}
extension Sequence where Element: Comparable {{
  func {name}() -> Element? {{ {mutant} ? self.{other}() : self.{own}() }}
}}
""",
    ("method", False): """extension BidirectionalCollection {{
  func {name}(where isWanted: (Element) throws -> Bool) rethrows -> Element? {{
    try {mutant} ? {other}(where: isWanted) : {own}(where: isWanted)
  }}
}}
""",
}

SUPPORT = """import Foundation

/// The mutant that is active, and which ones were reached.
private let _active = ProcessInfo.processInfo.environment["PURSER_MUTANT"].flatMap { Int($0) } ?? -1
private nonisolated(unsafe) let _reached: UnsafeMutablePointer<UInt8>? = {
  guard let path = ProcessInfo.processInfo.environment["PURSER_MUTANTS_REACHED"] else { return nil }
  let file = open(path, O_RDWR)
  guard file >= 0, let memory = mmap(nil, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) else { return nil }
  return memory.assumingMemoryBound(to: UInt8.self)
}()

func _isMutant(_ number: Int) -> Bool {
  _reached?[number] = 1
  return number == _active
}

func _condition(_ number: Int, _ value: Bool) -> Bool { _isMutant(number) ? !value : value }
func _keeps(_ number: Int) -> Bool { !_isMutant(number) }
func _constant<Value: FixedWidthInteger>(_ number: Int, _ value: Value) -> Value {
  _isMutant(number) ? value &+ 1 : value
}
func _constant<Value: BinaryFloatingPoint>(_ number: Int, _ value: Value) -> Value {
  _isMutant(number) ? value + 1 : value
}
func _returned(_ number: Int, _ value: Bool) -> Bool { _isMutant(number) ? !value : value }
func _returned<Value>(_ number: Int, _ value: Value?) -> Value? { _isMutant(number) ? nil : value }
func _returned<Value>(_ number: Int, _ value: [Value]) -> [Value] { _isMutant(number) ? [] : value }

"""
