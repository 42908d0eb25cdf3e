"""Changes one thing in the code, and looks whether a test fails.

Words: a module (Entitlements unless named), and a part of its files' paths to mutate those alone. One
build has all mutants of the module; each run switches one on, and runs the suites that reach it, the
quickest first. A failure is a mutant that survives and is not in mutating/survivors.tsv, which says
of each known one why no test can, or need, see it."""
import collections
import pathlib
import re
import subprocess
import sys
import time

from proofs.mutating import swift

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURVIVORS = pathlib.Path(__file__).resolve().parent / "mutating/survivors.tsv"
# The modules that can be built alone: what they need, and the tests that look at them.
MODULES = {"Entitlements": (["Basics", "Translations", "CTexts", "Entitlements"],
                            ["TestSupport", "EntitlementsTests"])}


class Package:
    """A package of one module and its tests, in a folder that is kept between builds."""

    def __init__(self, module):
        self.module = module
        self.sources, self.tests = MODULES[module]
        self.folder = ROOT / f".build-mutants/{module}"
        self.binary = self.folder / ".build/release/mutantsPackageTests.xctest"
        self.reached = self.folder / "reached"

    def lay_out(self):
        # The manual is embedded, too.
        sources = [*self.sources, "purser/Documentation.docc"]
        for kind, names in (("Sources", sources), ("Tests", self.tests)):
            for name in names:
                files = {path.relative_to(ROOT): path for path in (ROOT / kind / name).rglob("*") if path.is_file()}
                copied = self.folder / kind / name
                for path in copied.rglob("*") if copied.exists() else []:
                    if path.is_file() and path.relative_to(self.folder) not in files and path.stem != "Mutants":
                        path.unlink()
                for place, path in files.items():
                    if name != self.module or path.suffix != ".swift":
                        write(self.folder / place, path.read_bytes())
        manifest = (ROOT / "Package.swift").read_text()
        chosen = [target for target in targets(manifest)
                  if re.search(r'name: "(\w+)"', target)[1] in self.sources + self.tests]
        settings = manifest[manifest.index("let strict"):manifest.index("let x509")]
        # A mutant leaves variables unused and code unreached.
        settings = settings.replace("  .treatAllWarnings(as: .error),\n", "")
        text = ("// swift-tools-version: 6.2\nimport PackageDescription\n\n" + settings
                + 'let package = Package(name: "mutants", targets: [\n' + ",\n".join(chosen)
                + "\n], cLanguageStandard: .gnu2x)\n")
        write(self.folder / "Package.swift", text.encode())

    def build(self, places):
        """Writes the mutants in and builds; leaves out what does not compile, and returns the rest."""
        folder = ROOT / "Sources" / self.module
        texts = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.swift")}
        for number, place in enumerate(places):
            place.number = number
        while True:
            by_file = collections.defaultdict(list)
            for place in places:
                by_file[place.file].append(place)
            for file, text in texts.items():
                write(self.folder / "Sources" / self.module / file, swift.written(text, by_file[file]).encode())
            write(self.folder / "Sources" / self.module / "Mutants.swift",
                  (swift.SUPPORT + "".join(place.declaration() for place in places)).encode())
            built = subprocess.run(
                ["swift", "build", "-c", "release", "--build-tests", "-Xswiftc", "-continue-building-after-errors"],
                cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if built.returncode == 0:
                return places
            found = re.findall(rf"/Sources/{self.module}/(\S+?):(\d+):\d+: error: ", built.stdout)
            wrong = {(file, int(line)) for file, line in found}
            for width in (0, 1, 2, 4, 8, 16, 32, 64):
                left = [place for place in places if not is_wrong(place, wrong, width)]
                if len(left) < len(places):
                    break
            else:
                sys.exit(built.stdout[-4000:])
            print(f"{len(places) - len(left)} places do not compile", flush=True)
            places = left

    def suites(self):
        listed = self.run("--list-tests").stdout
        return sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line})

    def run(self, *words, timeout=None, **environment):
        words = [self.binary, "--testing-library", "swift-testing", *words]
        environment |= {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        return subprocess.run(words, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, env=environment)


def is_wrong(place, wrong, width):
    """Whether a place is within so many lines of an error. What a removed statement leaves without a
    value is found where that is used."""
    width = width if place.kind == "statement" else min(width, 2)
    return any(file == place.file and abs(place.line - line) <= width for file, line in wrong)


def write(path, content):
    """A file that did not change is not built again."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def targets(manifest):
    """The declarations of targets in a manifest."""
    for match in re.finditer(r"^    \.(?:target|testTarget)\(", manifest, re.MULTILINE):
        depth = 0
        for end in range(match.start(), len(manifest)):
            depth += {"(": 1, ")": -1}.get(manifest[end], 0)
            if manifest[end] == ")" and depth == 0:
                yield manifest[match.start():end + 1]
                break


class Coverage:
    """Which suites reach a mutant, the quickest first."""

    def __init__(self, package):
        self.by_mutant = collections.defaultdict(list)
        times = []
        for suite in package.suites():
            package.reached.write_bytes(bytes(1 << 16))
            begun = time.monotonic()
            run = package.run("--filter", suite, PURSER_MUTANTS_REACHED=str(package.reached))
            assert run.returncode == 0, f"{suite} fails without a mutant:\n{run.stdout[-2000:]}"
            times.append((time.monotonic() - begun, suite, package.reached.read_bytes()))
        for seconds, suite, reached in sorted(times):
            for number, byte in enumerate(reached):
                if byte:
                    self.by_mutant[number].append((suite, seconds))


def survives(package, coverage, place):
    for suite, seconds in coverage.by_mutant[place.number]:
        try:
            run = package.run("--filter", suite, timeout=10 + 10 * seconds, PURSER_MUTANT=str(place.number))
            if run.returncode != 0:
                return False
        except subprocess.TimeoutExpired:
            return False
    return True


def known():
    """The survivors that are explained: file, what becomes of what, and the line it is in."""
    rows = [line.split("\t") for line in SURVIVORS.read_text().splitlines()] if SURVIVORS.exists() else []
    return {tuple(row[:3]) for row in rows}


def key(package, place):
    line = (ROOT / "Sources" / package.module / place.file).read_text().splitlines()[place.line - 1].strip()
    return f"{package.module}/{place.file}", f"{place.before} -> {place.after}", line


def prove(program, tally, words):
    module = words[0] if words else "Entitlements"
    package = Package(module)
    package.lay_out()
    folder = ROOT / "Sources" / module
    places = [place for path in sorted(folder.rglob("*.swift"))
              if not words[1:] or any(word in str(path) for word in words[1:])
              for place in swift.places(str(path.relative_to(folder)), path.read_text())]
    places = package.build(places)
    coverage = Coverage(package)
    explained, chosen = known(), list(places)
    tally.random.shuffle(chosen)
    unreached = 0
    for place in chosen:
        if not tally.goes_on():
            break
        if key(package, place) in explained:
            continue
        unreached += not coverage.by_mutant[place.number]
        lives = survives(package, coverage, place)
        tally.count("\t".join(key(package, place)) + f"\tat line {place.line}" if lives else None)
    print(f"{len(places)} mutants, {unreached} of those tried reached by no test", flush=True)
