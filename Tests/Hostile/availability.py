"""Whether the endpoints stay available: half-sent and slow bodies, idle connections, floods, full
disks. Strangers come from addresses of the loopback range, each a peer of its own; honest clients
from another."""
import concurrent.futures
import contextlib
import http.server
import json
import os
import selectors
import shutil
import socket
import sqlite3
import ssl
import subprocess
import threading
import time
import urllib.error
import urllib.request

from endpoints import APP_KEY, WIDE_LIMITS, settings_for, unlocked
from processes import wait_until
from report import Skipped, attack, honest

HONEST_PEER = "127.200.0.1"
MEMORY = 96
SLOWEST = 0.100
VALIDATE = f"/v1/validate?appName=reader&apiKey={APP_KEY}"


def peer(number):
    """One of sixty thousand."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"


class Crowd:
    """Connections of strangers, each from an address of its own unless told otherwise."""

    def __init__(self, clients):
        self.clients, self.sockets = clients, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stranger in self.sockets:
            stranger.close()

    def come(self, count, sent=b"", source=peer, begin=0):
        for number in range(begin, begin + count):
            stranger = socket.socket()
            stranger.setblocking(False)
            stranger.bind((source(number), 0))
            stranger.connect_ex(self.clients.serve.address)
            self.sockets.append(stranger)
        self.send({stranger: sent for stranger in self.sockets[-count:]} if sent else {})
        return self

    def send(self, texts, seconds=10):
        """Sends to each as much as it takes; those who are hung up on are no use any more."""
        left = {stranger: memoryview(text) for stranger, text in texts.items() if text}
        with selectors.DefaultSelector() as selector:
            for stranger in left:
                selector.register(stranger, selectors.EVENT_WRITE)
            end = time.monotonic() + seconds
            while left and time.monotonic() < end:
                ready = selector.select(0.3)
                if not ready:
                    break
                for key, _ in ready:
                    stranger = key.fileobj
                    try:
                        left[stranger] = left[stranger][stranger.send(left[stranger][:1 << 16]):]
                    except BlockingIOError:
                        continue
                    except OSError:
                        left[stranger] = b""
                    if not left[stranger]:
                        selector.unregister(stranger)
                        del left[stranger]

    def statuses(self, seconds):
        """The status that each was answered with; `None` where nothing came."""
        found = {}
        with selectors.DefaultSelector() as selector:
            for stranger in self.sockets:
                selector.register(stranger, selectors.EVENT_READ)
            end = time.monotonic() + seconds
            while len(found) < len(self.sockets) and time.monotonic() < end:
                for key, _ in selector.select(0.2):
                    try:
                        head = key.fileobj.recv(1 << 16)
                    except BlockingIOError:
                        continue
                    except OSError:
                        head = b""
                    selector.unregister(key.fileobj)
                    found[key.fileobj] = int(head.split()[1]) if head else 0
        return [found.get(stranger) for stranger in self.sockets]


def head(path, length, method="POST", kind="application/json", more=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {length}\r\n{more}\r\n").encode()


def probe(clients, count=20):
    """How long /health, /ready and /metrics take; infinite where they do not answer in time."""
    took = []
    places = [("/health", clients.serve.address), ("/ready", clients.serve.address),
              ("/metrics", clients.serve.metrics)]
    for _ in range(count):
        for path, address in places:
            begun = time.monotonic()
            try:
                with socket.create_connection(address, 3, (HONEST_PEER, 0)) as client:
                    client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                                   .encode())
                    good = client.recv(4096).startswith(b"HTTP/1.1 200")
            except OSError:
                good = False
            took.append(time.monotonic() - begun if good else float("inf"))
            if not good:
                return took
    return took


def unanswered(clients, what):
    """Health, readiness and metrics, where they are slow in three series one after the other: the
    machine may have been busy with something else in one of them."""
    for _ in range(3):
        took = sorted(probe(clients))
        worst = took[int(len(took) * 0.95)]
        if worst <= SLOWEST:
            return
        if worst > 1:
            break
    text = "not at all" if worst == float("inf") else f"after {worst * 1000:.0f} ms"
    yield f"/health, /ready or /metrics are answered {text} ({what})"


def timed(function):
    begun = time.monotonic()
    try:
        answer = function()
    except OSError:
        answer = None
    return answer, time.monotonic() - begun


def server(world, limits="", **more):
    """A server with the usual limits, but for what is said."""
    if "settings" not in more:
        more["limits"] = limits
    return world.server("--metrics", "127.0.0.1:0", **more)


@contextlib.contextmanager
def served(world, **more):
    clients = server(world, **more)
    try:
        yield clients
    finally:
        clients.serve.close(5)


def payer(world, clients, store="apple", product="lifetime"):
    """An honest purchase, and how it is handed in."""
    mine = world.stores.buy(product, world.name("account"), store)
    if store == "apple":
        world.stores.signed(mine)
    name = world.name("payer")
    return lambda: clients.hand_in(mine, name, peer=HONEST_PEER, timeout=10)


def notification(world, clients):
    mine = world.stores.buy("lifetime", world.name("account"), appAccount=world.name("payer"))
    body = world.stores.notifications(mine)[0]["body"].encode()
    return lambda: clients.serve.ask("POST", "/notifications/apple", body=body, timeout=10,
                                     headers={"Content-Type": "application/json"}, peer=HONEST_PEER)


def half_sent(world, path, count, length=1000, slow=0):
    with served(world) as clients, Crowd(clients) as crowd:
        if slow:
            # Bodies that take most of the time that the endpoint has.
            crowd.come(slow, head(path, 40) + b"{" * 20, begin=1000)
            time.sleep(0.8)
            crowd.send({stranger: b"{" * 20 for stranger in crowd.sockets})
            crowd.statuses(2)
        send = notification(world, clients) if path == "/notifications/apple" else None
        crowd.come(count, head(path, length) + b'{"signedPayload":"')
        if send:
            answer, took = timed(send)
            if answer is None or answer.status != 200 or took > 2:
                yield (f"Apple's notification is answered {answer and answer.status}"
                       f" after {took:.1f} s")
        answer, took = timed(payer(world, clients))
        if answer is None or "lifetime" not in unlocked(answer) or took > 3:
            yield f"a payer is answered {answer and answer.status} after {took:.1f} s"
        yield from unanswered(clients, f"{count} half-sent bodies")


@attack(201, "POST /notifications/apple", "forty slow bodies, then eight half-sent ones")
def _(world):
    yield from half_sent(world, "/notifications/apple", 8, slow=40)


@attack(202, "POST /notifications/apple", "two hundred half-sent bodies")
def _(world):
    yield from half_sent(world, "/notifications/apple", 200)


@attack(203, "POST /v1/validate", "three hundred half-sent bodies")
def _(world):
    yield from half_sent(world, VALIDATE, 300)


@attack(204, "POST /verify, /receipts, /Client/…", "a hundred half-sent bodies at each")
def _(world):
    with served(world) as clients, Crowd(clients) as crowd:
        for place, path in enumerate(
                (f"/verify/{APP_KEY}", f"/receipts?key={APP_KEY}", "/Client/LoginWithCustomID")):
            crowd.come(100, head(path, 1000) + b"{", begin=place * 100)
        for name, ask in (("/verify", lambda: clients.verify(mine, user, peer=HONEST_PEER)),
                          ("/receipts", lambda: clients.upload(mine, user, peer=HONEST_PEER)),
                          ("a login", lambda: clients.playfab(
                              "LoginWithCustomID", None, HONEST_PEER, TitleId="A1B2",
                              CustomId=user, CreateAccount=True))):
            mine, user = world.stores.buy("lifetime", world.name("account")), world.name("payer")
            world.stores.signed(mine)
            answer, took = timed(ask)
            if answer is None or answer.status != 200 or took > 3:
                yield f"{name} is answered {answer and answer.status} after {took:.1f} s"


@attack(205, "POST /v1/validate", "slow phones: bodies that take eleven seconds")
def _(world):
    with served(world) as clients, Crowd(clients) as crowd:
        body = json.dumps({"id": "x", "type": "application", "transaction": {"type": "test"}})
        # As many come again as have gone; honest ones do that, too.
        crowd.come(120, head(VALIDATE, len(body)) + body[:10].encode())
        rest = body[10:].encode()
        seconds = 16
        for second in range(seconds):
            piece = rest[len(rest) * second // seconds:len(rest) * (second + 1) // seconds]
            crowd.send({stranger: piece for stranger in crowd.sockets})
            time.sleep(1)
        crowd.statuses(5)
        asks = [payer(world, clients) for _ in range(48)]
        with concurrent.futures.ThreadPoolExecutor(48) as pool:
            answers = list(pool.map(timed, asks))
        refused = [answer and answer.status for answer, _ in answers
                   if answer is None or "lifetime" not in unlocked(answer)]
        if refused:
            yield f"{len(refused)} of 48 payers at once are turned away ({refused[0]})"


def memory_under(clients, work):
    """The most resident megabytes while something is done."""
    peak, done = [clients.serve.memory()], threading.Event()

    def watch():
        while not done.wait(0.02):
            peak.append(clients.serve.memory())
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        work()
        time.sleep(0.3)
    finally:
        done.set()
        watcher.join()
    return max(peak)


@attack(206, "POST /v1/validate", "sixty half bodies of 8 MB, each from another address")
def _(world):
    with served(world) as clients, Crowd(clients) as crowd:
        big = b'{"transaction":{"appStoreReceipt":"' + b"M" * (8_000_000 - 100)
        before = clients.serve.memory()
        most = memory_under(clients, lambda: crowd.come(60, head(VALIDATE, 8_000_000) + big))
        if most > MEMORY:
            yield f"{most:.0f} MB resident, {before:.0f} before"
        answer, took = timed(payer(world, clients))
        if answer is None or "lifetime" not in unlocked(answer) or took > 5:
            yield f"a payer is answered {answer and answer.status} after {took:.1f} s"
        yield from unanswered(clients, "60 half bodies of 8 MB")


@attack(207, "all endpoints", "sixty half bodies of 4 MB from one address")
def _(world):
    with served(world) as clients, Crowd(clients) as crowd:
        paths = [VALIDATE, f"/verify/{APP_KEY}", f"/receipts?key={APP_KEY}",
                 "/notifications/apple/v1"]
        def come():
            for path in paths:
                crowd.come(15, head(path, 4_000_000) + b'{"a":"' + b"M" * 3_900_000,
                           lambda _: peer(1))
        most = memory_under(clients, come)
        if most > MEMORY:
            yield f"{most:.0f} MB resident"


def answered_early(clients, request, seconds=3):
    """The status of a request whose body never comes; `None` where the server waits for it."""
    with clients.serve.connect(peer(7), seconds) as stranger:
        stranger.sendall(request)
        try:
            text = stranger.recv(4096)
        except (socket.timeout, OSError):
            return None
    return int(text.split()[1]) if text else 0


@attack(208, "all endpoints", "bodies that nobody will read: wrong key, path, length or type")
def _(world):
    with served(world) as clients:
        for what, request in {
                "a wrong key of an app": head("/v1/validate?appName=reader&apiKey=x", 8_000_000),
                "a wrong token at /verify": head("/verify/x", 4_000_000),
                "a wrong key at /receipts": head("/receipts", 4_000_000, more="X-App-Key: x\r\n"),
                "no session at PlayFab": head("/Client/ValidateIOSReceipt", 4_000_000),
                "no bearer at Google's": head("/notifications/google", 60_000),
                "a path that is none": head("/v2/validate", 8_000_000),
                "a length too great": head(VALIDATE, 800_000_000),
                "a type that is none": head("/notifications/apple", 1000, kind="image/png"),
                "a method that is none": head("/health", 1000),
        }.items():
            status = answered_early(clients, request)
            if status is None:
                yield f"the server waits for the body of {what}"
            elif status < 400:
                yield f"{what} is answered {status}"


def idle(world, count, source, sent=b""):
    with served(world) as clients:
        ask = payer(world, clients)
        with Crowd(clients) as crowd:
            crowd.come(count, sent, source)
            yield from unanswered(clients, f"{count} connections")
            answer, took = timed(ask)
            if answer is None or "lifetime" not in unlocked(answer) or took > 3:
                yield f"a payer is answered {answer and answer.status} after {took:.1f} s"


@attack(209, "any", "1,030 idle connections from one address")
def _(world):
    yield from idle(world, 1030, lambda _: peer(3))


@attack(210, "any", "1,030 idle connections, each from another address")
def _(world):
    yield from idle(world, 1030, peer)


@attack(211, "any", "1,030 half-sent heads, each from another address")
def _(world):
    yield from idle(world, 1030, peer, b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nX-A: ")


FEW = "[serve.limits]\nper-peer = 20\n"


def flood(world, limits, headers, count=160):
    """As many requests as may be in one moment; how many of them were let in."""
    with served(world, limits=limits) as clients, Crowd(clients) as crowd:
        crowd.come(count, b"", lambda _: "127.0.0.1")
        body = b'{"id":"x"}'
        crowd.send({stranger: head(VALIDATE, len(body), more=headers(number)) + body
                    for number, stranger in enumerate(crowd.sockets)})
        statuses = crowd.statuses(6)
        let_in = len([status for status in statuses if status == 200])
        # A second's worth, and what comes in while they are sent.
        if let_in > 90:
            yield f"{let_in} of {count} were let in where a second has 20 for a peer"


@attack(212, "POST /v1/validate", "another X-Forwarded-For each time, without a proxy")
def _(world):
    yield from flood(world, FEW, lambda number: f"X-Forwarded-For: 198.51.100.{number}\r\n")


@attack(213, "POST /v1/validate", "another Forwarded each time, without a proxy")
def _(world):
    yield from flood(world, FEW, lambda number: f"Forwarded: for=198.51.100.{number}\r\n")


PROXIED = FEW + 'proxies = ["127.0.0.1"]\n'


@attack(214, "POST /v1/validate", "a made-up address before the one that the proxy saw")
def _(world):
    yield from flood(world, PROXIED, lambda number:
                     f"X-Forwarded-For: 198.51.100.{number}, 203.0.113.5\r\n")


@attack(215, "POST /v1/validate", "another port of one address each time, by the proxy's word")
def _(world):
    yield from flood(world, PROXIED, lambda number:
                     f"X-Forwarded-For: 203.0.113.5:{2000 + number}\r\n")


@attack(216, "POST /v1/validate", "another address of one /64 each time, by the proxy's word")
def _(world):
    yield from flood(world, PROXIED, lambda number:
                     f"X-Forwarded-For: 2001:db8:1:2:{number:x}::{number + 1:x}\r\n")


@attack(217, "POST /v1/validate", "one address of IPv4 in the forms that IPv6 has for it")
def _(world):
    forms = ["203.0.113.5", "::ffff:203.0.113.5", "::ffff:cb00:7105", "0:0:0:0:0:ffff:cb00:7105",
             "[::ffff:203.0.113.5]:443", "::FFFF:203.0.113.5"]
    yield from flood(world, PROXIED, lambda number:
                     f"X-Forwarded-For: {forms[number % len(forms)]}\r\n")


class Counting(http.server.ThreadingHTTPServer):
    """Stands before the simulated stores, and counts what they are asked."""
    daemon_threads = True

    def __init__(self, target):
        self.target, self.paths = target, []
        super().__init__(("127.0.0.1", 0), CountingHandler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class CountingHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.server.paths.append(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        request = urllib.request.Request(self.server.target + self.path, body,
                                         {name: text for name, text in self.headers.items()
                                          if name.lower() in ("authorization", "content-type")},
                                         method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                status, content = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, content = error.code, error.read()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *_):
        pass


def made_up(world):
    return {"store": "google", "product": "plus.yearly", "order": "GPA.1111-2222-3333-44444",
            "token": world.name("madeup" + "x" * 40) + ".AO-J1Oabcdefghijklmnopqrstuvwxyz"}


@attack(218, "POST /v1/validate", "made-up tokens that burn the store's budget of questions")
def _(world):
    rates = "google-subscriptions = 10\ngoogle-products = 10\n"
    with served(world, limits=WIDE_LIMITS, rates=rates) as clients:
        ask = payer(world, clients, "google", "plus.yearly")
        tokens = [made_up(world) for _ in range(300)]
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            strangers = [pool.submit(timed, lambda token=token, number=number: clients.hand_in(
                token, f"stranger-{number}", peer=peer(number % 20), timeout=30))
                for number, token in enumerate(tokens)]
            wait_until(lambda: sum(work.done() for work in strangers) >= 10, 5)
            answer, took = timed(ask)
            for work in strangers:
                work.cancel()
        if answer is None or "plus.yearly" not in unlocked(answer) or took > 4:
            yield (f"a payer is answered {answer and answer.body[:60]!r} after {took:.1f} s")


@attack(219, "POST /v1/validate, /verify", "one made-up token again and again: the store is asked again")
def _(world):
    counting = Counting(world.stores.address)
    try:
        text = settings_for(world.stores, limits=WIDE_LIMITS)
        text = text.replace(f'publisher = "{world.stores.address}/google"',
                            f'publisher = "http://127.0.0.1:{counting.server_address[1]}/google"')
        with served(world, settings=text) as clients:
            for at, ask in (("/v1/validate", clients.hand_in), ("/verify", clients.verify)):
                token = made_up(world)
                for number in range(30):
                    ask(token, f"stranger-{number % 3}")
                clients.serve.settle(5)
                count = len([path for path in counting.paths if token["token"] in path])
                if count > 6:
                    yield f"{count} questions by 30 requests at {at}"
    finally:
        counting.shutdown()


@honest(251, "POST /notifications/apple", "four hundred notifications of one sender in a moment")
def _(world):
    with served(world, limits="[serve.limits]\nper-peer = 20\n") as clients:
        bodies = []
        for _ in range(200):
            mine = world.stores.buy("lifetime", world.name("account"))
            bodies += [item["body"].encode() for item in world.stores.notifications(mine)]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            statuses = list(pool.map(lambda body: clients.serve.ask(
                "POST", "/notifications/apple", body=body,
                headers={"Content-Type": "application/json"}).status, bodies))
        late = [status for status in statuses if status == 429]
        if late:
            yield f"{len(late)} of {len(bodies)} are told that they are too many"


@attack(220, "purser serve", "half-sent bodies on the line when it is told to end")
def _(world):
    clients = server(world)
    with Crowd(clients) as crowd:
        crowd.come(10, head("/notifications/apple", 1000) + b"{")
        crowd.come(10, head(VALIDATE, 4_000_000) + b"{", begin=10)
        crowd.come(10, b"GET /hea", begin=20)
        crowd.come(10, begin=30)
        time.sleep(0.2)
        took = clients.serve.close(20)
        if took is None or took > 10:
            yield f"it ends after {took or 'more than 20'} s"


@honest(252, "purser serve", "a request in hand is answered when it is told to end")
def _(world):
    clients = server(world)
    ask = payer(world, clients)
    world.stores.ask("POST", "faults", {"kind": "delay", "milliseconds": 1500, "count": 1 << 40})
    try:
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            answer = pool.submit(ask)
            time.sleep(0.5)
            took = clients.serve.close(20)
            answer = answer.result()
        if answer.status not in (200, 503):
            yield f"it is answered {answer.status}"
        if took is None or took > 10:
            yield f"it ends after {took or 'more than 20'} s"
    except OSError as error:
        yield f"it is not answered: {error!r}"
    finally:
        world.stores.recover()


def ready(clients):
    try:
        return clients.serve.ask("GET", "/ready", timeout=5).status
    except OSError:
        return None


@attack(221, "GET /ready", "a full disk: the server says that it is ready")
def _(world):
    disk = world.folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        raise Skipped("nothing may be mounted here")
    try:
        clients = world.server(ledger=disk / "ledger.sqlite")
        try:
            if not wait_until(lambda: ready(clients) == 200, 5):
                yield "it was never ready"
            with contextlib.suppress(OSError), open(disk / "filler", "wb") as filler:
                while True:
                    filler.write(bytes(4096))
                    filler.flush()
            if not wait_until(lambda: ready(clients) == 503, 8, 0.2):
                yield f"{ready(clients)} on a full disk"
            (disk / "filler").unlink()
            if not wait_until(lambda: ready(clients) == 200, 8, 0.2):
                yield f"{ready(clients)} when there is room again"
        finally:
            clients.serve.close(10)
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


@attack(222, "GET /ready", "a ledger that another process has locked")
def _(world):
    with served(world) as clients:
        other = sqlite3.connect(clients.serve.ledger, timeout=5, isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            if not wait_until(lambda: ready(clients) == 503, 12, 0.2):
                yield f"{ready(clients)} while nothing can be written"
            other.execute("ROLLBACK")
        finally:
            other.close()
        if not wait_until(lambda: ready(clients) == 200, 8, 0.2):
            yield f"{ready(clients)} when it is free again"


@attack(223, "POST /v1/validate", "a connection that is kept after 413")
def _(world):
    with served(world) as clients, clients.serve.connect(peer(9), 5) as stranger:
        stranger.sendall(head(VALIDATE, 900_000_000))
        text = stranger.recv(65536).decode("latin-1").lower()
        if " 413 " not in text.split("\r\n")[0]:
            yield f"it is answered {text[:40]!r}"
        elif "connection: close" not in text:
            yield "the answer does not say that the connection ends"
        else:
            try:
                end = time.monotonic() + 5
                while stranger.recv(65536) and time.monotonic() < end:
                    pass
            except socket.timeout:
                yield "the connection stays open"
            except OSError:
                pass


OLD_CIPHERS = ["AES128-SHA", "AES256-SHA256", "AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA",
               "ECDHE-RSA-AES256-SHA384"]


def secured(world):
    if not shutil.which("openssl"):
        raise Skipped("there is no openssl to make a certificate")
    certificate, key = world.folder / "tls.pem", world.folder / "tls-key.pem"
    if not certificate.exists():
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key,
                        "-out", certificate, "-days", "2", "-subj", "/CN=localhost"],
                       check=True, capture_output=True)
        key.chmod(0o600)
    return world.server("--tls-cert", str(certificate), "--tls-key", str(key))


def shakes(clients, **settings):
    """The cipher that a client with these settings gets; `None` for none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if "ciphers" in settings:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(settings["ciphers"] + ":@SECLEVEL=0")
    if "version" in settings:
        context.minimum_version = context.maximum_version = settings["version"]
        context.set_ciphers("ALL:@SECLEVEL=0")
    try:
        with clients.serve.connect() as plain, context.wrap_socket(plain) as secure:
            return secure.cipher()
    except (ssl.SSLError, OSError):
        return None


