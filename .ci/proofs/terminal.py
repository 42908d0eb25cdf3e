"""Kills dashboards in terminals in every way, and looks at the terminals they leave.

A run starts a dashboard in one of five terminals (four types of a pseudo-terminal, one a real tmux), in
most runs waits for its first screen, presses keys and resizes, or else takes any moment of its start,
and lets it die: the process that draws by
SIGKILL, at rest and while it draws, by SIGSEGV and SIGABRT; both processes by SIGTERM and SIGHUP sent to
one of them or to the group; by a terminal that is hung up; and the guard by SIGKILL. Each time both
processes end, the line discipline is what it was before, and the terminal is on its normal screen with
its cursor, without mouse, bracketed paste, keypad mode, margins, attributes and drawing characters.
Where both are killed at once nobody can restore: then the next dashboard opens and leaves the normal
screen, and `purser reset` gives the line discipline back.

Words name ways to die, terminals or both: `guard vt100`.
"""
import collections
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from proofs.terminals.kinds import Pane, Pseudo, kill, runs

TYPES = ["xterm-256color", "screen-256color", "linux", "vt100", Pane.type]
DEATHS = ["kill", "drawing", "segv", "abort", "term", "hup", "hangup", "guard", "both"]
PATIENCE = 60  # seconds: nothing but a machine that does something else takes so long
FIRST = rb"LISTS"
KEYS = [b"?", b"\x1b", b":live\r", b":orders\r", b":users\r", b"/", b"plus", b"\r", b"j", b"k", b"G",
        b"gg", b"\x1b[6~", b"\x1b[5~", b":", b"\t", b"\x1bOB", b"\x1b[<0;10;10M\x1b[<0;10;10m"]


class Proof:
    def __init__(self, program, folder, chance, words):
        self.program, self.folder, self.random = os.path.abspath(program), folder, chance
        self.types = [word for word in words if word in TYPES] or TYPES
        self.deaths = [word for word in words if word in DEATHS] or DEATHS
        self.ledger = folder / "ledger.sqlite"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name in ("PATH", "TMPDIR")},
            "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        subprocess.run([self.program, "generate", "--users", "40", "--orders", "300", "--ledger",
                        str(self.ledger)], check=True, capture_output=True, env=self.environment)
        self.counts, self.slowest = collections.Counter(), 0

    def command(self):
        if self.random.random() < 0.1:
            return [self.program, "demo", "--users", "30"]
        return [self.program, "--ledger", str(self.ledger)]

    def run(self):
        """What went wrong, or None."""
        type_, death = self.random.choice(self.types), self.random.choice(self.deaths)
        terminal = Pane(self.folder) if type_ == Pane.type else Pseudo(type_)
        control = self.random.random() < 0.5
        processes = []
        try:
            steps = self.live(terminal, death, control)
            processes = [terminal.guard, terminal.dashboard]
            self.counts[death] += 1
            faults = self.die(terminal, death, processes)
            faults += self.again(terminal) if death == "both" else []
        except AssertionError as error:
            steps, faults = "", [str(error)]
        finally:
            kill(*processes, terminal.guard)
            terminal.close()
        return f"{death} in {type_}{' as a job' if control else ''}, {steps}: {'; '.join(faults)}" \
            if faults else None

    def live(self, terminal, death, control):
        """Starts it and does something with it; says what."""
        # An interactive shell whose job is dead goes on, while what the job left may still run.
        restores = control and death == "guard"
        terminal.start(self.command(), self.environment, control, restores)
        # Until the screen is up, a crash makes Swift's own handler ask for a key, for half a minute.
        if death not in ("segv", "abort") and self.random.random() < 0.3:
            return self.begin(terminal)
        assert terminal.wait(lambda: terminal.shows(FIRST), PATIENCE), f"{terminal.type}: no first screen"
        steps = []
        for _ in range(self.random.choice([0, 1, 2, 4, 8])):
            if self.random.random() < 0.2:
                size = self.random.randrange(30, 200), self.random.randrange(6, 60)
                terminal.resize(*size)
                steps.append("%dx%d" % size)
            else:
                steps.append(self.random.choice(KEYS))
                terminal.press(steps[-1])
            terminal.read(self.random.choice([0, 0.01, 0.05]))
        if death == "drawing":
            # Much to draw, of which nothing is read yet.
            terminal.press(b"\x1b\x1b:orders\r" + b"\x1b[6~G\x1b[5~gg" * 3)
            time.sleep(self.random.random() * 0.03)
        return f"after {steps}"

    def begin(self, terminal):
        """Leaves it at some moment of its start, or when it has just begun to change the modes."""
        pause = self.random.random()
        if pause < 0.5:
            time.sleep(pause * 0.2)
            return f"{pause * 200:.0f} ms after its start"
        end = time.monotonic() + PATIENCE
        while terminal.modes() == terminal.before and time.monotonic() < end:
            pass
        pause = (pause - 0.5) * 0.004
        time.sleep(pause)
        return f"{pause * 1000:.2f} ms after it changed the modes"

    def die(self, terminal, death, processes):
        guard, dashboard = processes
        begun = time.monotonic()
        if death == "hangup":
            terminal.hang_up()
        elif death == "guard":
            kill(guard)
        elif death == "both":
            kill(*self.random.sample(processes, 2))
        elif death in ("term", "hup"):
            number = {"term": signal.SIGTERM, "hup": signal.SIGHUP}[death]
            # Some send it to one process, some to all of the job.
            which = self.random.choice([[guard], [dashboard or guard], [guard, dashboard]])
            kill(*which, number=number)
        else:
            number = {"segv": signal.SIGSEGV, "abort": signal.SIGABRT}.get(death, signal.SIGKILL)
            kill(dashboard or guard, number=number)
        ended = Ended(processes)
        terminal.wait(ended.all, PATIENCE)
        took = time.monotonic() - begun
        self.slowest = max(self.slowest, took)
        if not ended.all():
            return [f"{ended.left()} still run after {took:.0f} s"]
        if death in ("both", "hangup"):
            return []
        return terminal.faults() + terminal.differs()

    def again(self, terminal):
        """The next dashboard, and `purser reset`."""
        terminal.resize(80, 24)
        terminal.start([self.program, "--ledger", str(self.ledger)], self.environment)
        assert terminal.wait(lambda: terminal.shows(FIRST), PATIENCE), "the next start shows no screen"
        processes = [terminal.guard, terminal.dashboard]
        kill(terminal.guard, number=signal.SIGTERM)
        ended = Ended(processes)
        if not terminal.wait(ended.all, PATIENCE):
            return [f"{ended.left()} of the next start still run"]
        faults = [f"after the next start: {fault}" for fault in terminal.faults()]
        terminal.start([self.program, "reset"], self.environment)
        terminal.wait(Ended([terminal.guard]).all, PATIENCE)
        left = terminal.faults() + terminal.differs(reset=True)
        return faults + [f"after a reset: {fault}" for fault in left]


class Ended:
    def __init__(self, processes):
        self.processes = [process for process in processes if process]

    def left(self):
        return [process for process in self.processes if runs(process)]

    def all(self):
        return not self.left()


def prove(program, tally, words):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            proof = Proof(program, folder, tally.random, words)
            while tally.goes_on():
                tally.count(proof.run())
        finally:
            Pane.end(folder)
    print(", ".join(f"{count} {death}" for death, count in sorted(proof.counts.items())), flush=True)
    print(f"the slowest end took {proof.slowest:.2f} s", flush=True)
