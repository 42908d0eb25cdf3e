#!/usr/bin/env python3
"""The webhook: what is posted, how it is signed, that it is told again, and that a kill loses
nothing.

usage: webhook.py PROGRAM"""
import base64
import hashlib
import hmac
import http.server
import json
import os
import subprocess
import sys
import threading
import time

from serve import Checks, Serve, Stores, folder

SECRET = base64.b64encode(bytes(range(32))).decode()
SETTINGS = """
[serve.upload]
key-file = "upload-key"
[serve.webhook]
url = "http://127.0.0.1:{port}/hooks"
secret-file = "webhook-secret"
"""


class Receiver(http.server.ThreadingHTTPServer):
    """Hears, and answers as it is told."""

    def __init__(self, port=0):
        self.received, self.status = [], 200
        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait(self, count, seconds=40):
        return wait(lambda: len(self.received) >= count, seconds)

    def ids(self, since):
        return [json.loads(body)["id"] for _, body in self.received[since:]]


def wait(holds, seconds):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((dict(self.headers.items()), body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def signed(headers, body):
    told = {name.lower(): value for name, value in headers.items()}
    text = f"{told['webhook-id']}.{told['webhook-timestamp']}.".encode() + body
    code = base64.b64encode(hmac.digest(base64.b64decode(SECRET), text, hashlib.sha256)).decode()
    return told["webhook-signature"] == f"v1,{code}" and json.loads(body)["id"] == told["webhook-id"]


def queries(program, serve):
    """The jobs that have not ended, without those of the webhook itself."""
    listed = subprocess.run(
        [program, "jobs", "list", "--jsonl", "--config", str(serve.config), "--ledger",
         str(serve.ledger)], capture_output=True, text=True, check=True, timeout=60).stdout
    jobs = [json.loads(line) for line in listed.splitlines()]
    return [job for job in jobs if job["kind"] != "tell"]


def all_repeated(ids):
    """Whether each change (an ID without the content's part) was told twice with the same content."""
    repeated = {id for id in ids if ids.count(id) > 1}
    return repeated and changes(repeated) == changes(ids)


def changes(ids):
    return {id.rsplit("-", 1)[0] for id in ids}


def main():
    checks = Checks("webhook")
    program = os.path.abspath(sys.argv[1])
    with folder() as place, folder() as stores_place:
        receiver = Receiver()
        settings = SETTINGS.format(port=receiver.server_address[1])
        stores = Stores(program, stores_place)
        for name, text in (("upload-key", "app-key"), ("webhook-secret", "whsec_" + SECRET)):
            (stores.folder / name).write_text(text + "\n")
            (stores.folder / name).chmod(0o600)
        serve = Serve(program, place, settings, stores=stores)

        def buy(user):
            stores.ask("POST", "act", {"act": "buy", "store": "apple", "product": "lifetime",
                                       "account": user})
            return stores.text(f"apple/receipt?account={user}")

        def upload(receipt, user):
            return serve.ask("POST", "/receipts", {"receipt-data": receipt, "uuid": "phone-1",
                                                   "uid": user}, {"X-App-Key": "app-key"}).status

        checks.that("an upload is taken", upload(buy("ada"), "ada") == 200)
        checks.that("the change is told", receiver.wait(1))
        told = json.loads(receiver.received[0][1])
        checks.that("with what stands", told["type"] == "entitlements.changed"
                    and told["user"] == "ada"
                    and [right["active"] for right in told["entitlements"]] == [True], told)
        checks.that("and signed", all(signed(*received) for received in receiver.received))
        receiver.status = 500
        before = len(receiver.received)
        upload(buy("ben"), "ben")
        # What Apple answers about a receipt may change something once more. What a message says, and
        # with it its ID, stays from then on.
        checks.that("the stores have answered", wait(lambda: not queries(program, serve), 40),
                    queries(program, serve))
        checks.that("who does not hear is told the same again",
                    wait(lambda: all_repeated(receiver.ids(before)), 40), receiver.ids(before))
        ids = set(receiver.ids(before))
        serve.process.kill()
        serve.process.wait()
        receiver.status = 200
        again = len(receiver.received)
        serve = Serve(program, place, settings, stores=stores)
        checks.that("a kill loses nothing", receiver.wait(again + 1, 240))
        checks.that("and the change is the same",
                    set(receiver.ids(again)) <= ids)
        checks.that("nothing secret is logged",
                    not any(SECRET in line or "app-key" in line for line in serve.log))
        serve.close()
        serve = Serve(program, place, settings.split("[serve.webhook]")[0], stores=stores)
        silent = len(receiver.received)
        upload(buy("eve"), "eve")
        time.sleep(2)
        checks.that("without the setting nobody is told", len(receiver.received) == silent)
        serve.close()
        stores.close()
        receiver.shutdown()
    checks.end()


main()
