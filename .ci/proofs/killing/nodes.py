"""Nodes of a shared log that are killed, and connections and servers of its database: the kills of
Tests/Nodes, in turns over one log. Needs Debian's package postgresql."""
import pathlib
import sys
import types

from proofs.killing.kit import quick_check

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "Tests/Nodes"


class Nodes:
    """A turn starts the traffic, kills, and ends it with all checks of Tests/Nodes."""

    @staticmethod
    def possible():
        return any(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))

    def __init__(self, kit):
        sys.path.insert(0, str(FOLDER))
        import checks
        import cluster
        import kills
        import traffic
        import world

        class Quiet(checks.Checks):
            def that(self, what, holds, output=""):
                if not holds:
                    self.broken.append(f"{what}: {str(output)[-600:]}")
                return bool(holds)

            def note(self, text):
                pass

        self.kit, self.module, self.traffic = kit, kills, traffic
        self.checks = Quiet()
        options = types.SimpleNamespace(program=kit.program, net=cluster.free_net(), minutes=1, long=False,
                                        keep=False, seed=kit.random.randrange(1 << 32), cases=set())
        self.world = world.World(options, self.checks)
        self.course, self.records, self.next = None, [], 0

    def turn(self, kit):
        if self.course is None:
            self.world.start()
            self.course = self.module.Course(self.world, self.checks)
            self.course.start()
        else:
            self.course.traffic = self.traffic.Traffic(
                self.world, self.course.nodes, self.kit.random.randrange(1 << 32), name="k",
                rate=self.module.RATE, workers=8).start()
        record = self.course.traffic.record
        try:
            for _ in range(6):
                kind = self.module.PLAN[self.next % len(self.module.PLAN)]
                self.next += 1
                before = record.requests
                self.course.kill(kind)
                kit.moments[f"nodes: {kind}"]["while" if record.requests > before else "after"] += 1
                for node in self.course.nodes:
                    quick_check(node.ledger)
                yield
        finally:
            self.course.traffic.end()
            self.records.append(record)
        self.course.proxies.set("pass")
        self.look(record)

    def look(self, record):
        self.traffic.fair(self.checks, record, self.course.traffic)
        self.traffic.same(self.checks, self.course.nodes)
        for node in self.course.nodes:
            self.traffic.kept(self.checks, node, *self.records)
        self.traffic.sound(self.checks, self.course.nodes)
        broken, self.checks.broken = self.checks.broken, []
        assert not broken, "; ".join(broken)[:2000]

    def close(self):
        self.world.close()
