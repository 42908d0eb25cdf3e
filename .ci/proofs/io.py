"""Lets one call on the ledger's files fail, or all from one on, and looks at what is left.

words: operations (filing, first, many, filling, migration, erasure, backup, act, serve), to try only these;
"all", to try every cell of the matrix in order instead of some at random; or one cell as it is printed
with a failure, OPERATION:KIND:ERROR:TIMES:N.

The N-th read, write, sync, truncation, opening, mapping, naming (rename, link) or removal is failed by
a shim (faults.c) for every N that the operation reaches: once, or from then on. Each run checks that
- the operation ends by itself, with a documented status, and names a cause if it failed;
- whatever it acknowledged is on file, SQLite finds nothing wrong, and what is one transaction is there
  as a whole or not at all;
- `purser check` passes, or says that the ledger is to be migrated or its import to be run again (of
  rows that it has passed before, it is asked every eighth time);
- the operation without the fault then passes within 2 s (and three times what it takes anyway, and more
  on a busy machine), and leads to the rows of a run that never had a fault;
- no other files stay beside the ledger, except where removing them failed.
Of `purser serve`, requests meanwhile are answered 200 or 503, and within 2 s after the fault they are
answered 200 by the same process; whatever was answered 200 is on file.
"""
import collections
import contextlib
import errno
import gzip
import json
import mmap
import os
import pathlib
import re
import struct
import sqlite3
import subprocess
import sys
import tempfile
import time

from documents import OPTIONS, answer
from proofs.common.ledgers import copy, difference, integrity, load_factor, rows, run
from simulated import Stores

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent.parent / "Tests/Hostile"))
from processes import Serve, jws_payload  # noqa: E402

EARLIER = HERE.parent.parent / "Tests/EndToEndTests/EarlierLedger/ledger.sqlite.gz"
ERRORS = {
    "read": ["EIO"], "write": ["ENOSPC", "EIO", "short"], "sync": ["EIO", "ENOSPC"],
    "truncate": ["EIO", "ENOSPC"], "open": ["EMFILE", "EIO", "ENOSPC"], "map": ["ENOMEM"],
    "name": ["EIO", "ENOSPC"], "unlink": ["EIO"]}
KINDS = list(ERRORS)
TIMES = ["once", "sticky"]
CAUSE = re.compile(r"SQLite code|disk|I/O|cannot|damaged|locked|interrupted|full|Check|space|"
                   r"Too many open files|unable to open|No such", re.IGNORECASE)
# What `purser check` says of a ledger that is sound and not ready.
UNREADY = re.compile(r"was written by an older purser|Run the same import again")
LATE = 2  # seconds
FILLED, PADDING = 2_000, 17_000  # more than 32 MiB, from which on a new ledger is filled at once
NOTIFICATIONS = 400
ERASED = 199  # the number of the document whose user is erased

Cell = collections.namedtuple("Cell", "operation kind error times n")


class Shim:
    """The preloaded library and what it is told."""

    def __init__(self, folder):
        self.library, self.path = folder / "faults.so", folder / "control"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", self.library, HERE / "faults.c", "-ldl"],
                       check=True)
        self.path.write_bytes(bytes(4096))
        with open(self.path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 4096)

    def set(self, cell=None, after=False):
        """Fails as the cell says, counted from now, or nothing."""
        if not after:
            self.memory[48:120] = bytes(72)
        kind = KINDS.index(cell.kind) + 1 if cell else 0
        start = self.counts[kind - 1] if cell and after else 0
        number = 0 if not cell else getattr(errno, "ENOSPC" if cell.error == "short" else cell.error)
        self.memory[:48] = struct.pack(
            "6q", kind, start + cell.n if cell else 0, number, bool(cell and cell.times == "sticky"),
            bool(cell and cell.error == "short"), 0)

    @property
    def hits(self):
        return struct.unpack_from("q", self.memory, 40)[0]

    @property
    def counts(self):
        return struct.unpack_from("8q", self.memory, 56)

    def environment(self, folder):
        return {**os.environ, "LD_PRELOAD": str(self.library), "FAULTS_CONTROL": str(self.path),
                "FAULTS_FOLDER": str(folder)}


