"""A server that is killed while it takes notifications, and what it must have filed of them."""
import base64
import http.client
import json
import os
import queue
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time

from simulated import Stores

CLIENTS = 8
# Of each kill; there are enough to outlast the server's life.
NOTIFICATIONS = 100
PATH = "/notifications/apple"


class Client(threading.Thread):
    """Posts what is in the queue, until the server is gone."""

    def __init__(self, port, bodies, acknowledged):
        super().__init__()
        self.port, self.bodies, self.acknowledged = port, bodies, acknowledged
        self.others = []

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            while True:
                number, body = self.bodies.get_nowait()
                connection.request("POST", PATH, body, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                # Whatever comes after the head, the server has given its word.
                if answer.status == 200:
                    self.acknowledged.append(number)
                else:
                    self.others.append(answer.status)
                answer.read()
        except (OSError, http.client.HTTPException, queue.Empty):
            connection.close()


class Course:
    def __init__(self, program, folder, count, seed=7):
        self.program = os.path.abspath(program)
        self.folder = folder
        self.random = random.Random(seed)
        self.ledger = folder / "ledger.sqlite"
        stores = Stores(self.program, folder / "stores")
        try:
            # A subscription's purchase is one notification.
            stores.buy(count * NOTIFICATIONS)
            self.bodies = [item["body"] for item in stores.told() if item["store"] == "apple"]
        finally:
            stores.close()
        settings = stores.settings
        self.config = folder / "stores" / "serving.toml"
        app = re.search(r'bundle-id = "([^"]+)"', settings)[1]
        self.config.write_text(
            f'{settings}\n[serve.apple]\nbundle-ids = ["{app}"]\n[serve.limits]\nper-peer = 1000000\n')
        self.acknowledged, self.slowest, self.next = [], 0, 0

    def serve(self):
        begun = time.monotonic()
        process = subprocess.Popen(
            [self.program, "serve", "--config", str(self.config), "--ledger", str(self.ledger),
             "--listen", "127.0.0.1:0", "--no-jobs"],
            stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            found = re.search(r"answers at http://[^:]+:(\d+)", line)
            if found:
                self.slowest = max(self.slowest, time.monotonic() - begun)
                return process, int(found[1])
        sys.exit("the server did not start")

    def kill(self):
        process, port = self.serve()
        bodies = queue.Queue()
        for number in range(self.next, min(self.next + NOTIFICATIONS, len(self.bodies))):
            bodies.put((number, self.bodies[number]))
        self.next += NOTIFICATIONS
        clients = [Client(port, bodies, self.acknowledged) for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        self.await_word(len(self.acknowledged))
        time.sleep(self.random.random() * 0.12)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stderr.close()
        for client in clients:
            client.join()
        others = [status for client in clients for status in client.others]
        assert not others, f"refused: {others[:5]}"

    def await_word(self, before):
        for _ in range(10_000):
            if len(self.acknowledged) > before:
                return
            time.sleep(0.001)

    def look(self):
        """How many were filed though nobody heard of it."""
        held = self.held("PRAGMA integrity_check")
        check = subprocess.run(
            [self.program, "check", "--config", str(self.config), "--ledger", str(self.ledger)],
            capture_output=True, text=True)
        assert check.returncode == 0, check.stdout + check.stderr
        return len(held) - len(self.acknowledged)

    def held(self, check):
        """The notifications on file, after a check of the file."""
        connection = sqlite3.connect(self.ledger)
        keys = [row[0].rsplit(":", 1)[-1]
                for row in connection.execute("SELECT key FROM document WHERE key IS NOT NULL")]
        assert connection.execute(check).fetchone() == ("ok",)
        connection.close()
        held = set(keys)
        assert len(held) == len(keys), f"{len(keys) - len(held)} were filed twice"
        lost = [number for number in self.acknowledged if self.id(number) not in held]
        assert not lost, f"{len(lost)} of {len(self.acknowledged)} acknowledged were lost"
        return held

    def id(self, number):
        # The document is filed in a form of its own, and goes by the notification's ID.
        body = json.loads(self.bodies[number])["signedPayload"].split(".")[1]
        payload = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return payload["notificationUUID"]
