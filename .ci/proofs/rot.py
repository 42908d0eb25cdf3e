"""Flips one to eight bits or bytes of a ledger, or of its write-ahead log, and asks.

words: of the ledgers documents, generated and logged those to try, instead of all.

documents has 200 store answers, generated is of `purser generate`, logged has commits that are in its
log only. Each run damages a copy, and asks a question at random. The answer must be that of the
undamaged ledger, byte by byte, or an error with status 1; otherwise `purser check` must find the damage.
Of a damaged log the answers of the ledger as it was after an earlier commit hold, too: SQLite ignores
what follows a frame with a wrong checksum, as after a power cut. Nothing may crash or take 10 seconds;
every eighth run asks `check` whatever the answer was.
"""
import collections
import pathlib
import sqlite3
import tempfile

from documents import OPTIONS, answer
from proofs.common.ledgers import run
from proofs.common.wal import commits, record

AT = "2026-01-15T12:00Z"
DOCUMENTS, LOGGED = 200, 6
QUESTIONS = [
    "why USER --json", "user USER --json", "timeline USER --json", "export user USER",
    "ls users --jsonl --reveal", "ls orders --jsonl", "ls subs --jsonl", "ls ent --jsonl",
    "ls receipts --jsonl", "ls events --jsonl"]
DATED = ("why", "user", "timeline", "ls")


class Original:
    """An undamaged ledger, and what it answers."""

    def __init__(self, bench, name, ledger, log=b""):
        self.bench, self.name, self.ledger, self.log = bench, name, ledger, log
        self.texts = [place for place, byte in enumerate(ledger) if 97 <= byte <= 122 or 48 <= byte <= 57]
        bench.lay(ledger, log)
        users = bench.run("sql", "SELECT id FROM user ORDER BY id", "--tsv").out.split()[1:]
        most = 3 if log else 6
        self.users = users[:: max(1, len(users) // most)][:most]
        # What holds: what it answers, and what it answered before each of the log's commits.
        self.answers = collections.defaultdict(list)
        for end in reversed([0, *commits(log)] if log else [0]):
            bench.lay(ledger, log[:end])
            for question in self.questions():
                said = bench.ask(question)
                assert end < len(log) or said.status in (0, 2), (question, said)
                self.answers[question].append((said.status, said.out))
        bench.lay(ledger, log)
        assert bench.run("check").status == 0

    def questions(self):
        return [question.replace("USER", user) for question in QUESTIONS
                for user in (self.users if "USER" in question else [""])]


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.path = folder / "ledger.sqlite"

    def lay(self, ledger, log=b""):
        for file in self.folder.iterdir():
            file.unlink()
        self.path.write_bytes(ledger)
        if log:
            self.path.with_name("ledger.sqlite-wal").write_bytes(log)

    def run(self, *words):
        return run([self.program, *words, "--ledger", self.path], limit=10)

    def ask(self, question):
        words = question.split()
        return self.run(*words, *(["--at", AT] if words[0] in DATED else []))


def originals(bench, names):
    """Each ledger that is damaged, and where in it what lies."""
    path = bench.path
    for name in names or ("documents", "generated", "logged"):
        bench.lay(b"")
        path.unlink()
        if name == "logged":
            ledger, log, _, _ = record(bench.program, bench.folder, range(1, LOGGED + 1))
            yield Original(bench, name, ledger, log)
            continue
        if name == "documents":
            lines = bench.folder / "lines"
            lines.write_text("".join(answer(n) + "\n" for n in range(1, DOCUMENTS + 1)))
            made = bench.run("import", *OPTIONS, "--jsonl", lines)
        else:
            made = bench.run("generate", "--users", 60, "--orders", 200, "--at", "2026-01-15")
        assert made.status == 0, made
        yield Original(bench, name, path.read_bytes())


def damage(random, data, log, texts):
    """Copies with flips in one of both, and a word for each flip. Half of the flips in a ledger are of
    letters and digits, as a page's structure is more easily found to be wrong than what it holds."""
    parts = {"ledger": bytearray(data), "log": bytearray(log)}
    chosen = "log" if log and random.random() < 0.6 else "ledger"
    part, flips = parts[chosen], []
    for _ in range(random.randint(1, 8)):
        place = random.randrange(len(part))
        mask = random.choice([1 << random.randrange(8), random.randrange(1, 256)])
        if chosen == "ledger" and random.random() < 0.5:
            place, mask = random.choice(texts), 1 << random.randrange(3)
        part[place] ^= mask
        flips.append(f"{chosen}[{place}]^{mask:#x}")
    return bytes(parts["ledger"]), bytes(parts["log"]), flips


def places(path, ledger, flips):
    """The tables whose pages were hit."""
    path.write_bytes(ledger)
    pages = sorted({int(flip.split("[")[1].split("]")[0]) // 4096 + 1 for flip in flips
                    if flip.startswith("ledger")})
    try:
        connection = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
        rows = connection.execute("SELECT pageno, name, pagetype FROM dbstat").fetchall()
        connection.close()
    except sqlite3.Error:
        return f"pages {pages}"
    return ", ".join(f"page {n}: {name} {kind}" for n, name, kind in rows if n in pages)


def one(original, tally, told):
    """What went wrong with one damaged copy, or `None`."""
    bench = original.bench
    ledger, log, flips = damage(tally.random, original.ledger, original.log, original.texts)
    bench.lay(ledger, log)
    questions = tally.random.sample(original.questions(), 1)
    differing = []
    for question in questions:
        said = bench.ask(question)
        if said.problem:
            return f"{question}: {said.problem}", flips
        if said.status == 1 and said.err:
            told["refused"] += 1
        elif (said.status, said.out) not in original.answers[question]:
            differing.append((question, said))
    if differing or tally.runs % 8 == 0:
        found = bench.run("check")
        if found.problem:
            return f"check: {found.problem}", flips
        if found.status not in (0, 1):
            return f"check ends with {found.status}: {found.err[-200:]}", flips
        told["found by check"] += found.status == 1
        if differing and found.status == 0:
            question, said = differing[0]
            right = original.answers[question][0]
            return (f"{question}: another answer, and check finds nothing: status {said.status} for {right[0]}, "
                    f"{first_difference(right[1], said.out)} {said.err[-200:]!r}"), flips
        told["another answer, found by check"] += bool(differing)
    return None, flips


def first_difference(right, wrong):
    at = next((n for n, (a, b) in enumerate(zip(right, wrong)) if a != b), min(len(right), len(wrong)))
    return f"{right[max(0, at - 60):at + 60]!r} became {wrong[max(0, at - 60):at + 60]!r}"


def prove(program, tally, words):
    told = collections.Counter()
    memory = "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="purser-rot-", dir=memory) as folder:
        bench = Bench(program, pathlib.Path(folder))
        ledgers = list(originals(bench, words))
        while tally.goes_on():
            original = tally.random.choice(ledgers)
            wrong, flips = one(original, tally, told)
            where = wrong and places(bench.path, original.ledger, flips)
            tally.count(wrong and f"{original.name}: {wrong}; {' '.join(flips)} ({where})")
    print(", ".join(f"{what}: {count:,}" for what, count in sorted(told.items())))
