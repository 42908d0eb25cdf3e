"""Entries make the same ledger however they are grouped: live, all at once, or a few at a time."""
import time

from checks import wait
from node import Node, level
from traffic import Traffic, same


def run(world, checks):
    count = 5_000 if world.options.long else world.scaled(500)
    string = world.database()
    # Changes make jobs for the webhook, too, which nobody runs here.
    settings = world.webhook(9)
    nodes = world.nodes(2, string, prefix="live", settings=settings)
    for node in nodes:
        node.start()
    few = Node(world, "killed", string, settings=settings)
    few.join()
    traffic = Traffic(world, nodes, world.options.seed, count, name="batch").start()
    # Each life applies what came meanwhile, in batches of other sizes, and ends in the middle of one.
    lives = 0
    while traffic.threads[0].is_alive():
        few.start()
        before = few.position()
        wait(lambda: few.position() > before or not traffic.threads[0].is_alive(), 5, 0.001)
        few.kill()
        lives += 1
    traffic.join()
    head = level(nodes)
    late = Node(world, "late", string, way="log-file", settings=settings)
    late.join()
    begun = time.monotonic()
    for node in (late, few):
        node.start()
    level([late], head)
    checks.note(f"{head:,} positions replayed in {time.monotonic() - begun:.1f} s; the other node had "
                f"{lives + 1} lives")
    same(checks, [*nodes, late, few])
    for node in (*nodes, late, few):
        node.stop()
    backup(world, checks, string, nodes[0])


def backup(world, checks, string, node):
    """A copy of a ledger goes on where it is, under another name."""
    copy = Node(world, "copied", string, settings=world.webhook(9))
    node.run("backup", str(copy.ledger), check=True)
    copy.join()
    for each in (node, copy):
        each.start()
    Traffic(world, [copy], world.options.seed, name="copy").one_of_each()
    same(checks, [node, copy])
    for each in (node, copy):
        each.stop()
