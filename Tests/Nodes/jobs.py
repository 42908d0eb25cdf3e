"""Nodes share the jobs: each message of the webhook is delivered by one of them, and what a dead node
had begun is done by another."""
import collections
import http.server
import json
import threading

from access import grant
from checks import wait
from traffic import Traffic, fair, kept, same


class Receiver(http.server.ThreadingHTTPServer):
    """Counts messages by their IDs."""

    def __init__(self):
        self.ids, self.users, self.lock = collections.Counter(), collections.Counter(), threading.Lock()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.ids[message["id"]] += 1
            self.server.users[message["user"]] += 1
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def waiting(node):
    """Messages that the ledger takes for not posted yet."""
    return node.rows("SELECT count(*) FROM job WHERE kind = 'tell' AND endedAt IS NULL")[0][0]


def run(world, checks):
    receiver = Receiver()
    world.undo.append(receiver.shutdown)
    settings = world.webhook(receiver.server_address[1])
    nodes = world.nodes(3, world.database(), prefix="jobs", words=(), settings=settings)
    for node in nodes:
        node.start()
    users = [f"told{index}" for index in range(world.scaled(60))]
    answers = [grant(world, nodes[index % 3], user) for index, user in enumerate(users)]
    checks.that("nodes that run jobs take writes", all(answer.status == 201 for answer in answers),
                collections.Counter(answer.status for answer in answers))
    checks.that(f"each of {len(users)} changes is posted",
                wait(lambda: all(receiver.users[user] for user in users), 60, 0.1),
                [user for user in users if not receiver.users[user]][:5])
    double = {id: count for id, count in receiver.ids.items() if count > 1}
    checks.that("each message is posted once", not double, list(double.items())[:5])
    record = Traffic(world, nodes, world.options.seed, world.scaled(300), name="jobs").start().join()
    fair(checks, record)
    wait(lambda: not waiting(nodes[0]), 30, 0.2)
    double = {id: count for id, count in receiver.ids.items() if count > 1}
    checks.that(f"each of {len(receiver.ids)} messages is posted once while requests come", not double,
                [len(double), *list(double.items())[:3]])
    left = [waiting(node) for node in nodes]
    checks.that("no node has a message left that was posted", left == [0, 0, 0], left)
    later = [f"heir{index}" for index in range(30)]
    for index, user in enumerate(later):
        grant(world, nodes[index % len(nodes)], user)
        if index == len(later) // 2:
            nodes.pop().kill()
    checks.that("what a dead node had begun is posted by another",
                wait(lambda: all(receiver.users[user] for user in later), 150, 0.2),
                [user for user in later if not receiver.users[user]][:5])
    same(checks, nodes)
    for node in nodes:
        kept(checks, node, record)
        checks.that(f"{node.name} ends in order", node.stop() == 0, node.told()[-500:])
