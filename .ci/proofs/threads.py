"""Runs the test suite, and the programs that it starts, with ThreadSanitizer.

A run is a test, or a data race that was seen; a race is a failure, and so is a test that fails. The words
are a filter of tests, as `swift test` takes it. The first time it builds everything once more, in
.build-threads.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build-threads"
# The ordinary build is linked with Swift's libraries, in which nothing can be put in the way.
SWIFT = ["--build-tests", "-c", "debug", "--sanitize", "thread", "--scratch-path", BUILD, "-Xswiftc", "-O",
         "-Xcc", "-O2", "-Xcxx", "-O2"]
# Swift's library sets the length of the one empty array, which is 0, to 0.
EMPTY = "_swiftEmptyArrayStorage"


def prove(program, tally, words):
    subprocess.run(["swift", "build", *SWIFT], cwd=ROOT, check=True, stdout=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        mutexes = folder / "mutexes.so"
        subprocess.run(["clang", "-O1", "-fPIC", "-shared", ROOT / ".ci/proofs/mutexes.c", "-o", mutexes], check=True)
        suite(tally, words, folder, mutexes)
        # What several processes report is one race.
        races = {}
        for report in folder.glob("report.*"):
            for race in report.read_text(errors="replace").split("=" * 18 + "\n"):
                summary = re.search(r"SUMMARY: ThreadSanitizer: (.*)", race)
                if summary and EMPTY not in race:
                    races.setdefault(summary[1], race)
        for race in races.values():
            tally.count(race[:4000])


def suite(tally, words, folder, mutexes):
    """Counts its tests."""
    (bundle,) = BUILD.glob("debug/*.xctest")
    command = [bundle, "--testing-library", "swift-testing", *(["--filter", "|".join(words)] if words else [])]
    environment = {
        **os.environ, "LD_PRELOAD": str(mutexes), "PKITS_DATA": str(ROOT / ".build/pkits"),
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "6",
        "TSAN_OPTIONS": f"log_path={folder}/report:exitcode=0"}
    log = folder / "log"
    with open(log, "w") as output:
        try:
            subprocess.run(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT,
                           timeout=tally.seconds)
        except subprocess.TimeoutExpired:
            print("the suite was stopped; what had not ended is not counted", flush=True)
    for line in log.read_text(errors="replace").splitlines():
        ended = re.match(r"\S+ Test (?!run ).* (passed|failed) after", line)
        if ended:
            tally.count(line if ended[1] == "failed" else None)
