"""Too little memory, and inputs of 10 MB made to use it up.

words: of inputs, endpoints, terminal, limits those to try, instead of all.

inputs: a hostile text (inputs.py) for a command that takes one. It ends by itself within 10 seconds
(of the processor, as the machine may be busy) and 512 MB, with a documented status; if that is 1 or 64,
it says something.
endpoints: a hostile body, address or header for an endpoint of `purser serve`. It is answered within
10 seconds or the connection closed, the server stays within 512 MB and answers the next request.
terminal: the N-th allocation inside the terminal library fails (allocations.c), from the first to the
last, while the dashboard opens or `purser reset` runs. It opens all the same, or ends with a documented
status and a message; the terminal is in the modes in which it was.
limits: RLIMIT_AS of a size from where nothing starts to where all is well, for commands and for the
server. Swift's own allocation ends the process by design when it fails (swift_slowAlloc), and without
memory for a thread its libraries wait for ever, so that here only this counts: when it has ended or was
killed after 10 seconds, nothing that was acknowledged is lost, and SQLite and `purser check` find the
ledger sound.
"""
import contextlib
import http.client
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from proofs.common import inputs
from documents import OPTIONS, answer
from proofs.common.ledgers import CRASH, copy, integrity, load_factor, run
from proofs.common.screen import Terminal

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent.parent / "Tests/Hostile"))
from endpoints import APP_KEY, CATALOG, World  # noqa: E402
from processes import child_setup  # noqa: E402

SECONDS, MEGABYTES = 10, 512
# On a busy machine the processor's time counts, of all threads.
CPU = ((resource.RLIMIT_CPU, (SECONDS, SECONDS + 1)),)
STATUSES = {0, 1, 2, 3, 4, 64}


