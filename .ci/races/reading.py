"""An operator who reads on while the ledger is written to: how long a page takes.

The screen is redrawn by itself meanwhile, so what came is played to a terminal emulator afterwards,
chunk by chunk, and the page counts from when most of its rows are others. Whoever reads at a terminal
of their own shares no processor with the server: the stopwatch takes precedence, where it may. Needs
pyte."""
import os
import re
import time

import pyte

from races.dashboard import COLUMNS, PAGE, ROWS, Sitting

PAGE_UP = b"\x1b[5~"
TURNS = 10  # pages in one direction
WATCHED = 0.15  # seconds after each key


def precedence():
    """What is begun from here on does not inherit it."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except PermissionError:
        print("the stopwatch waits for processors like what it times: its own delay is counted", flush=True)


class Reader:
    def __init__(self, command, row):
        self.row = re.compile(row)
        precedence()
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
        """Milliseconds until another page is there; as long as was waited where none came in time."""
        key = PAGE if self.turn // TURNS % 2 == 0 else PAGE_UP
        if self.turn % TURNS == 0:
            # The first one the other way only moves the cursor to the edge.
            self.press(key)
        self.turn += 1
        return self.press(key) or WATCHED * 1e3

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
        """What each of so many took."""
        found = []
        while len(found) < count and goes_on():
            found.append(self.page())
        return found

    def close(self):
        self.sitting.close()
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