class Operation:
    """A command on a ledger, which stands in a folder that is copied for each run."""

    def __init__(self, bench, name, start, *words, allowed=(0, 1)):
        self.bench, self.name, self.start, self.words = bench, name, start, words
        self.allowed = allowed
        self.before, self.runs, self.reached, self.damaged = self.held(start), 0, 0, 0
        # What it leads to; what was filed although it was said to have failed is filed again.
        self.after = []
        copy(start, bench.place)
        for _ in range(2 if name == "act" else 1):
            bench.shim.set()
            done = bench.purser(*words, shimmed=True)
            assert done.status == 0, done
            if not self.after:
                self.counts, self.seconds = bench.shim.counts, done.seconds
            self.after.append(self.held(bench.place))
        assert bench.purser("check").status == 0
        self.files = {file.name for file in bench.place.iterdir()}

    def held(self, folder):
        ledger = folder / "ledger.sqlite"
        return rows(ledger, self.bench.since) if ledger.exists() and ledger.stat().st_size else {}

    def settled(self):
        """What is held, without the mark by which an erasure says that the file is still to be rewritten."""
        held = self.held(self.bench.place)
        if self.name == "erasure" and "meta" in held:
            held["meta"] -= collections.Counter([("traces", 1)])
        return held

    def cells(self):
        for kind, count in zip(KINDS, self.counts):
            for error in ERRORS[kind]:
                for times in TIMES:
                    for n in range(1, count + 1):
                        yield Cell(self.name, kind, error, times, n)

    def run(self, cell):
        """What went wrong with this fault, or `None`."""
        bench, place = self.bench, self.bench.place
        copy(self.start, place)
        self.runs += 1
        bench.shim.set(cell)
        done = bench.purser(*self.words, shimmed=True)
        self.reached += bench.shim.hits > 0
        # SQLite makes SQLITE_CORRUPT of an EIO (vdbe.c, abort_due_to_error).
        self.damaged += "is damaged" in done.err
        if done.problem:
            return done.problem
        if done.status not in self.allowed:
            return f"status {done.status}: {done.err[-300:]}"
        if done.status and not CAUSE.search(done.err):
            return f"no cause is named: {done.err[-300:]!r}"
        lost = self.lost(done) or self.unsound()
        if lost:
            return f"{lost} (after status {done.status}, {done.err[-200:]!r})"
        return self.again(cell, done)

    def lost(self, done):
        """What was acknowledged and is not there."""
        ledger = self.bench.place / "ledger.sqlite"
        filed = set(re.findall(r"genuine, 1 purchase filed for anonymous-(\d+)", done.out))
        if filed:
            with contextlib.closing(sqlite3.connect(ledger)) as connection:
                held = {str(n) for n, in connection.execute('SELECT transactionID FROM "order"')}
            if filed - held:
                return f"acknowledged and lost: {sorted(filed - held)[:5]}"
        if self.name == "erasure" and done.status == 0:
            if self.held(self.bench.place) != self.after[0]:
                return "said to be erased, and something is left to do"
            for file in self.bench.place.iterdir():
                if b"anonymous-%d" % ERASED in file.read_bytes():
                    return f"said to be erased, and still in {file.name}"
        if self.name == "act" and "ada has pro" in done.out and self.held(self.bench.place) == self.before:
            return "acknowledged and lost"
        if self.name == "backup" and done.status == 0:
            copied = self.bench.place / "copy.sqlite"
            return integrity(copied) or difference(rows(copied, self.bench.since), self.before)
        return None

    def unsound(self):
        ledger = self.bench.place / "ledger.sqlite"
        if not ledger.exists() or ledger.stat().st_size == 0:
            return None if not self.before else "the ledger is gone"
        copy(self.bench.place, self.bench.aside)
        found = integrity(self.bench.aside / ledger.name)
        if found:
            return f"integrity_check: {found}"
        held = self.settled()
        # Of these very rows it is known what the check says.
        if held in (self.before, self.after[0]) and self.name != "migration" and self.runs % 8:
            return None
        checked = self.bench.purser("check")
        if checked.problem or checked.status and not UNREADY.search(checked.err):
            return f"check: {checked.problem or checked.out + checked.err[-300:]}"
        # What is one transaction is there as a whole or not at all.
        if self.name in ("filing", "act", "erasure", "backup"):
            if held not in (self.before, self.after[0]):
                return f"half: {difference(held, self.after[0])}"
        return None

    def again(self, cell, first):
        """The same without the fault."""
        place = self.bench.place
        was_done = self.before and self.settled() == self.after[0] != self.before
        words = self.words
        if self.name == "erasure" and was_done:
            words = ["erase", "traces"]
        elif self.name == "backup":
            (place / "copy.sqlite").unlink(missing_ok=True)
        done = self.bench.purser(*words)
        if done.problem or done.status != 0:
            return f"the same without the fault: {done.problem or (done.status, done.err[-300:])}"
        if done.seconds > (3 * self.seconds + LATE) * load_factor():
            return f"the same without the fault took {done.seconds:.1f} s"
        expected = self.after[1 if self.name == "act" and was_done else 0]
        found = difference(self.held(place), expected)
        if found:
            return f"another ledger than without the fault: {found} (it had said {first.err[-200:]!r})"
        left = {file.name for file in place.iterdir()} - self.files
        left = {name for name in left if not re.search(r"\.sqlite-(wal|shm)$", name)}
        if left and cell.kind != "unlink":
            return f"left behind: {sorted(left)}"
        return None


