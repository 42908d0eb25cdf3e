"""What many idle dashboards cost the database, and that they tell each other which case is open."""
import os
import time

from checks import wait
from node import Node
from races.dashboard import Sitting
from traffic import Traffic

MAX_QUERIES = 4
SECONDS = 20
# A node renews its mark every 5 seconds, and reads those of others as often.
PRESENCE_SECONDS = 30
MARK = "◆".encode()


def run(world, checks):
    count = 60 if world.options.long else 10
    string = world.database()
    [first] = world.nodes(1, string, prefix="dashboard")
    first.start()
    Traffic(world, [first], world.options.seed, name="idle").one_of_each()
    first.stop()
    followers = []
    for index in range(count):
        node = Node(world, f"idle{index + 1}", string)
        first.run("backup", str(node.ledger), check=True)
        node.join()
        followers.append(node)
    sittings = [begun(node) for node in followers]
    for sitting in sittings:
        sitting.shows(rb"QUEUES")
    name = f"log{world.logs}"
    # They ask more often at first.
    each = wait(lambda: (rate := per_second(world, name, 5) / count) <= MAX_QUERIES and rate, 30, 0)
    each = per_second(world, name, SECONDS) / count
    checks.note(f"{count} idle dashboards cost {each:.2f} transactions a second each")
    checks.that(f"each of {count} idle dashboards costs {MAX_QUERIES} transactions a second at most",
                each <= MAX_QUERIES, f"{each:.2f}")
    connections = int(world.cluster.primary.sql(
        f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"))
    checks.note(f"{connections / count:.1f} connections each")
    head = int(world.cluster.primary.sql("SELECT seq FROM purser_head", name))
    checks.that("none of them writes while nothing happens",
                all(node.position() == head for node in followers), head)
    tell_each_other(sittings, checks)
    for sitting in sittings:
        sitting.close()


def tell_each_other(sittings, checks):
    """A user opened on one node is marked in the lists of the others, and no longer after that."""
    here, there = sittings[:2]
    there.press(b":users\r")
    there.shows(rb"LAST PURCHASE")
    here.press(b":users\r")
    here.shows(rb"LAST PURCHASE")
    here.press(b"\r")
    here.shows(rb"ENTITLEMENTS")
    there.text = b""
    begun = time.monotonic()
    shown = wait(lambda: there.read(0.05) and MARK in there.text, PRESENCE_SECONDS, 0)
    checks.that("a user opened on one node is marked on another", shown)
    checks.note(f"{time.monotonic() - begun:.1f} s until the mark")
    here.press(b"\x1b")
    gone = wait(lambda: there.read(0.05) is not None and MARK not in painted(there),
                PRESENCE_SECONDS, 0.5)
    checks.that("the mark goes once the user is closed", gone)


def painted(sitting):
    """All of the screen, painted again."""
    sitting.text = b""
    sitting.press(b"\x0c")
    return sitting.text


def begun(node):
    """A dashboard in a terminal of its own."""
    before = dict(os.environ)
    os.environ.update(node.environment)
    try:
        return Sitting([node.program, "--config", str(node.config)])
    finally:
        os.environ.clear()
        os.environ.update(before)


def per_second(world, name, seconds):
    """Transactions in the database a second, by its own count."""
    def count():
        return int(world.cluster.primary.sql(
            f"SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '{name}'"))

    before, begun = count(), time.monotonic()
    # A rate needs a time to be measured over.
    time.sleep(seconds)
    return (count() - before) / (time.monotonic() - begun)
