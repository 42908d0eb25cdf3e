"""Passwords, rights, tables and names."""
import contextlib
import sqlite3

from checks import wait
from cluster import PASSWORD, ROLE
from node import Node, level
from traffic import same


def grant(world, node, user, seconds=20):
    return node.ask("POST", f"/v1/users/{user}/grants", {"key": "pro", "new": True}, world.key(),
                    seconds=seconds)


def refused(checks, what, result, *words):
    told = result.stdout + result.stderr
    checks.that(what, result.returncode not in (0, None) and result.returncode > 0
                and all(word in told for word in words), (result.returncode, told[-500:]))


def name(world):
    return f"log{world.logs}"


def wrong_password(world, checks):
    string = world.database()
    [node] = world.nodes(1, string, prefix="password")
    wrong = world.cluster.string(database=name(world), password=f"{PASSWORD} and more")
    for way in ("log", "log-file", "environment"):
        other = Node(world, f"password-{way}", wrong, way=way)
        refused(checks, f"a wrong password in {way} is refused", other.join(check=False), "password")
    malformed = Node(world, "malformed", f"host='unfinished password={PASSWORD}")
    refused(checks, "a malformed connection string is refused", malformed.join(check=False), "malformed")
    nowhere = Node(world, "nowhere", world.cluster.string([("127.0.0.1", 1)], database=name(world)))
    refused(checks, "a database that nobody serves is refused", nowhere.join(check=False), "127.0.0.1")
    node.configure(wrong)
    serve_without_log(world, checks, node, "with a wrong password")
    node.configure(string)
    node.start()
    checks.that("with the right one it goes on", wait(lambda: grant(world, node, "ada").status == 201, 10))


def serve_without_log(world, checks, node, when):
    """A server whose log doesn't answer still answers reads."""
    node.start()
    answer = grant(world, node, "nobody")
    checks.that(f"a write {when} is refused with 503", answer.status == 503,
                (answer.status, answer.body[:300]))
    read = node.ask("GET", "/v1/catalog", headers=world.key())
    checks.that(f"a read {when} is answered", read.status == 200, (read.status, read.body[:300]))
    checks.that(f"it is not ready {when}", wait(lambda: node.ready() == 503, 10), node.ready())
    checks.that(f"it ends in order {when}", node.stop() == 0)


def without_rights(world, checks):
    string = world.database()
    world.nodes(1, string, prefix="rights")
    world.sql(f"CREATE ROLE poor LOGIN PASSWORD '{PASSWORD}'")
    poor = Node(world, "poor", world.cluster.string(database=name(world), user="poor"))
    refused(checks, "a role without rights is refused", poor.join(check=False), "right")


def granted_rights(world, checks):
    """The statements that `log create` prints suffice, and each is needed."""
    primary = world.cluster.primary
    string = world.database()
    database = name(world)
    node = Node(world, "granted1", string)
    for role in ("purser_serve", "purser_eraser", "purser_owner"):
        world.sql(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
    primary.sql(f"GRANT purser_owner TO {ROLE}", database)
    told = node.create().stdout
    grants = told[told.index("GRANT"):]
    primary.run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1",
                f"host={primary.folder}/{primary.name}.socket port={world.cluster.port} "
                f"dbname={database} user=postgres", text=grants)
    serve = Node(world, "granted2", world.cluster.string(database=database, user="purser_serve"))
    world.cluster.settle()
    serve.join()
    serve.start()
    answer = grant(world, serve, "ada")
    checks.that("the printed rights suffice to serve", answer.status == 201, (answer.status, answer.body))
    world.sql("REVOKE INSERT ON purser_entry FROM purser_serve", database)
    answer = grant(world, serve, "bea")
    checks.that("without a right a write is refused with 503", answer.status == 503,
                (answer.status, answer.body))
    world.sql("GRANT INSERT ON purser_entry TO purser_serve", database)
    answer = grant(world, serve, "cyd")
    checks.that("with it again the next one is taken", answer.status == 201,
                (answer.status, answer.body))
    for table in ("purser_entry", "purser_head"):
        denied = primary.run(
            "psql", "-X", "-q", "-c", f"DELETE FROM {table}",
            f"host={primary.address} port={world.cluster.port} dbname={database} user=purser_serve "
            f"password='{PASSWORD}'", check=False)
        checks.that(f"the role that serves can't delete from {table}", denied == "")
    checks.that("nothing was deleted", int(primary.sql("SELECT count(*) FROM purser_entry", database)) > 1)


