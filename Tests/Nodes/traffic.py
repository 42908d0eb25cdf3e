"""Traffic of every kind to several nodes, and what must be true of their ledgers afterwards."""
import collections
import itertools
import json
import queue
import random
import threading
import time
import traceback

from clients import Client, Record, together
from node import level
from world import payload

WORKERS = 12
GRANTED = 100


class AtOnce:
    """In the place of a queue: does each task as it comes."""

    @staticmethod
    def put(task):
        if task:
            task()


class Traffic:
    """A feeder makes purchases at the simulated stores; workers carry them to the nodes."""

    # No two have customers of the same names.
    serial = itertools.count(1)

    def __init__(self, world, nodes, seed, count=None, name="t", rate=None, workers=WORKERS):
        """Ends after `count` requests, or at `end`. At most about `rate` requests a second."""
        self.shop, self.nodes = world.shop, nodes
        self.count, self.name = count, f"{name}{next(self.serial)}"
        self.rate, self.workers = rate, workers
        self.random = random.Random(seed)
        self.record = Record()
        self.stop = threading.Event()
        self.client = Client(nodes, self.record, world.api_key, seed, self.stop)
        self.tasks = queue.Queue(WORKERS * 3)
        self.errors = []
        self.number = self.outbox = 0
        # Single uses that were offered, with their receipts.
        self.offers = {}
        self.threads = []

    def start(self):
        self.skip_outbox()
        self.threads = [threading.Thread(target=self.feed, daemon=True)]
        self.threads += [threading.Thread(target=self.work, daemon=True) for _ in range(self.workers)]
        for thread in self.threads:
            thread.start()
        return self

    def join(self):
        for thread in self.threads:
            thread.join()
        return self.record

    def one_of_each(self):
        """One request or a few of each kind, in this thread; returns the record."""
        self.skip_outbox()
        self.tasks = AtOnce()
        for kind in (self.subscribe, self.upload, self.log_in, self.offer_once, self.offer_forever,
                     self.act):
            kind()
        return self.record

    def end(self):
        """Stops feeding, and waits for what was begun."""
        self.stop.set()
        return self.join()

    def work(self):
        while (task := self.tasks.get()) is not None:
            try:
                task()
            except Exception as error:  # noqa: BLE001
                self.errors.append("".join(traceback.format_exception(error))[-800:])
        self.tasks.put(None)

    # MARK: Feeding

    def feed(self):
        kinds = [self.subscribe] * 6 + [self.upload] * 2 + [self.log_in] * 2 + [
            self.offer_once, self.offer_once, self.offer_forever, self.act, self.act]
        begun = time.monotonic()
        try:
            while not self.stop.is_set() and (
                    self.count is None or self.record.requests < self.count):
                self.random.choice(kinds)()
                if self.rate:
                    self.stop.wait(self.record.requests / self.rate - (time.monotonic() - begun))
        # A refusal of the simulated stores ends the program, and here the thread.
        except BaseException as error:  # noqa: BLE001
            self.errors.append("".join(traceback.format_exception(error)))
        finally:
            self.tasks.put(None)

    def new(self, what):
        self.number += 1
        return f"{self.name}-{what}-{self.number}"

    def node(self):
        return self.random.choice(self.nodes)

    def shuffled(self, count):
        """So many nodes, all different as far as there are enough."""
        order = self.random.sample(self.nodes, len(self.nodes))
        return list(itertools.islice(itertools.cycle(order), count))

    def buy(self, product, account):
        made = self.shop.ask("POST", "act", {"act": "buy", "product": product, "account": account})
        return made["transaction"]

    def receipt(self, account):
        return self.shop.text(f"apple/receipt?account={account}")

    def skip_outbox(self):
        while self.page():
            pass

    def page(self):
        page = self.shop.ask("GET", f"outbox?after={self.outbox}&limit=1000")
        self.outbox = page["next"]
        return [item["body"] for item in page["notifications"] if item["store"] == "apple"]

    def tell(self):
        """Lets the store tell of what was bought: some of it twice, through two nodes at once."""
        for body in self.page():
            data = json.loads(body)
            if "signedPayload" not in data:
                continue
            id = payload(data["signedPayload"])["notificationUUID"]
            node, other = self.shuffled(2)
            self.tasks.put(lambda body=body, id=id, node=node: self.client.notify(node, body, id))
            if self.random.random() < 0.2:
                self.tasks.put(lambda body=body, id=id, node=other: self.client.notify(node, body, id))

    def subscribe(self):
        for _ in range(3):
            account = self.new("subscriber")
            transaction = self.buy("plus.monthly", account)
            if self.random.random() < 0.3:
                self.shop.ask("POST", "act", {"act": "cancel", "of": transaction})
        self.tell()

    def upload(self):
        account, user, node = self.new("buyer"), self.new("user"), self.node()
        self.buy("lifetime", account)
        receipt = self.receipt(account)
        self.tasks.put(lambda: self.client.upload(node, receipt, user))

    def log_in(self):
        """The same player on two devices at once."""
        name, (node, other) = self.new("player"), self.shuffled(2)
        self.tasks.put(lambda: self.client.login(node, name))
        self.tasks.put(lambda: self.client.login(other, name))

    def offer_once(self):
        """A single use that three players claim at the same moment; then its uses are fought over."""
        account, players = self.new("coins"), [self.new("player") for _ in range(3)]
        sale = self.buy("coins.100", account)
        receipt = self.receipt(account)
        self.offers[sale] = receipt
        nodes, later = self.shuffled(3), self.shuffled(6)

        def task():
            sessions = [self.client.login(node, name) for node, name in zip(nodes, players)]
            pairs = list(zip(self.rotated(nodes), sessions))
            items = together([
                lambda node=node, session=session: self.client.redeem(node, session, sale, receipt)
                for node, session in pairs])
            for item, session in zip(items, sessions):
                if item:
                    session["fresh"] = True
                    together([
                        lambda node=node: self.client.consume(node, dict(session), sale, item, 30)
                        for node in later])

        self.tasks.put(task)

    def offer_forever(self):
        """What lasts, claimed by two players at the same moment."""
        account, players = self.new("keeper"), [self.new("player") for _ in range(2)]
        sale = self.buy("lifetime", account)
        receipt, nodes = self.receipt(account), self.shuffled(2)

        def task():
            sessions = [self.client.login(node, name) for node, name in zip(nodes, players)]
            together([
                lambda node=node, session=session: self.client.restore(node, session, sale, receipt)
                for node, session in zip(self.rotated(nodes), sessions)])

        self.tasks.put(task)

    def act(self):
        """An operator's action that is sent to two nodes at once."""
        user, name, (node, other) = self.new("granted"), self.new("request"), self.shuffled(2)
        self.tasks.put(lambda: together([
            lambda: self.client.grant(node, user, "pro", name),
            lambda: self.client.grant(other, user, "pro", name)]))

    @staticmethod
    def rotated(values):
        return [*values[1:], values[0]]


