"""Attacks and honest uses by their numbers, and what came of each."""
import inspect
import time
import traceback

ATTACKS, HONEST = [], []


class Skipped(Exception):
    """This machine cannot try it."""


class Check:
    def __init__(self, number, endpoint, tried, function):
        self.number, self.endpoint, self.tried, self.function = number, endpoint, tried, function

    def run(self, *arguments):
        """What was gained or lost: sentences, none where it held."""
        found = self.function(*arguments)
        return [] if found is None else list(found) if inspect.isgenerator(found) else found


def attack(number, endpoint, tried):
    """Registers what a stranger tries. The function yields what was gained by it."""
    def register(function):
        ATTACKS.append(Check(number, endpoint, tried, function))
        return function
    return register


def honest(number, endpoint, used):
    """Registers what an honest client does. The function yields what it lost."""
    def register(function):
        HONEST.append(Check(number, endpoint, used, function))
        return function
    return register


class Report:
    def __init__(self):
        self.attacks = self.gained = self.uses = self.lost = self.skipped = 0

    def run(self, check, *arguments):
        is_attack = check in ATTACKS
        begun = time.monotonic()
        verdict = None
        try:
            found = check.run(*arguments)
        except Skipped as reason:
            found, verdict = [], f"skipped: {reason}"
            self.skipped += 1
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            found = [f"could not be tried: {error!r} ({place.filename.rsplit('/', 1)[-1]}"
                     f":{place.lineno})"]
        if verdict is None:
            self.attacks += is_attack
            self.uses += not is_attack
            self.gained += is_attack and bool(found)
            self.lost += not is_attack and bool(found)
            verdict = "held"
            if found:
                word = "GAINED" if is_attack else "LOST"
                more = f" (and {len(found) - 2} more)" if len(found) > 2 else ""
                verdict = f"{word}: " + "; ".join(found[:2]) + more
        print(f"{check.number:>4}  {check.endpoint}  {check.tried}: {verdict}"
              f"  [{time.monotonic() - begun:.1f} s]", flush=True)

    def end(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.attacks} attacks: the stranger gained "
              f"{f'by {self.gained} of them' if self.gained else 'nothing'}. "
              f"{self.uses} honest uses: "
              f"{f'{self.lost} lost something' if self.lost else 'nothing was lost'}{skipped}.",
              flush=True)
        return 1 if self.gained or self.lost else 0