def two_beginnings(world, checks):
    """A ledger of one log meets another log."""
    first, second = world.database(), world.database()
    [one] = world.nodes(1, first, prefix="first")
    [two] = world.nodes(1, second, prefix="second")
    head = two.status()["head"]
    one.configure(second)
    for words in (("log", "status"), ("log", "join", "--node", "first1"), ("log", "create")):
        refused(checks, f"purser {' '.join(words[:2])} with another log is refused", one.run(*words))
    refused(checks, "a command that writes to another log is refused",
            one.run("catalog", "import", str(world.folder / "catalog.json")))
    try:
        serve_without_log(world, checks, one, "with another log")
    except AssertionError as error:
        checks.that("a server with another log says so", "began with" in str(error), error)
    checks.that("the other log has got nothing", two.status()["head"] == head, two.status())


def missing_tables(world, checks):
    string = world.database()
    empty = Node(world, "tableless", string)
    refused(checks, "a database without a log is refused", empty.join(check=False), "Create")
    [node] = world.nodes(1, string, prefix="tables")
    node.start()
    world.cluster.primary.sql(
        "DROP TABLE purser_head, purser_entry, purser_lease, purser_node", name(world))
    answer = grant(world, node, "nobody")
    checks.that("a write is refused with 503 when the tables are gone", answer.status == 503,
                (answer.status, answer.body))
    checks.that("the node is not ready then", wait(lambda: node.ready() == 503, 10), node.ready())
    refused(checks, "status says that the tables are gone", node.run("log", "status"), "no shared log")
    refused(checks, "the log isn't begun again by its own ledger", node.run("log", "create"))


def names(world, checks):
    string = world.database()
    [node] = world.nodes(1, string, prefix="name")
    node.start()
    wait(lambda: any(found["name"] == "name1" for found in node.status()["nodes"]), 10, 0.2)
    double = Node(world, "name1", string, folder=world.folder / "double")
    refused(checks, "a name that a living node has is refused", double.join(check=False), "name1")
    for bad in ("", "a\nb", "x" * 129):
        refused(checks, f"the name {bad[:5]!r} is refused", double.run("log", "join", "--node", bad))


def parts(world, checks):
    """Two logs in one database, whose nodes have the same names."""
    string = world.database()
    folders = [world.folder / f"part{part}" for part in (0, 1)]
    nodes = [Node(world, "same", string, part=part, folder=folder) for part, folder in enumerate(folders)]
    for node in nodes:
        node.create()
        node.start()
    for index, node in enumerate(nodes):
        checks.that(f"part {index} takes a write", grant(world, node, f"user{index}").status == 201)
    users = [node.rows("SELECT DISTINCT user FROM act") for node in nodes]
    checks.that("each part has its own", users == [[("user0",)], [("user1",)]], users)

    def listed():
        # Twice the first one: each may have replaced the other meanwhile.
        return [[found["name"] for found in node.status()["nodes"]] for node in (*nodes, nodes[0])]

    checks.that("each part lists its own node", wait(lambda: listed() == [["same"]] * 3, 12, 0.5),
                listed())


def other_contents(world, checks):
    string = world.database()
    [node] = world.nodes(1, string, prefix="contents")
    full = Node(world, "full", string)
    world.output("generate", "--users", "5", "--orders", "9", "--ledger", str(full.ledger))
    refused(checks, "a ledger with other contents can't join", full.join(check=False), "beginning")
    alone = node.run("log", "leave")
    checks.that("a ledger leaves", alone.returncode == 0, alone.stderr)
    node.join(check=False)
    backup = world.folder / "contents.sqlite"
    [begun] = world.nodes(1, world.database(), prefix="backed")
    begun.run("backup", str(backup), check=True)
    copy = Node(world, "copy", begun_string(world))
    backup.rename(copy.ledger)
    copy.join()
    begun.start()
    copy.start()
    grant(world, begun, "ada")
    checks.that("a backup follows as another node", level([begun, copy]) is not None)
    same(checks, [begun, copy])
    copy.stop()
    with contextlib.closing(sqlite3.connect(copy.ledger)) as ledger, ledger:
        ledger.execute("INSERT INTO erasure (entry, person) VALUES (zeroblob(16), x'7b7d')")
    bound = copy.run("log", "leave")
    checks.that("a ledger doesn't leave while the log has data of persons erased there",
                bound.returncode == 64 and "--keep-persons" in bound.stderr, bound.stderr)
    alone = copy.run("log", "leave", "--keep-persons")
    checks.that("a ledger leaves and keeps them there", alone.returncode == 0, alone.stderr)


def begun_string(world):
    return world.cluster.string(database=name(world))
