"""What ../ledger/record.c wrote down, and the same asked of SQLite from Python."""
import collections
import mmap
import sqlite3
import struct
import time

NUMBER = struct.Struct("<q")


def transactions(path, last):
    """The last transactions of a recording, each a list of statements with their values."""
    kept = collections.deque(maxlen=last)
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    place = 0
    texts, values, stepping = {}, {}, set()
    current = None

    def number():
        nonlocal place
        place += 8
        return NUMBER.unpack_from(data, place - 8)[0]

    def piece():
        nonlocal place
        length = number()
        place += length
        return data[place - length:place]

    while place < len(data):
        letter = data[place:place + 1]
        place += 1
        statement = number()
        if letter == b"P":
            texts[statement] = piece().decode()
            values[statement] = {}
        elif letter in b"NITB":
            column = number()
            values[statement][column] = {
                b"N": lambda: None, b"I": number, b"T": lambda: piece().decode(), b"B": piece,
            }[letter]()
        elif letter == b"S" and statement not in stepping:
            stepping.add(statement)
            text, bound = texts[statement], values[statement]
            if text.startswith("BEGIN"):
                current = []
            if current is not None:
                current.append((text, tuple(bound[k] for k in sorted(bound))))
                if text.startswith("COMMIT"):
                    kept.append(current)
                    current = None
        elif letter in b"RF":
            stepping.discard(statement)
        elif letter == b"C":
            values[statement] = {}
    return list(kept)


def begins_word(text, beginning):
    """The program's own function of that name, as far as it matters for how long it takes."""
    text, beginning = (text or "").lower(), (beginning or "").lower()
    start = text.find(beginning) if beginning else -1
    while start > 0 and text[start - 1].isalnum():
        start = text.find(beginning, start + 1)
    return int(start >= 0)


def asked(ledger, events):
    """How long each event takes from Python: the median and the 99th percentile, in ms. The cache and
    the mapping are those of the bench folder's sqlite_limits.py."""
    connection = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True, isolation_level=None, cached_statements=1000)
    connection.create_function("beginsWord", 2, begins_word, deterministic=True)
    connection.execute("PRAGMA cache_size=-65536")
    connection.execute("PRAGMA mmap_size=4294967296")
    times = []
    for event in events:
        start = time.perf_counter()
        for statement, values in event:
            connection.execute(statement, values).fetchall()
        times.append((time.perf_counter() - start) * 1e3)
    connection.close()
    times.sort()
    return {"p50": times[len(times) // 2], "p99": times[min(len(times) - 1, int(len(times) * 0.99))]}
