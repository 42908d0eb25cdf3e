"""What all races share: running programs, throwing out unsteady rounds, the table of ratios."""
import json
import os
import statistics
import subprocess
import sys


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr.strip()[-2000:]}")
    return done.stdout


def compiled(source, folder, *libraries, flags=()):
    """The program made of one C file."""
    name = os.path.splitext(os.path.basename(source))[0]
    output = os.path.join(folder, name + (".so" if "-shared" in flags else ""))
    run(["gcc", "-O2", "-w", "-D_GNU_SOURCE", *flags, "-o", output, source, *libraries])
    return output


def rounds(number, limits, ours):
    """The steady rounds: of each what ours() found, and the mean of what limits() found before and
    after it. Both are dictionaries of figures by name."""
    kept = []
    before = limits()
    for attempt in range(number * 3):
        if len(kept) == number:
            break
        mine = ours()
        after = limits()
        steady = all(abs(before[k] - after[k]) <= 0.25 * max(before[k], after[k]) for k in before)
        between = {k: (before[k] + after[k]) / 2 for k in before}
        before = after
        if steady:
            kept.append((mine, between))
        else:
            print(f"round {attempt + 1} thrown out: the limits differ by more than a quarter", flush=True)
    return kept


def median(values):
    return statistics.median(list(values))


class Table:
    """Figures, what they are held against, and the ratios that are aimed at."""

    def __init__(self, unit=""):
        self.rows = []
        self.unit = unit

    def add(self, work, ours, against, its, target=None, atMost=False, ratio=None):
        ratio = ours / its if ratio is None else ratio
        self.rows.append(dict(work=work, ours=ours, against=against, its=its, ratio=ratio, target=target,
                              reached=target is None or (ratio <= target if atMost else ratio >= target)))
        self.rows[-1]["bound"] = "–" if target is None else f"{'≤' if atMost else '≥'} {target:g}"
        # A race takes long, and what was found should outlive what goes wrong later.
        print(f"{work}: {ours:.4g} against {its:.4g} of {against}: {ratio:.2f}", file=sys.stderr, flush=True)

    def finish(self, file=None):
        """Prints the table, and which targets are missed."""
        print(f"\n| work | ours{self.unit} | against | its{self.unit} | ratio | target |")
        print("| --- | ---: | --- | ---: | ---: | ---: |")
        for row in self.rows:
            figures = [f"{row[k]:,.0f}" if row[k] >= 100 else f"{row[k]:.3g}" for k in ("ours", "its")]
            print(f"| {row['work']} | {figures[0]} | {row['against']} | {figures[1]} | {row['ratio']:.2f} "
                  f"| {row['bound']} |")
        if file:
            with open(file, "w") as output:
                json.dump(self.rows, output, indent=2)
        missed = [f"{row['work']} against {row['against']}" for row in self.rows if not row["reached"]]
        print("\nevery target is reached" if not missed else "\nshort of target: " + "; ".join(missed))
