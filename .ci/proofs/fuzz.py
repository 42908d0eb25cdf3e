"""Makes up inputs for the decoders, with libFuzzer (Tests/Fuzz/run).

Words: the targets, all of Tests/Fuzz/Corpus unless named. The seconds are shared evenly among them.
A quarter of each share is strict, with real signatures and AddressSanitizer; in the rest the last
byte of a signature tells whether it fits, so that inputs get behind the checks.
Each input is a run; a failure is one that breaks a property or traps, and stays in
Tests/Fuzz/.build/findings."""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUZZ = ROOT / "Tests/Fuzz"


def prove(program, tally, words):
    targets = words or sorted(folder.name for folder in (FUZZ / "Corpus").iterdir())
    if tally.seconds is None:
        sys.exit("fuzz takes seconds, not runs")
    for target in targets:
        share = tally.seconds / len(targets)
        fuzz(tally, target, share * 3 / 4, "quick")
        fuzz(tally, target, share / 4, "strict")


def fuzz(tally, target, seconds, way):
    done = subprocess.run(
        [FUZZ / "run", target, str(max(1, round(seconds)))],
        env={**os.environ, "WAY": way}, text=True, errors="replace", stdout=subprocess.PIPE)
    units = re.search(r"number_of_executed_units: (\d+)", done.stdout)
    rate = re.search(r"average_exec_per_sec: +(\d+)", done.stdout)
    name = f"{target}, {way}"
    print(f"{name}: {units[1] if units else 0} inputs, {rate[1] if rate else 0} a second", flush=True)
    tally.runs += int(units[1]) if units else 0
    if done.returncode != 0 or not units:
        tally.count(f"{name}: {done.stdout[-1000:]}")
