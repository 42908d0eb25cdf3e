"""Browsing ten million orders in a terminal of 200x50, against `less` on a file of lines.

The dashboard is started on a ledger of --ledger (or a generated one) and on a small one; keys are
timed from the write to the last byte of what they cause. Needs less. --peers names a folder of
programs (litecli, vd, harlequin, datasette) that are raced on the same ledger: a virtual
environment's bin."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import tempfile
import termios
import time

from races import browsers
from races.course import Table, run

COLUMNS, ROWS = 200, 50
QUIET = 0.04  # seconds without a byte after which a frame is whole
ESCAPES = re.compile(rb"\x1b(\[[0-9;?<>=]*[a-zA-Z]|[()][A-Z0-9]|\][^\x07\x1b]*(\x07|\x1b\\)|.)")
# As a terminal sends them in application mode.
UP, DOWN, PAGE = b"\x1bOA", b"\x1bOB", b"\x1b[6~"


def arguments(parser):
    parser.add_argument("--ledger", help="race on this one, which stays as it is")
    parser.add_argument("--users", type=int, default=100_000, help="of the ledger that is generated")
    parser.add_argument("--orders", type=int, default=1_000_000)
    parser.add_argument("--presses", type=int, default=200, help="of each key")
    parser.add_argument("--idle", type=int, default=60, help="seconds of doing nothing")
    parser.add_argument("--peers", help="the folder of other browsers: litecli, vd, harlequin, datasette")


class Sitting:
    """A program in a terminal of its own."""

    def __init__(self, command):
        self.begun = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", COLUMNS=str(COLUMNS), LINES=str(ROWS))
            self.resize(0)
            os.execvp(command[0], command)
        self.resize(self.terminal)
        self.text = b""
        self.last = self.begun
        self.bytes = 0

    @staticmethod
    def resize(file):
        fcntl.ioctl(file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read(self, patience):
        """Whether anything came."""
        if not select.select([self.terminal], [], [], patience)[0]:
            return False
        try:
            new = os.read(self.terminal, 1 << 20)
        except OSError:
            new = b""
        if not new:
            raise SystemExit("a program ended that was to be raced")
        self.last = time.monotonic()
        self.bytes += len(new)
        self.text = (self.text + new)[-(1 << 18):]
        if b"\x1b[6n" in new:
            os.write(self.terminal, b"\x1b[1;1R")
        return True

    def shows(self, pattern, patience=60):
        """Milliseconds from the start until the text is there and the frame whole."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            self.read(0.05)
            if re.search(pattern, ESCAPES.sub(b"", self.text)):
                shown = self.last
                while self.read(QUIET):
                    shown = self.last
                return (shown - self.begun) * 1e3
        raise SystemExit(f"{pattern} was not shown within {patience} s")

    def press(self, keys):
        """Milliseconds until what the keys cause is painted, and its bytes."""
        while self.read(QUIET):
            pass
        before, start, self.last = self.bytes, time.monotonic(), 0
        os.write(self.terminal, keys)
        while self.read(QUIET if self.last else 0.3):
            pass
        return ((self.last or start) - start) * 1e3, self.bytes - before

    def presses(self, *sequence, count):
        """The median and the 99th percentile of the milliseconds, and the median of the bytes."""
        found = [self.press(sequence[turn % len(sequence)]) for turn in range(count)]
        times = sorted(time for time, _ in found)
        return times[len(times) // 2], times[int(len(times) * 0.99)], statistics.median(b for _, b in found)

    def dashboard(self):
        """The process that draws: the guard is its parent."""
        found = subprocess.run(["pgrep", "-P", str(self.process)], stdout=subprocess.PIPE, text=True).stdout.split()
        return int(found[0]) if found else self.process

    def memory(self):
        """Anonymous and resident megabytes of the dashboard."""
        table = pathlib.Path(f"/proc/{self.dashboard()}/smaps_rollup").read_text()
        return [int(re.search(rf"^{word}: +(\d+) kB", table, re.MULTILINE)[1]) / 1024
                for word in ("Anonymous", "Rss")]

    def wakes(self):
        """How often each thread was woken so far."""
        found = {}
        for task in pathlib.Path(f"/proc/{self.dashboard()}/task").glob("*/status"):
            text = task.read_text()
            found[task.parent.name] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.MULTILINE)[1])
        return found

    def close(self):
        for process in {self.dashboard(), self.process}:
            os.kill(process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def first(command, pattern, rounds):
    """The median of the first screens."""
    found = []
    for _ in range(rounds):
        sitting = Sitting(command)
        found.append(sitting.shows(pattern))
        sitting.close()
    return statistics.median(found)


def browse(command, options):
    """What one long sitting takes: the figures by name."""
    sitting = Sitting(command)
    sitting.shows(rb"sorted: purchased")
    sitting.press(DOWN)
    found = {
        # The cursor moves down the screen and up again: the list stands still.
        "Down": sitting.presses(*[DOWN] * 40, *[UP] * 40, count=options.presses),
        "PageDown": sitting.presses(PAGE, count=options.presses),
        "jump": sitting.presses(b"G", b"gg", count=options.presses),
    }
    for _ in range(60):
        sitting.press(DOWN)
    found["scroll"] = sitting.presses(DOWN, count=options.presses)
    found["memory"] = sitting.memory()
    sitting.press(b"/")
    found["search"] = sitting.presses(*[bytes([c]) for c in b"plus.yearly"], *[b"\x7f"] * 11, count=options.presses)
    sitting.press(b"\x1b")
    time.sleep(1)
    while sitting.read(QUIET):
        pass
    bytes_, wakes = sitting.bytes, sitting.wakes()
    end = time.monotonic() + options.idle
    while time.monotonic() < end:
        sitting.read(end - time.monotonic())
    now = sitting.wakes()
    found["idle"] = (sitting.bytes - bytes_, sum(count - wakes.get(task, 0) for task, count in now.items()))
    sitting.close()
    return found


def race(options):
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.abspath(options.program)
        big = options.ledger
        small = f"{folder}/small.sqlite"
        if not big:
            big = f"{folder}/big.sqlite"
            run([program, "generate", "--users", str(options.users), "--orders", str(options.orders), "--ledger", big])
        run([program, "generate", "--users", "1000", "--orders", "10000", "--ledger", small])
        lines = f"{folder}/lines.tsv"
        with open(lines, "w") as file:
            for line in range(200_000):
                file.write(f"2026-11-{line % 28 + 1:02d} 10:00  line {line} com.example.product.{line % 50} {line * 7}\n")

        def ours(ledger):
            return [program, "--ledger", ledger, "--open", "orders"]

        rounds = max(options.rounds, 5)
        less = first(["less", lines], rb"line 40 ", rounds)
        begun = first(ours(big), rb"sorted: purchased", rounds)
        table.add("first screen, ms", begun, "less", less, 3, atMost=True)
        table.add("first screen, ms", begun, "30 ms", 30, 1, atMost=True)
        table.add("first screen, ms", begun, "10,000 orders", first(ours(small), rb"sorted: purchased", rounds),
                  1.15, atMost=True)
        found, little = browse(ours(big), options), browse(ours(small), options)
        # Our first screen is the first orders; G goes to the last.
        mine = {"first screen, ms": begun, "first orders, ms": begun, "last orders, ms": found["jump"][0],
                "resident MB": found["memory"][1]}
        for name, found_there in browsers.figures(Sitting, options.peers, big) if options.peers else ():
            for figure, its in found_there:
                if its is None:
                    print(f"{figure}: {name} did not come to it within {browsers.PATIENCE} s", flush=True)
                else:
                    table.add(figure, mine[figure], name, its)
        sitting = Sitting(["less", lines])
        sitting.shows(rb"line 40 ")
        for name, key, most, worst in (("Down", DOWN, 0.5, 2), ("PageDown", PAGE, 1, None)):
            p50, p99, _ = found[name]
            table.add(f"{name}, median ms", p50, f"{most} ms", most, 1, atMost=True)
            table.add(f"{name}, median ms", p50, "less", sitting.presses(key, count=options.presses)[0])
            if worst:
                table.add(f"{name}, p99 ms", p99, f"{worst} ms", worst, 1, atMost=True)
        sitting.close()
        table.add("G and gg, p99 ms", found["jump"][1], "5 ms", 5, 1, atMost=True)
        table.add("a letter of a search, p99 ms", found["search"][1], "12 ms", 12, 1, atMost=True)
        table.add("bytes, selection moves", found["Down"][2], "500", 500, 1, atMost=True)
        table.add("bytes, scroll by a row", found["scroll"][2], "700", 700, 1, atMost=True)
        for place, name, most in ((0, "anonymous MB", 16), (1, "resident MB", 32)):
            mine, its = found["memory"][place], little["memory"][place]
            table.add(name, mine, f"{most} MB", most, 1, atMost=True)
            table.add(name, mine, "10,000 orders", its, 1.1, atMost=True)
        # A ratio to nothing is none: one byte and one wake-up are the limits of the table.
        table.add(f"bytes in {options.idle} idle seconds", found["idle"][0], "1", 1, 0, atMost=True)
        table.add(f"wake-ups in {options.idle} idle seconds", found["idle"][1], "1", 1, 0, atMost=True)
    table.finish(options.json)
