"""Changes one thing in the code, and looks whether a test fails.

Words: a module (Entitlements unless named), and parts of its files' paths to mutate those instead of
the rules. One build, kept in .build-mutants, has all mutants; each run switches one on, and runs the
suites that reach it, the quickest first; they try a hundredth of their random cases. A failure is a mutant that survives
and is not in mutating/survivors.tsv, which says of each known one why no test can, or need, see it; or a row there
that is of no mutant. Given enough seconds, each mutant is tried once."""
import collections
import hashlib
import json
import math
import pathlib
import re
import resource
import signal
import subprocess
import sys

from proofs.mutating import swift

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURVIVORS = pathlib.Path(__file__).resolve().parent / "mutating/survivors.tsv"
# NIST's path cases, where `.ci/setup tests` has put them.
PKITS = ROOT / ".build/pkits"
# The modules that can be built alone: what they need, the tests that look at them, and their rules.
MODULES = {
    "Entitlements": (["Basics", "Translations", "CTexts", "Entitlements"], ["TestSupport", "EntitlementsTests"],
                     ["Rights/", "Subscriptions/"]),
    "Receipts": (["Basics", "Receipts", "Mint"], ["ReceiptsTests"],
                 ["/Signature/", "AppReceipt/ReceiptVerifier", "SignedPayload/", "Google/GooglePurchase",
                  "Microsoft/MicrosoftReceipt", "XMLSignature/EnvelopedSignature"]),
}
# Seconds of a processor that a suite may take to judge mutants. What else runs does not count.
MAX_SUITE_TIME = 20


