"""The terminals that a dashboard is killed in: pseudo-terminals of several types, and a real tmux."""
import fcntl
import os
import pathlib
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import termios
import time

from proofs.terminals.shell import Shell
from proofs.terminals.state import State

ESCAPES = re.compile(rb"\x1b(\[[0-9;?<>=]*[a-zA-Z]|[()][A-Z0-9]|\][^\x07\x1b]*(\x07|\x1b\\)|.)")
SANE = ((0, "input", termios.ICRNL), (1, "output", termios.OPOST | termios.ONLCR),
        (3, "local", termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN))


def children(process):
    try:
        return [int(n) for n in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def runs(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Terminal:
    """`guard` is the process that was started, `dashboard` its child, which draws; 0 where it is not
    there (any more)."""
    guard = 0

    @property
    def dashboard(self):
        return next(iter(children(self.guard)), 0) if self.guard else 0

    def wait(self, holds, seconds):
        end = time.monotonic() + seconds
        while not (found := holds()):
            if time.monotonic() > end:
                break
            self.read(0.01)
        return found

    def differs(self, reset=False):
        """How the line discipline differs from what it was before the program, or after `purser
        reset`, which cannot know that, from what a shell needs."""
        now = self.modes()
        if reset:
            return [f"{name} modes {now[index]:o}" for index, name, bits in SANE if now[index] & bits != bits]
        return [f"{name} modes {was:o} became {become:o}" for name, was, become in zip(
            ("input", "output", "control", "local"), self.before, now) if was != become] + (
                ["control characters"] if self.before[4:] != now[4:] else [])


class Pseudo(Terminal):
    def __init__(self, type_):
        self.type, self.shell = type_, None
        self.master, self.slave = pty.openpty()
        self.sizes, self.text = [], b""
        self.resize(80, 24)
        self.before = self.modes()

    def modes(self):
        return termios.tcgetattr(self.slave)

    def start(self, command, environment, control=False, restores=False):
        self.release()
        # What the program before has written is not this one's.
        self.read(0)
        self.text, self.sizes = b"", [(0, self.sizes[-1][1])]
        environment = {**environment, "TERM": self.type}
        self.shell = Shell(self.master, self.slave, command, environment, control, restores)
        self.guard = self.shell.program

    def release(self):
        if self.shell:
            self.shell.end()
        self.shell = None

    def read(self, timeout):
        if self.master is None:
            return time.sleep(timeout)
        while select.select([self.master], [], [], timeout)[0]:
            self.text += os.read(self.master, 1 << 16)
            timeout = 0

    def shows(self, pattern):
        return re.search(pattern, ESCAPES.sub(b"", self.text))

    def press(self, keys):
        os.write(self.master, keys)

    def resize(self, columns, rows):
        self.sizes.append((len(self.text), rows))
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self):
        os.close(self.slave)
        os.close(self.master)
        self.master = self.slave = None

    def faults(self):
        if self.master is None:
            return []
        # What a dead program wrote may be on its way through the kernel.
        before = -1
        while len(self.text) > before:
            before = len(self.text)
            self.read(0.05)
        state = State()
        for (begin, rows), (end, _) in zip(self.sizes, [*self.sizes[1:], (len(self.text), 0)]):
            state.resize(rows)
            state.follow(self.text[begin:end])
        return state.faults()

    def close(self):
        self.release()
        if self.master is not None:
            self.hang_up()


class Pane(Terminal):
    """One of a real tmux, which says itself in what state it is."""
    type = "tmux-256color"
    FLAGS = {"alternate_on": "0", "cursor_flag": "1", "mouse_any_flag": "0", "keypad_flag": "0",
             "keypad_cursor_flag": "0", "insert_flag": "0", "wrap_flag": "1", "origin_flag": "0",
             "scroll_region_upper": "0"}
    MARK = "=the shell again="
    serial = 0

    def __init__(self, folder):
        Pane.serial += 1
        self.socket, self.folder = str(folder / "tmux"), folder
        self.name, self.is_open = f"pane{self.serial}", False
        # Waits for the line that says what to run, then for the next one; a shell without job control.
        # What it prints after a program shows whether the characters are plain.
        self.fifo = folder / f"{self.name}.fifo"
        os.mkfifo(self.fifo)
        script = (f"exec 3<>{self.fifo}; printf ready; while read -r line <&3; do eval \"$line\"; "
                  f"printf '{self.MARK}'; done 2>/dev/null")
        if Pane.serial == 1:
            # Without a session the server would end.
            self.tmux("new-session", "-d", "-s", "always", "cat")
        self.tmux("new-session", "-d", "-s", self.name, "-x", "80", "-y", "24", "sh", "-c", script)
        self.is_open = True
        told = self.tmux("display-message", "-p", "-t", self.name, "#{pane_pid} #{pane_tty}").split()
        self.shell, self.tty = int(told[0]), os.open(told[1], os.O_RDWR | os.O_NOCTTY)
        # tmux sets modes of its own before it starts the script.
        self.wait(lambda: self.shows(b"ready"), 10)
        self.before = self.modes()

    def tmux(self, *words):
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("TMUX", None)
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], capture_output=True,
                              text=True, env=environment).stdout

    def modes(self):
        return termios.tcgetattr(self.tty)

    def start(self, command, environment, control=False, restores=False):
        pairs = [f"{name}={value}" for name, value in {**environment, "TERM": self.type}.items()]
        self.tmux("clear-history", "-t", self.name)
        line = shlex.join(["env", *pairs, *command])
        with open(self.fifo, "w") as fifo:
            fifo.write(f"printf '\\033[H\\033[2J'; {line}\n")
        self.guard = 0
        self.wait(lambda: children(self.shell), 5)
        self.guard = next(iter(children(self.shell)), 0)

    def read(self, timeout):
        # To look at the screen is a process of its own.
        time.sleep(max(timeout, 0.03))

    def shows(self, pattern):
        return re.search(pattern, self.tmux("capture-pane", "-p", "-t", self.name).encode())

    def press(self, keys):
        self.tmux("send-keys", "-t", self.name, "-H", *(f"{byte:02x}" for byte in keys))

    def resize(self, columns, rows):
        self.tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def hang_up(self):
        os.close(self.tty)
        self.is_open = False
        self.tmux("kill-session", "-t", self.name)

    def faults(self):
        if not self.is_open:
            return []
        # What the shell printed at the guard's death may be on the dashboard's screen.
        with open(self.fifo, "w") as fifo:
            fifo.write(":\n")
        # tmux may not have read it all when the program is dead.
        self.wait(lambda: not self.differing(), 2)
        return self.differing()

    def differing(self):
        form = "\t".join(f"#{{{name}}}" for name in (*self.FLAGS, "scroll_region_lower", "pane_height"))
        told = self.tmux("display-message", "-p", "-t", self.name, form)
        *told, lower, height = told.rstrip("\n").split("\t")
        found = [f"{name} {value}" for (name, good), value in zip(self.FLAGS.items(), told) if value != good]
        if int(lower) != int(height) - 1:
            found.append(f"margins until {lower} of {height}")
        drawn = self.tmux("capture-pane", "-e", "-p", "-t", self.name)
        line = next((line for line in reversed(drawn.splitlines()) if self.MARK in line), None)
        if line is None:
            found.append("the shell is not heard")
        elif not re.search(rf"(^|[^m]|\x1b\[0?m|\x0f){self.MARK}", line):
            found.append(f"attributes: {line!r}")
        return found

    def close(self):
        if self.is_open:
            self.hang_up()
        self.fifo.unlink(missing_ok=True)

    @staticmethod
    def end(folder):
        subprocess.run(["tmux", "-S", str(folder / "tmux"), "kill-server"], capture_output=True)


def kill(*processes, number=signal.SIGKILL):
    for process in processes:
        if process:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass
