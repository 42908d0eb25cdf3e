"""Filing and reading against SQLite itself: the same statements with the same values.

What the program asks of SQLite is recorded once (../ledger/record.c). Filing is then raced against a
C program that asks the same of a new file, reading against Python on the same file, filling a ledger
against a C program that writes the same rows and makes the same indices. Needs gcc and
libsqlite3-dev, and a program that is linked with the system's SQLite. With --ledger, nothing is
generated, and filling is left out."""
import os
import pathlib
import re
import tempfile
import time

from races.course import Table, compiled, median, rounds, run
from races.recording import asked, transactions

LINE = re.compile(r"^(\S+): ([0-9]+) /s p50 ([0-9.]+) ms p99 ([0-9.]+) ms max [0-9.]+ ms \(([0-9]+)\)", re.M)
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "ledger"
# row, the most that its 99th percentile may be in ms, and as a multiple of the same statements'
READING = [
    ("page", 3, 1.5),
    ("page-orders", 3, 1.5),
    ("page-documents", 3, 1.5),
    ("last-page", 3, 1.5),
    ("lookup", 1, None),
    ("search", 12, None),
    ("timeline", 10, None),
    ("diagnosis", 10, None),
    ("capped-count", 5, None),
    ("counts", 1, None),
]


def arguments(parser):
    parser.add_argument("--ledger", help="race on this one, which stays as it is")
    parser.add_argument("--users", type=int, default=100_000, help="of the ledger that is generated")
    parser.add_argument("--orders", type=int, default=1_000_000)
    parser.add_argument("--count", type=int, default=1_000, help="events a row")
    parser.add_argument("--folder", help="where to work: the disk that is measured")
    parser.add_argument("--row", action="append", help="only this one of the program's rows, or filling")


def figures(text):
    """By row: events a second, and the percentiles in ms."""
    return {
        name: {"rate": float(rate), "p50": float(p50), "p99": float(p99), "count": int(count)}
        for name, rate, p50, p99, count in LINE.findall(text)
    }


class Track:
    """The programs that run, and where they work."""

    def __init__(self, options, folder):
        self.program = os.path.abspath(options.program)
        self.options = options
        self.folder = folder
        self.recorder = compiled(
            f"{SOURCES}/record.c", folder, "-ldl", flags=("-shared", "-fPIC"))
        self.replay = compiled(f"{SOURCES}/replay.c", folder, "-lsqlite3")
        self.refill = compiled(f"{SOURCES}/refill.c", folder, "-lsqlite3")
        self.count = str(options.count)

    def wants(self, row):
        return not self.options.row or row in self.options.row

    def bench(self, *arguments, **options):
        return run([self.program, "bench", "ledger", "--count", self.count, *arguments], **options)

    def recorded(self, row, *arguments, every=False):
        """The recording of one row, and of how many events."""
        path = os.path.join(self.folder, "recording")
        environment = dict(os.environ, LD_PRELOAD=self.recorder, RECORD=path)
        if every:
            environment["RECORD_EVERY"] = "1"
        text = self.bench("--row", row, *arguments, env=environment)
        if not os.path.exists(path):
            raise SystemExit("nothing was recorded: is the program linked with the system's SQLite?")
        return path, figures(text)[row]["count"]


def file(track, table):
    """Durable filings, one by one and by 64 writers, against the statements of the single ones."""
    if not track.wants("filing"):
        return
    with tempfile.TemporaryDirectory(dir=track.folder) as folder:
        recording, count = track.recorded("filing", "--folder", folder)

    def limit():
        with tempfile.TemporaryDirectory(dir=track.folder) as folder:
            text = run([track.replay, recording, f"{folder}/ledger.sqlite", str(count)])
            return {"rate": figures(text)["replay"]["rate"]}

    def ours():
        with tempfile.TemporaryDirectory(dir=track.folder) as folder:
            text = track.bench("--row", "filing", "--row", "filing-64", "--folder", folder)
            return {name: figure["rate"] for name, figure in figures(text).items()}

    kept = rounds(track.options.rounds, limit, ours)
    os.remove(recording)
    for row, target in (("filing", 0.85), ("filing-64", 2.5)):
        if kept:
            table.add(
                f"{row}, /s", median(mine[row] for mine, _ in kept), "the same statements in C",
                median(its["rate"] for _, its in kept), target,
                ratio=median(mine[row] / its["rate"] for mine, its in kept),
            )