# MARK: What must be true


def same(checks, nodes):
    """All ledgers have the same content at the same position."""
    for _ in range(20):
        position = level(nodes)
        if position is None:
            break
        states, audits = [node.state() for node in nodes], [node.audit() for node in nodes]
        # Whoever applied something meanwhile is asked again.
        if {node.position() for node in nodes} == {position}:
            checks.that(f"all ledgers have one content at position {position:,}",
                        len(set(states)) == 1, [states, *difference(nodes)])
            checks.that("all ledgers have one audit log", len(set(audits)) == 1, audits)
            return position
    checks.that("all ledgers come to one position", False, [node.position() for node in nodes])
    return None


# What belongs to one node.
LOCAL = {"followedLog", "outcome", "quotaNotice", "sqlite_sequence", "sqlite_stat1"}


def difference(nodes):
    """The tables in which another ledger differs from the first, with a row or two."""
    names = [name for name, in nodes[0].rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for name in sorted(set(names) - LOCAL):
        first, *others = ({repr(row) for row in node.rows(f'SELECT * FROM "{name}"')} for node in nodes)
        for node, other in zip(nodes[1:], others):
            if first != other:
                yield (f"{name} of {node.name}: {len(first - other)} rows are missing "
                       f"{sorted(first - other)[:1]}, {len(other - first)} are its own "
                       f"{sorted(other - first)[:1]}")


def fair(checks, record, traffic=None, is_strict=True):
    """What the clients were told agrees with itself."""
    told = [given for given in record.redemptions.values() if sum(won for _, won, _ in given) > 1]
    checks.that(f"each of {len(record.redemptions)} single uses was given to one at most", not told,
                told[:3])
    none = [given for given in record.redemptions.values()
            if not any(won for _, won, _ in given) and all(at_once for *_, at_once in given)]
    checks.that("and to somebody", not none, none[:3])
    twice = [given for given in record.restores.values() if sum(won for _, won, _ in given) > 1]
    checks.that(f"each of {len(record.restores)} lasting purchases was restored to one at most",
                not twice, twice[:3])
    over = [(sale, uses) for sale, uses in record.consumptions.items()
            if sum(count for count, *_ in uses) > GRANTED]
    checks.that(f"none of {len(record.consumptions)} items was used beyond what was granted", not over,
                over[:3])
    rest = [uses for uses in record.consumptions.values()
            if len({left for count, left, _ in uses if count}) != sum(count > 0 for count, *_ in uses)]
    checks.that("each use left another rest", not rest, rest[:3])
    split = [ids for ids in record.logins.values() if len(ids) != 1]
    checks.that(f"each of {len(record.logins)} players has one ID on all nodes", not split, split[:3])
    doubled = [found for found in record.acts.values() if len(found) != 1]
    checks.that(f"each of {len(record.acts)} actions was done once", not doubled, doubled[:3])
    if is_strict:
        checks.that("no answer was unexpected", not record.unexpected,
                    [len(record.unexpected), *record.unexpected[:3]])
    if traffic:
        checks.that("every client came to its end", not traffic.errors,
                    [len(traffic.errors), *traffic.errors[:2]])


def kept(checks, node, *records):
    """The ledger has all that was acknowledged, once."""
    lost = [what for record in records for what in missing(node, record)]
    count = sum(len(record.acknowledged) for record in records)
    checks.that(f"{node.name} has all of {count:,} acknowledged requests, once", not lost,
                [len(lost), *lost[:4]])


def missing(node, record):
    """What the ledger lacks of what was acknowledged, and what it has twice."""
    keys = collections.Counter(key.rsplit(":", 1)[-1] for key, in node.rows(
        "SELECT key FROM document WHERE key IS NOT NULL AND origin = 'pushed'"))
    yield from (f"notification {id}" for id in record.notifications if keys[id] != 1)
    owners = dict(node.rows(
        'SELECT "order".transactionID, user.id FROM "order" JOIN chain ON chain.n = "order".chain '
        'LEFT JOIN user ON user.n = chain.user'))
    expected = dict(record.orders)
    for given in (record.redemptions, record.restores):
        for sale, tries in given.items():
            expected.update({sale: f"playfab-{name}" for name, won, _ in tries if won})
    yield from (f"order {sale} of {user}: {owners.get(sale, 'none')}"
                for sale, user in expected.items() if owners.get(sale) != user)
    spent = {sale for sale, in node.rows(
        'SELECT transactionID FROM redemption JOIN "order" ON "order".n = redemption.sale')}
    yield from (f"single use {sale}" for sale in record.redemptions if sale not in spent)
    used = {sale.rsplit(":", 1)[-1]: count for sale, count in node.rows(
        "SELECT transactionID, sum(count) FROM act WHERE deed = 'consume' GROUP BY transactionID")}
    yield from (f"uses {used.get(sale)} of {sale}: {uses}"
                for sale, uses in record.consumptions.items()
                if not sum(count for count, *_ in uses) <= used.get(sale, 0) <= GRANTED)
    acts = {id for id, in node.rows("SELECT id FROM document WHERE kind = 'manual'")}
    yield from (f"action {id}" for ids in record.acts.values() for id in ids if id not in acts)
    # One grant for each user who was granted anything by these clients.
    grants = dict(node.rows("SELECT user, count(*) FROM act WHERE deed = 'grant' GROUP BY user"))
    yield from (f"{grants.get(user, 0)} grants to {user}" for user in record.granted.values()
                if grants.get(user) != 1)
    players = {name for name, in node.rows("SELECT name FROM login")}
    yield from (f"player {name}" for name in record.logins if name not in players)


def sound(checks, nodes):
    """Each ledger is whole by itself, as a whole and by a sample of its users."""
    for node in nodes:
        for words in (["check"], ["check", "--quick"]):
            result = node.run(*words, seconds=600)
            checks.that(f"{node.name} is sound by {' '.join(words)}", result.returncode == 0,
                        (result.stdout + result.stderr)[-500:])


def run(world, checks):
    count = 10_000 if world.options.long else world.scaled(1_500)
    nodes = world.nodes(3, world.database(), prefix="traffic")
    for node in nodes:
        node.start()
    begun = time.monotonic()
    traffic = Traffic(world, nodes, world.options.seed, count).start()
    record = traffic.join()
    took = time.monotonic() - begun
    checks.note(f"{record.requests:,} requests in {took:.1f} s, the slowest took {record.slowest:.2f} s; "
                f"answers: {dict(record.statuses)}")
    fair(checks, record, traffic)
    same(checks, nodes)
    for node in nodes:
        kept(checks, node, record)
    if not record.positions:
        checks.skip("answers have a position", "the header Purser-Position is absent")
    sound(checks, nodes)
    for node in nodes:
        checks.that(f"{node.name} ends in order", node.stop() == 0, node.told()[-500:])
