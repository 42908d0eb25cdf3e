"""Simulated stores for the scripts beside this file: a running `purser simulate`, people who buy
there, and a ledger that has heard of it."""
import http.client
import json
import pathlib
import subprocess
import sys


class Stores:
    """`purser simulate` in a folder, until `close`."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.buyers = 0
        self.process = subprocess.Popen(
            [program, "simulate", "--listen", "127.0.0.1:0", "--dir", str(self.folder)],
            stderr=subprocess.PIPE,
            text=True,
        )
        # The loader may have words of its own.
        told = next((line for line in self.process.stderr if " answer at http" in line), None)
        if told is None:
            sys.exit("the simulator did not start")
        self.address = json.loads((self.folder / "simulator.json").read_text())["address"]
        self.connection = http.client.HTTPConnection(self.address.removeprefix("http://"))

    @property
    def settings(self):
        """The settings for purser that concern the stores, without its endpoints."""
        return (self.folder / "settings.toml").read_text().split("\n[serve]\n")[0] + "\n"

    def text(self, path, method="GET", value=None):
        """What the simulator itself answers."""
        body = None if value is None else json.dumps(value)
        self.connection.request(method, f"/simulator/{path}", body)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            sys.exit(f"the simulator refused {path}: {text}")
        return text

    def ask(self, method, path, value=None):
        return json.loads(self.text(path, method, value))

    def buy(self, count):
        """A monthly subscription for each of so many more people."""
        for _ in range(count):
            self.buyers += 1
            act = {"act": "buy", "product": "plus.monthly", "account": f"user-{self.buyers}"}
            self.ask("POST", "act", act)

    def delay(self, milliseconds):
        """From now on no store answers faster."""
        fault = {"kind": "delay", "milliseconds": milliseconds, "count": 1 << 40}
        self.ask("POST", "faults", fault)

    def command(self, ledger, *words):
        """A purser that asks these stores."""
        config = str(self.folder / "settings.toml")
        return [self.program, *words, "--config", config, "--ledger", str(ledger)]

    def told(self):
        """All notifications, sent or not."""
        items, after, more = [], 0, True
        while more:
            page = self.ask("GET", f"outbox?after={after}&limit=1000")
            items += page["notifications"]
            after, more = page["next"], page["hasMore"]
        return items

    def file(self, ledger):
        """Files all notifications of Apple's in a ledger."""
        subprocess.run(
            self.command(ledger, "import", "--jsonl", "-"),
            input="".join(item["body"] + "\n" for item in self.told() if item["store"] == "apple"),
            stdout=subprocess.DEVNULL,
            check=True,
            text=True,
        )

    def close(self):
        self.process.terminate()
        self.process.wait()
