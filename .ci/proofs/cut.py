"""Cuts a ledger's write-ahead log at every multiple of 512 bytes, as a power cut may, and opens it.

words: "all", to try each way at each cut in order, with every check; without it the cuts come in random
order, each with the next of the ways, and every fourth run asks `purser check`.

The log is of filings that were acknowledged one by one while a reader kept it from being merged. After
the cut there is nothing, a sector of garbage, zeros up to the log's old end, what an older log left
there, or the rest of the log but for one wrong sector; the -shm file is missing, that of the whole log,
or garbage. Each run checks that
- the filings are those whose commits the cut left whole, and `purser info --state` is what it was after
  the last of them;
- `purser check` passes;
- there are never fewer filings than with a smaller cut;
- another filing is then taken, and `purser check` passes again (every eighth run).
"""
import bisect
import itertools
import json
import pathlib
import tempfile

from documents import OPTIONS, answer
from proofs.common.ledgers import run
from proofs.common.wal import commits, record

SECTOR, FILINGS, HEADER = 512, 5, 32
TAILS = ["nothing", "garbage", "zeros", "older", "hole"]
INDICES = ["missing", "stale", "garbage"]
WAYS = list(itertools.product(TAILS, INDICES))


class Log:
    def __init__(self, program, folder, random):
        self.program, self.folder, self.random = program, folder, random
        self.path = folder / "ledger.sqlite"
        # Whole frames with other salts, as a log leaves them that was begun again.
        self.older = record(program, folder, range(101, 101 + FILINGS))[1]
        self.ledger, self.log, self.index, self.lengths = record(program, folder, range(1, FILINGS + 1))
        assert commits(self.log), "the log holds no commit"
        assert sorted(set(self.lengths)) == self.lengths and self.lengths[-1] == len(self.log), \
            f"not one commit a filing, or more: {self.lengths} of {len(self.log)}"
        self.states = {}
        for length in self.lengths:
            self.lay(length, "nothing", "missing")
            state, filed, problem = self.look()
            assert problem is None, problem
            self.states[filed] = state
        assert list(self.states) == list(range(1, FILINGS + 1)), self.states
        self.sizes, self.counts = [], []

    def lay(self, cut, tail, index):
        for file in self.folder.iterdir():
            file.unlink()
        log = self.log[:cut]
        if tail == "garbage":
            log += self.random.randbytes(SECTOR)
        elif tail == "zeros":
            log += bytes(len(self.log) - cut)
        elif tail == "older":
            # With its own header it would be a whole log, of another ledger.
            log = self.log[:max(cut, HEADER)] + self.older[max(cut, HEADER):]
        elif tail == "hole":
            log += bytes(byte ^ 0xFF for byte in self.log[cut:cut + SECTOR]) + self.log[cut + SECTOR:]
        self.path.write_bytes(self.ledger)
        self.path.with_name("ledger.sqlite-wal").write_bytes(log)
        if index != "missing":
            self.path.with_name("ledger.sqlite-shm").write_bytes(
                self.index if index == "stale" else self.random.randbytes(len(self.index)))
        # What follows the cut may begin as the log itself goes on.
        return bisect.bisect(range(cut, len(self.log)), 0, key=lambda end: log[:end + 1] != self.log[:end + 1]) + cut

    def purser(self, *words):
        return run([self.program, *words, "--ledger", self.path], limit=20)

    def look(self):
        """The state, how many filings there are, and what is wrong."""
        info = self.purser("info", "--json", "--state")
        if info.problem or info.status != 0:
            return None, 0, info.problem or f"status {info.status}: {info.err[-200:]}"
        told = json.loads(info.out)
        return told["state"], told["orders"], None

    def sound(self):
        checked = self.purser("check")
        return None if checked.status == 0 else f"check: {checked.problem or checked.out + checked.err[-200:]}"

    def run(self, cut, tail, index, is_checked, is_filed_to):
        kept = self.lay(cut, tail, index)
        state, filed, problem = self.look()
        if problem:
            return problem
        whole = sum(length <= kept for length in self.lengths)
        if filed != whole:
            return f"{filed} filings, and {whole} were acknowledged and whole"
        if state != self.states.get(filed):
            return f"another state than after {filed} filings"
        place = bisect.bisect_left(self.sizes, kept)
        if self.counts[:place] and max(self.counts[:place]) > filed or \
                self.counts[place:] and min(self.counts[place:]) < filed:
            return f"{filed} filings, fewer than with a smaller cut, or more than with a larger one"
        self.sizes.insert(place, kept)
        self.counts.insert(place, filed)
        problem = self.sound() if is_checked else None
        if problem is None and is_filed_to:
            document = self.folder / "document"
            document.write_text(answer(1000))
            done = self.purser("import", *OPTIONS, document)
            problem = self.sound() if done.status == 0 else f"a filing then: {done.status} {done.err[-200:]}"
        return problem


def prove(program, tally, words):
    memory = "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="purser-cut-", dir=memory) as folder:
        log = Log(program, pathlib.Path(folder), tally.random)
        cuts = list(range(0, len(log.log) + 1, SECTOR))
        if cuts[-1] != len(log.log):
            cuts.append(len(log.log))
        if "all" in words:
            runs = [(cut, *way) for cut in cuts for way in WAYS]
        else:
            tally.random.shuffle(cuts)
            runs = [(cut, *WAYS[n % len(WAYS)]) for n, cut in enumerate(cuts)]
        tried = 0
        for cut, tail, index in runs:
            if not tally.goes_on():
                break
            found = log.run(cut, tail, index, "all" in words or tried % 4 == 0, tried % 8 == 0)
            tried += 1
            tally.count(found and f"cut at {cut} of {len(log.log)}, then {tail}, -shm {index}: {found}")
        print(f"{tried:,} of {len(runs):,} runs at {len(cuts):,} cuts of a log of {len(log.log):,} bytes, "
              f"{len(log.lengths)} filings, {len(commits(log.log))} commits")
