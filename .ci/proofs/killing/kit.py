"""What all kills need: the program, a folder, chance, and what was seen of the moments and times."""
import collections
import os
import pathlib
import sqlite3
import subprocess
import time


class Kit:
    def __init__(self, program, folder, chance):
        self.program, self.folder, self.random = os.path.abspath(program), pathlib.Path(folder), chance
        self.environment = {**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        # Of each subject, how many kills came before, during and after the work.
        self.moments = collections.defaultdict(collections.Counter)
        self.reopened, self.notes = [], collections.Counter()
        self.folders = 0
        self.start = self.start_time()

    def start_time(self):
        """What starting the program takes by itself, in the median; the machine may change."""
        times = []
        for _ in range(5):
            begun = time.monotonic()
            subprocess.run([self.program, "--version"], capture_output=True)
            times.append(time.monotonic() - begun)
        return sorted(times)[len(times) // 2]

    def new_folder(self, name):
        self.folders += 1
        folder = self.folder / f"{name}-{self.folders}"
        folder.mkdir()
        return folder

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env=self.environment, timeout=600)

    def begin(self, *words):
        return subprocess.Popen([self.program, *map(str, words)], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=self.environment)

    def reopen(self, ledger, *words):
        """`purser info` on it, and how much longer it took than a start."""
        begun = time.monotonic()
        info = self.run("info", "--ledger", ledger, *words)
        self.reopened.append(time.monotonic() - begun - self.start)
        return info

    def whole(self, *words):
        """How long the command takes from the opening of the ledger until its end."""
        process = self.begin(*words)
        opened = self.wait_until_open(process)
        output = process.communicate()
        assert process.returncode == 0, f"purser {' '.join(map(str, words))}: {output}"
        return time.monotonic() - opened

    @staticmethod
    def opens(process, ending):
        try:
            return any(os.readlink(link).endswith(ending) or f"{ending}.making" in os.readlink(link)
                       for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir())
        except OSError:
            return False

    def wait_until_open(self, process, ending=".sqlite"):
        """Waits until the process has a ledger open; returns when that was."""
        while process.poll() is None and not self.opens(process, ending):
            time.sleep(0.0005)
        return time.monotonic()

    def killed(self, subject, whole, *words):
        """Starts the command and kills it: often while it has the ledger open, which takes about
        `whole` seconds, sometimes before. Says whether it was killed, and its output."""
        process = self.begin(*words)
        if self.random.random() < 0.85:
            self.wait_until_open(process)
            time.sleep(self.random.random() * whole * 1.1)
        else:
            time.sleep(self.random.random() * self.start)
        was_open = self.opens(process, ".sqlite")
        process.kill()
        output = process.communicate()[0]
        is_killed = process.returncode == -9
        self.moments[subject]["while" if is_killed and was_open else
                              "before" if is_killed else "after"] += 1
        return is_killed, output


def quick_check(ledger):
    connection = sqlite3.connect(ledger)
    try:
        found = connection.execute("PRAGMA quick_check").fetchall()
    finally:
        connection.close()
    assert found == [("ok",)], f"{pathlib.Path(ledger).name} is damaged: {found[:3]}"


def rows(ledger, but=()):
    """The rows of every table, by its name."""
    connection = sqlite3.connect(ledger)
    try:
        names = [name for name, in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") if name not in but]
        return {name: sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"'))) for name in names}
    finally:
        connection.close()
