"""A program in a terminal of its own, for the scripts beside this file."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

ESCAPES = re.compile(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|[()][A-Z0-9]|\][^\x07\x1b]*(\x07|\x1b\\)|.)")


class Terminal:
    def __init__(self, command, environment=(), columns=100, rows=30):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        self.text, self.status = b"", None
        self.process = os.fork()
        if self.process == 0:
            try:
                os.setsid()
                fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
                for file in (0, 1, 2):
                    os.dup2(self.slave, file)
                os.environ.update(dict(environment), TERM="xterm-256color", LANG="C.UTF-8")
                os.execvp(command[0], [str(word) for word in command])
            finally:
                os._exit(127)

    @property
    def plain(self):
        return ESCAPES.sub("", self.text.decode(errors="replace"))

    def read(self, timeout):
        if select.select([self.master], [], [], timeout)[0]:
            new = os.read(self.master, 1 << 16)
            self.text = (self.text + new)[-(1 << 18):]
            if b"\x1b[6n" in new:
                os.write(self.master, b"\x1b[1;1R")

    def press_until_end(self, keys, seconds):
        """Presses the keys whenever nothing more is drawn, until the program ends."""
        end, quiet = time.monotonic() + seconds, time.monotonic()
        while time.monotonic() < end:
            before = self.text
            self.read(0.1)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                self.status = os.waitstatus_to_exitcode(status)
                self.read(0)
                return
            if self.text != before or not self.text:
                quiet = time.monotonic()
            elif time.monotonic() - quiet > 0.3:
                os.write(self.master, keys)
                quiet = time.monotonic()

    def changed(self):
        """How the terminal's modes are other than before, or `None`."""
        now = termios.tcgetattr(self.slave)
        return None if now == self.modes else f"the terminal's modes are {now[:4]} and were {self.modes[:4]}"

    def close(self):
        if self.status is None:
            try:
                os.killpg(self.process, signal.SIGKILL)
            except OSError:
                os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.master)
        os.close(self.slave)
