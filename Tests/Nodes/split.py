"""Two nodes in network namespaces of their own. One is cut off, and joined again."""
import ctypes
import http.client
import json
import os
import socket
import subprocess
import threading
import time

from checks import Skipped, wait
from cluster import PORT
from node import Answer, Node, level
from proxy import Proxy
from traffic import Traffic, same

CLONE_NEWNET = 0x40000000
MAX_SECONDS = 2.5


def ip(*words, check=True):
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=check)


class Namespace:
    """A network namespace with one link to this one, which can be cut."""

    def __init__(self, world, index):
        number = os.getpid() % 200
        self.name = f"purser-{os.getpid()}-{index}"
        self.link = f"pn{os.getpid() % 100000}-{index}"
        self.here, self.there = (f"10.{77 + index}.{number}.{end}" for end in (1, 2))
        ip("netns", "add", self.name)
        world.undo.append(self.close)
        ip("link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("addr", "add", f"{self.here}/30", "dev", self.link)
        ip("link", "set", self.link, "up")
        for words in (["addr", "add", f"{self.there}/30", "dev", "eth0"], ["link", "set", "eth0", "up"],
                      ["link", "set", "lo", "up"]):
            ip("-n", self.name, *words)

    def cut(self):
        ip("link", "set", self.link, "down")

    def join(self):
        ip("link", "set", self.link, "up")

    def close(self):
        ip("link", "del", self.link, check=False)
        ip("netns", "del", self.name, check=False)

    def socket(self, address):
        """A connection from inside. Only the thread that makes it is there for a moment."""
        made = []

        def connect():
            libc = ctypes.CDLL(None, use_errno=True)
            with open(f"/run/netns/{self.name}") as file:
                if libc.setns(file.fileno(), CLONE_NEWNET) == 0:
                    try:
                        made.append(socket.create_connection(address, timeout=10))
                    except OSError as error:
                        made.append(error)

        thread = threading.Thread(target=connect)
        thread.start()
        thread.join()
        if not made or isinstance(made[0], OSError):
            raise made[0] if made else OSError("the namespace can't be entered")
        return made[0]


class Inside(Node):
    """A node in a namespace, which reaches the servers through proxies at its link's other end."""

    def __init__(self, world, name, space, database):
        self.space = space
        proxies = [Proxy(server.address, PORT, at=space.here) for server in world.cluster.servers]
        world.undo += [proxy.close for proxy in proxies]
        super().__init__(world, name, world.cluster.string(
            [proxy.address for proxy in proxies], database=database))
        self.prefix = ["ip", "netns", "exec", space.name]

    def ask(self, method, path, value=None, headers=None, body=None, seconds=20):
        host, port = self.host.split(":")
        connection = http.client.HTTPConnection(self.host, timeout=seconds)
        connection.sock = self.space.socket((host, int(port)))
        try:
            headers = {"Content-Type": "application/json", **(headers or {})}
            connection.request(method, path, body or (value and json.dumps(value)), headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()


def run(world, checks):
    if os.geteuid() != 0:
        raise Skipped("network namespaces need root")
    try:
        spaces = [Namespace(world, index) for index in range(2)]
    except (OSError, subprocess.CalledProcessError) as error:
        raise Skipped(f"there are no network namespaces: {getattr(error, 'stderr', error)}")
    world.database()
    database = f"log{world.logs}"
    nodes = [Inside(world, f"split{index + 1}", space, database) for index, space in enumerate(spaces)]
    outside = Node(world, "outside", world.cluster.string(database=database))
    outside.create()
    for node in nodes:
        node.join()
        node.start()
    outside.start()
    near, far = nodes
    grants = iter(range(1000))

    def grant(node):
        return node.ask("POST", f"/v1/users/split-{next(grants)}/grants", {"key": "pro", "new": True},
                        world.key())

    checks.that("both nodes take writes", [grant(node).status for node in nodes] == [201, 201])
    level([*nodes, outside])
    has_headers = world.has_positions(far)
    for how in ("while it runs", "and started again"):
        spaces[1].cut()
        if how != "while it runs":
            far.kill()
            far.start()
        cut_off(world, checks, far, how, grant, has_headers)
        checks.that(f"the other node takes writes {how}", grant(near).status == 201)
        Traffic(world, [outside], world.options.seed, name="cut").one_of_each()
        spaces[1].join()
        checks.that(f"joined again it is ready {how}", wait(lambda: far.ready() == 200, 20, 0.1),
                    far.ready())
        checks.that(f"joined again it takes writes {how}", grant(far).status == 201)
        if has_headers:
            answer = far.ask("GET", "/v1/catalog", headers=world.key())
            checks.that(f"joined again its reads are not marked {how}",
                        "purser-stale" not in answer.headers, answer.headers)
        same(checks, [*nodes, outside])
    for node in (*nodes, outside):
        checks.that(f"{node.name} ends in order", node.stop() == 0, node.told()[-500:])


def cut_off(world, checks, far, how, grant, has_headers):
    begun = time.monotonic()
    answer = grant(far)
    took = time.monotonic() - begun
    checks.that(f"the node that is cut off refuses writes with 503 {how}", answer.status == 503,
                (answer.status, answer.body))
    checks.that(f"within about a second {how}", took < MAX_SECONDS, f"{took:.2f} s")
    read = far.ask("GET", "/v1/users/split-0", headers=world.key())
    checks.that(f"it answers reads {how}", read.status == 200, (read.status, read.body))
    if not has_headers:
        return checks.skip(f"its reads are marked {how}", "the header Purser-Position is absent")
    checks.that(f"it is not ready {how}", wait(lambda: far.ready() == 503, 20, 0.1), far.ready())

    def stale():
        return far.ask("GET", "/v1/users/split-0", headers=world.key()).headers.get("purser-stale")

    marked = wait(stale, 20, 0.1)
    checks.that(f"its reads are marked {how}", marked, marked)
    checks.note(f"Purser-Stale: {marked}; the refusal took {took:.2f} s")
