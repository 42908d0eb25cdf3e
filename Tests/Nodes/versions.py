"""Nodes of an older version beside newer ones, and a log that goes on in a newer format.

With --old PROGRAM the older nodes run that one; otherwise they only write the older format."""
from node import Node, level
from traffic import Traffic, same


def run(world, checks):
    count = world.scaled(300)
    string = world.database()
    first = Node(world, "version-first", string)
    first.run("log", "create", "--node", first.name, "--format", "1", check=True)
    other = Node(world, "version-other", string, way="log-file", program=world.options.old)
    other.join()
    nodes = [first, other]
    for node in nodes:
        node.start()
    Traffic(world, nodes, world.options.seed, count, name="older").start().join()
    level(nodes)
    same(checks, nodes)
    checks.that("entries have the older format", formats(world) == {1}, formats(world))
    if world.options.old:
        told = first.run("log", "upgrade")
        checks.that("a log isn't upgraded while an older node follows it",
                    told.returncode == 64 and other.name in told.stderr, told.stderr)
        other.stop()
        other.program = world.program
        other.start()
    told = first.run("log", "upgrade")
    checks.that("a log is upgraded", told.returncode == 0, told.stderr)
    told = first.run("log", "upgrade")
    checks.that("upgrading again changes nothing", "already" in told.stderr, told.stderr)
    for node in nodes:
        node.stop()
        node.start()
    Traffic(world, nodes, world.options.seed, count, name="newer").start().join()
    checks.that("new entries have the newer format", formats(world) == {1, 2}, formats(world))
    late = Node(world, "version-late", string, way="environment")
    late.join()
    late.start()
    level([*nodes, late])
    same(checks, [*nodes, late])
    erased(world, checks, [*nodes, late], string)
    told = first.run("log", "status")
    checks.that("nodes of one version are not said to differ", "differ" not in told.stdout, told.stdout)
    for node in (*nodes, late):
        node.stop()
    world.cluster.primary.sql(
        f"UPDATE purser_node SET version = '0.2.0+1' WHERE name = '{other.name}'", f"log{world.logs}")
    told = first.run("log", "status")
    checks.that("nodes of several versions are said to differ", "versions  differ" in told.stdout,
                told.stdout)
    if world.options.old:
        refused(world, checks, string)


def erased(world, checks, nodes, string):
    """An erased person is gone from entries of both formats, and the rest is as before."""
    user = nodes[0].rows("SELECT id FROM user ORDER BY orders DESC, id LIMIT 1")[0][0]
    told = nodes[0].run("erase", "user", user)
    checks.that("a person is erased", told.returncode == 0, told.stdout + told.stderr)
    level(nodes)
    same(checks, nodes)
    bodies = world.cluster.primary.sql(
        f"SELECT count(*) FROM purser_entry WHERE position('{user}'::bytea IN body) > 0",
        f"log{world.logs}")
    checks.that("no entry has the person's name", int(bodies) == 0, bodies)
    again = Node(world, "version-again", string)
    again.join()
    again.start()
    level([*nodes, again])
    same(checks, [*nodes, again])
    again.stop()


def refused(world, checks, string):
    """What an older version says of a newer format."""
    old = Node(world, "version-old", string, program=world.options.old)
    old.join()
    old.start()
    told = old.run("log", "status")
    checks.that("an older node names what it doesn't know, and whom to follow",
                "format 2" in told.stdout + told.stderr + old.told(), told.stdout + told.stderr)
    old.stop()


def formats(world):
    rows = world.cluster.primary.sql("SELECT DISTINCT format FROM purser_entry", f"log{world.logs}")
    return {int(row) for row in rows.split()}
