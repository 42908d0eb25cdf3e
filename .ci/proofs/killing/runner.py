"""Runners of jobs that are killed, and what must have become of the jobs."""
import collections
import os
import random
import re
import sqlite3
import subprocess
import sys
import time

from simulated import Stores

# Seconds for which a dead runner's jobs stay its own: some rounds later they are another's.
LEASE = 0.5
ANSWER = 30  # milliseconds
JOBS_A_ROUND = 5
# What a job of a subscription files: how it stands, and its history.
ANSWERS = 2


class Queue:
    def __init__(self, program, folder, rounds, seed=9):
        self.random = random.Random(seed)
        self.stores = Stores(os.path.abspath(program), folder / "stores")
        self.ledger = folder / "ledger.sqlite"
        self.jobs = rounds * JOBS_A_ROUND
        # How often each job was said to be done.
        self.done = collections.Counter()
        self.kills = 0

    def fill(self):
        self.stores.buy(self.jobs)
        self.stores.file(self.ledger)
        self.stores.delay(ANSWER)
        self.start("verify", "--query", "store:apple", "--yes", "--later").communicate()

    def start(self, *words):
        return subprocess.Popen(
            self.stores.command(self.ledger, *words),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def runner(self):
        return self.start("jobs", "run", "--width", "4", "--lease", str(LEASE))

    def read(self, text):
        self.done.update(re.findall(r"^ok +(\S+)", text, re.MULTILINE))

    def kill(self, processes):
        for process in processes:
            process.kill()
        for process in processes:
            self.read(process.stdout.read())
            process.wait()
            self.kills += process.returncode == -9

    def round(self, start=0):
        """One kill, or two, of runners that take so many seconds to start."""
        runners = [self.runner() for _ in range(self.random.choice([1, 1, 2]))]
        time.sleep(start + 0.02 + self.random.random() * 0.2)
        self.kill(runners)

    def finish(self):
        for _ in range(100):
            runner = self.start("jobs", "run", "--once", "--lease", str(LEASE))
            self.read(runner.stdout.read())
            runner.wait()
            if self.rows("SELECT count(*) FROM job WHERE endedAt IS NULL") == [(0,)]:
                return
            time.sleep(LEASE / 2)
        sys.exit("the queue does not come to its end")

    def rows(self, text):
        connection = sqlite3.connect(self.ledger)
        rows = connection.execute(text).fetchall()
        connection.close()
        return rows

    def look(self):
        """How many jobs were begun and had to be begun again."""
        done, jobs = 2, self.rows("SELECT state, count(*), sum(attempts - 1) FROM job GROUP BY state")
        assert [row[:2] for row in jobs] == [(done, self.jobs)], f"lost or failed: {jobs}"
        assert max(self.done.values()) == 1, f"done twice: {self.done.most_common(3)}"
        filed = self.rows("SELECT count(*) FROM document WHERE origin = 'polled'")[0][0]
        assert filed == self.jobs * ANSWERS, f"{filed} answers filed for {self.jobs} jobs"
        check = subprocess.run(
            self.stores.command(self.ledger, "check"), capture_output=True, text=True
        )
        assert check.returncode == 0, check.stdout + check.stderr
        return jobs[0][2]