@attack(224, "TLS", "CBC, static RSA, and versions before 1.2")
def _(world):
    clients = secured(world)
    for name in OLD_CIPHERS:
        try:
            if shakes(clients, ciphers=name):
                yield f"{name} is spoken"
        except ssl.SSLError:
            continue
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        if shakes(clients, version=version):
            yield f"{version.name} is spoken"
    clients.serve.close(5)


@honest(253, "TLS", "version 1.2 with ECDHE and AES-GCM, and 1.3")
def _(world):
    clients = secured(world)
    for settings in ({"ciphers": "ECDHE-RSA-AES128-GCM-SHA256"}, {}):
        if not shakes(clients, **settings):
            yield f"no handshake with {settings or '1.3'}"
    clients.serve.close(5)


def heavy():
    """Bodies that take long to read and to judge, and are worth nothing."""
    receipt = "MII" + "A" * 7_000_000
    yield json.dumps({"id": "x", "type": "application", "transaction": {
        "type": "ios-appstore", "id": "1", "appStoreReceipt": receipt}}).encode()
    yield (b'{"id":"x","transaction":' + b"[" * 50 + b"1," * 1_500_000 + b"1" + b"]" * 50 + b"}")
    signed = ".".join(["eyJhbGciOiJFUzI1NiJ9", "A" * 3_000_000, "A" * 86])
    yield json.dumps({"id": "x", "transaction": {
        "type": "apple-sk2", "id": "x", "jwsRepresentation": signed}}).encode()


