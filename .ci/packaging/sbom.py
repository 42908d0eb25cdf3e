#!/usr/bin/env python3
"""Lists what the program is made of, as CycloneDX 1.6.

usage: .ci/packaging/sbom.py [--record] [PROGRAM]

Reads the last build: each Swift package whose objects are linked, with its version, licence and
what it depends on; the C libraries that such packages carry inside; the shared libraries. The
versions of all packages, also of those that others bring along, must be those of packages.tsv beside
this file; `--record` writes that file. The same build gives the same bytes."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKOUTS = ROOT / ".build/checkouts"
LOCK = pathlib.Path(__file__).resolve().parent / "packages.tsv"
# A package, the C library in it, and where and how its version is written.
CARRIED = [
    ("swift-crypto", "BoringSSL", "Sources/CCryptoBoringSSL/hash.txt", r"revision (\w+)"),
    ("swift-nio-ssl", "BoringSSL", "Sources/CNIOBoringSSL/hash.txt", r"revision (\w+)"),
    ("swift-crypto", "XKCP", "Sources/CXKCP/include", None),
    ("swift-nio-extras", "zlib", "Sources/CNIOExtrasZlib/vendored-zlib.version", r"(\S+)"),
    ("swift-nio", "llhttp", "Sources/CNIOLLHTTP/include/c_nio_llhttp.h", r"LLHTTP_VERSION_\w+ (\d+)"),
]


def run(*words):
    return subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def packages():
    """The resolved packages by the name of their checkout: where from, and which version."""
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    return {
        pin["location"].removesuffix(".git").split("/")[-1]: (
            pin["location"].removesuffix(".git").removeprefix("https://"),
            pin["state"]["version"],
        )
        for pin in pins
    }


def expect_locked():
    """Ends the script if a version is not the recorded one."""
    resolved = {place: version for place, version in packages().values()}
    locked = dict(line.split("\t") for line in LOCK.read_text().splitlines())
    names = sorted(resolved.keys() | locked.keys())
    changed = [f"{name} is {resolved.get(name, 'gone')}, {LOCK.name} has {locked.get(name, 'none')}"
               for name in names if resolved.get(name) != locked.get(name)]
    if changed:
        sys.exit("\n".join(changed) + f"\nRead what changed, then run {sys.argv[0]} --record")


def linked_packages():
    """The packages with objects in the program."""
    manifest = (ROOT / ".build/release.yaml").read_text()
    target = re.search(r'"C\.purser-[^"]*\.exe":.*?inputs: (\[.*?\])\n', manifest, re.DOTALL)
    modules = set(re.findall(r"/release/([^/\"]+)\.build/", target[1]))
    sources = {}
    for folder in sorted(CHECKOUTS.iterdir()):
        for place in [*folder.glob("Sources/*"), *folder.glob("Source/*"), folder / folder.stem]:
            sources[place.name] = folder.name
    own = {folder.name for folder in (ROOT / "Sources").iterdir()}
    return {sources.get(module) for module in modules - own} - {None}


def shared_libraries(program):
    """What the loader brings of the system, without Swift's own libraries."""
    needed = re.findall(r"NEEDED.*\[(.+)\]", run("readelf", "--dynamic", program))
    return sorted(name for name in needed if not re.match(r"lib(swift|_?Foundation|dispatch|Blocks)", name))


def licence(folder):
    text = next(folder.glob("LICENSE*")).read_text()
    if "Apache License" in text[:400]:
        return "Apache-2.0"
    assert "Permission is hereby granted, free of charge" in text, folder
    return "MIT"


def graph():
    """What each package depends on, by name."""
    edges = {}

    def visit(node):
        name = node["url"].removesuffix(".git").split("/")[-1]
        edges[name] = {visit(child) for child in node["dependencies"]}
        return name

    tree = json.loads(run("swift", "package", "show-dependencies", "--format", "json"))
    edges["purser"] = {visit(child) for child in tree["dependencies"]}
    return edges


def component(kind, name, reference, version=None, licence=None, **more):
    entry = {"type": kind, "bom-ref": reference, "name": name}
    if version:
        entry["version"] = version
    if licence:
        entry["licenses"] = [{"license": {"id": licence}}]
    return entry | more


def carried(package, reference):
    """The C libraries inside a package."""
    for name, library, file, pattern in CARRIED:
        if name == package:
            source = CHECKOUTS / name / file
            version = re.findall(pattern, source.read_text(errors="replace"))[:3] if pattern else []
            yield component("library", library, f"{reference}#{library}", ".".join(version))


def document(program):
    resolved, linked = packages(), linked_packages()
    references = {name: f"pkg:swift/{resolved[name][0]}@{resolved[name][1]}" for name in linked}
    swift = re.search(r"Swift version ([\d.]+)", run("swiftc", "--version"))[1]
    entries = []
    for name in sorted(linked, key=str.lower):
        entry = component("library", name, references[name], resolved[name][1],
                          licence(CHECKOUTS / name), purl=references[name])
        if inside := list(carried(name, references[name])):
            entry["components"] = inside
        entries.append(entry)
    entries.append(component("library", "swift", "swift", swift, "Apache-2.0",
                             description="The standard library, Foundation and Dispatch"))
    libraries = shared_libraries(program)
    entries += [component("library", name, name, description="A shared library of the system")
                for name in libraries]
    edges = graph()
    depends = [
        {"ref": references[name], "dependsOn": sorted(references[other] for other in edges[name] & linked)}
        for name in sorted(linked)
    ]
    whole = component("application", "purser", "purser", run(program, "--version").strip())
    direct = sorted(references[name] for name in edges["purser"] & linked)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": whole},
        "components": entries,
        "dependencies": [
            {"ref": "purser", "dependsOn": direct + ["swift"] + libraries}
        ] + depends,
    }


def text(program):
    expect_locked()
    return json.dumps(document(str(program)), indent=2) + "\n"


if __name__ == "__main__":
    if "--record" in sys.argv:
        LOCK.write_text("".join(f"{place}\t{version}\n" for place, version in sorted(packages().values())))
        sys.argv.remove("--record")
    print(text(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release/purser"), end="")
