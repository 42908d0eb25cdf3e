"""The live list in a terminal of 200x50 while documents and events arrive.

--rate documents a second, each with an event, are written to a copy of a ledger by a process of its
own, as a server would commit them: 50 commits a second. The keys are Home and Down by turns, timed
from the write to the first byte of what they cause. Each commit's rows carry a text of their own; an
arrival is painted when it is on the screen, which has room for the newest rows only."""
import fcntl
import multiprocessing
import os
import re
import shutil
import sqlite3
import struct
import tempfile
import termios
import time

from races.course import Table, run
from races.dashboard import DOWN, ESCAPES, Sitting

HOME = b"\x1b[H"
COMMITS = 50  # a second


def arguments(parser):
    parser.add_argument("--ledger", help="race on a copy of this one")
    parser.add_argument("--orders", type=int, default=100_000, help="of the ledger that is generated")
    parser.add_argument("--rate", type=int, default=5_000, help="documents a second")
    parser.add_argument("--seconds", type=float, default=8, help="of each measurement")


def text(commit):
    """Eight letters, all of which differ from those of the commits before."""
    return "".join(chr(97 + (commit + place * (5 + 3 * (commit // 26))) % 26) for place in range(8))


def write(ledger, rate, seconds, commits):
    """Writes so many documents and events, and tells when each commit was over."""
    file = sqlite3.connect(ledger, isolation_level=None, timeout=10)
    file.execute("PRAGMA synchronous = NORMAL")
    document, event, chain = (file.execute(f"SELECT max(n) FROM {table}").fetchone()[0] or 0
                              for table in ("document", "notice", "chain"))
    each, begun, number = max(1, rate // COMMITS), time.monotonic(), 0
    while (now := time.monotonic()) < begun + seconds:
        due = begun + number * each / rate
        if due > now:
            time.sleep(due - now)
        number += 1
        at, name = int(time.time() * 1000), text(number)
        file.execute("BEGIN IMMEDIATE")
        file.executemany(
            "INSERT INTO document (n, id, store, kind, environment, app, origin, provenance, receivedAt,"
            " appliedAt, statedAt, purchases, mark, byteCount, bytes) VALUES (?, ?, 'apple',"
            " 'jws-notification', 'production', ?, 'pushed', 'signature', ?, ?, ?, 1, 0, 1, x'00')",
            [(document + row, f"race-{document + row:x}", name, at, at, at) for row in range(1, each + 1)])
        file.executemany(
            "INSERT INTO notice (n, document, kind, chain, detail, statedAt) VALUES (?, ?, 'renewed', ?, ?, ?)",
            [(event + row, document + row, chain, name, at) for row in range(1, each + 1)])
        file.execute("COMMIT")
        document, event = document + each, event + each
        commits.put((name, time.monotonic()))
    commits.put((None, number * each / (time.monotonic() - begun)))


class Stream:
    """A process that writes, and what it wrote."""

    def __init__(self, ledger, options):
        self.commits = multiprocessing.Queue()
        # A little longer than what is measured meanwhile.
        self.process = multiprocessing.Process(
            target=write, args=(ledger, options.rate, options.seconds + 1, self.commits))
        self.process.start()

    def end(self):
        """The times of the commits by their texts, and the documents a second."""
        found, rate = {}, None
        while rate is None:
            name, value = self.commits.get()
            if name:
                found[name] = value
            else:
                rate = value
        self.process.join()
        return found, rate


def percentiles(times):
    times = sorted(times)
    return times[len(times) // 2], times[int(len(times) * 0.99)]


def keys(sitting, seconds):
    """The median and the 99th percentile of the milliseconds until something is painted."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        while sitting.read(0.004):
            pass
        start, sitting.last = time.monotonic(), 0
        os.write(sitting.terminal, HOME if len(found) % 2 else DOWN)
        while not sitting.last and time.monotonic() < start + 2:
            sitting.read(0.05)
        found.append(((sitting.last or time.monotonic()) - start) * 1e3)
        # At all times between two looks of the list.
        rest = time.monotonic() + 0.05 + 0.013 * (len(found) % 5)
        while time.monotonic() < rest:
            sitting.read(max(0, rest - time.monotonic()))
    return percentiles(found)


def paints(sitting, seconds):
    """When each text was first on the screen."""
    found, end = {}, time.monotonic() + seconds
    while time.monotonic() < end:
        sitting.text = b""
        if sitting.read(0.05):
            for name in re.findall(rb"[a-z]{8}", ESCAPES.sub(b" ", sitting.text)):
                found.setdefault(name.decode(), sitting.last)
    return found


def says_skipped(sitting):
    """Whether the screen says that rows are missing: it is drawn anew."""
    fcntl.ioctl(sitting.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 180, 0, 0))
    sitting.text, end = b"", time.monotonic() + 1
    while time.monotonic() < end:
        sitting.read(0.1)
    return b"older ones not shown" in ESCAPES.sub(b" ", sitting.text)


def race(options):
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        program, ledger = os.path.abspath(options.program), f"{folder}/live.sqlite"
        if options.ledger:
            shutil.copy(options.ledger, ledger)
        else:
            run([program, "generate", "--users", str(max(1, options.orders // 10)), "--orders",
                 str(options.orders), "--ledger", ledger])
        sitting = Sitting([program, "--ledger", ledger, "--open", "live"])
        sitting.shows(rb"RECEIVED")
        time.sleep(1)
        quiet = keys(sitting, options.seconds)
        stream = Stream(ledger, options)
        busy = keys(sitting, options.seconds)
        stream.end()
        os.write(sitting.terminal, HOME)
        stream = Stream(ledger, options)
        painted = paints(sitting, options.seconds)
        commits, rate = stream.end()
        delays = [(painted[name] - commits[name]) * 1e3 for name in painted.keys() & commits.keys()]
        memory = sitting.memory()[0]
        skips = says_skipped(sitting)
        sitting.close()
    print(f"{rate:.0f} documents and as many events a second; {len(delays)} of {len(commits)} commits were "
          f"on the screen, and it {'says' if skips else 'does not say'} that older rows are missing")
    for name, place in (("median", 0), ("p99", 1)):
        table.add(f"Down and Home meanwhile, {name} ms", busy[place], "quiet", quiet[place])
    table.add("Down and Home meanwhile, p99 ms", busy[1], "10 ms", 10, 1, atMost=True)
    median, p99 = percentiles(delays)
    table.add("arrival to paint, median ms", median, "50 ms", 50, 1, atMost=True)
    table.add("arrival to paint, p99 ms", p99, "100 ms", 100, 1, atMost=True)
    table.add("anonymous MB", memory, "32 MB", 32, 1, atMost=True)
    table.finish(options.json)
