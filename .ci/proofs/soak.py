"""Keeps purser at work for hours over one ledger, and looks every ten seconds at what it needs.

At work are `purser serve`, `purser jobs run`, two dashboards in terminals that page, search and look
at `:live`, commands from time to time, clients that post notifications and receipts and read rights,
and simulated stores with faults: delays, errors, silence, broken connections. A run is one sample:
no process has ended, no answer, output or screen says "locked" or "busy", every command and request
was answered as it should be, and the write-ahead log has at most 64 MB. At the end: the anonymous
memory of no process grew by more than 1 MB an hour in the second half, and the 99th percentile of
PageDown is at most twice that without load, which is measured first. Both are judged from 30 minutes
on.

The words `-- --samples PATH` write each sample as a line of tab-separated values.
"""
import os
import pathlib
import tempfile
import threading
import time

from simulated import Stores
from proofs.soaking.load import Load
from proofs.soaking.sitting import Pager
from proofs.soaking.world import World

EVERY = 10  # seconds
JUDGED = 1800  # seconds from which on memory and pages are judged
GROWTH, WAL, RATIO = 1, 64, 2


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def slope(points):
    """By least squares, of pairs of an hour and megabytes."""
    count = len(points)
    if count < 3:
        return 0.0
    hour, size = sum(p[0] for p in points) / count, sum(p[1] for p in points) / count
    spread = sum((p[0] - hour) ** 2 for p in points)
    return sum((p[0] - hour) * (p[1] - size) for p in points) / spread


def anonymous(process):
    """Kilobytes, or None where the process is gone."""
    try:
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


class Samples:
    """What was seen, and the file of it."""

    def __init__(self, names, path):
        self.names = [*names, "stores"]
        self.rows, self.begun = [], time.monotonic()
        self.file = open(path, "w", buffering=1) if path else None
        if self.file:
            print("seconds", *(f"{name}_kb" for name in self.names), "wal_kb", "page_median_ms",
                  "page_p99_ms", "requests", "commands", "locked", sep="\t", file=self.file)

    def take(self, world, load, pages):
        seconds = time.monotonic() - self.begun
        sizes = {name: anonymous(process) for name, process in world.processes().items()}
        # The simulated stores keep all that was bought: theirs is for the plot alone.
        stores = anonymous(world.stores.process.pid)
        wal = pathlib.Path(f"{world.ledger}-wal")
        wal = wal.stat().st_size // 1024 if wal.exists() else 0
        self.rows.append((seconds, sizes))
        if self.file:
            print(f"{seconds:.0f}", *sizes.values(), stores, wal, f"{percentile(pages, 0.5):.2f}",
                  f"{percentile(pages, 0.99):.2f}", load.requests, load.commands, len(load.locked),
                  sep="\t", file=self.file)
        return sizes, wal

    def slopes(self):
        """Megabytes an hour of each process, in the second half."""
        half = [row for row in self.rows if row[0] >= self.rows[-1][0] / 2] if self.rows else []
        return {name: slope([(seconds / 3600, sizes[name] / 1024) for seconds, sizes in half
                             if sizes[name] is not None]) for name in self.names[:-1]}


def watch(tally, world, load, pagers, samples):
    """Counts samples until the time is used up, or a process has ended."""
    pages, seen = [], 0
    while tally.goes_on():
        # The last one may be cut short.
        end = time.monotonic() + EVERY
        while time.monotonic() < end and tally.goes_on():
            time.sleep(0.2)
        new = [page for pager in pagers for page in pager.take()]
        pages += new
        world.read_logs(load)
        sizes, wal = samples.take(world, load, new)
        bad = [f"{name} has ended" for name, size in sizes.items() if size is None]
        bad += [f"the write-ahead log has {wal / 1024:.0f} MB"] if wal > WAL * 1024 else []
        told = load.locked + load.strange + [error for pager in pagers for error in pager.errors]
        bad += told[seen:seen + 3]
        seen = len(told)
        tally.count(f"at {samples.rows[-1][0]:.0f} s: {'; '.join(bad)}" if bad else None)
        if any(size is None for size in sizes.values()):
            break
    return pages


def prove(program, tally, words):
    path = words[words.index("--samples") + 1] if "--samples" in words else None
    left = tally.seconds or EVERY * (tally.max_runs or 6)
    with tempfile.TemporaryDirectory() as folder:
        world = World(os.path.abspath(program), pathlib.Path(folder))
        pagers, load = [], None
        try:
            world.start(Stores)
            # Forked before there are threads.
            seeds = [tally.random.randrange(1 << 32) for _ in range(2)]
            pagers += [Pager(world.dashboard(), seeds[0], quiet=min(60, max(5, left / 10)))]
            pagers += [Pager(world.dashboard(), seeds[1])]
            world.pagers, quiet = pagers, pagers[0].measured
            load = Load(world, tally.random.randrange(1 << 32))
            samples = Samples(world.processes(), path)
            for work in load.works():
                threading.Thread(target=work, daemon=True).start()
            for pager in pagers:
                pager.begin()
            pages = watch(tally, world, load, pagers, samples)
        finally:
            for part in (load, *pagers, world):
                if part:
                    part.end()
    judge(tally, samples, load, quiet, pages)


def judge(tally, samples, load, quiet, pages):
    seconds = samples.rows[-1][0]
    print(f"{seconds:.0f} s, {load.requests:,} requests, {load.commands} commands, {len(pages):,} pages, "
          f"{load.faults} faults of the stores, {len(load.locked)} times locked", flush=True)
    for name, grown in samples.slopes().items():
        last = next(sizes[name] for _, sizes in reversed(samples.rows)) or 0
        print(f"memory of {name}: {last / 1024:.1f} MB, {grown:+.2f} MB/h in the second half", flush=True)
        if seconds >= JUDGED and grown > GROWTH:
            tally.count(f"{name} grows by {grown:.2f} MB an hour")
    slow, limit = percentile(pages, 0.99), percentile(quiet, 0.99) * RATIO
    print(f"PageDown: {percentile(pages, 0.5):.1f} ms (median), {slow:.1f} ms (p99); without load "
          f"{percentile(quiet, 0.5):.1f} ms, {percentile(quiet, 0.99):.1f} ms of {len(quiet)}", flush=True)
    if not pages or not quiet:
        tally.count("no page was painted")
    elif seconds >= JUDGED and slow > limit:
        tally.count(f"PageDown takes {slow:.1f} ms under load in the 99th percentile, above {limit:.1f} ms")
