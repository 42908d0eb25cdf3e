"""Jobs against the rate budget, with stores that take 20 ms for an answer, and the memory they take.

Subscriptions are asked about, two requests each, by `purser jobs run` in a process of its own; the
stores are `purser simulate` in another. Needs nothing else."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from races.course import Table, run
from simulated import Stores

# How a subscription stands, and its history.
REQUESTS = 2


def arguments(parser):
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--rate", type=int, default=200, help="requests a second that are allowed")
    parser.add_argument("--latency", type=int, default=20, help="milliseconds until an answer")


def anonymous(process):
    """Megabytes of a process that no file stands behind; 0 once it has ended."""
    try:
        table = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Anonymous: +(\d+) kB", table, re.MULTILINE)
    return int(found[1]) / 1_024 if found else 0


def limited(stores, rate):
    """The stores' own settings, with the budget."""
    settings = stores.folder / "limited.toml"
    own = (stores.folder / "settings.toml").read_text()
    settings.write_text(f"{own}\n[stores.rates]\napple-reading = {rate}\n")
    return str(settings)


def work(stores, ledger, jobs, options):
    """Seconds from the first answer to the last, and the most memory that was taken."""
    place = ["--ledger", str(ledger), "--config", limited(stores, options.rate)]
    run([stores.program, "verify", "--query", "store:apple", "--yes", "--later", *place])
    process = subprocess.Popen(
        [stores.program, "jobs", "run", "--once", *place],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    begun, done, most = None, 0, 0
    for line in process.stdout:
        begun = begun or time.monotonic()
        if not line.startswith("ok "):
            sys.exit(f"a job was not done: {line}")
        done += 1
        if done % 100 == 0:
            most = max(most, anonymous(process.pid))
    seconds = time.monotonic() - begun
    process.wait()
    if done != jobs:
        sys.exit(f"{done} of {jobs} jobs were done")
    return seconds, most


def race(options):
    table = Table()
    few = max(options.jobs // 10, 1)
    memory = {}
    with tempfile.TemporaryDirectory() as folder:
        stores = Stores(os.path.abspath(options.program), pathlib.Path(folder) / "stores")
        try:
            for jobs in (few, options.jobs):
                stores.buy(jobs - stores.buyers)
                ledger = pathlib.Path(folder) / f"ledger-{jobs}.sqlite"
                stores.file(ledger)
                if jobs == few:
                    stores.delay(options.latency)
                seconds, memory[jobs] = work(stores, ledger, jobs, options)
                # So many requests go out at once after a rest.
                counted = jobs * REQUESTS - options.rate
                row = f"requests/s, {jobs:,} jobs, answers after {options.latency} ms"
                table.add(row, counted / seconds, "the rate budget", options.rate, 0.9)
        finally:
            stores.close()
    row = f"anonymous MB, {options.jobs:,} jobs"
    table.add(row, memory[options.jobs], f"{few:,} jobs", memory[few], 1.1, atMost=True)
    table.finish(options.json)
