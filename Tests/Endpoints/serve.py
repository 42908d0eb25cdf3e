"""What the scripts beside this file share: a running `purser serve`, simulated stores, and counting
checks."""
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True
from simulated import Stores  # noqa: E402,F401


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Serve:
    """`purser serve` with these settings, until `close`. With stores, those are asked."""

    def __init__(self, program, folder, settings, *words, stores=None, ledger=None):
        self.folder = pathlib.Path(folder)
        self.ledger = pathlib.Path(ledger or self.folder / "ledger.sqlite")
        self.config = self.folder / "serve.toml"
        text = stores.settings if stores else ""
        # What changes at a store is to be seen at once.
        if "[jobs]" not in settings:
            settings += "\n[jobs]\nask-again-hours = 0\nask-again-minutes = 0\n"
        # Names of files in the stores' settings are relative to those.
        self.config = (stores.folder if stores else self.folder) / "serve.toml"
        self.config.write_text(text + "\n" + settings)
        self.process = subprocess.Popen(
            [program, "serve", "--config", str(self.config), "--ledger", str(self.ledger),
             "--listen", "127.0.0.1:0", *words],
            stderr=subprocess.PIPE, text=True)
        self.log = []
        self.address = None
        for line in self.process.stderr:
            self.log.append(line)
            found = re.search(r" answers at (http[^\s\"]+)", line)
            if found:
                self.address = found[1]
                break
        if self.address is None:
            sys.exit("the server did not start: " + "".join(self.log))
        self.host = self.address.split("//")[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stderr:
            self.log.append(line)

    def ask(self, method, path, value=None, headers=None, body=None):
        """One request over a connection of its own; `value` is sent as JSON, `body` as it is."""
        connection = http.client.HTTPConnection(self.host, timeout=60)
        headers = dict(headers or {})
        if value is not None:
            body = json.dumps(value)
            headers.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, headers)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def close(self):
        self.process.terminate()
        status = self.process.wait(30)
        if status != 0:
            sys.exit(f"the serve closed with {status}: {''.join(self.log)}")


class Checks:
    """Counts what holds, and tells of the rest."""

    def __init__(self, name):
        self.name = name
        self.held = 0
        self.broken = []

    def that(self, what, holds, told=""):
        if holds:
            self.held += 1
        else:
            self.broken.append(what)
            print(f"FAILED: {what} {told}", flush=True)

    def end(self):
        print(f"{self.name}: {self.held} held, {len(self.broken)} broken", flush=True)
        sys.exit(1 if self.broken else 0)


def folder():
    return tempfile.TemporaryDirectory(prefix="purser-serve-")
