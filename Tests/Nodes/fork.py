"""Promotes a standby that lacks acknowledged entries: who had applied them stops, the others go on,
and what was lost is offered again."""
from checks import wait
from clients import Client
from cluster import PORT
from node import Node, level
from proxy import Proxies
from traffic import AtOnce, Traffic, kept, same, sound


def run(world, checks):
    cluster = world.new_cluster()
    string = world.database()
    proxies = Proxies(cluster.servers, PORT)
    world.undo.append(proxies.close)
    nodes = world.nodes(2, string, prefix="fork")
    late = Node(world, "fork3", cluster.string(proxies.hosts, database=f"log{world.logs}"))
    late.join()
    everyone = [*nodes, late]
    for node in everyone:
        node.start()
    before = Traffic(world, everyone, 1, name="before").one_of_each()
    level(everyone)
    proxies.set("cut")
    lost, offers = lose(world, cluster, nodes)
    ahead, behind = nodes[0].position(), late.position()
    checks.that("entries were acknowledged that one standby lacks",
                ahead > behind and level(nodes) == ahead, (ahead, behind))
    promote(cluster)
    proxies.set("pass")
    report(world, checks, nodes, ahead)
    # What was given out there is given out here once more: nobody here knows of it.
    [(sale, receipt)] = offers.items()
    after = Traffic(world, [late], 3, name="after")
    rival = after.client.login(late, f"rival-of-{sale}")
    checks.that("a single use whose redemption was lost is given out again",
                after.client.redeem(late, rival, sale, receipt), after.record.unexpected)
    after = after.one_of_each()
    checks.that("a node that had not applied the lost entries goes on",
                len(after.notifications) > 1 and late.position() > behind, after.unexpected[:2])
    # The log may by now be longer than it was, so that its length alone doesn't show the fork.
    while late.position() <= ahead:
        more = Traffic(world, [late], 4, name="more").one_of_each()
        after.notifications |= more.notifications
    report(world, checks, nodes, ahead, "once the log is longer")
    restart(checks, nodes)
    refused = late.rows("SELECT user FROM act WHERE user LIKE 'refused-%'")
    checks.that("what a forked node refused does not reach the others", not refused, refused)
    for node in nodes:
        kept(checks, node, lost)
        node.stop()
    lost.redemptions.pop(sale)
    lost.consumptions.pop(sale)
    mend(world, checks, string, nodes, late, (before, after, lost), sale)


def lose(world, cluster, nodes):
    """Has entries acknowledged that the third server doesn't get."""
    third = cluster.servers[2]
    third.sql("ALTER SYSTEM SET primary_conninfo = ''")
    third.sql("SELECT pg_reload_conf()")
    wait(lambda: third.sql("SELECT count(*) FROM pg_stat_wal_receiver") == "0")
    more = Traffic(world, nodes, 2, name="twice")
    more.tasks = AtOnce()
    more.offer_once()
    traffic = Traffic(world, nodes, 2, name="lost")
    record = traffic.one_of_each()
    for name in ("logins", "redemptions", "consumptions"):
        getattr(record, name).update(getattr(more.record, name))
    return record, more.offers


def promote(cluster):
    one, two, third = cluster.servers
    one.kill()
    two.kill()
    cluster.promote(third)
    cluster.follow(one)
    cluster.follow(two)
    cluster.wait_for_standbys()


def report(world, checks, nodes, position, when=""):
    for node in nodes:
        what = f"{node.name} reports the fork {when}".rstrip()
        found = wait(lambda: "forked" in node.told(), 4)
        checks.that(f"{what} in its log", found, node.told()[-700:])
        result = node.run("log", "status")
        told = result.stdout + result.stderr
        checks.that(f"{what} in its status", result.returncode == 1 and "forked" in told, told)
        checks.that(f"{node.name} stops there {when}".rstrip(), node.position() == position,
                    (node.position(), position))
        user = f"refused-{node.name}-{when.replace(' ', '-')}"
        answer = node.ask("POST", f"/v1/users/{user}/grants", {"key": "pro", "new": True}, world.key())
        checks.that(f"{node.name} refuses writes {when}".rstrip(), answer.status == 503,
                    (answer.status, answer.body[:300]))
        if world.has_positions(node):
            checks.that(f"{node.name} is not ready {when}".rstrip(),
                        wait(lambda: node.ready() == 503, 10), node.ready())
        else:
            checks.skip(f"{node.name} is not ready {when}".rstrip(), "the header Purser-Position is absent")


def restart(checks, nodes):
    """Reads are still answered after a restart, or the server says why it does not start."""
    for node in nodes:
        node.kill()
        node.begin()
        found = wait(lambda: "forked" in node.told(), 5)
        checks.that(f"{node.name} reports the fork when it is started again", found, node.told()[-500:])


def mend(world, checks, string, nodes, late, records, sale):
    before, after, lost = records
    fresh = Node(world, "fork4", string, way="log-file")
    fresh.join()
    fresh.start()
    level([fresh, late])
    kept(checks, fresh, before)
    if not world.knows("mend"):
        checks.skip("the lost entries are offered again", "purser log has no mend")
    else:
        for node in nodes:
            result = fresh.run("log", "mend", "--from", str(node.ledger))
            told = result.stdout + result.stderr
            checks.that(f"what {node.name} has is offered again", result.returncode in (0, 2), told)
            checks.that("and the sale that was given out twice is listed",
                        result.returncode == 2 and sale in told, (result.returncode, told))
        level([fresh, late])
        for node in (fresh, late):
            kept(checks, node, lost, after)
        client = Client([fresh, late], lost, world.api_key)
        for request, user in lost.granted.items():
            client.grant(fresh, user, "pro", request)
            client.grant(late, user, "pro", request)
        checks.that("an action whose request comes again is not done again",
                    all(len(ids) == 1 for ids in lost.acts.values()) and not lost.unexpected,
                    (lost.acts, lost.unexpected))
        level([fresh, late])
        kept(checks, fresh, lost)
        position = fresh.position()
        owners = [node.rows('SELECT user.id FROM "order" JOIN chain ON chain.n = "order".chain JOIN user '
                            'ON user.n = chain.user WHERE transactionID = ?', (sale,))
                  for node in (fresh, late)]
        checks.that("it stays with whom the log gave it to",
                    owners == [[(f"playfab-rival-of-{sale}",)]] * 2, owners)
        again = fresh.run("log", "mend", "--from", str(nodes[0].ledger))
        checks.that("offering it twice changes nothing", again.returncode in (0, 2)
                    and len({fresh.state(), late.state()}) == 1, again.stdout + again.stderr)
        checks.note(f"offered twice: position {position:,}, then {fresh.position():,}")
    same(checks, [fresh, late])
    sound(checks, [fresh, late])
    for node in (fresh, late):
        checks.that(f"{node.name} ends in order", node.stop() == 0, node.told()[-500:])
