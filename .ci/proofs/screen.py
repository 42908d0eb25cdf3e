"""Builds CNcurses with AddressSanitizer and UndefinedBehaviorSanitizer, and calls all of it.

A run calls its functions in an order and with values of chance (terminals/exercise.c) in a
pseudo-terminal of one of four types, which types and resizes meanwhile. Neither sanitizer finds
anything, the program and its guard end with 0, and the terminal is in the modes in which it was.
"""
import contextlib
import fcntl
import os
import pathlib
import subprocess
import tempfile
import termios
import time

from proofs.terminals.kinds import Pseudo

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Sources/CNcurses"
TYPES = ["xterm-256color", "screen-256color", "linux", "vt100"]
KEYS = [b"a", b"\x1b", b"\x1b[A", b"\x1bOB", b"\x1b[5~", b"\x1b[200~", b"\x1b[201~", b"\x1b[<0;10;10M",
        "ä中😀".encode(), b"\xff\xc3", b"\x1b[99999;99999;99999~", b"\r", b"\x7f", b"\x1b[Z", b"\x1b[15~"]
SECONDS = 60


def built(folder):
    program = folder / "exercise"
    subprocess.run(
        ["clang", "-std=gnu2x", "-g", "-O1", "-D_XOPEN_SOURCE_EXTENDED", "-DNCURSES_WIDECHAR=1",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-fuse-ld=lld",
         "-I", SOURCES / "include", ROOT / ".ci/proofs/terminals/exercise.c", *sorted(SOURCES.glob("*.c")),
         "-lncursesw", "-o", program], check=True)
    return program


def run(program, folder, seed, chance):
    """What went wrong, or None."""
    # `select` takes no more than a thousand files: each terminal is closed.
    with contextlib.closing(Pseudo(chance.choice(TYPES))) as terminal:
        return exercised(terminal, program, folder, seed, chance)


def exercised(terminal, program, folder, seed, chance):
    terminal.resize(chance.randrange(1, 250), chance.randrange(1, 80))
    before = terminal.modes()
    # Curses keeps its memory until the process ends, and CNcurses brings its own stack for signals.
    options = f"log_path={folder}/report:exitcode=99"
    process = subprocess.Popen(
        [program, str(seed)], stdin=terminal.slave, stdout=terminal.slave, stderr=terminal.slave,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        env={"PATH": os.environ["PATH"], "TERM": terminal.type, "LC_ALL": "C.UTF-8",
             "ASAN_OPTIONS": f"detect_leaks=0:use_sigaltstack=0:{options}", "UBSAN_OPTIONS": f"print_stacktrace=1:{options}"})
    end = time.monotonic() + SECONDS
    try:
        while process.poll() is None:
            if time.monotonic() > end:
                return f"{terminal.type}: no end within {SECONDS} s"
            terminal.read(0.005)
            if chance.random() < 0.5:
                terminal.press(b"".join(chance.choices(KEYS, k=chance.randrange(8))))
            if chance.random() < 0.1:
                terminal.resize(chance.randrange(1, 250), chance.randrange(1, 80))
    finally:
        if process.poll() is None:
            os.killpg(process.pid, 9)
            process.wait()
    for report in folder.glob("report*"):
        return f"{terminal.type}: {report.read_text(errors='replace')[:3000]}"
    if process.returncode:
        return f"{terminal.type}: status {process.returncode}"
    return None if terminal.modes() == before else f"{terminal.type}: other modes than before"


def prove(program, tally, words):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        exercise = built(folder)
        while tally.goes_on():
            seed = tally.random.randrange(1 << 32)
            failure = run(exercise, folder, seed, tally.random)
            tally.count(failure and f"exercise {seed}, {failure}")
            for report in folder.glob("report*"):
                report.unlink()