def measured(command, seconds, limits=(), **options):
    """A command's status, standard output and error, seconds, and the most megabytes it had."""
    begun = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, preexec_fn=child_setup(limits), **options)
    told = [b"", b""]

    def read(number, pipe):
        # The end is what matters of a long answer.
        for part in iter(lambda: pipe.read1(1 << 20), b""):
            told[number] = (told[number] + part)[-(1 << 20):]

    readers = [threading.Thread(target=read, args=pair)
               for pair in enumerate((process.stdout, process.stderr))]
    for reader in readers:
        reader.start()
    late = threading.Timer(seconds, process.kill)
    late.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    took = time.monotonic() - begun
    late.cancel()
    for reader in readers:
        reader.join()
    process.stdout.close()
    process.stderr.close()
    texts = [text.decode(errors="replace") for text in told]
    return process.returncode, *texts, took, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def processor(pid):
    """Seconds of the processor that a process has used; 0 if it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Inputs:
    """Hostile texts for commands."""

    def __init__(self, bench):
        self.bench = bench

    def run(self, random):
        name, make = random.choice(sorted(inputs.TEXTS.items()))
        command = random.choice(inputs.COMMANDS)
        return self.one(name, make(inputs.BYTES), command)

    def one(self, name, text, command):
        copy(self.bench.begun, self.bench.place)
        file = self.bench.folder / "input"
        file.write_bytes(text)
        folder = self.bench.folder / "home" / "purser"
        folder.mkdir(parents=True, exist_ok=True)
        for link, word in (("keys.toml", "KEYS"), ("commands.toml", "COMMANDS"), ("config.toml", "CONFIG")):
            (folder / link).unlink(missing_ok=True)
            if word in command:
                os.link(file, folder / link)
        argument = text[:130_000].replace(b"\0", b"0").decode(errors="replace").encode()[:130_000]
        words = [word for word in command.split() if word not in ("KEYS", "COMMANDS", "CONFIG", "STDIN")]
        words = [str(file) if word == "FILE" else str(self.bench.ledger) if word == "LEDGER"
                 else argument.decode(errors="ignore") if word == "TEXT" else word for word in words]
        environment = {**os.environ, "XDG_CONFIG_HOME": str(folder.parent)}
        with open(file if "STDIN" in command else os.devnull, "rb") as source:
            status, out, err, took, most, cpu = measured(
                [self.bench.program, *words], 120 * load_factor(), CPU, stdin=source, env=environment)
        what = f"{name} to `{command}`: "
        if status in (-signal.SIGXCPU, -signal.SIGKILL):
            return what + f"no end within {took:.1f} s, {cpu:.1f} s of the processor, {most:.0f} MB"
        if status not in STATUSES or CRASH.search(err):
            return what + f"status {status} after {took:.1f} s: {err[-300:]!r}"
        if most > MEGABYTES:
            return what + f"{most:.0f} MB"
        if status in (1, 64) and not (err.strip() or out.strip()):
            return what + f"status {status} without a word"
        return None

    def close(self):
        pass


class Endpoints:
    """Hostile bodies, addresses and headers for a server."""

    def __init__(self, bench):
        self.world = World(bench.program)
        self.clients = self.world.server("--no-jobs", catalog=CATALOG)

    def run(self, random):
        serve = self.clients.serve
        name, make = random.choice(sorted(inputs.TEXTS.items()))
        path = random.choice(inputs.PATHS).replace("KEY", APP_KEY)
        way = random.choice(["body", "body", "member", "half", "address", "header"])
        text = make(random.choice([1_000_000, inputs.BYTES]) if way in ("body", "member", "half") else 200_000)
        what, headers = f"{name} as {way} of {path.replace(APP_KEY, 'KEY')}: ", {"X-App-Key": APP_KEY}
        headers["Authorization"] = f"Bearer {serve.key}"
        headers["Content-Type"] = "application/json"
        plain = re.sub(rb"[^!-~]", b"x", text).decode()
        before, process, limit = processor(serve.process.pid), serve.process, 60 * load_factor()
        try:
            if way == "address":
                said = serve.ask("GET", f"{path}?q={plain}", headers=headers, timeout=limit)
            elif way == "header":
                said = serve.ask("GET", path, headers={**headers, "X-More": plain}, timeout=limit)
            elif way == "member":
                said = serve.ask("POST", path, body=inputs.wrapped(random, text), headers=headers, timeout=limit)
            else:
                cut = len(text) // 2 if way == "half" else len(text)
                said = serve.ask("POST", path, body=text[:cut], headers=headers, timeout=limit)
            status = said.status
        except TimeoutError:
            return what + f"no answer within {limit:.0f} s"
        except (OSError, ValueError, http.client.HTTPException) as error:
            status = type(error).__name__
        if process.poll() is not None:
            found = f"the server ended with {process.returncode}: {''.join(serve.log[-5:])[-400:]}"
            self.clients = self.world.server("--no-jobs", catalog=CATALOG)
            return what + found
        took = processor(process.pid) - before
        if took > SECONDS:
            return what + f"{took:.1f} s of the processor"
        peak = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
        if int(peak[1]) > MEGABYTES << 10:
            found = f"{int(peak[1]) >> 10} MB at most so far"
            serve.close()
            self.clients = self.world.server("--no-jobs", catalog=CATALOG)
            return what + found
        if status == 500:
            return what + "500"
        if serve.ask("GET", "/health", timeout=limit).status != 200:
            return what + "then /health is not well"
        return None

    def close(self):
        self.world.close()


class Allocations:
    """Allocations that fail inside the terminal library."""

    VERBS = [["--ledger", "LEDGER"], ["reset"], ["demo"], ["checkhealth", "--ledger", "LEDGER"]]

    def __init__(self, bench):
        self.bench, self.next = bench, {}
        self.library = bench.folder / "allocations.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", self.library, HERE / "allocations.c", "-ldl"],
                       check=True)

    def run(self, random):
        number = random.randrange(len(self.VERBS))
        n = self.next[number] = self.next.get(number, 0) + 1
        words = [word.replace("LEDGER", str(self.bench.ledger)) for word in self.VERBS[number]]
        copy(self.bench.begun, self.bench.place)
        reached = self.bench.folder / "reached"
        reached.write_text("")
        found = self.one([self.bench.program, *words], n, reached)
        if not reached.read_text():
            # So many there are not: from the first one again.
            self.next[number] = 0
        return found and f"allocation {n} of `{' '.join(self.VERBS[number])}`: {found}"

    def one(self, command, n, reached):
        terminal = Terminal(command, {"LD_PRELOAD": str(self.library), "ALLOCATION": str(n),
                                      "ALLOCATION_REACHED": str(reached)})
        with contextlib.closing(terminal):
            terminal.press_until_end(b"q", SECONDS * load_factor())
            if terminal.status is None:
                return f"no end within {SECONDS} s"
            if terminal.status not in STATUSES or CRASH.search(terminal.plain):
                return f"status {terminal.status}: {terminal.plain[-300:]!r}"
            if terminal.status != 0 and not re.search(r"[a-z]{3}", terminal.plain):
                return f"status {terminal.status} without a word"
            # To set the modes anew is what `reset` is for.
            return None if "reset" in command else terminal.changed()

    def close(self):
        pass


class Limits:
    """RLIMIT_AS for commands and the server."""

    def __init__(self, bench):
        self.bench, self.next = bench, 1000

    def run(self, random):
        size = random.randrange(60, 900) << 20
        limits = ((resource.RLIMIT_AS, (size, size)),)
        verb = random.choice(["many", "many", "check", "why", "backup", "serve"])
        found = self.serve(limits) if verb == "serve" else self.command(verb, limits)
        return found and f"{verb} with {size >> 20} MB: {found}"

    def command(self, verb, limits):
        bench = self.bench
        copy(bench.begun, bench.place)
        words = {"many": ["import", *OPTIONS, "--jsonl", bench.folder / "many"], "check": ["check"],
                 "why": ["why", "anonymous-5"], "backup": ["backup", bench.place / "copy.sqlite"]}[verb]
        limit = 10
        _, out, *_ = measured([bench.program, *words, "--ledger", bench.ledger], limit, limits,
                                              stdin=subprocess.DEVNULL)
        return self.sound(set(re.findall(r"filed for anonymous-(\d+)", out)))

    def serve(self, limits):
        bench = self.bench
        copy(bench.begun, bench.place)
        config = bench.folder / "serve.toml"
        key = bench.folder / "key"
        key.write_text("key-of-every-app-copy\n")
        key.chmod(0o600)
        config.write_text('[[app]]\nbundle-id = "com.example.reader"\n[serve.upload]\nkey-file = "key"\n')
        measured(
            [bench.program, "serve", "--config", config, "--ledger", bench.ledger, "--listen", "127.0.0.1:0",
             "--no-jobs"], 2, limits, stdin=subprocess.DEVNULL)
        return self.sound(set())

    def sound(self, filed):
        ledger = self.bench.ledger
        copy(self.bench.place, self.bench.aside)
        found = integrity(self.bench.aside / ledger.name)
        if found:
            return f"integrity_check: {found}"
        with contextlib.closing(sqlite3.connect(self.bench.aside / ledger.name)) as connection:
            held = {str(n) for n, in connection.execute('SELECT transactionID FROM "order"')}
        if filed - held:
            return f"acknowledged and lost: {sorted(filed - held)[:5]}"
        checked = run([self.bench.program, "check", "--ledger", ledger], 60)
        return None if checked.status == 0 else f"check: {checked.problem or checked.out + checked.err[-300:]}"

    def close(self):
        pass


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.begun, self.place, self.aside = folder / "begun", folder / "place", folder / "aside"
        self.ledger = self.place / "ledger.sqlite"
        self.begun.mkdir()
        for name, numbers in (("few", range(1, 60)), ("many", range(40, 400))):
            (folder / name).write_text("".join(answer(n) + "\n" for n in numbers))
        made = run([self.program, "import", *OPTIONS, "--jsonl", folder / "few",
                    "--ledger", self.begun / "ledger.sqlite"], 60)
        assert made.status == 0, made


def prove(program, tally, words):
    parts = {"inputs": Inputs, "endpoints": Endpoints, "terminal": Allocations, "limits": Limits}
    memory = "/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="purser-memory-", dir=memory) as folder:
        bench = Bench(program, pathlib.Path(folder))
        made, counts = [], {}
        try:
            for name in words or parts:
                made.append((name, parts[name](bench)))
            while tally.goes_on():
                name, part = made[tally.runs % len(made)]
                tally.count((found := part.run(tally.random)) and f"{name}: {found}")
                counts[name] = counts.get(name, 0) + 1
        finally:
            for _, part in made:
                part.close()
    print(", ".join(f"{name}: {count:,}" for name, count in counts.items()))
