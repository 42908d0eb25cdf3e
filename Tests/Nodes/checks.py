"""Counts what holds, prints a line for each check, and undoes at the end what the parts have done."""
import contextlib
import signal
import sys
import time


class Skipped(Exception):
    """Why a part cannot be tried here."""


class Checks:
    def __init__(self):
        self.held, self.broken, self.skipped = 0, [], []
        self.part = ""

    def that(self, what, holds, told=""):
        """Prints whether it holds; returns it."""
        if holds:
            self.held += 1
            print(f"ok      {self.part}: {what}", flush=True)
        else:
            self.broken.append(f"{self.part}: {what}")
            print(f"FAILED  {self.part}: {what}: {str(told)[-1500:]}", flush=True)
        return bool(holds)

    def skip(self, what, why):
        self.skipped.append(f"{self.part}: {what}")
        print(f"skipped {self.part}: {what} ({why})", flush=True)

    def note(self, text):
        print(f"        {self.part}: {text}", flush=True)

    @contextlib.contextmanager
    def named(self, part):
        """Runs a part. What it throws is a failure of it, and the next one begins."""
        self.part, begun = part, time.monotonic()
        try:
            yield
        except Skipped as reason:
            self.skip("all of it", reason)
        except Exception as error:  # noqa: BLE001
            import traceback
            self.that("runs to its end", False, "".join(traceback.format_exception(error)))
        self.note(f"took {time.monotonic() - begun:.0f} s")

    def end(self):
        skipped = f", {len(self.skipped)} skipped" if self.skipped else ""
        print(f"nodes: {self.held} held, {len(self.broken)} broken{skipped}", flush=True)
        for what in self.broken:
            print(f"  broken: {what}", flush=True)
        return 1 if self.broken else 0


def wait(holds, seconds=30, pause=0.02):
    """Waits until the function returns something true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        found = holds()
        if found or time.monotonic() > end:
            return found
        time.sleep(pause)


def end_on_signals():
    """Lets a signal end the program as Ctrl-C does, so that everything is cleaned up."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
