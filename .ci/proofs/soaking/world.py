"""What is at work in a soak: simulated stores, one ledger, a server and a runner of jobs."""
import os
import re
import subprocess
import time

from proofs.soaking.sitting import LOCKED

BOUGHT = 2_000  # before it begins
LIMITS = """
[serve.limits]
per-peer = 1000000
[serve.quotas]
documents-per-user = 1000000
documents-per-peer = 1000000
megabytes-per-user = 10000
megabytes-per-peer = 10000
[jobs]
ask-again-hours = 0
ask-again-minutes = 0
"""


class World:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.ledger = folder / "ledger.sqlite"
        self.environment = {**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder / "state"),
                            "XDG_CONFIG_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
        self.stores, self.servers, self.pagers = None, {}, []
        self.logs, self.read = {}, {}

    def start(self, stores):
        self.stores = stores(self.program, self.folder / "stores")
        self.stores.buy(BOUGHT)
        self.config = self.folder / "stores" / "serving.toml"
        self.config.write_text((self.folder / "stores" / "settings.toml").read_text() + LIMITS)
        self.config.chmod(0o600)
        self.stores.file(self.ledger)
        self.keys = {name: (self.folder / "stores" / f"{name}-key").read_text().strip()
                     for name in ("api", "upload")}
        self.launch("serve", "serve", "--listen", "127.0.0.1:0", "--no-jobs")
        self.launch("jobs", "jobs", "run")
        end = time.monotonic() + 30
        while not (found := re.search(r"answers at http://([^\s\"]+)", self.logs["serve"].read_text())):
            if time.monotonic() > end:
                raise SystemExit("the server did not start")
            time.sleep(0.05)
        self.host = found[1]

    def launch(self, name, *words):
        self.logs[name] = self.folder / f"{name}.log"
        with open(self.logs[name], "wb") as log:
            self.servers[name] = subprocess.Popen(
                self.command(*words), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.environment)

    def command(self, *words):
        return [self.program, *words, "--config", str(self.config), "--ledger", str(self.ledger)]

    def dashboard(self):
        names = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
        return ["env", *(f"{name}={self.environment[name]}" for name in names),
                *self.command("--open", "orders")]

    def processes(self):
        """The numbers of the processes that are looked at, by name."""
        found = {name: process.pid for name, process in self.servers.items()}
        for index, pager in enumerate(self.pagers, 1):
            found[f"dashboard{index}"], found[f"guard{index}"] = pager.drawing, pager.guard
        return {name: process if self.runs(process) else -1 for name, process in found.items()}

    @staticmethod
    def runs(process):
        try:
            with open(f"/proc/{process}/stat") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    def read_logs(self, load):
        """What the server and the runner have logged since."""
        for name, path in self.logs.items():
            with open(path, "rb") as file:
                file.seek(self.read.get(name, 0))
                text = file.read().decode(errors="replace")
                self.read[name] = file.tell()
            load.locked += [f"{name} logs: {line[:200]}" for line in text.splitlines() if LOCKED.search(line)]

    def end(self):
        for process in self.servers.values():
            process.kill()
            process.wait()
        if self.stores:
            self.stores.close()
