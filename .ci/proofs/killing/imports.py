"""Imports that are killed, and what must be there of them afterwards."""
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import time

from documents import OPTIONS, answer
from proofs.killing.kit import Kit

BATCH = 40
FILLED, PADDING = 2_000, 17_000  # more than 32 MiB


class Loop:
    def __init__(self, program, folder, seed=9):
        self.program = os.path.abspath(program)
        self.folder = pathlib.Path(folder)
        self.ledger = self.folder / "ledger.sqlite"
        self.random = random.Random(seed)
        self.next = 1
        self.acknowledged = set()
        self.reopened = []

    def command(self, *words):
        return [self.program, words[0], "--ledger", str(self.ledger), *words[1:]]

    def round(self, number):
        """One kill. Whether it came before, during or after the work on the ledger."""
        numbers = range(self.next, self.next + (BATCH if number % 2 == 0 else 1))
        self.next = numbers[-1] + 1
        lines = self.folder / "lines"
        lines.write_text("".join(answer(n) + "\n" for n in numbers))
        form = ["--jsonl"] if len(numbers) > 1 else []
        process = subprocess.Popen(
            self.command("import", *OPTIONS, *form, str(lines)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        told = b""
        if form:
            # After some acknowledgements, and then at any moment of the next filing.
            for _ in range(self.random.randrange(BATCH)):
                told += process.stdout.readline()
            time.sleep(self.random.random() * 0.004)
        else:
            time.sleep(self.random.random() * 0.060)
        was_open = Kit.opens(process, self.ledger.name)
        process.kill()
        told += process.stdout.read()
        process.wait()
        for match in re.finditer(rb"lines(?::(\d+))?: genuine, 1 purchase filed", told):
            self.acknowledged.add(numbers[int(match[1] or 1) - 1])
        self.look()
        is_killed = process.returncode == -9
        return "while" if is_killed and was_open else "before" if is_killed else "after"

    def fill(self, kills):
        self.begin_filling()
        unfinished = sum(self.fill_and_kill() for _ in range(kills))
        self.end_filling()
        assert unfinished > 0, "no import was killed while it filled the ledger"
        print(f"{kills} kills of a filling import, {unfinished} of them unfinished; none lost")

    def begin_filling(self):
        lines = self.folder / "many"
        lines.write_text("".join(answer(n).ljust(PADDING) + "\n" for n in range(1, FILLED + 1)))
        self.importing = self.command("import", *OPTIONS, "--jsonl", str(lines))
        begun = time.monotonic()
        subprocess.run(self.importing, stdout=subprocess.DEVNULL, check=True)
        self.whole = time.monotonic() - begun
        self.expected = self.state()
        for file in self.folder.glob("ledger.sqlite*"):
            file.unlink()

    def fill_and_kill(self):
        """Whether the ledger was being filled."""
        process = subprocess.Popen(self.importing, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(self.random.random() * self.whole)
        process.kill()
        told, _ = process.communicate()
        if not self.ledger.exists():
            return False
        info = subprocess.run(self.command("info"), capture_output=True, text=True)
        connection = sqlite3.connect(self.ledger)
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)], "damaged"
        if info.returncode == 0:
            marks = connection.execute("SELECT 1 FROM meta WHERE name = 'filling'").fetchall()
            assert not marks, "an unfinished ledger answers"
        there = {int(row[0]) for row in connection.execute('SELECT transactionID FROM "order"')}
        connection.close()
        acknowledged = {int(n) for n in re.findall(rb"many:(\d+): (?:genuine|already)", told)}
        assert acknowledged <= there, f"lost: {sorted(acknowledged - there)[:9]}"
        return "was interrupted" in info.stderr

    def end_filling(self):
        subprocess.run(self.importing, stdout=subprocess.DEVNULL, check=True)
        assert self.state() == self.expected, "another ledger than without kills"

    def state(self):
        """The rows that matter, after a check of the whole ledger."""
        check = subprocess.run(self.command("check"), capture_output=True, text=True)
        assert check.returncode == 0, check.stdout + check.stderr
        connection = sqlite3.connect(self.ledger)
        tables = ["order", "phase", "entitlement", "chain", "user", "product", "dayCount"]
        rows = [sorted(connection.execute(f'SELECT * FROM "{name}"'), key=str) for name in tables]
        connection.close()
        return rows

    def look(self):
        if not self.ledger.exists():
            assert not self.acknowledged, "the ledger is gone"
            return
        begun = time.monotonic()
        info = subprocess.run(self.command("info"), capture_output=True, text=True)
        self.reopened.append(time.monotonic() - begun)
        # A process may have been killed before there was a ledger to speak of.
        if info.returncode != 0:
            assert not self.acknowledged, info.stderr
            return
        connection = sqlite3.connect(self.ledger)
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)], "damaged"
        there = {int(row[0]) for row in connection.execute('SELECT transactionID FROM "order"')}
        documents = connection.execute("SELECT count(*) FROM document").fetchone()[0]
        connection.close()
        assert self.acknowledged <= there, f"lost: {sorted(self.acknowledged - there)[:9]}"
        assert documents == len(there), "half a filing"
