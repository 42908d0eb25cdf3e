"""An operator who reads on while the ledger is written to: how long a page takes.

The screen is redrawn by itself meanwhile, so what came is played to a terminal emulator afterwards,
chunk by chunk, and the page counts from when most of its rows are others. Needs pyte."""
import os
import re
import time

import pyte

from races.dashboard import COLUMNS, PAGE, ROWS, Sitting

PAGE_UP = b"\x1b[5~"
TURNS = 10  # pages in one direction
WATCHED = 0.15  # seconds after each key


class Reader:
    def __init__(self, command, row):
        self.row = re.compile(row)
        self.sitting = Sitting(command)
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.sitting.shows(row.encode())
        self.stream.feed(self.sitting.text)
        self.turn = 0
        # Away from the top, where a page up is none.
        for _ in range(3):
            self.press(PAGE)

    def rows(self):
        return {found[0] for line in self.screen.display if (found := self.row.search(line))}

    def watch(self, seconds):
        """What comes meanwhile, and when."""
        chunks, end = [], time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            before = self.sitting.bytes
            if self.sitting.read(left):
                chunks.append((self.sitting.last, self.sitting.text[before - self.sitting.bytes:]))
        return chunks

    def page(self):
        """Milliseconds until another page is there; None where none came in time."""
        key = PAGE if self.turn // TURNS % 2 == 0 else PAGE_UP
        if self.turn % TURNS == 0:
            # The first one the other way only moves the cursor to the edge.
            self.press(key)
        self.turn += 1
        return self.press(key)

    def press(self, key):
        for _, chunk in self.watch(0.01):
            self.stream.feed(chunk)
        known = self.rows()
        begun = time.monotonic()
        os.write(self.sitting.terminal, key)
        shown = None
        for at, chunk in self.watch(WATCHED):
            self.stream.feed(chunk)
            if shown is None and len(self.rows() - known) > ROWS // 2:
                shown = (at - begun) * 1e3
        return shown

    def pages(self, count, goes_on=lambda: True):
        """The median and the 99th percentile; one that did not come in time counts as that long."""
        found = []
        while len(found) < count and goes_on():
            found.append(self.page() or WATCHED * 1e3)
        found.sort()
        return found[len(found) // 2], found[int(len(found) * 0.99)]

    def close(self):
        self.sitting.close()
