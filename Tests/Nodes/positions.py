"""A client reads its own writes on any node, by the position that it was told."""
import os
import signal
import time

from checks import Skipped, wait
from node import level
from traffic import same


def run(world, checks):
    count = 1_000 if world.options.long else 100
    nodes = world.nodes(3, world.database(), prefix="position")
    for node in nodes:
        node.start()
    if not world.has_positions(nodes[0]):
        raise Skipped("the header Purser-Position is absent")
    wrong, slowest = [], 0
    for index in range(count):
        user, writer, reader = f"reader{index}", nodes[index % 3], nodes[(index + 1 + index // 3) % 3]
        made = writer.ask("POST", f"/v1/users/{user}/grants", {"key": "pro", "new": True}, world.key())
        position = made.headers.get("purser-position")
        begun = time.monotonic()
        read = reader.ask("GET", f"/v1/users/{user}/entitlements",
                          headers=world.key(**{"Purser-Position": position or ""}))
        slowest = max(slowest, time.monotonic() - begun)
        if made.status != 201 or read.status != 200 or not read.json["entitlements"]:
            wrong.append((made.status, position, read.status, read.body[:100]))
    checks.that(f"each of {count} reads on another node finds what was written just before", not wrong,
                [len(wrong), *wrong[:2]])
    checks.note(f"the slowest read took {slowest:.3f} s")
    head = level(nodes)
    future(world, checks, nodes[0], head)
    malformed(world, checks, nodes[0])
    lagging(world, checks, nodes)
    same(checks, nodes)
    for node in nodes:
        node.stop()


def read(world, node, position):
    return node.ask("GET", "/v1/catalog", headers=world.key(**{"Purser-Position": position}))


def future(world, checks, node, head):
    begun = time.monotonic()
    answer = read(world, node, f"0:{head + 1_000}")
    took = time.monotonic() - begun
    checks.that("a position that nobody has reached is answered with 503", answer.status == 503,
                (answer.status, answer.body))
    checks.that("after about a second", 0.8 < took < 2.5, f"{took:.2f} s")
    checks.that("and says when to come again", "retry-after" in answer.headers, answer.headers)
    checks.that("the own position is answered", read(world, node, f"0:{head}").status == 200)


def malformed(world, checks, node):
    """None of these may be a fault of the server's, or hold a request for long."""
    for text in ("", "0", ":", "a:b", "0:-1", "-1:1", "0:99999999999999999999", "0:0x10", "0:1:2",
                 "9:1", " 0:1", "0:1 ", "0:" + "1" * 5000, "٣:٣".encode().decode("latin-1")):
        begun = time.monotonic()
        answer = read(world, node, text)
        took = time.monotonic() - begun
        checks.that(f"the position {text[:12]!r} does no harm",
                    answer.status in (200, 400, 503) and took < 2.5, (answer.status, took))


def lagging(world, checks, nodes):
    """A node that applies nothing for a while keeps its readers waiting, no longer than it may."""
    writer, reader = nodes[:2]
    os.kill(reader.process.pid, signal.SIGSTOP)
    try:
        made = writer.ask("POST", "/v1/users/late/grants", {"key": "pro", "new": True}, world.key())
    finally:
        os.kill(reader.process.pid, signal.SIGCONT)
    answer = reader.ask("GET", "/v1/users/late/entitlements", headers=world.key(
        **{"Purser-Position": made.headers["purser-position"]}))
    checks.that("a node that was behind waits until it has what is asked for",
                answer.status == 200 and answer.json["entitlements"], (answer.status, answer.body))
    checks.that("the node that was stopped is ready again", wait(lambda: reader.ready() == 200, 10))