def computing(clients, stop, bodies):
    """Posts heavy bodies until it is told to stop."""
    def work(number):
        while not stop.is_set():
            with contextlib.suppress(OSError):
                clients.serve.ask("POST", VALIDATE, body=bodies[number % len(bodies)],
                                  headers={"Content-Type": "application/json"},
                                  peer=peer(500 + number), timeout=10)
    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(8)]
    for thread in threads:
        thread.start()
    return threads


@attack(225, "POST /v1/validate", "eight clients with bodies of 7 MB that take long to compute")
def _(world):
    bodies = list(heavy())
    with served(world, limits=WIDE_LIMITS) as clients:
        stop = threading.Event()
        threads = computing(clients, stop, bodies)
        try:
            time.sleep(0.5)
            yield from unanswered(clients, "heavy bodies")
            if clients.serve.memory() > MEMORY:
                yield f"{clients.serve.memory():.0f} MB resident"
        finally:
            stop.set()
            for thread in threads:
                thread.join(15)


@attack(226, "all endpoints", "all of this together: memory, and the health of the server")
def _(world):
    seconds = 60 if world.deep else 8
    bodies = list(heavy())
    with served(world) as clients, Crowd(clients) as crowd:
        before = clients.serve.memory()
        ask, tell = payer(world, clients), notification(world, clients)
        stop = threading.Event()

        def come():
            crowd.come(600, source=peer)
            crowd.come(200, head("/notifications/apple", 1000) + b"{", begin=600)
            crowd.come(40, head(VALIDATE, 8_000_000) + b'{"a":"' + b"M" * 7_900_000, begin=800)
            crowd.come(200, b"GET /health HTTP/1.1\r\nX-A: ", begin=900)
            threads = computing(clients, stop, bodies)
            end = time.monotonic() + seconds
            late.extend(unanswered(clients, "all attacks together"))
            while time.monotonic() < end:
                time.sleep(0.2)
            stop.set()
            for thread in threads:
                thread.join(15)
        late = []
        most = memory_under(clients, come)
        yield from late
        if most > MEMORY:
            yield f"{most:.0f} MB resident, {before:.0f} before"
        for what, function in (("a payer", ask), ("Apple's notification", tell)):
            answer, took = timed(function)
            if answer is None or answer.status != 200 or took > 5:
                yield f"{what} is answered {answer and answer.status} after {took:.1f} s"


@honest(254, "GET /health, /ready, /metrics", "without any attack")
def _(world):
    with served(world) as clients:
        yield from unanswered(clients, "nobody else there")
        if clients.serve.memory() > MEMORY:
            yield f"{clients.serve.memory():.0f} MB resident"
