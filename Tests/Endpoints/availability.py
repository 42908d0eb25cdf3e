#!/usr/bin/env python3
"""Whether the endpoints stay available to others while strangers hold connections and bodies open.

usage: availability.py PROGRAM"""
import atexit
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time

from serve import Checks, Serve, folder

KEY = "app-key"
PATH = f"/v1/validate?appName=reader&apiKey={KEY}"
SETTINGS = """
[serve]
metrics = "127.0.0.1:0"
[[serve.validate.app]]
name = "reader"
key-file = "validate-key"
bundle-id = "com.example.reader"
package = "com.example.reader"
[serve.apple]
bundle-ids = ["com.example.reader"]
[serve.apple-v1]
bundle-ids = ["com.example.reader"]
password-file = "validate-key"
[serve.limits]
proxies = ["127.0.9.0/24"]
"""
MOST_RESIDENT = 96
MOST_MILLISECONDS = 100
# A debug build computes ten times as long.
SLACK = float(os.environ.get("SLACK", "1"))


class Attackers:
    """Connections of strangers, from as many addresses of the loopback range as wanted."""

    def __init__(self, serve):
        host, port = serve.host.rsplit(":", 1)
        self.target = (host, int(port))
        self.open = []

    def connect(self, address="127.0.0.1", to=None):
        one = socket.socket()
        one.bind((address, 0))
        one.settimeout(5)
        try:
            one.connect(to or self.target)
        except OSError:
            return None
        self.open.append(one)
        return one

    def send(self, data, address="127.0.0.1"):
        """Sends as much as is taken; some are let go meanwhile, which is what they deserve."""
        one = self.connect(address)
        if one is None:
            return None
        one.settimeout(0.3)
        try:
            one.sendall(data)
        except OSError:
            pass
        return one

    def leave(self):
        for one in self.open:
            one.close()
        self.open = []


def head(path, length, kind="application/json", more=""):
    size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    return f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n{size}\r\n{more}\r\n".encode()


def answer_of(one, seconds=5):
    """Status and headers of an answer, and whether the connection was closed after it."""
    one.settimeout(seconds)
    data = b""
    try:
        while b"\r\n\r\n" not in data:
            part = one.recv(65536)
            if not part:
                break
            data += part
        lines = data.split(b"\r\n\r\n")[0].decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        closed = False
        while not closed:
            closed = one.recv(65536) == b""
    except socket.timeout:
        closed = False
    except OSError:
        closed = True
    if not data:
        return None, {}, closed
    return int(lines[0].split()[1]), headers, closed


