"""Entries that a node doesn't know or that are long."""
import json

from access import grant, name, refused
from checks import wait
from documents import OPTIONS, answer
from node import level
from traffic import same

MEGABYTE = 1 << 20


def insert(world, node, kind, format, body="00"):
    """Appends an entry as a newer purser might."""
    world.cluster.primary.sql(
        "WITH h AS (UPDATE purser_head SET seq = seq + 1 WHERE part = 0 RETURNING seq) "
        "INSERT INTO purser_entry (part, seq, id, piece, pieces, kind, format, node, at, body) "
        f"SELECT 0, h.seq, gen_random_uuid(), 1, 1, {kind}, {format}, 'newer-node', 1795673822912, "
        f"decode('{body}', 'hex') FROM h", name(world))


def stops(world, checks, what, prefix, kind, format, *words, body="00"):
    nodes = world.nodes(2, world.database(), prefix=prefix)
    for node in nodes:
        node.start()
    grant(world, nodes[0], "ada")
    position = level(nodes)
    insert(world, nodes[0], kind, format, body)
    for node in nodes:
        checks.that(f"{node.name} is not ready at {what}", wait(lambda: node.ready() == 503, 10),
                    node.ready())
        told = wait(lambda: all(word in node.told() for word in words) and node.told(), 3)
        checks.that(f"{node.name} logs {what}, and what to do", told, node.told()[-600:])
        status = node.run("log", "status")
        text = status.stdout + status.stderr
        checks.that(f"the status of {node.name} names {what}",
                    status.returncode == 1 and all(word in text for word in words),
                    (status.returncode, text))
    answer = grant(world, nodes[0], "bea")
    checks.that(f"a write after {what} is refused with 503", answer.status == 503,
                (answer.status, answer.body))
    head = int(world.cluster.primary.sql("SELECT seq FROM purser_head", name(world)))
    checks.that(f"what was refused after {what} is not in the log", head == position + 1,
                (position, head))
    read = nodes[1].ask("GET", "/v1/catalog", headers=world.key())
    checks.that(f"reads after {what} are answered", read.status == 200, read.status)
    checks.that(f"no node passes {what}", {node.position() for node in nodes} == {position})


def unknown_kind(world, checks):
    stops(world, checks, "an entry of an unknown kind", "kind", 99, 1, "newer-node", "pgrade")


def unknown_format(world, checks):
    stops(world, checks, "an entry of an unknown format", "format", 1, 77, "newer-node", "pgrade")


def unreadable(world, checks):
    stops(world, checks, "an entry that can't be read", "unreadable", 1, 1, "cannot be read",
          body="deadbeef")


def in_pieces(world, checks):
    """A document of 16 MB, which takes many rows, between others."""
    nodes = world.nodes(3, world.database(), prefix="pieces")
    for node in nodes:
        node.start()
    document = json.loads(answer(1))
    document["latest_receipt"] = "A" * (16 * MEGABYTE)
    path = world.folder / "long.json"
    path.write_text(json.dumps(document))
    before = grant(world, nodes[1], "before")
    result = nodes[0].run("import", *OPTIONS, str(path))
    checks.that("a document of 16 MB is taken", result.returncode == 0,
                (result.returncode, (result.stdout + result.stderr)[-500:]))
    after = grant(world, nodes[2], "after")
    checks.that("others before and after it, too", before.status == after.status == 201,
                (before.status, after.status))
    rows = world.cluster.primary.sql(
        "SELECT max(pieces), count(DISTINCT id) FILTER (WHERE pieces > 1) FROM purser_entry", name(world))
    checks.note(f"the most pieces, and entries that have several: {rows}")
    level(nodes)
    sizes = [node.rows("SELECT max(byteCount) FROM document")[0][0] for node in nodes]
    checks.that("each ledger has all of it", min(sizes) == max(sizes) > 16 * MEGABYTE, sizes)
    same(checks, nodes)
    path.unlink()