class Bench:
    """Folders, ledgers to begin with, and the operations on them."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.since = int(time.time() * 1000)
        self.shim = Shim(folder)
        self.place, self.aside = folder / "place", folder / "aside"
        self.place.mkdir()
        for name, numbers, padding in (("one", [500], 0), ("many", range(150, 190), 0),
                                       ("filled", range(1, FILLED + 1), PADDING)):
            lines = [answer(n).ljust(padding) for n in numbers]
            (folder / name).write_text("".join(line + "\n" for line in lines))
        (folder / "empty").write_text("")
        begun, earlier, nothing = folder / "begun", folder / "earlier", folder / "nothing"
        for made in (begun, earlier, nothing):
            made.mkdir()
        (folder / "begin").write_text("".join(answer(n) + "\n" for n in range(100, ERASED + 1)))
        self.purser("import", *OPTIONS, "--jsonl", folder / "begin", ledger=begun / "ledger.sqlite")
        (earlier / "ledger.sqlite").write_bytes(gzip.decompress(EARLIER.read_bytes()))
        importing = ["import", *OPTIONS]
        self.starts = {
            "filing": (begun, *importing, folder / "one"),
            "first": (nothing, *importing, folder / "one"),
            "many": (begun, *importing, "--jsonl", folder / "many"),
            "filling": (nothing, *importing, "--jsonl", folder / "filled"),
            "migration": (earlier, *importing, "--jsonl", folder / "empty"),
            "erasure": (begun, "erase", "user", f"anonymous-{ERASED}"),
            "backup": (begun, "backup", self.place / "copy.sqlite"),
            "act": (begun, "act", "grant", "--new", "ada", "pro", "--by", "tester")}

    def purser(self, *words, shimmed=False, ledger=None):
        environment = self.shim.environment(self.place) if shimmed else None
        return run([self.program, *words, "--ledger", ledger or self.place / "ledger.sqlite"],
                   limit=60, env=environment)

    def operation(self, name):
        start, *words = self.starts[name]
        return Operation(self, name, start, *words, allowed=(0, 1, 3) if name == "erasure" else (0, 1))


class Serving:
    """`purser serve`, which takes notifications of simulated stores while its disk fails."""

    def __init__(self, bench):
        self.bench, self.server = bench, None
        folder = bench.folder / "stores"
        stores = Stores(bench.program, folder)
        try:
            stores.buy(NOTIFICATIONS)
            self.bodies = [item["body"] for item in stores.told() if item["store"] == "apple"]
            self.settings = (f'{stores.settings}\n[serve.apple]\nbundle-ids = ["com.example.reader"]\n'
                             "[serve.limits]\nper-peer = 1000000\n")
        finally:
            stores.close()
        # Of its own, as it is there while other operations run.
        self.shim, self.place = Shim(folder), bench.folder / "served"
        self.counts, self.reached, self.damaged = [], 0, 0
        self.begin()
        for _ in range(3):
            self.shim.set()
            assert self.post() == 200
            time.sleep(0.1)
            self.counts.append(self.shim.counts)
        # What a filing takes; a reader may be opened or the log merged only now and then.
        self.counts = [max(2, *(count[kind] for count in self.counts)) for kind in range(len(KINDS))]

    cells, name = Operation.cells, "serve"

    def begin(self):
        """A new server on a new ledger."""
        self.close()
        copy(self.bench.starts["first"][0], self.place)
        self.shim.set()
        self.acknowledged, self.next = [], 0
        self.server = Serve(self.bench.program, self.bench.folder / "stores", self.settings, "--no-jobs",
                            ledger=self.place / "ledger.sqlite",
                            environment=self.shim.environment(self.place))

    def post(self):
        body = self.bodies[self.next]
        self.next += 1
        answer = self.server.ask("POST", "/notifications/apple", body=body.encode(), timeout=30,
                                 headers={"Content-Type": "application/json"})
        if answer.status == 200:
            self.acknowledged.append(body)
        return answer.status

    def run(self, cell):
        if self.server is None or self.next + 10 > len(self.bodies):
            self.begin()
        found = self.fault(cell)
        if found:
            found += f"; {''.join(self.server.log[-2:])[-300:]}"
            self.close()
        return found

    def fault(self, cell):
        process = self.server.process
        self.shim.set(cell)
        statuses = [self.post() for _ in range(4)]
        self.reached += self.shim.hits > 0
        self.shim.set()
        if set(statuses) - {200, 503}:
            return f"answered {statuses} meanwhile"
        end = time.monotonic() + LATE * load_factor()
        while (status := self.post()) != 200 and time.monotonic() < end and self.next < len(self.bodies):
            time.sleep(0.1)
        if process.poll() is not None:
            return f"it ended with {process.returncode}"
        if status != 200:
            return f"still {status} {LATE} s after the fault (meanwhile {statuses})"
        ledger = self.place / "ledger.sqlite"
        with contextlib.closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as connection:
            held = " ".join(key for key, in connection.execute("SELECT key FROM document WHERE key NOT NULL"))
        lost = [body for body in self.acknowledged
                if jws_payload(json.loads(body)["signedPayload"])["notificationUUID"] not in held]
        if lost:
            return f"{len(lost)} of {len(self.acknowledged)} acknowledged were lost"
        checked = self.bench.purser("check", ledger=ledger)
        if checked.status != 0:
            return f"check: {checked.out + checked.err[-300:]}"
        return None

    def close(self):
        if self.server:
            self.server.close()
        self.server = None


def prove(program, tally, words):
    exact = [Cell(*word.split(":")[:4], int(word.split(":")[4])) for word in words if ":" in word]
    chosen = [cell.operation for cell in exact] or [word for word in words if word != "all"]
    with tempfile.TemporaryDirectory(prefix="purser-disk-") as folder:
        bench = Bench(program, pathlib.Path(folder))
        operations = {name: bench.operation(name) for name in bench.starts if not chosen or name in chosen}
        if not chosen or "serve" in chosen:
            operations["serve"] = Serving(bench)
        try:
            matrix = exact or [cell for operation in operations.values() for cell in operation.cells()]
            whole = collections.Counter(cell.operation for cell in matrix)
            if "all" not in words:
                tally.random.shuffle(matrix)
            tried = collections.Counter()
            for cell in matrix:
                if not tally.goes_on():
                    break
                found = operations[cell.operation].run(cell)
                # Others may have had the machine to themselves.
                for _ in range(2):
                    if found and " s after the fault" in found or found and "fault took" in found:
                        found = operations[cell.operation].run(cell)
                tried[cell.operation] += 1
                tally.count(found and f"{':'.join(map(str, cell))}: {found}")
            for name in whole:
                print(f"{name}: {tried[name]:,} of {whole[name]:,} cells, "
                  f"the fault reached in {operations[name].reached:,}, "
                      f"\"is damaged\" said in {operations[name].damaged:,}")
        finally:
            if "serve" in operations:
                operations["serve"].close()
