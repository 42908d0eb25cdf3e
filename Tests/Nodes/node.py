"""A node: a ledger that follows the log, and the `purser serve` that works on it."""
import http.client
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True

from checks import wait  # noqa: E402

UPLOAD_KEY = "app-key"
SETTINGS = """
[serve]
[serve.apple]
bundle-ids = ["com.example.reader"]
[serve.upload]
key-file = "upload-key"
[serve.playfab]
title = "A1B2"
bundle-id = "com.example.reader"
package = "com.example.reader"
[serve.limits]
per-peer = 1000000
[serve.quotas]
documents-per-purchase = 1000000
documents-per-peer = 1000000
megabytes-per-purchase = 10000
megabytes-per-peer = 10000
[jobs]
ask-again-hours = 0
ask-again-minutes = 0
"""
CATALOG = {
    "CatalogVersion": "main",
    "Catalog": [
        {"ItemId": "plus.monthly", "DisplayName": "Plus", "VirtualCurrencyPrices": {"RM": 799}},
        {"ItemId": "lifetime", "DisplayName": "Lifetime", "VirtualCurrencyPrices": {"RM": 9999}},
        {"ItemId": "coins.100", "DisplayName": "Coins", "VirtualCurrencyPrices": {"RM": 199},
         "Consumable": {"UsageCount": 100}, "Bundle": {"BundledVirtualCurrencies": {"GO": 5}}},
    ],
}


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)


def end(process):
    """Kills a process, and waits for its end."""
    process.kill()
    process.wait()


class Node:
    """`way` is how the connection string is given: `log`, `log-file` or `environment`."""

    def __init__(self, world, name, string, part=0, way="log", words=("--no-jobs",), folder=None,
                 settings="", program=None):
        self.settings = settings
        self.program = program or world.program
        self.world, self.name, self.part, self.words = world, name, part, tuple(words)
        self.folder = pathlib.Path(folder or world.folder / f"node-{name}")
        self.folder.mkdir(exist_ok=True)
        self.ledger = self.folder / "ledger.sqlite"
        self.log_file = self.folder / "serve.log"
        self.environment = dict(os.environ, HOME=str(self.folder), XDG_STATE_HOME=str(self.folder))
        self.environment.pop("PURSER_LOG", None)
        self.process = self.host = None
        # Before a command that runs in a network namespace or with another clock.
        self.prefix = []
        self.configure(string, way)

    def configure(self, string, way="log"):
        lines = [f'file = "{self.ledger}"', f"part = {self.part}"]
        if way == "log":
            lines.append(f"log = {json.dumps(string)}")
        elif way == "log-file":
            path = self.folder / "log-string"
            path.write_text(string + "\n")
            path.chmod(0o600)
            lines.append(f'log-file = "{path}"')
        else:
            self.environment["PURSER_LOG"] = string
        text = self.world.settings + self.settings + "\n[ledger]\n" + "\n".join(lines) + "\n"
        # Names of files in the stores' settings are relative to those.
        self.config = self.world.shop.folder / f"{self.folder.name}.toml"
        self.config.write_text(text)
        self.config.chmod(0o600)

    # MARK: Commands

    def run(self, *words, check=False, text=None, seconds=120):
        result = subprocess.run(
            [*self.prefix, self.program, *words, "--config", str(self.config)],
            capture_output=True, text=True, input=text, env=self.environment, timeout=seconds)
        self.world.outputs.append((words, result.stdout + result.stderr))
        if check and result.returncode != 0:
            told = result.stdout + result.stderr
            # The trace of a crash is long, and says the most at its beginning.
            raise AssertionError(
                f"{self.name}: purser {' '.join(words)} exits with {result.returncode}: {told[:600]}")
        return result

    def create(self):
        return self.run("log", "create", "--node", self.name, check=True)

    def join(self, check=True):
        return self.run("log", "join", "--node", self.name, check=check)

    def status(self):
        return json.loads(self.run("log", "status", "--json", check=True).stdout)

    def state(self):
        return json.loads(self.run("info", "--state", "--json", check=True).stdout)["state"]

    def audit(self):
        return self.run("audit", "head", check=True).stdout.strip()

    def rows(self, sql, values=()):
        connection = sqlite3.connect(f"file:{self.ledger}?mode=ro", uri=True, timeout=20)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def position(self):
        """The last position that is applied, as the ledger has it."""
        names = [row[1] for row in self.rows("PRAGMA table_info(followedLog)")]
        column = "lastPosition" if "lastPosition" in names else "position"
        return self.rows(f"SELECT {column} FROM followedLog")[0][0]

    # MARK: Serving

    def begin(self):
        """Starts the server without waiting for it."""
        self.host = None
        with open(self.log_file, "ab") as log:
            self.from_byte = log.tell()
            self.process = subprocess.Popen(
                [*self.prefix, self.program, "serve", "--config", str(self.config),
                 "--listen", "127.0.0.1:0", *self.words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment)
        self.world.processes.append(self.process)

    def start(self, seconds=30):
        self.begin()

        def found():
            match = re.search(r" answers at http://([^\s\"]+)", self.told())
            return match and match[1] or self.process.poll() is not None and "ended"

        host = wait(found, seconds)
        if not host or host == "ended":
            raise AssertionError(f"{self.name} did not start: {self.told()[-2000:]}")
        self.host = host
        return self

    def told(self):
        """What the server has logged since its last start."""
        with open(self.log_file, "rb") as log:
            log.seek(self.from_byte)
            text = log.read().decode(errors="replace")
        # What the loader says of the build is nobody's concern.
        return "\n".join(line for line in text.splitlines() if not line.startswith("warning: direct"))

    def kill(self):
        self.host = None
        if self.process:
            end(self.process)

    def stop(self):
        """Ends the server in order. Returns its exit status."""
        self.host = None
        if not self.process:
            return 0
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            return "no end within 30 s"

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def ask(self, method, path, value=None, headers=None, body=None, seconds=20):
        """One request over a connection of its own; `value` is sent as JSON, `body` as it is."""
        host = self.host
        if host is None:
            raise ConnectionRefusedError(f"{self.name} is down")
        connection = http.client.HTTPConnection(host, timeout=seconds)
        headers = dict(headers or {})
        if value is not None:
            body = json.dumps(value)
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def ready(self):
        try:
            return self.ask("GET", "/ready").status
        except OSError:
            return None


def level(nodes, head=None, seconds=60):
    """Waits until all nodes are at the same position, not before `head`; returns it."""
    def found():
        positions = {node.position() for node in nodes}
        return len(positions) == 1 and (head is None or positions >= {head} or max(positions) > head) \
            and (max(positions),)
    found = wait(found, seconds, 0.05)
    return found[0] if found else None
