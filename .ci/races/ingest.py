"""Notifications over HTTP: requests, CPU, latency and memory beside what others would write.

Every request is a notification of its own with three signatures, and is acknowledged once it is on
the disk. The peers are an endpoint on Apple's Python library, the same with remembered chains, and
node, which verifies and stores nothing; what the machine allows is libcrypto and SQLite. Needs gcc,
libssl-dev, libsqlite3-dev, node, pyte, and with --python one that has app-store-server-library,
cryptography, fastapi and uvicorn. Raced is the program as it is shipped, see races/dashboard.py."""
import base64
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from races.course import Table, compiled, median, run
from races.reading import Reader

APP = "com.example.app"
HOST = "http://127.0.0.1"
LOAD = pathlib.Path(__file__).resolve().parent.parent / "ingest" / "load.c"
TICKS = os.sysconf("SC_CLK_TCK")
PEERS = ("fastapi", "memoised", "node", "floor")


def arguments(parser):
    parser.add_argument("--corpus", help="of make_corpus.py; without it one is made")
    parser.add_argument("--notifications", type=int, default=24_000, help="of one that is made")
    parser.add_argument("--python", default="python3", help="one that has what the peers need")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--folder", help="where to work: the disk that is measured")
    parser.add_argument("--pages", type=int, default=100, help="that an operator turns in a round")
    parser.add_argument("--without-peers", action="store_true")


class Server:
    """A server in a process of its own, and what it takes."""

    def __init__(self, command, path, port=None, **options):
        self.path = path
        # A file: whoever fills a pipe that nobody reads waits for ever.
        self.told = tempfile.NamedTemporaryFile("w+")
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=self.told, text=True, **options)
        self.port = port or self.told_port()
        for _ in range(200):
            if subprocess.run(["curl", "-s", "-o", "/dev/null", f"{HOST}:{self.port}/"]).returncode == 0:
                return
            time.sleep(0.05)
        sys.exit(f"{command[0]} does not answer")

    def told_port(self):
        for _ in range(200):
            found = re.search(
                r"answers at http://[^:]+:(\d+)", pathlib.Path(self.told.name).read_text())
            if found:
                return int(found[1])
            time.sleep(0.05)
        sys.exit("the program did not start")

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1_024

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


class Track:
    def __init__(self, options, folder):
        self.options = options
        self.folder = pathlib.Path(folder)
        self.program = os.path.abspath(options.program)
        self.bench = os.path.abspath(options.bench)
        self.corpus = options.corpus or self.make_corpus()
        self.file = f"{self.corpus}/jws/notif.ndjson"
        self.load_program = compiled(str(LOAD), folder)
        self.count = 0
        # Stores send from many addresses; here all connections come from one.
        (self.folder / "config.toml").write_text(
            f'[serve.apple]\nbundle-ids = ["{APP}"]\n[serve.limits]\nper-peer = 1000000\n'
            "connections = 1100\nconnections-per-peer = 1100\n")

    def make_corpus(self):
        corpus = str(self.folder / "corpus")
        number = str(self.options.notifications)
        run([self.options.python, f"{self.bench}/make_corpus.py", corpus, number, "500"])
        return corpus

    def command(self, server, connections=8, rate=0, seconds=None, first=0, count=1 << 30):
        return [self.load_program, str(server.port), server.path, self.file, str(first), str(count),
                str(connections), str(rate), str(seconds or self.options.seconds)]

    def begin(self, server, **options):
        return subprocess.Popen(self.command(server, **options), stdout=subprocess.DEVNULL)

    def load(self, server, told=None, rate=0, prefix=(), **options):
        """`prefix` is what the client is run by."""
        command = [*prefix, *self.command(server, rate=rate, **options)]
        before = server.cpu()
        figures = json.loads(run(command + ([str(told)] if told else [])))
        figures["cpuEach"] = (server.cpu() - before) / max(figures["ok"], 1) * 1e6
        figures["resident"] = server.resident()
        if figures["others"] or figures["broken"] and rate == 0:
            sys.exit(f"not every notification was taken: {figures}")
        return figures

    def ours(self):
        """A server over an empty ledger, and the ledger."""
        self.count += 1
        self.ledger = self.folder / f"ledger-{self.count}.sqlite"
        command = [self.program, "serve", "--config", str(self.folder / "config.toml"), "--no-jobs",
                   "--ledger", str(self.ledger), "--listen", "127.0.0.1:0",
                   "--root", f"{self.corpus}/pki/ec_root.der"]
        return Server(command, "/notifications/apple")

    def peer(self, name):
        if name in ("node", "floor"):
            port = 8_097
            command = ["node", f"{self.bench}/ingest_node.mjs", self.corpus, str(port)]
            return Server(command + (["noverify"] if name == "floor" else []), "/notifications", port)
        self.count += 1
        environment = dict(os.environ, CORPUS=os.path.abspath(self.corpus),
                           MODE="cached" if name == "memoised" else "apple",
                           INGEST_DB=str(self.folder / f"peer-{self.count}.db"))
        command = [self.options.python, "-m", "uvicorn", "ingest_app:app", "--port", "8099",
                   "--log-level", "critical"]
        return Server(command, "/notifications", 8_099, cwd=self.bench, env=environment)

    def limits(self):
        """CPU microseconds of a verification, and what a durable commit takes."""
        crypt = compiled(f"{self.bench}/crypt_limit.c", self.folder, "-lcrypto")
        commits = compiled(f"{self.bench}/commits.c", self.folder, "-lsqlite3")
        found = re.search(r"chain cached +(\d+) /cpu-s", run([crypt, self.corpus, "0.3"]))
        each = re.search(r"WAL sync=FULL group=1  (\d+) commits", run([commits, str(self.folder), "0.5"]))
        return 1e6 / float(found[1]), 1e6 / float(each[1])

    def lost(self, told, ledger):
        """How many acknowledged notifications the ledger does not hold."""
        connection = sqlite3.connect(ledger)
        # Documents are filed in a form of their own, and go by the notifications' IDs.
        keys = connection.execute("SELECT key FROM document WHERE key IS NOT NULL")
        held = {row[0].rsplit(":", 1)[-1] for row in keys}
        connection.close()
        lines = pathlib.Path(self.file).read_bytes().split(b"\n")
        numbers = [int(line) for line in pathlib.Path(told).read_text().split()]
        return sum(notification_id(lines[number]) not in held for number in numbers)


