"""Counts runs and failures until a time or a number of runs is used up."""
import random
import time


class Tally:
    def __init__(self, seconds=None, runs=None, seed=None):
        self.seconds = seconds
        self.end_time = None
        self.max_runs = runs
        self.seed = random.randrange(1 << 32) if seed is None else seed
        self.random = random.Random(self.seed)
        self.runs = 0
        self.failures = 0
        print(f"seed {self.seed}", flush=True)

    def goes_on(self):
        """Whether there is time, and runs are left, for another run. The time begins with the first."""
        if self.end_time is None and self.seconds is not None:
            self.end_time = time.monotonic() + self.seconds
        if self.max_runs is not None and self.runs >= self.max_runs:
            return False
        return self.end_time is None or time.monotonic() < self.end_time

    def count(self, failure=None):
        """Counts a run; `failure` says what went wrong, and how to repeat it."""
        self.runs += 1
        if failure is not None:
            self.failures += 1
            print(f"failure in run {self.runs}: {failure}", flush=True)

    def end(self):
        """Prints the counts, and returns the exit status."""
        print(f"{self.runs} runs, {self.failures} failures", flush=True)
        return 1 if self.failures or not self.runs else 0