class Package:
    """A package of one module and its tests, in a folder that is kept between builds."""

    def __init__(self, module):
        self.module = module
        self.sources, self.tests, self.parts = MODULES[module]
        self.folder = ROOT / f".build-mutants/{module}"
        self.binary = self.folder / ".build/release/mutantsPackageTests.xctest"
        self.reached = self.folder / "reached"

    def lay_out(self):
        # The manual is embedded, too, and tests replay what the fuzzer found.
        sources = [*self.sources, "purser/Documentation.docc"]
        for kind, names in (("Sources", sources), ("Tests", [*self.tests, "Fuzz/Corpus", "Fuzz/Signed"])):
            for name in names:
                files = {path.relative_to(ROOT): path for path in (ROOT / kind / name).rglob("*") if path.is_file()}
                copied = self.folder / kind / name
                for path in copied.rglob("*") if copied.exists() else []:
                    if path.is_file() and path.relative_to(self.folder) not in files and path.stem != "Mutants":
                        path.unlink()
                for place, path in files.items():
                    if name != self.module or path.suffix != ".swift":
                        write(self.folder / place, path.read_bytes())
        write(self.folder / "Package.swift", self.manifest().encode())

    def manifest(self):
        """The part of the package's manifest that the module and its tests need. Those two are not
        optimized: that takes ten times as long as they then run longer."""
        whole = (ROOT / "Package.swift").read_text()
        chosen = []
        for target in targets(whole):
            name = re.search(r'name: "(\w+)"', target)[1]
            if name == self.module or name.endswith("Tests"):
                target = re.sub(r"swiftSettings: \w+", "swiftSettings: mutated", target)
            if name in self.sources + self.tests:
                chosen.append(target)
        settings = whole[whole.index("let strict"):whole.index("let package")]
        # A mutant leaves variables unused and code unreached.
        settings = settings.replace("  .treatAllWarnings(as: .error),\n", "")
        used = {name for variable, name in re.findall(r'let (\w+) = [^\n]*\([^)]*package: "([^"]+)"', settings)
                if re.search(rf"\b{variable}\b", "".join(chosen))}
        packages = [declared for declared, name in re.findall(
            r'(\.package\(\s*url: "[^"]*/([^"/]+)",\s*exact: "[^"]*"[^)]*\))', whole) if name in used]
        return (f"// swift-tools-version: 6.2\nimport PackageDescription\n\n{settings}"
                'let mutated = testable + [SwiftSetting.unsafeFlags(["-Onone"])]\n'
                f'let package = Package(name: "mutants", dependencies: [{", ".join(packages)}], targets: [\n'
                + ",\n".join(chosen) + "\n], cLanguageStandard: .gnu2x)\n")

    def build(self, places):
        """Writes the mutants in and builds; leaves out what does not compile, and returns the rest."""
        folder = ROOT / "Sources" / self.module
        texts = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.swift")}
        for number, place in enumerate(places):
            place.number = number
        # What did not compile the last time does not now.
        kept = self.folder / "wrong.json"
        wrong = {tuple(row) for row in json.loads(kept.read_text())} if kept.exists() else set()
        everywhere = places
        places = [place for place in places if key(self, place) not in wrong]
        # The module alone shows what does not compile.
        for turn in range(40):
            self.write(texts, places)
            built = self.swift_build("--target", self.module)
            if built.returncode == 0:
                break
            found = re.findall(rf"/Sources/{self.module}/(\S+?):(\d+):(\d+): error: ", built.stdout)
            left = self.without_wrong(texts, places, found, turn)
            if len(left) == len(places):
                sys.exit(built.stdout[-4000:])
            print(f"{len(places) - len(left)} places do not compile", flush=True)
            places = left
        built = self.swift_build("--build-tests")
        if built.returncode != 0:
            sys.exit(built.stdout[-4000:])
        wrong |= {key(self, place) for place in set(everywhere) - set(places)}
        kept.write_text(json.dumps(sorted(wrong)))
        return places

    def write(self, texts, places):
        by_file = collections.defaultdict(list)
        for place in places:
            by_file[place.file].append(place)
        sources = self.folder / "Sources" / self.module
        for file, text in texts.items():
            write(sources / file, swift.written(text, by_file[file]).encode())
        write(sources / "Mutants.swift",
              (swift.SUPPORT + "".join(place.declaration() for place in places)).encode())

    def swift_build(self, *words):
        return subprocess.run(
            ["swift", "build", "-c", "release", "-Xswiftc", "-continue-building-after-errors", *words],
            cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def without_wrong(self, texts, places, errors, turn):
        """The places without those that the errors are in: the narrowest around each; else, and after
        some turns, all those of the line, and then of more lines."""
        wrong, lines = set(), set()
        for file, line, column in {error for error in errors if error[0] in texts}:
            text = swift.written(texts[file], [place for place in places if place.file == file])
            rows = text.encode().split(b"\n")
            at = len(b"\n".join([*rows[:int(line) - 1], rows[int(line) - 1][:int(column) - 1]]).decode()) + (line != "1")
            around = [place for place in places
                      if place.file == file and place.span[0] <= at < place.span[1]]
            if around and turn < 2:
                wrong.add(min(around, key=lambda place: place.span[1] - place.span[0]))
            else:
                lines.add((file, int(line)))
        for width in (0, 1, 2, 4, 8, 16, 32, 64):
            left = [place for place in places if place not in wrong and not is_wrong(place, lines, width)]
            if len(left) < len(places):
                break
        return left

    def suites(self):
        listed = self.run("--list-tests").stdout
        return sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line})

    def run(self, *words, seconds=600, **environment):
        """Runs the tests; raises TimeoutExpired after so many seconds of a processor."""
        words = [self.binary, "--testing-library", "swift-testing", *words]
        environment |= {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PURSER_CASES_FRACTION": "100"}
        if PKITS.exists():
            environment["PKITS_DATA"] = str(PKITS)
        # What waits for nothing ends, too.
        run = subprocess.run(words, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             timeout=60 + 20 * seconds, env=environment, errors="replace",
                             preexec_fn=lambda: limited(math.ceil(seconds)))
        if run.returncode == -signal.SIGXCPU:
            raise subprocess.TimeoutExpired(words, seconds)
        return run


def limited(seconds):
    """A mutant that never ends can ask for memory without end."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 33, 1 << 33))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def is_wrong(place, wrong, width):
    """Whether a place is within so many lines of an error. What a removed statement leaves without a
    value is found where that is used, and so is another inferred type."""
    width = width if place.kind in ("statement", "returned") else min(width, 2)
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
    """Which suites reach a mutant, the quickest first. It is measured once for each build."""

    def __init__(self, package):
        kept = package.folder / "coverage.json"
        digest = hashlib.sha256(package.binary.read_bytes()).hexdigest()
        memory = json.loads(kept.read_text()) if kept.exists() else {}
        if memory.get("digest") != digest:
            memory = {"digest": digest, "suites": sorted(self.measured(package))}
            kept.write_text(json.dumps(memory))
        self.by_mutant = collections.defaultdict(list)
        for seconds, suite, reached in memory["suites"]:
            for number in reached:
                self.by_mutant[number].append((suite, seconds))

    def measured(self, package):
        for suite in package.suites():
            package.reached.write_bytes(bytes(1 << 16))
            begun = computed()
            try:
                run = package.run("--filter", suite, seconds=MAX_SUITE_TIME,
                                  PURSER_MUTANTS_REACHED=str(package.reached))
            except subprocess.TimeoutExpired:
                print(f"{suite} takes too long to judge mutants", flush=True)
                continue
            if run.returncode != 0:
                sys.exit(f"{suite} fails without a mutant:\n{run.stdout[-2000:]}")
            reached = [number for number, byte in enumerate(package.reached.read_bytes()) if byte]
            yield computed() - begun, suite, reached


def computed():
    """Seconds of a processor that programs which this one started have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def outcome(package, coverage, place):
    """`lives`, `killed`, or `late` if the tests did not end in the time that they should take."""
    reaching = coverage.by_mutant[place.number]
    # Most are found by the first; the others start together.
    for suites in [reaching[:1], reaching[1:4], reaching[4:]]:
        words = [word for suite, _ in suites for word in ("--filter", suite)]
        seconds = sum(seconds for _, seconds in suites)
        try:
            run = package.run(*words, seconds=5 + 5 * seconds, PURSER_MUTANT=str(place.number)) if words else None
            if run and run.returncode != 0:
                return "killed"
        except subprocess.TimeoutExpired:
            return "late"
    return "lives"


def known():
    """The survivors that are explained: file, what becomes of what, and the line it is in."""
    rows = [line.split("\t") for line in SURVIVORS.read_text().splitlines()] if SURVIVORS.exists() else []
    return {tuple(row[:3]) for row in rows}


def key(package, place):
    line = (ROOT / "Sources" / package.module / place.file).read_text().splitlines()[place.line - 1].strip()
    before = " ".join(place.before.split())
    return f"{package.module}/{place.file}", f"{before} -> {place.after}", line


def prove(program, tally, words):
    module = words[0] if words else "Entitlements"
    package = Package(module)
    package.lay_out()
    folder = ROOT / "Sources" / module
    parts = words[1:] or package.parts
    places = [place for path in sorted(folder.rglob("*.swift")) if any(part in str(path) for part in parts)
              for place in swift.places(str(path.relative_to(folder)), path.read_text())]
    places = package.build(places)
    coverage = Coverage(package)
    explained, chosen = known(), list(places)
    tally.random.shuffle(chosen)
    unreached = skipped = late = 0
    for place in chosen:
        if not tally.goes_on():
            break
        if key(package, place) in explained:
            skipped += 1
            continue
        unreached += not coverage.by_mutant[place.number]
        found = outcome(package, coverage, place)
        late += found == "late"
        tally.count("\t".join(key(package, place)) + f"\tat line {place.line}" if found == "lives" else None)
    # Another word for the parts leaves out files that have rows.
    stale = explained - {key(package, place) for place in places} if not words[1:] else set()
    for row in sorted(row for row in stale if row[0].startswith(f"{module}/")):
        tally.count("\t".join(row) + "\tis of no mutant")
    print(f"{len(places)} mutants; of those tried {unreached} reached by no test, {late} killed by their time, "
          f"{skipped} known to survive", flush=True)