def read(track, ledger, table):
    for row, most, multiple in READING:
        if not track.wants(row):
            continue
        recording, count = track.recorded(row, "--ledger", ledger, every=True)
        events = transactions(recording, count)
        os.remove(recording)
        limit = lambda: asked(ledger, events)
        # The tail of a few events is chance: what must be steady is the median.
        tails = []

        def steady():
            figure = limit()
            tails.append(figure["p99"])
            return {"p50": figure["p50"]}

        kept = rounds(
            track.options.rounds, steady,
            lambda: dict(figures(track.bench("--row", row, "--ledger", ledger))[row], tail=len(tails)),
        )
        if not kept:
            continue
        mine = median(own["p99"] for own, _ in kept)
        # The limits before and after the round.
        its = [(tails[own["tail"] - 1] + tails[own["tail"]]) / 2 for own, _ in kept]
        table.add(f"{row}, p99 ms", mine, "the bound", most, 1, atMost=True)
        table.add(
            f"{row}, p99 ms", mine, "the same statements", median(its), multiple, atMost=True,
            ratio=median(own["p99"] / limit for (own, _), limit in zip(kept, its)),
        )


def weigh(track, ledger, small, table):
    """Memory after much browsing, here and in a ledger of 10,000 orders, and the file's parts."""
    if track.wants("memory"):
        def memory(path):
            text = track.bench("--row", "memory", "--ledger", path)
            return [int(kilobytes) / 1000 for kilobytes in re.findall(r"(\d+) kB", text)]

        found = [(memory(ledger), memory(small)) for _ in range(track.options.rounds)]
        for place, (kind, most) in enumerate([("anonymous", 16), ("resident", 32)]):
            mine, its = (median(pair[k][place] for pair in found) for k in (0, 1))
            table.add(f"browsing, {kind} MB", mine, "the bound", most, 1, atMost=True)
            table.add(f"browsing, {kind} MB", mine, "10,000 orders", its, 1.1, atMost=True)
    if track.wants("sizes"):
        text = track.bench("--row", "sizes", "--ledger", ledger)
        for part, base, most in [("indices", "tables", 1.5), ("full-text", "file", 0.1)]:
            share = float(re.search(rf"{part}/{base} ([0-9.]+)", text).group(1))
            table.add(f"{part}, of the {base}", share, "the whole", 1, most, atMost=True)


def generate(track, name, users, orders, *flags):
    """A ledger, and how long its making took."""
    path = os.path.join(track.folder, name)
    start = time.monotonic()
    run([track.program, "generate", "--users", str(users), "--orders", str(orders), "--ledger", path, *flags])
    return path, time.monotonic() - start


def fill(track, ledger, seconds, table):
    """Users and orders made up and filed, against the rows and indices that came of it."""
    users, orders = track.options.users, track.options.orders
    copy = os.path.join(track.folder, "refilled.sqlite")
    text = run([track.refill, ledger, copy])
    os.remove(copy)
    rows, its = re.search(r"refill: (\d+) rows ([0-9.]+) s", text).groups()
    table.add("filling, rows/s", int(rows) / seconds, "the same rows and indices in C",
              int(rows) / float(its), 0.7)
    source = os.path.join(track.options.bench, "mkdb.c")
    if not os.path.exists(source):
        return print("left out: mkdb.c is not in the bench folder")
    plain = os.path.join(track.folder, "plain.sqlite")
    start = time.monotonic()
    run([compiled(source, track.folder, "-lsqlite3"), plain, str(users), str(orders)],
        env=dict(os.environ, IDX="after"))
    table.add("filling, users and orders/s", (users + orders) / seconds, "two plain tables in C",
              (users + orders) / (time.monotonic() - start))


def race(options):
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="race-") as folder:
        track, table = Track(options, folder), Table()
        file(track, table)
        small, ledger = None, options.ledger
        if track.wants("memory"):
            small, _ = generate(track, "small.sqlite", 1_000, 10_000, "--compact")
        if not ledger:
            ledger, seconds = generate(track, "ledger.sqlite", options.users, options.orders)
            if track.wants("filling"):
                fill(track, ledger, seconds, table)
        read(track, os.path.abspath(ledger), table)
        weigh(track, os.path.abspath(ledger), small, table)
        table.finish(options.json)
