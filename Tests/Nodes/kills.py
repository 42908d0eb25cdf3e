"""Kills nodes, primaries and connections while clients post, and looks for what was acknowledged."""
import random
import time

from checks import wait
from cluster import PORT
from node import Node
from proxy import Proxies
from traffic import Traffic, fair, kept, same, sound

MAX_PAUSE = 5
RATE = 80


class Course:
    def __init__(self, world, checks):
        self.world, self.checks = world, checks
        self.random = random.Random(world.options.seed)
        self.pauses = {}
        self.unready = []

    def start(self):
        string = self.world.database()
        name = string.split("dbname=")[1].split()[0]
        self.proxies = Proxies(self.world.cluster.servers, PORT)
        self.world.undo.append(self.proxies.close)
        self.nodes = self.world.nodes(2, string, prefix="kills")
        behind = self.world.cluster.string(self.proxies.hosts, database=name)
        self.nodes.append(Node(self.world, "kills3", behind, way="environment"))
        self.nodes[2].join()
        for node in self.nodes:
            node.start()
        self.traffic = Traffic(
            self.world, self.nodes, self.world.options.seed, name="k", rate=RATE, workers=8).start()

    def resumed(self, since, count=20):
        """Waits until so many more are acknowledged."""
        acknowledged = self.traffic.record.acknowledged
        before = len(acknowledged)
        if not wait(lambda: len(acknowledged) >= before + count, 60):
            raise AssertionError(f"nothing is acknowledged {time.monotonic() - since:.0f} s after a kill")

    def kill(self, kind):
        begun = time.monotonic()
        getattr(self, kind)(begun)
        self.resumed(begun)
        pause, _ = self.traffic.record.longest_pause(begun, time.monotonic())
        self.pauses.setdefault(kind, []).append(pause)
        if not wait(lambda: all(node.ready() == 200 for node in self.nodes), 30, 0.1):
            self.unready.append((kind, [(node.name, node.ready()) for node in self.nodes]))

    # MARK: What is killed

    def node(self, _):
        node = self.random.choice(self.nodes)
        node.kill()
        node.start()

    def all_nodes(self, _):
        for node in self.nodes:
            node.kill()
        for node in self.nodes:
            node.start()

    def primary(self, begun):
        cluster = self.world.cluster
        old = cluster.primary
        old.kill()
        standbys = [server for server in cluster.servers if server is not old]
        cluster.promote(max(standbys, key=lambda server: server.position()))
        self.resumed(begun)
        cluster.follow(old)
        cluster.wait_for_standbys()

    def standby(self, _):
        """Nobody should notice: one of two confirms."""
        cluster = self.world.cluster
        standby = self.random.choice([s for s in cluster.servers if s is not cluster.primary])
        standby.kill()
        self.resumed(time.monotonic())
        standby.start()
        cluster.wait_for_standbys()

    def connection(self, _):
        mode = self.random.choice(("cut", "stall", "delay", "reset"))
        self.proxies.set(mode)
        self.resumed(time.monotonic())
        self.proxies.set("pass")

    def database(self, _):
        """The primary dies and comes back as it was."""
        primary = self.world.cluster.primary
        primary.kill()
        primary.start()


# How often each is killed in twelve.
PLAN = ["node", "primary", "connection", "node", "standby", "connection", "primary", "all_nodes",
        "connection", "primary", "database", "node"]


def run(world, checks):
    course = Course(world, checks)
    course.start()
    count = 200 if world.options.long else world.scaled(len(PLAN))
    for index in range(count):
        course.kill(PLAN[index % len(PLAN)])
    record = course.traffic.end()
    course.proxies.set("pass")
    checks.note(
        f"{count} kills, {record.requests:,} requests, {len(record.acknowledged):,} acknowledged; longest "
        "pause of acknowledgements in seconds: "
        + ", ".join(f"{kind} {max(pauses):.2f}" for kind, pauses in course.pauses.items()))
    checks.note(f"answers: {dict(record.statuses)}")
    for kind in ("primary", "standby", "connection", "node"):
        longest = max(course.pauses.get(kind, [0]))
        checks.that(f"the death of a {kind} stops acknowledgements for {MAX_PAUSE} s at most",
                    longest <= MAX_PAUSE, f"{longest:.2f} s")
    # A second for the log, and what is left of one so that clients don't hurry.
    seconds, asked = record.slowest_refusal
    checks.that("a refusal comes within about a second", seconds < 2.5, f"{seconds:.2f} s: {asked}")
    checks.note(f"the slowest refusal took {seconds:.2f} s: {asked}")
    checks.that("all nodes are ready again after each kill", not course.unready, course.unready[:3])
    fair(checks, record, course.traffic)
    same(checks, course.nodes)
    for node in course.nodes:
        kept(checks, node, record)
    sound(checks, course.nodes)
    for node in course.nodes:
        checks.that(f"{node.name} ends in order", node.stop() == 0, node.told()[-500:])
