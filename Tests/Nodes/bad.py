"""What goes wrong around the log, one small check each: access, tables, clocks, disks, entries."""
import json
import pathlib
import shutil
import subprocess

import access
import disks
import entries
from node import CATALOG, Node
from traffic import Traffic, fair, kept, same

HERE = pathlib.Path(__file__).parent
CASES = [
    access.wrong_password, access.without_rights, access.granted_rights, access.two_beginnings,
    access.missing_tables, access.names, access.parts, access.other_contents,
    entries.unknown_kind, entries.unknown_format, entries.unreadable, entries.in_pieces,
]  # and those below


def clock(world, checks):
    """A node whose clock is an hour ahead, and one whose clock is an hour behind: they only follow."""
    library = world.folder / "clock.so"
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        return checks.skip("a node's clock is off by an hour", "there is no C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "clock.c"], check=True)
    string = world.database()
    nodes = world.nodes(1, string, prefix="clock")
    for name, offset in (("ahead", 3600), ("behind", -3600)):
        node = Node(world, f"clock-{name}", string)
        node.prefix = ["env", f"LD_PRELOAD={library}", f"CLOCK_OFFSET={offset}"]
        node.join()
        nodes.append(node)
    for node in nodes:
        node.start()
    for node in nodes[1:]:
        answer = access.grant(world, node, f"nobody-{node.name}")
        checks.that(f"{node.name} refuses writes", answer.status == 503, (answer.status, answer.body))
        checks.that(f"{node.name} is not ready", node.ready() == 503, node.ready())
        access.refused(checks, f"{node.name}'s commands refuse to write, and say why",
                       node.run("act", "grant", "nobody", "pro", "--new"), "clock")
    record = Traffic(world, nodes[:1], 1, count=300, name="clock").start().join()
    fair(checks, record)
    same(checks, nodes)
    for node in nodes:
        kept(checks, node, record)
        node.stop()


def endings(world, checks):
    """Commands end in order, whatever their connections to the log are doing."""
    [node] = world.nodes(1, world.database(), prefix="endings")
    count = 400 if world.options.long else 40
    path, died = world.folder / "changing.json", []
    for index in range(count):
        catalog = {**CATALOG, "Catalog": [{**CATALOG["Catalog"][0], "DisplayName": f"Plus {index}"}]}
        path.write_text(json.dumps(catalog))
        result = node.run("catalog", "import", str(path))
        if result.returncode != 0:
            died.append((index, result.returncode, result.stderr[:300]))
    checks.that(f"each of {count} commands that write ends in order", not died, [len(died), *died[:2]])


def case(world, checks, function):
    try:
        function(world, checks)
    except Exception as error:  # noqa: BLE001
        import traceback
        checks.that(f"{function.__name__} runs to its end", False,
                    "".join(traceback.format_exception(error))[-1500:])
    world.end_processes()


def run(world, checks):
    for function in [*CASES, endings, clock, disks.full_node, disks.full_primary]:
        if not world.options.cases or function.__name__ in world.options.cases:
            case(world, checks, function)
