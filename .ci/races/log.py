"""Ledgers that follow one log: appending, the intake of two nodes, and how soon the other one shows it.

PostgreSQL runs here as in Tests/Nodes: a primary and two synchronous standbys, from Debian's package.
Appends are held against inserts of the same bytes into a plain table of the same database, two nodes
against one, each on a core that it shares with its clients. Needs what the race ingest needs without its
peers."""
import concurrent.futures
import http.client
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

from races.course import Table, median, run
from races.dashboard import PAGE, Sitting
from races.ingest import Server, Track

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Nodes"))

from cluster import ROLE, Cluster, free_net  # noqa: E402


def arguments(parser):
    parser.add_argument("--corpus", help="of make_corpus.py; without it one is made")
    parser.add_argument("--notifications", type=int, default=24_000, help="of one that is made")
    parser.add_argument("--python", default="python3", help="one that has what make_corpus.py needs")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--folder", help="where to work: the disk that is measured")
    parser.add_argument("--orders", type=int, default=200_000, help="of the ledger whose pages are timed")
    parser.add_argument("--pages", type=int, default=1_200, help="how many of them")
    parser.add_argument("--seen", type=int, default=400, help="notifications that another node is asked for")


class Nodes:
    """A new log, and so many servers that follow it, each on a core of its own."""

    def __init__(self, track, cluster, count):
        self.track = track
        track.count += 1
        database = f"race{track.count}"
        cluster.primary.sql(f"CREATE DATABASE {database} OWNER {ROLE}")
        cluster.settle()
        self.environment = dict(os.environ, PURSER_LOG=cluster.string(database=database))
        told = run([track.program, "serve", "key", "race", "--per-second", "1000000"])
        self.key = re.search(r"pk_[A-Za-z0-9_-]{43}", told).group()
        settings = track.folder / f"{database}.toml"
        settings.write_text((track.folder / "config.toml").read_text() + told[told.index("[[serve.api.key]]"):])
        self.servers = []
        for number in range(count):
            ledger = track.folder / f"{database}-{number}.sqlite"
            self.ledger = ledger
            place = ["--config", str(settings), "--ledger", str(ledger)]
            self.command("log", "create" if number == 0 else "join", "--node", f"node{number}", *place)
            self.servers.append(Server(
                [*on_core(number), track.program, "serve", *place, "--no-jobs", "--listen",
                 "127.0.0.1:0", "--root", f"{track.corpus}/pki/ec_root.der"],
                "/notifications/apple", env=self.environment))

    def command(self, *words):
        return run([self.track.program, *words], env=self.environment)

    def close(self):
        for server in self.servers:
            server.close()


def on_core(number):
    return ["taskset", "-c", str(number)]


def intake(track, cluster, count):
    """Notifications a second that so many nodes take together, each its own part of the file."""
    nodes = Nodes(track, cluster, count)
    try:
        each = track.options.notifications // count
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            done = pool.map(
                lambda pair: track.load(
                    pair[1], prefix=on_core(pair[0]), first=pair[0] * each, count=each, connections=16),
                enumerate(nodes.servers))
            return sum(figures["rate"] for figures in done)
    finally:
        nodes.close()


# Asks for one user after the other until time is over, and prints how many answers came a second.
READER = """
import http.client, sys, time
from urllib.parse import quote
port, key, seconds, *users = sys.argv[1:]
connection = http.client.HTTPConnection("127.0.0.1", int(port))
def get(path):
    connection.request("GET", path, headers={"Authorization": "Bearer " + key})
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        sys.exit(f"{path}: {answer.status}")
count, end = 0, time.monotonic() + float(seconds)
while time.monotonic() < end:
    get("/v1/users/" + quote(users[count % len(users)], safe=""))
    count += 1
print(count / float(seconds))
"""


def reads(track, cluster, count):
    """Users a second that so many nodes answer together, each asked by a client of its own."""
    nodes = Nodes(track, cluster, count)
    try:
        track.load(nodes.servers[0], count=2_000, seconds=60)
        for server in nodes.servers[1:]:
            # What the second node is told again, it knows once it has applied the first one's.
            track.load(server, first=1_999, count=1, seconds=60)
        connection = sqlite3.connect(nodes.ledger)
        users = [row[0] for row in connection.execute("SELECT id FROM user LIMIT 100")]
        connection.close()
        words = [sys.executable, "-c", READER]
        readers = [subprocess.Popen(
                       [*on_core(number), *words, str(server.port), nodes.key, "6", *users],
                       stdout=subprocess.PIPE, text=True)
                   for number, server in enumerate(nodes.servers)]
        return sum(float(reader.communicate()[0]) for reader in readers)
    finally:
        nodes.close()


