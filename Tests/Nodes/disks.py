"""Disks that are full: a node's, and the primary's."""
import subprocess

from access import grant
from checks import Skipped, wait
from cluster import Cluster
from node import Node, level
from traffic import Traffic, fair, kept, same


def mount(world, folder, megabytes, owner=None):
    folder.mkdir(parents=True, exist_ok=True)
    options = f"size={megabytes}m,mode=0700"
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
                          capture_output=True, text=True)
    if made.returncode != 0:
        raise Skipped(f"no tmpfs can be mounted: {made.stderr.strip()}")
    if owner:
        subprocess.run(["chown", f"{owner}:", str(folder)], check=True)
    world.undo.append(lambda: subprocess.run(["umount", "-l", str(folder)], capture_output=True))


def fill(folder):
    """Fills the disk but for nothing; returns the file that takes the room."""
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return ballast


def full_node(world, checks):
    try:
        string = world.database()
        nodes = world.nodes(1, string, prefix="disk")
        folder = world.folder / "node-small"
        mount(world, folder, 24)
        small = Node(world, "small", string, folder=folder)
        # The log of the server is on another disk.
        small.log_file = world.folder / "small.log"
    except Skipped as reason:
        return checks.skip("a node's disk is full", reason)
    nodes.append(small)
    small.join()
    for node in nodes:
        node.start()
    first = Traffic(world, nodes, 1, name="room").one_of_each()
    ballast = fill(folder)
    other = Traffic(world, nodes[:1], 2, count=150, name="full").start().join()
    fair(checks, other)
    checks.that("the other node goes on while a node's disk is full",
                len(other.acknowledged) > 50, len(other.acknowledged))
    checks.that("the node with the full disk is not ready", wait(lambda: small.ready() == 503, 10),
                small.ready())
    answer = grant(world, small, "full-disk")
    checks.that("it refuses writes with 503", answer.status == 503, (answer.status, answer.body))
    checks.that("it still runs", small.is_running())
    ballast.unlink()
    checks.that("with room again it is ready", wait(lambda: small.ready() == 200, 20), small.ready())
    last = Traffic(world, nodes, 3, name="again").one_of_each()
    same(checks, nodes)
    kept(checks, small, first, other, last)


def full_primary(world, checks):
    """First no table can grow, then there is no room for the database's own log."""
    cluster = Cluster(world.folder / "database-small", world.net)
    folder = cluster.primary.data
    world.found += world.secrets()
    world.cluster.stop()
    world.cluster = cluster
    world.undo.append(cluster.stop)
    try:
        mount(world, folder, 160, "postgres")
    except Skipped as reason:
        world.new_cluster()
        return checks.skip("the primary's disk is full", reason)
    try:
        cluster.start()
        nodes = world.nodes(2, world.database(), prefix="primary")
        for node in nodes:
            node.start()
        first = Traffic(world, nodes, 1, count=100, name="room").start().join()
        for index, what in enumerate(("a table of the primary", "the primary's log")):
            ballast = fill(folder)
            if index == 1:
                cluster.primary.sql("SELECT pg_switch_wal()", check=False)
            answer = until_refused(world, nodes)
            checks.that(f"without room for {what} writes are refused with 503",
                        answer.status == 503, (answer.status, answer.body[:300]))
            read = nodes[0].ask("GET", "/v1/catalog", headers=world.key())
            checks.that(f"reads are answered without room for {what}", read.status == 200, read.status)
            ballast.unlink()
            if cluster.primary.process.poll() is not None:
                checks.note("the primary ended and is started again")
                cluster.primary.kill()
                cluster.primary.start()
            users = (f"room-{index}-{attempt}" for attempt in range(1000))
            checks.that(f"with room for {what} writes are taken again",
                        wait(lambda: grant(world, nodes[1], next(users)).status == 201, 20, 0.2),
                        nodes[1].told()[-600:])
        last = Traffic(world, nodes, 2, count=100, name="again").start().join()
        same(checks, nodes)
        for record in (first, last):
            fair(checks, record)
        kept(checks, nodes[1], first, last)
    finally:
        world.end_processes()
        world.found += world.secrets()
        cluster.stop()
        world.new_cluster()


def until_refused(world, nodes):
    """Writes long notes until one is refused; returns the last answer."""
    for index in range(400):
        answer = nodes[index % 2].ask(
            "POST", f"/v1/users/filler{index}/grants",
            {"key": "pro", "new": True, "note": f"{index} " + "long " * 90}, world.key())
        if answer.status != 201:
            return answer
    return answer
