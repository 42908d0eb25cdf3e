"""Ledgers for the scripts beside this file: commands run on one, and what it holds."""
import collections
import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import time

Answer = collections.namedtuple("Answer", "status out err seconds problem")

# What a Swift program says when it dies of itself.
CRASH = re.compile(r"Fatal error|Illegal instruction|Crash:|Program crashed|Segmentation fault|Stack dump")


def load_factor():
    """How many times longer all takes because others have the machine."""
    return max(1, os.getloadavg()[0] / os.cpu_count())


def run(command, limit=10, **options):
    """Runs a command; `problem` says whether it crashed or hung, and is `None` otherwise."""
    limit *= load_factor()
    begun = time.monotonic()
    try:
        done = subprocess.run([str(word) for word in command], timeout=limit,
                              **{"stdin": subprocess.DEVNULL, "capture_output": True, **options})
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        status, out, err = None, late.stdout or b"", late.stderr or b""
    out, err = ((part or b"").decode(errors="replace") for part in (out, err))
    problem = None
    if status is None:
        problem = f"no end within {limit:.0f} s"
    elif status < 0 or status > 130:
        problem = f"killed by signal {-status}: {err[-300:]!r}"
    elif CRASH.search(err):
        problem = f"crashed: {err[-300:]!r}"
    return Answer(status, out, err, time.monotonic() - begun, problem)


def copy(folder, place):
    """Copies a ledger's folder anew."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)


def integrity(ledger):
    """What SQLite finds wrong, or `None`."""
    with contextlib.closing(sqlite3.connect(ledger)) as connection:
        try:
            found = connection.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as error:
            return str(error)
    return None if found == [("ok",)] else str(found[:3])


def rows(ledger, since=None):
    """The rows of all tables, in no order. Instants after `since` (milliseconds), and the hashes that
    follow from them, are all alike; left out are the arrivals by hour, which the clock moves on."""
    def plain(value):
        if since is None:
            return value
        if isinstance(value, int) and value >= since:
            return "an instant"
        if isinstance(value, bytes):
            value = value.hex() if len(value) == 32 else re.sub(
                rb"\b\d{13}\b", lambda found: b"now" if int(found[0]) >= since else found[0], value)
        if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value):
            return "a hash"
        return value

    place = f"file:{pathlib.Path(ledger).absolute()}?mode=ro"
    with contextlib.closing(sqlite3.connect(place, uri=True)) as connection:
        tables = [name for name, in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' "
            "AND name NOT LIKE 'sqlite_%' ORDER BY name") if since is None or name != "arrivalCount"]
        return {table: collections.Counter(
            tuple(plain(value) for value in row)
            for row in connection.execute(f'SELECT * FROM "{table}"')
            if since is None or row[0] != "arrivals.from") for table in tables}


def difference(one, other):
    """The tables in which two ledgers' rows differ, with a row of each."""
    found = []
    for table in sorted({*one, *other}):
        a, b = one.get(table, collections.Counter()), other.get(table, collections.Counter())
        if a != b:
            found.append(f"{table}: {str(list((a - b).elements())[:1])[:150]} "
                         f"against {str(list((b - a).elements())[:1])[:150]}")
    return "; ".join(found[:3]) or None
