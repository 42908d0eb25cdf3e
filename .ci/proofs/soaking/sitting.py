"""Dashboards in terminals that are paged, searched and turned to `:live`, and how long a page takes.

Each is driven by a process of its own, so that nothing else that a soak does delays its clock."""
import multiprocessing
import os
import random
import re
import signal
import sys
import time

from races.dashboard import ESCAPES, PAGE, QUIET, Sitting

BURST = 0.01  # seconds without a byte after which a page is painted, whatever is painted later
LOCKED = re.compile(r"\b(is locked|are locked|busy)\b")
SCREENS = [b":orders\r", b":live\r", b":users\r", b":orders\r", b":jobs\r", b":orders\r", b":home\r"]
SEARCHES = [b"monthly", b"store:apple", b"state:active"]


class Pager:
    """The dashboard of another process. `measured` are its pages without load."""

    def __init__(self, command, seed, quiet=0):
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=sit, args=(command, seed, quiet, other), daemon=True)
        self.process.start()
        other.close()
        self.pages, self.errors = [], []
        self.drawing, self.guard, self.measured = self.pipe.recv()

    def begin(self):
        self.pipe.send("begin")

    def take(self):
        """The pages that were painted since."""
        try:
            while self.pipe.poll():
                kind, value = self.pipe.recv()
                (self.pages if kind == "page" else self.errors).append(value)
        except (EOFError, OSError):
            pass
        found, self.pages = self.pages, []
        return found

    def end(self):
        self.process.terminate()
        self.process.join(10)


def sit(command, seed, quiet, pipe):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    driver = Driver(command, seed, pipe)
    try:
        driver.sitting.shows(rb"sorted: purchased")
        pipe.send((driver.sitting.dashboard(), driver.sitting.process, driver.measure(quiet)))
        pipe.recv()
        while True:
            driver.round()
    except (OSError, EOFError) as error:
        pipe.send(("error", f"a dashboard: {error!r}"))
    except SystemExit as reason:
        if reason.code:
            pipe.send(("error", f"a dashboard: {reason.code}"))
    finally:
        driver.sitting.close()


class Driver:
    def __init__(self, command, seed, pipe):
        self.sitting, self.random, self.pipe = Sitting(command), random.Random(seed), pipe

    def page(self):
        """Milliseconds until the next page is painted; None where nothing is."""
        self.drain(QUIET)
        start = time.monotonic()
        self.sitting.last = 0
        os.write(self.sitting.terminal, PAGE)
        if not self.sitting.read(2):
            return None
        while self.sitting.read(BURST):
            pass
        return (self.sitting.last - start) * 1e3

    def drain(self, timeout, most=1.0):
        end = time.monotonic() + most
        while time.monotonic() < end and self.sitting.read(timeout):
            pass

    def press(self, keys):
        os.write(self.sitting.terminal, keys)
        self.drain(0.1)

    def measure(self, seconds):
        """The pages of so long, from the first one again before the list is at its end."""
        found, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            self.press(b"gg")
            found += [page for _ in range(15) if (page := self.page()) is not None]
        return found

    def round(self):
        screen = self.random.choice(SCREENS)
        self.press(b"\x1b")
        self.press(screen)
        if screen == b":orders\r":
            self.press(b"gg")
            for _ in range(12):
                took = self.page()
                if took is not None:
                    self.pipe.send(("page", took))
                self.drain(0.2, 0.2)
            self.press(b"/")
            for letter in self.random.choice(SEARCHES):
                self.press(bytes([letter]))
            self.press(b"\x1b")
        else:
            end = time.monotonic() + self.random.uniform(1, 6)
            while time.monotonic() < end:
                self.sitting.read(0.2)
        locked = LOCKED.search(ESCAPES.sub(b"", self.sitting.text).decode(errors="replace"))
        if locked:
            self.pipe.send(("error", f"a screen says: {locked[0]}"))
        self.sitting.text = b""