def notification_id(body):
    part = json.loads(body)["signedPayload"].split(".")[1]
    payload = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return payload["notificationUUID"]


def measured(track, server, **options):
    try:
        return track.load(server, **options)
    finally:
        server.close()


def duplicates(track):
    """Of a few thousand, the second pass against the first."""
    server = track.ours()
    try:
        new = track.load(server, count=3_000)
        return track.load(server, count=3_000)["rate"] / new["rate"]
    finally:
        server.close()


def reading(track):
    """What a dashboard's pages take, quiet and while all that can be filed is."""
    server = track.ours()
    try:
        track.load(server, count=2_000, seconds=60)
        reader = Reader([track.program, "--ledger", str(track.ledger), "--open", "orders"], r"2\d{15}")
        reader.pages(20)
        quiet = reader.pages(track.options.pages)
        load = track.begin(server, first=2_000, seconds=60)
        busy = reader.pages(track.options.pages, lambda: load.poll() is None)
        load.kill()
        load.wait()
        reader.close()
        return quiet, busy
    finally:
        server.close()


def add_pages(table, rounds):
    """Of all rounds together: one has too few pages for a percentile."""
    quiet, busy = (sorted(sum(pages, [])) for pages in zip(*rounds))
    for name, part, target in (("median", 0.5, None), ("p99", 0.99, 2)):
        of = [pages[int(len(pages) * part)] for pages in (busy, quiet)]
        table.add(f"a page while notifications come, {name} ms", of[0], "quiet", of[1], target, atMost=True)


def overload(track, most):
    """Ten times as many as can be filed, whether or not anybody waits for them."""
    told = track.folder / "acknowledged"
    figures = measured(track, track.ours(), connections=1_000, rate=most * 10, told=told)
    figures["lost"] = track.lost(told, track.ledger)
    return figures


def race(options):
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        track = Track(options, folder)
        ours, each, peers = [], [], {name: [] for name in PEERS}
        for _ in range(options.rounds):
            each.append(track.limits())
            ours.append(measured(track, track.ours()))
            for name in [] if options.without_peers else PEERS:
                peers[name].append(measured(track, track.peer(name)))
        table = Table()
        rate = median(figures["rate"] for figures in ours)
        cpu = median(figures["cpuEach"] for figures in ours)
        bound = median(3 * verify + commit for verify, commit in each)
        if not options.without_peers:
            for name, target in (("fastapi", 40), ("memoised", 15), ("node", 1.2)):
                its = median(figures["rate"] for figures in peers[name])
                table.add("requests/s", rate, name, its, target)
            bound += median(figures["cpuEach"] for figures in peers["floor"])
        table.add("CPU µs a request", cpu, "3 verifications, a commit, an HTTP floor", bound, 1.35, atMost=True)
        half = median(measured(track, track.ours(), connections=32, rate=rate / 2)["p99"]
                      for _ in range(options.rounds))
        table.add("p99 ms at half of the most", half, "milliseconds", 5, 1, atMost=True)
        if not options.without_peers:
            its = median(figures["p99"] for figures in peers["fastapi"])
            table.add("p99 ms at half of the most", half, "fastapi, 8 clients", its, 0.05, atMost=True)
            its = median(figures["rate"] for figures in peers["fastapi"]) / 2
            p99 = measured(track, track.peer("fastapi"), connections=32, rate=its)["p99"]
            table.add("p99 ms at half of the most", half, "fastapi, half of its", p99)
            its = median(figures["resident"] for figures in peers["fastapi"])
            table.add("resident MB", median(f["resident"] for f in ours), "uvicorn", its, 2 / 3, atMost=True)
        one = measured(track, track.ours(), connections=1)["rate"]
        many = measured(track, track.ours(), connections=64)["rate"]
        table.add("requests/s, 64 clients", many, "one client", one, 1.8)
        table.add("a duplicate, /s", duplicates(track), "a new one", 1, 2)
        add_pages(table, [reading(track) for _ in range(options.rounds)])
        flood = overload(track, many)
        table.add("requests/s, ten times too many", flood["rate"], "the most", many, 0.9)
        table.add("refused ms, the slowest", flood["busyMax"], "milliseconds", 1_000, 1, atMost=True)
        table.finish(options.json)
        print(f"\nten times too many: {flood['ok']:,} acknowledged, {flood['lost']} of them lost, "
              f"{flood['busy']:,} asked to come again, {flood['busyRetryAfter']:,} of them told when, "
              f"{flood['broken']:,} connections broken")
        if flood["lost"] or flood["busy"] != flood["busyRetryAfter"]:
            sys.exit(1)