class RestrictedServe(Serve):
    def __init__(self, program, place, settings=SETTINGS, **options):
        (pathlib.Path(place) / "validate-key").write_text(KEY)
        os.chmod(pathlib.Path(place) / "validate-key", 0o600)
        super().__init__(program, place, settings, "--any-app", **options)
        atexit.register(self.process.kill)

    def resident(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def metrics_address(self):
        for _ in range(100):
            for line in self.log:
                found = re.search(r"Metrics are at http://([^/]+)/", line)
                if found:
                    return found[1]
            time.sleep(0.05)
        return None

    def milliseconds(self, path="/health", host=None):
        """The slowest of a few answers, each over a connection of its own."""
        slowest = 0
        for _ in range(5):
            begun = time.monotonic()
            connection = http.client.HTTPConnection(host or self.host, timeout=10)
            try:
                connection.request("GET", path)
                status = connection.getresponse().status
            except OSError:
                status = 0
            connection.close()
            slowest = max(slowest, (time.monotonic() - begun) * 1000 if status == 200 else 1e6)
        return slowest

    def stays_up(self, checks, attack):
        if SLACK > 1:
            self.milliseconds()
        for path in ("/health", "/ready"):
            took = self.milliseconds(path)
            checks.that(f"{path} answers under {attack}", took < MOST_MILLISECONDS * SLACK, f"{took:.0f} ms")
        took = self.milliseconds("/metrics", self.metrics_address())
        checks.that(f"/metrics answers under {attack}", took < MOST_MILLISECONDS * SLACK, f"{took:.0f} ms")
        resident = self.resident()
        checks.that(f"memory is bounded under {attack}", resident < MOST_RESIDENT * SLACK, f"{resident:.0f} MB")
        print(f"  {attack}: {resident:.0f} MB", file=sys.stderr)


def honest(serve, checks, attack):
    answer = serve.ask("POST", "/notifications/apple", {"signedPayload": "x"})
    checks.that(f"a store is heard under {attack}", answer.status == 400, answer.status)
    answer = serve.ask("POST", PATH, {"id": "a", "type": "application", "transaction": {}})
    checks.that(f"an app is heard under {attack}", answer.status == 200, answer.status)


def connections_held(serve, checks):
    attackers = Attackers(serve)
    attackers.open = []
    for _ in range(1_100):
        attackers.connect()
    serve.stays_up(checks, "1,100 idle connections of one address")
    honest(serve, checks, "1,100 idle connections of one address")
    for number in range(1_100):
        attackers.connect(f"127.0.{1 + number // 200}.{1 + number % 200}")
    serve.stays_up(checks, "1,100 idle connections of as many addresses")
    honest(serve, checks, "1,100 idle connections of as many addresses")
    half = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 12_000
    for number in range(1_100):
        attackers.send(half, f"127.0.{1 + number // 200}.{1 + number % 200}")
    serve.stays_up(checks, "1,100 halves of heads")
    metrics = serve.metrics_address().rsplit(":", 1)
    for _ in range(60):
        attackers.connect(to=(metrics[0], int(metrics[1])))
    serve.stays_up(checks, "60 idle connections to the metrics")
    attackers.leave()


def bodies_held(serve, checks):
    attackers = Attackers(serve)
    for path, count in (("/notifications/apple", 200), (PATH, 50)):
        for _ in range(count):
            attackers.send(head(path, 1_000) + b"{")
    serve.stays_up(checks, "250 half-sent requests")
    honest(serve, checks, "250 half-sent requests")
    # The rest of one of them is taken still.
    last = attackers.open[-1]
    last.sendall(b" " * 998 + b"}")
    checks.that("a slow request is answered", answer_of(last, 2)[0] == 200)
    attackers.leave()
    for number in range(60):
        attackers.send(head(PATH, 8 << 20) + b"{" + b" " * (8_000_000 - 1), f"127.0.3.{1 + number}")
    serve.stays_up(checks, "60 half bodies of 8 MB of as many addresses")
    honest(serve, checks, "60 half bodies of 8 MB of as many addresses")
    for number in range(60):
        attackers.send(head("/notifications/apple/v1", None) + b"3d0900\r\n" + b" " * 3_999_999)
    serve.stays_up(checks, "60 chunked half bodies of 4 MB of one address")
    honest(serve, checks, "60 chunked half bodies of 4 MB of one address")
    attackers.leave()


def heads_decide(serve, checks):
    attackers = Attackers(serve)
    cases = [
        ("a wrong key", head("/v1/validate?appName=reader&apiKey=no", 8 << 20), 401),
        ("a body too long", head(PATH, 9 << 20), 413),
        ("a wrong type", head(PATH, 8 << 20, "image/png"), 415),
        ("a coding", head(PATH, 8 << 20, more="Content-Encoding: gzip\r\n"), 415),
        ("a wrong path", head("/nowhere", 8 << 20), 404),
        ("a wrong method", head("/health", 8 << 20), 405),
    ]
    for name, request, status in cases:
        found, headers, closed = answer_of(attackers.send(request + b"{"))
        checks.that(f"{name} is refused before the body", found == status, found)
        checks.that(f"{name}: the connection is closed", headers.get("connection") == "close" and closed,
                    (headers, closed))
    for name, request, status in cases[:2]:
        one = attackers.connect()
        one.settimeout(5)
        one.sendall(request)
        try:
            one.sendall(b" " * (8 << 20))
        except OSError as error:
            checks.that(f"{name}: whoever sends on gets to read the answer", False, error)
            continue
        checks.that(f"{name}: whoever sends on gets to read the answer", answer_of(one)[0] == status)
    one = attackers.connect()
    one.sendall(head(PATH, None))
    try:
        for _ in range(9):
            one.sendall(b"100000\r\n" + b" " * (1 << 20) + b"\r\n")
    except OSError:
        pass
    found, headers, closed = answer_of(one)
    checks.that("a chunked body too long is refused", found == 413, found)
    checks.that("and the connection is closed", headers.get("connection") == "close" and closed)
    # A request that was read leaves the connection open.
    connection = http.client.HTTPConnection(serve.host, timeout=5)
    for _ in range(2):
        connection.request("POST", "/v1/validate?appName=reader&apiKey=no", b"{}",
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
    checks.that("a short one that was read leaves it open",
                answer.status == 401 and answer.getheader("connection") is None)
    connection.close()
    attackers.leave()


def work_and_slow_readers(serve, checks):
    attackers = Attackers(serve)
    bought = json.dumps({"id": "a", "type": "application", "transaction": {
        "type": "ios-appstore", "appStoreReceipt": "MII" * 2_500_000}}).encode()
    items = json.dumps({"id": "a", "more": [{"a": [1, 2, {"b": "c"}]}] * 250_000}).encode()[:8 << 20]
    for number, body in enumerate((bought, items, bought)):
        attackers.send(head(PATH, len(body)) + body, f"127.0.4.{number + 1}")
    serve.stays_up(checks, "bodies of 8 MB that are worked on")
    attackers.leave()
    for number in range(300):
        attackers.send((f"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 100).encode())
    serve.stays_up(checks, "300 who never read their answers")
    honest(serve, checks, "300 who never read their answers")
    attackers.leave()


def all_together(serve, checks):
    attackers = Attackers(serve)
    half = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 12_000
    for number in range(500):
        attackers.send(half, f"127.0.{1 + number // 200}.{1 + number % 200}")
    for number in range(300):
        attackers.connect(f"127.0.4.{1 + number % 200}")
    for number in range(30):
        attackers.send(head(PATH, 8 << 20) + b"{" + b" " * 7_999_999, f"127.0.3.{1 + number}")
    for _ in range(100):
        attackers.send(head("/notifications/apple", 1_000) + b"{")
    for _ in range(100):
        attackers.send(b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
    body = json.dumps({"id": "a", "transaction": {"appStoreReceipt": "MII" * 2_500_000}}).encode()
    attackers.send(head(PATH, len(body)) + body, "127.0.5.1")
    serve.stays_up(checks, "all of it together")
    honest(serve, checks, "all of it together")
    attackers.leave()


def peers(program, checks):
    with folder() as place:
        serve = RestrictedServe(program, place, SETTINGS + "per-peer = 5\n")
        host, port = serve.host.rsplit(":", 1)

        def ask(address, headers=None, path="/v1/validate?appName=reader&apiKey=no"):
            connection = http.client.HTTPConnection(host, int(port), source_address=(address, 0))
            connection.request("POST", path, b"{}", {"Content-Type": "application/json", **(headers or {})})
            status = connection.getresponse().status
            connection.close()
            return status

        statuses = [ask("127.0.0.1", {"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(8)]
        checks.that("whoever is no proxy is not believed", 429 in statuses, statuses)
        statuses = [ask("127.0.9.1", {"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(8)]
        checks.that("a proxy is", 429 not in statuses, statuses)
        statuses = [ask("127.0.9.1", {"X-Forwarded-For": f"192.0.2.{n}, 198.51.100.7:{n + 1}, 127.0.9.2"})
                    for n in range(8)]
        checks.that("the last one that is no proxy counts, whatever its port", 429 in statuses, statuses)
        statuses = [ask("127.0.9.1", {"Forwarded": f'for=192.0.2.{n}, for="[2001:db8::{n}]:{n + 1}"'})
                    for n in range(8)]
        checks.that("a network of IPv6 counts as one", 429 in statuses, statuses)
        statuses = [ask("127.0.0.1", path="/notifications/apple") for _ in range(12)]
        checks.that("stores are not counted", statuses == [400] * 12, statuses)
        serve.close()


def readiness(program, checks):
    with folder() as place:
        serve = RestrictedServe(program, place)
        checks.that("it is ready", serve.ask("GET", "/ready").status == 200)
        other = sqlite3.connect(serve.ledger, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        time.sleep(1.1)
        begun = time.monotonic()
        checks.that("it is not while somebody locks the ledger", serve.ask("GET", "/ready").status == 503)
        checks.that("and says so soon", time.monotonic() - begun < 1.5)
        checks.that("health is another thing", serve.milliseconds() < MOST_MILLISECONDS * SLACK)
        other.execute("ROLLBACK")
        other.close()
        time.sleep(1.1)
        checks.that("it is again", serve.ask("GET", "/ready").status == 200)
        serve.close()
        disk = pathlib.Path(place) / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(disk)]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            return
        try:
            serve = RestrictedServe(program, place, ledger=disk / "ledger.sqlite")
            checks.that("it is ready on a small disk", serve.ask("GET", "/ready").status == 200)
            with open(disk / "rest", "wb", buffering=0) as rest:
                try:
                    while rest.write(b" " * 4096):
                        pass
                except OSError:
                    pass
            time.sleep(1.1)
            checks.that("it is not on a full disk", serve.ask("GET", "/ready").status == 503)
            (disk / "rest").unlink()
            time.sleep(1.1)
            checks.that("it is where there is room", serve.ask("GET", "/ready").status == 200)
            serve.close()
        finally:
            subprocess.run(["umount", str(disk)], check=False)


def transport(program, checks):
    with folder() as place:
        place = pathlib.Path(place)
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
                   "-keyout", str(place / "key.pem"), "-out", str(place / "chain.pem")]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return
        os.chmod(place / "key.pem", 0o600)

        def speaks(serve, ciphers=None, newest=ssl.TLSVersion.TLSv1_2):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.maximum_version = newest
            if ciphers:
                context.set_ciphers(ciphers)
            host, port = serve.host.rsplit(":", 1)
            try:
                with socket.create_connection((host, int(port)), 5) as one:
                    with context.wrap_socket(one) as secure:
                        return secure.cipher()[0]
            except OSError:
                return None

        table = SETTINGS.replace("[serve]\n", '[serve]\ntls-cert = "chain.pem"\ntls-key = "key.pem"\n')
        serve = RestrictedServe(program, place, table)
        checks.that("TLS 1.2 is spoken", "GCM" in (speaks(serve) or ""))
        for name in ("AES128-GCM-SHA256:@SECLEVEL=0", "ECDHE-RSA-AES128-SHA:@SECLEVEL=0", "AES128-SHA:@SECLEVEL=0"):
            checks.that(f"{name} is not", speaks(serve, name) is None, speaks(serve, name))
        silent = Attackers(serve)
        for _ in range(300):
            silent.connect()
        checks.that("who says nothing leaves room for others", speaks(serve) is not None)
        silent.leave()
        serve.close()
        serve = RestrictedServe(program, place, table.replace("[serve]\n", '[serve]\ntls-min = "1.3"\n'))
        checks.that("TLS 1.3 alone is spoken where the settings say so", speaks(serve) is None)
        checks.that("and that is", speaks(serve, newest=ssl.TLSVersion.TLSv1_3) is not None)
        serve.close()


def ending(serve, checks):
    attackers = Attackers(serve)
    for _ in range(50):
        attackers.send(head(PATH, 1_000) + b"{")
    for number in range(20):
        attackers.send(head(PATH, 8 << 20) + b" " * 100_000, f"127.0.6.{number + 1}")
    attackers.send(b"GET /health HTTP/1.1\r\nX-A: ")
    begun = time.monotonic()
    serve.process.send_signal(signal.SIGTERM)
    try:
        status = serve.process.wait(12)
    except subprocess.TimeoutExpired:
        status = "still there"
        serve.process.kill()
    took = time.monotonic() - begun
    checks.that("SIGTERM ends it with half-sent bodies on the line", status == 0 and took < 10,
                f"{status} after {took:.1f} s")
    attackers.leave()


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    program = os.path.abspath(sys.argv[1])
    checks = Checks("availability")
    with folder() as place:
        serve = RestrictedServe(program, place)
        print(f"  at rest: {serve.resident():.0f} MB", file=sys.stderr)
        for attack in (heads_decide, connections_held, bodies_held, work_and_slow_readers,
                       all_together):
            attack(serve, checks)
        ending(serve, checks)
    for part in (peers, readiness, transport):
        part(program, checks)
    checks.end()


main()