def pages(track, cluster):
    """The milliseconds of a dashboard's pages, in turn with a log and without one."""
    alone, following = (track.folder / f"{name}.sqlite" for name in ("alone", "following"))
    run([track.program, "generate", "--users", str(track.options.orders // 10),
         "--orders", str(track.options.orders), "--ledger", str(alone)])
    run([track.program, "backup", "--ledger", str(alone), str(following)])
    cluster.primary.sql(f"CREATE DATABASE pages OWNER {ROLE}")
    cluster.settle()
    log = {"PURSER_LOG": cluster.string(database="pages")}
    run([track.program, "log", "create", "--ledger", str(following)], env={**os.environ, **log})
    sittings = {}
    for name, ledger, environment in (("without", alone, {}), ("with", following, log)):
        os.environ.update(environment)
        sittings[name] = Sitting([track.program, "--ledger", str(ledger), "--open", "orders"])
        for variable in environment:
            del os.environ[variable]
        sittings[name].shows(rb"sorted: purchased")
    try:
        found = {name: [] for name in sittings}
        for _ in range(track.options.pages // 20):
            for name, sitting in sittings.items():
                found[name] += [sitting.press(PAGE)[0] for _ in range(20)]
        return [sorted(found[name]) for name in ("with", "without")]
    finally:
        for sitting in sittings.values():
            sitting.close()


def seen(track, cluster):
    """Milliseconds from a node's acknowledgement to another one's answer that has it."""
    nodes = Nodes(track, cluster, 2)
    lines = pathlib.Path(track.file).read_bytes().split(b"\n")
    try:
        one, other = (http.client.HTTPConnection("127.0.0.1", s.port) for s in nodes.servers)
        times = []
        for line in lines[: track.options.seen]:
            one.request("POST", "/notifications/apple", line, {"Content-Type": "application/json"})
            answer = one.getresponse()
            answer.read()
            begun = time.monotonic()
            position = {"Purser-Position": answer.headers["Purser-Position"]}
            other.request("POST", "/notifications/apple", line, position)
            again = other.getresponse()
            again.read()
            if (answer.status, again.status) != (200, 200):
                sys.exit(f"a node answered {answer.status}, the other one {again.status}")
            times.append((time.monotonic() - begun) * 1_000)
        return sorted(times)
    finally:
        nodes.close()


def appends(track, cluster):
    database = f"append{track.count}"
    cluster.primary.sql(f"CREATE DATABASE {database} OWNER {ROLE}")
    cluster.settle()
    environment = dict(os.environ, PURSER_LOG=cluster.string(database=database))
    told = run([track.program, "bench", "log", "--rounds", str(track.options.rounds)], env=environment)
    return {name: median(float(rate) for rate in re.findall(rf"^{name}: (\d+)", told, re.MULTILINE))
            for name in ("append", "plain")}


def race(options):
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        track = Track(options, folder)
        cluster = Cluster(net=free_net())
        try:
            cluster.start()
            table = Table()
            rates = appends(track, cluster)
            table.add("entries of 5 KB, 100 an append, /s", rates["append"], "plain inserts", rates["plain"], 0.7)
            pairs = [(intake(track, cluster, 2), intake(track, cluster, 1)) for _ in range(options.rounds)]
            two, one = (median(rates) for rates in zip(*pairs))
            table.add("notifications/s, two nodes", two, "one node", one, 1.3)
            pairs = [(reads(track, cluster, 2), reads(track, cluster, 1)) for _ in range(options.rounds)]
            two, one = (median(rates) for rates in zip(*pairs))
            table.add("users read/s, two nodes", two, "one node", one, 1.8)
            followed, alone = pages(track, cluster)
            for name, part, target in (("median", 0.5, None), ("p99", 0.99, 1.1)):
                table.add(f"a dashboard's page with a log, {name} ms", followed[int(len(followed) * part)],
                          "without", alone[int(len(alone) * part)], target, atMost=True)
            times = seen(track, cluster)
            table.add("acknowledged to seen elsewhere, p99 ms", times[int(len(times) * 0.99)], "milliseconds",
                      100, 1, atMost=True)
            table.add("the same, median ms", times[len(times) // 2], "milliseconds", 100)
            table.finish(options.json)
        finally:
            cluster.stop()
