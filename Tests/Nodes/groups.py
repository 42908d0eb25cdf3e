"""Groups of apps that share users: each has a ledger and a log of its own, in one database and one
server."""
import json
import re
import subprocess

from checks import wait
from node import Node, end, level
from traffic import Traffic, same


def run(world, checks):
    string = world.database()
    hosts = [Host(world, name, string) for name in ("left", "right")]
    left, right = hosts
    for node in left.nodes:
        node.create()
    for node in right.nodes:
        node.join()
    for words, expected in (
        (["info"], "--group: games, reader"),
        (["info", "--group", "nobody"], "no group of apps named nobody"),
        (["serve", "--listen", "127.0.0.1:0"], "--listen is for one group"),
    ):
        told = left.run(*words)
        checks.that(f"purser {' '.join(words)} says which groups there are, or that it takes one",
                    told.returncode != 0 and expected in told.stderr, told.stdout + told.stderr)
    told = left.run("info", "--group", "reader")
    checks.that("a command takes the group that it is given",
                str(left.nodes[1].ledger) in told.stdout, told.stdout + told.stderr)
    told = left.run("serve", "--check")
    checks.that("a check lists the endpoints of all groups",
                "games:" in told.stdout and "reader:" in told.stdout, told.stdout + told.stderr)
    twin = Host(world, "twin", string, ledger=left.nodes[0].ledger)
    told = twin.run("serve")
    checks.that("groups must not share a ledger",
                told.returncode != 0 and "same [ledger] file" in told.stderr, told.stderr)
    for host in hosts:
        host.start()
    checks.that("one server serves all groups", all(len(host.found()) == 2 for host in hosts),
                [host.found() for host in hosts])
    for part in (0, 1):
        nodes = [host.nodes[part] for host in hosts]
        Traffic(world, nodes, world.options.seed + part, world.scaled(100), name=f"group{part}").start().join()
        level(nodes)
    for part in (0, 1):
        same(checks, [host.nodes[part] for host in hosts])
    games, reader = ({row[0] for row in node.rows("SELECT id FROM user")} for node in left.nodes)
    checks.that("no group has users of another", games and reader and not games & reader,
                sorted(games & reader)[:5])
    for host in hosts:
        host.stop()
    right.start("--group", "reader")
    checks.that("a server serves only the groups that are named", set(right.found()) == {"reader"},
                right.found())
    right.stop()


class Host:
    """A server of two groups, whose ledgers are nodes."""

    NAMES = ("games", "reader")

    def __init__(self, world, name, string, ledger=None):
        """`ledger` is one that all groups have."""
        self.world = world
        self.nodes = [Node(world, f"{name}-{group}", string, part=part)
                      for part, group in enumerate(self.NAMES)]
        lines = []
        for group, node in zip(self.NAMES, self.nodes):
            text = node.config.read_text()
            text = text.replace("\n[serve]\n", '\n[serve]\nlisten = "127.0.0.1:0"\n')
            node.config.write_text(text.replace(str(node.ledger), str(ledger or node.ledger)))
            lines += ["[[group]]", f"name = {json.dumps(group)}",
                      f"settings = {json.dumps(node.config.name)}"]
        self.config = world.shop.folder / f"{name}.toml"
        self.config.write_text("\n".join(lines) + "\n")
        self.log = world.folder / f"{name}.log"

    def run(self, *words):
        told = subprocess.run([self.world.program, *words, "--config", str(self.config)],
                              capture_output=True, text=True, timeout=60)
        self.world.outputs.append((words, told.stdout + told.stderr))
        return told

    def start(self, *words):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [self.world.program, "serve", "--config", str(self.config), "--no-jobs", *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.world.processes.append(self.process)
        count = len(words) // 2 or len(self.NAMES)
        wait(lambda: len(self.found()) == count or self.process.poll() is not None, 30)
        for group, node in zip(self.NAMES, self.nodes):
            node.host, node.process = self.found().get(group), self.process

    def found(self):
        """Where each group is served."""
        found = {}
        for line in self.log.read_text().splitlines():
            address = re.search(r' answers at http://([^\s"]+)', line)
            if address and line.startswith("{"):
                found[json.loads(line)["group"]] = address[1]
        return found

    def stop(self):
        end(self.process)
        for node in self.nodes:
            node.host = None
