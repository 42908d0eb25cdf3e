"""The kills that .ci/kill9, .ci/killrunner and .ci/killserve do as well, in short turns: each yields once
for every kill, and asserts what must be true after it."""
import subprocess

from proofs.killing.imports import Loop
from proofs.killing.kit import quick_check
from proofs.killing.runner import Queue
from proofs.killing.server import NOTIFICATIONS, Course


def imports(kit):
    """Of JSON lines and of single documents, and of a large file into a new ledger."""
    loop = Loop(kit.program, kit.new_folder("imports"), kit.random.randrange(1 << 32))
    for number in range(12):
        kit.moments["import"][loop.round(number)] += 1
        if loop.reopened:
            kit.reopened.append(loop.reopened.pop() - kit.start)
        yield
    check = subprocess.run(loop.command("check"), capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr


def filling(kit):
    loop = Loop(kit.program, kit.new_folder("filling"), kit.random.randrange(1 << 32))
    loop.begin_filling()
    for _ in range(6):
        kit.moments["filling"]["while" if loop.fill_and_kill() else "before or after"] += 1
        yield
    loop.end_filling()


def serve(kit):
    count = 6
    course = Course(kit.program, kit.new_folder("serve"), count, kit.random.randrange(1 << 32))
    for _ in range(count):
        before = len(course.acknowledged)
        course.kill()
        heard = len(course.acknowledged) - before
        kit.moments["serve"]["before" if not heard else "while" if heard < NOTIFICATIONS else "after"] += 1
        kit.reopen(course.ledger, "--config", course.config)
        course.held("PRAGMA quick_check")
        yield
    course.look()


def jobs(kit):
    rounds = 8
    queue = Queue(kit.program, kit.new_folder("jobs"), rounds, kit.random.randrange(1 << 32))
    try:
        queue.fill()
        for _ in range(rounds):
            queue.round(start=2 * kit.start)
            held = dict(queue.rows("SELECT state, count(*) FROM job GROUP BY state"))
            kit.moments["jobs"]["while" if held.get(1) else "after" if held.get(2) == queue.jobs
                                else "before"] += 1
            kit.reopen(queue.ledger)
            quick_check(queue.ledger)
            yield
        queue.finish()
        queue.look()
    finally:
        queue.stores.close()
