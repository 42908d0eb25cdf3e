"""Makes up inputs for the decoders, with libFuzzer and AddressSanitizer (Tests/Fuzz/run).

Words: the targets, all of Tests/Fuzz/Corpus unless named. The seconds are shared evenly among them.
Each input is a run; a failure is one that breaks a property or traps, and stays in
Tests/Fuzz/.build/findings."""
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
        seconds = str(max(1, int(tally.seconds / len(targets))))
        done = subprocess.run([FUZZ / "run", target, seconds], text=True, stdout=subprocess.PIPE)
        units = re.search(r"number_of_executed_units: (\d+)", done.stdout)
        rate = re.search(r"average_exec_per_sec: +(\d+)", done.stdout)
        print(f"{target}: {units[1] if units else 0} inputs, {rate[1] if rate else 0} a second", flush=True)
        tally.runs += int(units[1]) if units else 0
        if done.returncode != 0:
            tally.count(f"{target}: {done.stdout[-1000:]}")
