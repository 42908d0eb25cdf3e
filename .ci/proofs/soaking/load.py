"""What comes to the server, to the stores and to the ledger in a soak."""
import http.client
import json
import random
import subprocess
import threading
import time

from proofs.soaking.sitting import LOCKED

RATE = 8  # requests a second
NEW = 0.06  # of them begin with a purchase: the simulated stores keep each in memory
COMMANDS_EVERY = 3  # seconds
FAULTS_EVERY = 5
FAULTS = [
    {"kind": "delay", "milliseconds": 2000, "count": 10},
    {"kind": "delay", "milliseconds": 200, "count": 50},
    {"kind": "status", "status": 500, "count": 5},
    {"kind": "status", "status": 503, "count": 5},
    {"kind": "status", "status": 429, "retryAfter": "2", "count": 3},
    {"kind": "silence", "count": 2},
    {"kind": "reset", "count": 3},
    {"kind": "cut", "count": 2},
    {"kind": "html", "count": 2},
]


class Load:
    def __init__(self, world, seed):
        self.world = world
        self.random = random.Random(seed)
        self.requests = self.commands = self.faults = 0
        self.locked, self.strange = [], []
        self.ended, self.lock = threading.Event(), threading.Lock()
        self.accounts = [f"user-{number + 1}" for number in range(world.stores.buyers)]
        self.bodies = [item["body"] for item in world.stores.told() if item["store"] == "apple"]
        self.after = world.stores.ask("GET", "outbox?after=0&limit=1")["next"]
        self.transactions = []
        self.skip()

    def works(self):
        return [self.guarded(self.post, 1 / RATE), self.guarded(self.command, COMMANDS_EVERY),
                self.guarded(self.fault, FAULTS_EVERY)]

    def guarded(self, act, pause):
        # Each has a random of its own: what one draws must not depend on when the others draw.
        chance = random.Random(self.random.randrange(1 << 32))

        def work():
            due = time.monotonic()
            while not self.ended.is_set():
                try:
                    act(chance)
                # A refusal of the simulated stores ends the program, and here the thread.
                except BaseException as error:  # noqa: BLE001
                    if not self.ended.is_set():
                        self.strange.append(f"{act.__name__}: {error!r}")
                    self.ended.wait(1)
                due = max(due + pause, time.monotonic() - 1)
                self.ended.wait(max(0, due - time.monotonic()))
        return work

    # MARK: Requests

    def skip(self):
        """What the stores have told since, to be posted."""
        found, more = [], True
        while more:
            page = self.world.stores.ask("GET", f"outbox?after={self.after}&limit=1000")
            self.after, more = page["next"], page["hasMore"]
            found += [item["body"] for item in page["notifications"] if item["store"] == "apple"]
        return found

    def post(self, chance):
        kind = chance.random()
        if kind < NEW:
            with self.lock:
                account = f"user-{len(self.accounts) + 1}"
                made = self.world.stores.ask(
                    "POST", "act", {"act": "buy", "product": "plus.monthly", "account": account})
                bodies = self.skip()
            self.accounts.append(account)
            self.bodies += bodies
            # A list, so that all are posted. What was refused is not on file.
            if all([self.ask("POST", "/notifications/apple", body) for body in bodies]):
                self.transactions.append(made["transaction"])
        elif kind < 0.4:
            self.ask("POST", "/notifications/apple", chance.choice(self.bodies))
        elif kind < 0.6:
            account = chance.choice(self.accounts[:200])
            with self.lock:
                receipt = self.world.stores.text(f"apple/receipt?account={account}")
            body = json.dumps({"receipt-data": receipt, "uuid": f"phone-{account}", "uid": f"me-{account}"})
            self.ask("POST", "/receipts", body, {"X-App-Key": self.world.keys["upload"]})
        else:
            user = f"me-{chance.choice(self.accounts[:400])}"
            self.ask("GET", f"/v1/users/{user}/entitlements", None,
                     {"Authorization": f"Bearer {self.world.keys['api']}"}, (200, 404))

    def ask(self, method, path, body, headers=None, good=(200,)):
        connection = http.client.HTTPConnection(self.world.host, timeout=20)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        finally:
            connection.close()
        self.requests += 1
        if LOCKED.search(text):
            self.locked.append(f"{method} {path}: {answer.status} {text[:200]}")
        elif answer.status not in good:
            self.strange.append(f"{method} {path}: {answer.status} {text[:200]}")
        return answer.status in good

    # MARK: Commands and faults

    def command(self, chance):
        copy = self.world.folder / "copy.sqlite"
        words, good = chance.choice([
            (["info"], (0,)), (["ls", "orders", "--limit", "50"], (0,)), (["check", "--quick"], (0,)),
            (["jobs", "list"], (0,)), (["audit"], (0,)), (["backup", str(copy)], (0,)),
            (["act", "note", f"me-{chance.choice(self.accounts[:200])}", "a note of a soak"], (0, 4)),
            (self.verification(chance), (0, 3)), (self.verification(chance), (0, 3)),
        ])
        done = subprocess.run(self.world.command(*words), capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, env=self.world.environment)
        copy.unlink(missing_ok=True)
        self.commands += 1
        told = done.stdout + done.stderr
        if LOCKED.search(told):
            self.locked.append(f"purser {words[0]}: {LOCKED.search(told)[0]}")
        elif done.returncode not in good:
            self.strange.append(f"purser {' '.join(words[:2])} exits with {done.returncode}: {told[-500:]}")

    def verification(self, chance):
        """Puts questions about some purchases in the queue, for the runner."""
        few = chance.sample(self.transactions, min(8, len(self.transactions)))
        return ["verify", "--later", "--yes", *few] if few else ["info"]

    def fault(self, chance):
        fault = {**chance.choice(FAULTS), "path": "inApps"}
        with self.lock:
            self.world.stores.ask("POST", "faults", fault)
        self.faults += 1

    def end(self):
        self.ended.set()
        # A request that is under way may end.
        time.sleep(1)
