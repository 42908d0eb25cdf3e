"""Kills purser with SIGKILL while it works, in turns over everything that writes.

Killed are imports, a server that takes notifications, runners of jobs, erasures, backups, the opening of
a ledger of an earlier version, and the nodes, connections and database servers of a shared log. A run
is one kill. After each: nothing that was acknowledged is lost, nothing is there twice, and SQLite's
quick check finds nothing. An erased person is wholly there or wholly gone; a backup is whole or absent,
and what else it left is named or gone after the next one; a migrated ledger has the same content as one
that was never killed. At the end: the 99th percentile of reopening, less a start of the program, is at
most 50 ms (judged from a thousand times on), and enough kills came while the work was under way.

Words name what is killed: imports, filling, serve, jobs, erase, backup, migration, nodes.
"""
import itertools
import pathlib
import tempfile

from proofs.killing import files, turns
from proofs.killing.kit import Kit
from proofs.killing.nodes import Nodes

LIMIT = 0.050  # seconds
JUDGED = 1_000  # reopenings, from which on their 99th percentile is judged
HIT = 0.15  # of the kills of each kind must come while there is work
KINDS = {"imports": turns.imports, "filling": turns.filling, "serve": turns.serve, "jobs": turns.jobs,
         "erase": files.erase, "backup": files.backup, "migration": files.migration, "nodes": None}


def prove(program, tally, words):
    unknown = set(words) - set(KINDS)
    if unknown:
        raise SystemExit(f"there is nothing named {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    wanted = words or list(KINDS)
    nodes = None
    with tempfile.TemporaryDirectory() as folder:
        kit = Kit(program, pathlib.Path(folder), tally.random)
        try:
            for name in itertools.cycle(wanted):
                if not tally.goes_on():
                    break
                kit.start = kit.start_time()
                if name != "nodes":
                    go(name, KINDS[name], kit, tally)
                    continue
                if not Nodes.possible() and not words:
                    print("nodes: skipped, there is no PostgreSQL", flush=True)
                    continue
                nodes, failures = nodes or Nodes(kit), tally.failures
                go(name, nodes.turn, kit, tally)
                # After a failure there is no telling what the log is like.
                if tally.failures > failures:
                    nodes = nodes.close()
        finally:
            if nodes:
                nodes.close()
    judge(kit, tally)


def go(name, turn, kit, tally):
    """One turn. What it asserts is a failure, and ends it; the next one begins with new files."""
    kills = 0
    kills_of_turn = turn(kit)
    try:
        for _ in kills_of_turn:
            kills += 1
            tally.count()
            if not tally.goes_on():
                break
    # A loop of the scripts that end with their first failure exits.
    except (AssertionError, SystemExit) as error:
        tally.count(f"{name}, after {kills} kills of a turn, seed {tally.seed}: {error}")
    finally:
        kills_of_turn.close()


def judge(kit, tally):
    for name, moments in sorted(kit.moments.items()):
        print(f"{name}: " + ", ".join(f"{count} {moment}" for moment, count in sorted(moments.items())),
              flush=True)
        if sum(moments.values()) >= 20 and moments["while"] < HIT * sum(moments.values()):
            tally.count(f"hardly a kill of {name} came while it worked")
    for note, count in kit.notes.items():
        print(f"{count} {note}", flush=True)
    times = sorted(kit.reopened)
    if times:
        slow = times[min(len(times) - 1, int(len(times) * 0.99))]
        print(f"reopened {len(times)} times, in {times[len(times) // 2] * 1000:.1f} ms (median), "
              f"{slow * 1000:.1f} ms (p99), less {kit.start * 1000:.1f} ms for a start", flush=True)
        if len(times) >= JUDGED and slow > LIMIT:
            tally.count(f"reopening took {slow * 1000:.1f} ms in the 99th percentile")
