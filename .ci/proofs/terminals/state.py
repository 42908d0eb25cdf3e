"""What state a terminal is in after the bytes that a program wrote: the part of it that a shell needs
as it was. The sequences are those of ECMA-48, DEC and xterm, which all the terminals here follow."""
import re

NORMAL_ON = {7, 25}  # private modes that are set in a terminal at rest: wrapping, cursor
MODES = {1: "application cursor keys", 6: "origin mode", 7: "no wrapping", 25: "hidden cursor",
         47: "alternate screen", 1047: "alternate screen", 1049: "alternate screen",
         1000: "mouse", 1002: "mouse", 1003: "mouse", 1004: "focus events", 1005: "mouse coordinates",
         1006: "mouse coordinates", 2004: "bracketed paste", 2026: "synchronised output"}
TOKENS = re.compile(
    rb"\x1b\[(?P<private>[?<=>!]?)(?P<values>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)"
    rb"|\x1b(?P<set>[()])(?P<charset>.)"
    rb"|\x1b(?P<short>[=>c78])"
    rb"|(?P<shift>[\x0e\x0f])")


class State:
    def __init__(self):
        self.modes, self.attributes, self.size = set(), False, None
        self.keypad = self.insert = self.shifted = self.margins = False
        self.shape, self.sets = 0, {}

    def follow(self, data):
        for found in TOKENS.finditer(data):
            if found["final"]:
                self.control(found)
            elif found["set"]:
                self.sets[found["set"]] = found["charset"]
            elif found["short"]:
                self.short(found["short"])
            elif found["shift"]:
                self.shifted = found["shift"] == b"\x0e"
        return self

    def resize(self, rows):
        # Terminals forget the margins then.
        self.size, self.margins = rows, False

    def short(self, letter):
        if letter == b"c":
            self.__init__()
        elif letter in b"=>":
            self.keypad = letter == b"="

    def control(self, found):
        final, private = found["final"], found["private"]
        values = [int(value or 0) for value in re.split(rb"[;:]", found["values"])]
        if final in b"hl" and private == b"?":
            for value in values:
                if (final == b"h") != (value in NORMAL_ON):
                    self.modes.add(value)
                else:
                    self.modes.discard(value)
        elif final in b"hl" and not private and 4 in values:
            self.insert = final == b"h"
        elif final == b"m" and not private:
            # A reset comes first in a sequence, or alone. Colours that are reset alone say nothing.
            if not set(values) <= {39, 49}:
                self.attributes = values[-1] != 0
        elif final == b"r" and not private:
            self.margins = values != [0] and not (values[0] in (0, 1) and values[1:] == [self.size])
        elif final == b"c" and private == b"?":
            self.shape = values[0]

    def faults(self):
        """What a shell would find changed."""
        found = [MODES[mode] for mode in sorted(self.modes) if mode in MODES]
        for holds, name in ((self.keypad, "application keypad"), (self.insert, "insert mode"),
                            (self.shifted, "shifted character set"), (self.margins, "margins"),
                            (self.attributes, "attributes"),
                            (self.shape, f"cursor of shape {self.shape}"),
                            (self.sets.get(b"(", b"B") not in b"BA", "line drawing characters")):
            if holds:
                found.append(name)
        return sorted(set(found))
