"""A ledger with a write-ahead log for the scripts beside this file: its commits, one by one."""
import sqlite3
import struct

from documents import OPTIONS, answer
from proofs.common.ledgers import run


def record(program, folder, numbers):
    """Files these documents, each by a command of its own, while a reader keeps the log from being
    merged: the bytes of the ledger and of its log, and the log's length after each filing."""
    ledger, document = folder / "ledger.sqlite", folder / "document"
    log = folder / "ledger.sqlite-wal"
    reader, lengths = None, []
    for n in numbers:
        document.write_text(answer(n) + "\n")
        done = run([program, "import", *OPTIONS, document, "--ledger", ledger], limit=30)
        assert done.status == 0 and "1 purchase filed" in done.out, done
        if reader is None:
            # Beside it the log grows; the first filing is in the ledger itself.
            reader = sqlite3.connect(ledger, isolation_level=None)
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM document").fetchone()
        lengths.append(len(log.read_bytes()) if log.exists() else 0)
    kept = ledger.read_bytes(), log.read_bytes(), (folder / "ledger.sqlite-shm").read_bytes(), lengths
    reader.close()
    for file in folder.iterdir():
        file.unlink()
    return kept


def commits(log):
    """The lengths of the log after each of its commits (sqlite.org, "Database File Format", 4.1)."""
    size, = struct.unpack_from(">I", log, 8)
    ends = []
    for at in range(32, len(log) - size - 23, 24 + size):
        if struct.unpack_from(">I", log, at + 4)[0]:
            ends.append(at + 24 + size)
    return ends
