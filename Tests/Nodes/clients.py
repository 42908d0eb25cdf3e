"""Clients that post to every node, try again where they are told to, and keep what was acknowledged."""
import collections
import http.client
import json
import random
import threading
import time

from node import UPLOAD_KEY, Answer

# What a client does later or elsewhere.
AGAIN = {429, 502, 503, 504}
PATIENCE = 60


class GaveUp(Exception):
    """No node gave a definite answer in time."""


class Record:
    """What clients were told. Lists only grow, so that threads may share them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.requests = 0
        self.statuses = collections.Counter()
        # Instants of acknowledgements of writes; each request's seconds from first to last attempt.
        self.acknowledged, self.slowest = [], 0
        # Seconds, and what was asked of which node.
        self.slowest_refusal = (0, "nothing")
        self.unexpected = []
        self.notifications = set()
        self.orders = {}
        self.logins = collections.defaultdict(set)
        # Who tried, whether they got it, and whether the first attempt had a definite answer: if not,
        # the attempt before may have been the one that succeeded.
        self.redemptions = collections.defaultdict(list)
        self.restores = collections.defaultdict(list)
        self.consumptions = collections.defaultdict(list)
        self.acts = collections.defaultdict(set)
        # The users of operators' actions, by idempotency key.
        self.granted = {}
        self.positions = 0

    def count(self, status):
        with self.lock:
            self.requests += 1
            self.statuses[status] += 1

    def strange(self, what, answer, session=None):
        position = answer.headers.get("purser-position")
        self.unexpected.append(
            f"{what} at {time.time():.3f} by {answer.node}: {answer.status} {answer.body[:300]!r}, position "
            f"{position}; asked by {session}")

    def acknowledge(self):
        self.acknowledged.append(time.monotonic())

    def longest_pause(self, since, until):
        """The longest time without an acknowledgement between two instants, and when it began."""
        # The list is in the order of the clock but for threads that are a moment late.
        instants = [since, *sorted(at for at in self.acknowledged if since < at < until), until]
        return max((later - sooner, sooner) for sooner, later in zip(instants, instants[1:]))


class Client:
    """A balancer with connections of its own. It names the position that it was last told of, so that
    a node that is behind waits."""

    local = threading.local()

    def __init__(self, nodes, record, api_key, seed=0, stop=None):
        self.nodes, self.record, self.api_key = nodes, record, api_key
        self.random = random.Random(seed)
        self.stop = stop or threading.Event()

    # MARK: Requests

    def once(self, node, method, path, body, headers):
        host = node.host
        if host is None:
            raise ConnectionRefusedError("down")
        pool = self.local.__dict__.setdefault("pool", {})
        connection = pool.pop(host, None) or http.client.HTTPConnection(host, timeout=10)
        try:
            connection.request(method, path, body, headers)
            answer = Answer(connection.getresponse())
        except BaseException:
            connection.close()
            raise
        if answer.headers.get("connection") != "close":
            pool[host] = connection
        answer.node = node.name
        return answer

    def send(self, node, method, path, value, headers=None, session=None, until=PATIENCE):
        """Sends until there is a definite answer; returns it, and whether the first attempt had it.

        `session` is a dictionary of one customer: it keeps the position that was told."""
        body = value if isinstance(value, (bytes, str)) else json.dumps(value)
        headers = {"Content-Type": "application/json", **(headers or {})}
        begun, attempts = time.monotonic(), 0
        while time.monotonic() < begun + until:
            if session and "position" in session:
                headers["Purser-Position"] = session["position"]
            attempts += 1
            sent = time.monotonic()
            try:
                answer = self.once(node, method, path, body, headers)
                self.record.count(answer.status)
            except (OSError, http.client.HTTPException) as error:
                self.record.count(type(error).__name__)
                time.sleep(0.02)
            else:
                if answer.status == 503:
                    self.record.slowest_refusal = max(
                        self.record.slowest_refusal,
                        (time.monotonic() - sent, f"{method} {path} of {node.name}"))
                position = answer.headers.get("purser-position")
                if position:
                    self.record.positions += 1
                    # A node that is behind tells a lower one when it refuses.
                    if session is not None:
                        session["position"] = max(
                            session.get("position", position), position,
                            key=lambda text: int(text.partition(":")[2]))
                # Without positions, a node that is behind doesn't know the ticket or the item yet.
                is_unknown = answer.status == 401 or b'"errorCode":1047' in answer.body
                is_behind = is_unknown and not position and session and "fresh" in session
                if answer.status not in AGAIN and not is_behind:
                    if session:
                        session.pop("fresh", None)
                    self.record.slowest = max(self.record.slowest, time.monotonic() - begun)
                    return answer, attempts == 1
                time.sleep(0.01)
            node = self.random.choice(self.nodes)
        raise GaveUp(f"{method} {path}: no definite answer in {until} s")

    def play(self, node, call, session, **fields):
        headers = {"X-Authorization": session["ticket"]} if "ticket" in session else {}
        return self.send(node, "POST", f"/Client/{call}", {"TitleId": "A1B2", **fields}, headers, session)

    # MARK: What customers and stores do

    def notify(self, node, body, id):
        answer, _ = self.send(node, "POST", "/notifications/apple", body)
        if answer.status != 200:
            return self.record.strange("a notification", answer)
        self.record.notifications.add(id)
        self.record.acknowledge()

    def upload(self, node, receipt, user):
        answer, _ = self.send(
            node, "POST", "/receipts", {"receipt-data": receipt, "uuid": f"phone-{user}", "uid": user},
            {"X-App-Key": UPLOAD_KEY})
        if answer.status != 200:
            return self.record.strange("an upload", answer)
        for order in answer.json["orders"]:
            self.record.orders[order["transaction_id"]] = user
        self.record.acknowledge()

    def login(self, node, name):
        session = {"name": name}
        answer, _ = self.play(node, "LoginWithCustomID", session, CustomId=name, CreateAccount=True)
        if answer.status != 200:
            self.record.strange("a login", answer)
            return None
        data = answer.json["data"]
        session["ticket"], session["fresh"] = data["SessionTicket"], True
        self.record.logins[name].add(data["PlayFabId"])
        self.record.acknowledge()
        return session

    def redeem(self, node, session, sale, receipt):
        """A single use. Keeps who was given it, and returns the item's ID."""
        answer, at_once = self.play(
            node, "ValidateIOSReceipt", session, ReceiptData=receipt, CurrencyCode="USD",
            PurchasePrice=199)
        if answer.status == 200:
            items = answer.json["data"]["Fulfillments"][0]["FulfilledItems"]
            self.record.redemptions[sale].append((session["name"], True, at_once))
            self.record.acknowledge()
            return items[0]["ItemInstanceId"]
        if answer.json.get("errorCode") == 1022:
            self.record.redemptions[sale].append((session["name"], False, at_once))
        else:
            self.record.strange("a redemption", answer, session)
        return None

    def restore(self, node, session, sale, receipt):
        answer, at_once = self.play(node, "RestoreIOSPurchases", session, ReceiptData=receipt)
        if answer.status == 200:
            items = [item["ItemId"] for given in answer.json["data"]["Fulfillments"]
                     for item in given["FulfilledItems"]]
            self.record.restores[sale].append((session["name"], bool(items), at_once))
            self.record.acknowledge()
        elif answer.json.get("errorCode") == 1022:
            self.record.restores[sale].append((session["name"], False, at_once))
        else:
            self.record.strange("a restore", answer, session)

    def consume(self, node, session, sale, item, count):
        answer, at_once = self.play(
            node, "ConsumeItem", session, ItemInstanceId=item, ConsumeCount=count)
        if answer.status == 200:
            left = answer.json["data"]["RemainingUses"]
            self.record.consumptions[sale].append((count, left, at_once))
            self.record.acknowledge()
        elif answer.json.get("errorCode") == 1062:
            self.record.consumptions[sale].append((0, None, at_once))
        else:
            self.record.strange("a consumption", answer, session)

    def grant(self, node, user, key, idempotency):
        answer, _ = self.send(
            node, "POST", f"/v1/users/{user}/grants", {"key": key, "new": True},
            {"Authorization": f"Bearer {self.api_key}", "Idempotency-Key": idempotency})
        if answer.status != 201:
            return self.record.strange("a grant", answer)
        self.record.acts[idempotency].add(answer.json["document"])
        self.record.granted[idempotency] = user
        self.record.acknowledge()


def together(calls):
    """Makes all calls at the same moment, each in a thread of its own; returns their values."""
    barrier, values, errors = threading.Barrier(len(calls)), [None] * len(calls), []

    def run(index, call):
        try:
            barrier.wait(10)
            values[index] = call()
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return values
