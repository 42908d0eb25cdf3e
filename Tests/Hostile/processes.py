"""The programs that the attacks run against: simulated stores and `purser serve`. All of them end
with this process, whatever it dies of."""
import collections
import ctypes
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True
import simulated  # noqa: E402

READER, WRITER = "com.example.reader", "com.example.writer"
_libc = ctypes.CDLL(None, use_errno=True)


def child_setup(limits=()):
    """What a child does before it runs: it asks to be killed when its parent dies."""
    def setup():
        _libc.prctl(1, signal.SIGKILL)
        for which, value in limits:
            resource.setrlimit(which, value)
    return setup


def wait_until(condition, seconds, pause=0.01):
    """Whether a condition came to hold in so many seconds."""
    end = time.monotonic() + seconds
    while True:
        if condition():
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(pause)


class Stores(simulated.Stores):
    """`purser simulate` with two apps."""

    def __init__(self, program, folder):
        self.program, self.folder, self.buyers = program, pathlib.Path(folder), 0
        self.lock = threading.RLock()
        self._start()
        world = self.folder / "world.json"
        assert wait_until(world.exists, 20), "the simulator wrote no world"
        self.close()
        self._add_app(world)
        self._start()
        self.next, self.items = 0, []

    def _start(self):
        self.process = subprocess.Popen(
            [self.program, "simulate", "--listen", "127.0.0.1:0", "--dir", str(self.folder)],
            stderr=subprocess.PIPE, text=True, preexec_fn=child_setup())
        if not any(" answer at http" in line for line in self.process.stderr):
            sys.exit("the simulator did not start")
        self.address = json.loads((self.folder / "simulator.json").read_text())["address"]
        self.connection = http.client.HTTPConnection(self.address.removeprefix("http://"))

    @staticmethod
    def _add_app(world):
        state = json.loads(world.read_text())
        products = state["world"]["products"]
        products += [{**product, "app": WRITER, "id": "writer." + product["id"]}
                     for product in products if product["store"] == "apple"]
        world.write_text(json.dumps(state))

    @property
    def settings(self):
        """The settings for purser, which know both apps."""
        text = super().settings
        apple = re.search(r"\[\[stores\.apple\.app\]\]\n(?:[^\n\[]+\n)+", text)[0]
        app = re.search(r"\[\[app\]\]\n(?:[^\n\[]+\n)+", text)[0]
        return "\n".join([text, apple.replace(READER, WRITER), app.replace(READER, WRITER)])

    def text(self, path, method="GET", value=None):
        with self.lock:
            return super().text(path, method, value)

    def buy(self, product, account, store="apple", **more):
        return self.ask("POST", "act", {"act": "buy", "product": product, "account": account,
                                        "store": store, **more})

    def act(self, verb, **more):
        return self.ask("POST", "act", {"act": verb, **more})

    def receipt(self, account, app=READER, sandbox=False):
        return self.text(f"apple/receipt?account={account}&app={app}&sandbox={str(sandbox).lower()}")

    def read_outbox(self):
        """All notifications so far; those that were read before are not read again."""
        with self.lock:
            more = True
            while more:
                page = self.ask("GET", f"outbox?after={self.next}&limit=1000")
                self.items += page["notifications"]
                self.next, more = page["next"], page["hasMore"]
            return self.items

    def notifications(self, purchase):
        return [item for item in self.read_outbox() if item["purchase"] == purchase["id"]]

    def signed(self, purchase):
        """The signed transaction of a purchase's newest charge."""
        for item in reversed(self.notifications(purchase)):
            if item["form"] == "apple-v2":
                return jws_payload(json.loads(item["body"])["signedPayload"])["data"][
                    "signedTransactionInfo"]
        raise LookupError(f"no notification tells of {purchase['id']}")

    def fail(self, **fault):
        """Every request to the stores fails, until `recover`."""
        self.ask("POST", "faults", {"kind": "status", "status": 503, "count": 1 << 40, **fault})

    def recover(self):
        self.text("faults", "DELETE")


