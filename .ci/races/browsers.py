"""What other browsers of databases take on the same ledger, in the same terminal.

litecli, vd (VisiData) and harlequin are played; datasette is asked over HTTP. Of each the first screen, the
first and the last rows of all orders where it can show them, and the memory it holds then."""
import os
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.request

FIRST = b'select * from "order" order by purchasedAt desc limit 45;'
LAST = b'select * from "order" order by purchasedAt limit 45;'
PORT = 8096
PATIENCE = 90  # seconds, beyond which a figure is not worth waiting for


def resident(process):
    """Resident megabytes of a process and all that it has started."""
    pages = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1])
    children = subprocess.run(["pgrep", "-P", str(process)], stdout=subprocess.PIPE, text=True).stdout.split()
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20) + sum(resident(child) for child in children)


def played(sitting, command, pattern, *steps):
    """Milliseconds to the first screen, and from the keys of each step to its text; None where that does
    not come. Then the megabytes."""
    seat = sitting(command)
    found = [("first screen, ms", seat.shows(pattern, PATIENCE))]
    for name, keys, wanted in steps:
        while seat.read(0.3):
            pass
        seat.text = b""
        os.write(seat.terminal, keys)
        seat.begun = time.monotonic()
        try:
            found.append((name, seat.shows(wanted, PATIENCE)))
        except SystemExit:
            found.append((name, None))
    found.append(("resident MB", resident(seat.process)))
    seat.close()
    return found


def asked(program, ledger):
    """Of datasette: from the start to its first page, and a page of the first and of the last orders."""
    begun = time.monotonic()
    server = subprocess.Popen([program, "serve", "-i", ledger, "--port", str(PORT), "--setting",
                               "sql_time_limit_ms", "60000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def page(path):
        start = time.monotonic()
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/{path}", timeout=PATIENCE) as answer:
            answer.read()
        return (time.monotonic() - start) * 1e3

    try:
        while True:
            try:
                page("")
                break
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() - begun > PATIENCE:
                    return []
                time.sleep(0.02)
        found = [("first screen, ms", (time.monotonic() - begun) * 1e3)]
        table = f"{pathlib.Path(ledger).stem}/order.json?_size=50&_nocount=1&_nofacet=1&_shape=array"
        for name, sort in (("first orders, ms", "_sort_desc"), ("last orders, ms", "_sort")):
            found.append((name, page(f"{table}&{sort}=purchasedAt")))
        return found + [("resident MB", resident(server.pid))]
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()


def figures(sitting, folder, ledger):
    """The name of each browser in the folder, with its figures."""
    def path(name):
        program = pathlib.Path(folder) / name
        return str(program) if program.exists() else None

    if program := path("litecli"):
        yield "litecli", played(sitting, ["env", "PAGER=cat", program, "--table", ledger], rb"sqlite>",
                                ("first orders, ms", FIRST + b"\r", rb"45 rows in set"),
                                ("last orders, ms", LAST + b"\r", rb"45 rows in set"))
    if program := path("vd"):
        yield "VisiData", played(sitting, [program, "--quitguard=False", "--disp-splash=", "-f", "sqlite", ledger],
                                 rb"order")
    if program := path("harlequin"):
        yield "harlequin", played(sitting, [program, "-a", "sqlite", "--no-download-tzdata", ledger],
                                  rb"(?i)Data Catalog|System Locale")
    if program := path("datasette"):
        yield "datasette", asked(program, ledger)