def jws_payload(text):
    import base64
    part = text.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


Answer = collections.namedtuple("Answer", "status headers body")


def answer_json(answer):
    try:
        return json.loads(answer.body)
    except ValueError:
        return {}


class Serve:
    """`purser serve` in a folder with these settings, until `close`."""

    def __init__(self, program, folder, settings, *words, ledger=None, environment=None, limits=()):
        self.program, self.folder = program, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ledger = pathlib.Path(ledger or self.folder / "ledger.sqlite")
        self.config = self.folder / "serve.toml"
        self.config.write_text(settings)
        self.environment = {**os.environ, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(folder),
                            "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder),
                            **(environment or {})}
        self.words, self.limits, self.log = words, limits, []
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--config", str(self.config), "--ledger", str(self.ledger),
             "--listen", "127.0.0.1:0", *self.words],
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=self.environment,
            preexec_fn=child_setup(self.limits))
        for line in self.process.stderr:
            self.log.append(line)
            found = re.search(r" answers at (https?)://([^\s\"]+)", line)
            if found:
                self.host = found[2]
                threading.Thread(target=self._read_log, daemon=True).start()
                return
        raise RuntimeError("the server did not start: " + "".join(self.log[-5:]))

    def _read_log(self):
        for line in self.process.stderr:
            self.log.append(line)

    @property
    def metrics(self):
        """The host and port of GET /metrics, where it was asked for."""
        def found():
            return re.search(r"Metrics are at http://([0-9.]+):(\d+)", "".join(self.log))
        assert wait_until(found, 10), "no metrics"
        return found()[1], int(found()[2])

    @property
    def address(self):
        host, port = self.host.rsplit(":", 1)
        return host, int(port)

    def connect(self, peer="127.0.0.1", timeout=30):
        """A connection from an address of the loopback range; each is a peer of its own."""
        return socket.create_connection(self.address, timeout, (peer, 0))

    def ask(self, method, path, value=None, headers=None, body=None, peer="127.0.0.1", timeout=60):
        """One request over a connection of its own."""
        connection = http.client.HTTPConnection(*self.address, timeout=timeout,
                                                source_address=(peer, 0))
        headers = dict(headers or {})
        if value is not None:
            body = json.dumps(value).encode()
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            fields = {name.lower(): text for name, text in response.getheaders()}
            return Answer(response.status, fields, response.read())
        finally:
            connection.close()

    def run(self, *words, check=True, **options):
        """A purser on the same ledger and settings."""
        done = subprocess.run(
            [self.program, *words, "--config", str(self.config), "--ledger", str(self.ledger)],
            capture_output=True, text=True, env=self.environment, preexec_fn=child_setup(),
            timeout=120, **options)
        if check and done.returncode != 0:
            raise RuntimeError(f"purser {' '.join(words)}: {done.returncode} {done.stderr[-500:]}")
        return done

    def rows(self, sql, *values):
        """What the ledger's file answers, read beside the server."""
        connection = sqlite3.connect(f"file:{self.ledger}?mode=ro", uri=True, timeout=10)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def count(self, table):
        return self.rows(f"SELECT count(*) FROM {table}")[0][0]

    def bytes_on_disk(self):
        """Of the ledger, its log, and all that stands beside it."""
        files = [self.ledger, *self.ledger.parent.glob(self.ledger.name + "*")]
        total = 0
        for file in set(files):
            total += sum(part.stat().st_size for part in ([*file.rglob("*")] if file.is_dir()
                                                          else [file]) if part.is_file())
        return total

    def memory(self):
        """Resident megabytes."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def open_jobs(self):
        return self.rows("SELECT count(*) FROM job WHERE endedAt IS NULL")[0][0]

    def settle(self, seconds=20):
        """Waits for the jobs that follow from what was handed in."""
        return wait_until(lambda: self.open_jobs() == 0, seconds, 0.02)

    def close(self, seconds=30):
        """Ends it in order; answers how long that took, or `None` where it had to be killed."""
        begun = time.monotonic()
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None
        return time.monotonic() - begun
