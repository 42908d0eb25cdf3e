"""Erasures, backups and the opening of an earlier version's ledger that are killed. Each is a turn that
yields once for every kill, and asserts what must be true after it."""
import gzip
import json
import pathlib
import shutil
import sqlite3
import time

from proofs.killing.kit import quick_check, rows

EARLIER = pathlib.Path(__file__).resolve().parents[3] / "Tests/EndToEndTests/EarlierLedger/ledger.sqlite.gz"


def generated(kit):
    """A copy of a generated ledger."""
    path = kit.folder / "generated.sqlite"
    if not path.exists():
        done = kit.run("generate", "--users", 200, "--orders", 1500, "--ledger", path)
        assert done.returncode == 0, done.stderr
        quick_check(path)
    copy = kit.new_folder("generated") / "ledger.sqlite"
    shutil.copy(path, copy)
    return copy


# MARK: Erasing


def personal(exported):
    """What tells who it is: the user's IDs, name and address."""
    export = json.loads(exported)
    users = export["tables"].get("user", [])
    found = {export["user"], *export["aliases"]}
    found |= {row[name] for row in users for name in ("id", "name", "email") if row.get(name)}
    # Shorter ones may be found by chance.
    return {word for word in found if len(word) >= 5}


def dumped(ledger):
    return "\n".join(line for lines in rows(ledger).values() for line in lines)


def in_file(ledger, words):
    data = b"".join(pathlib.Path(f"{ledger}{end}").read_bytes() for end in ("", "-wal")
                    if pathlib.Path(f"{ledger}{end}").exists())
    return [word for word in words if word.encode() in data]


def erase(kit):
    """The person is wholly there or wholly gone; run again, it ends, and no trace is left."""
    ledger = generated(kit)
    connection = sqlite3.connect(ledger)
    users = [user for user, in connection.execute(
        # Of two that have one name, the other one keeps it, also as a part of a longer one.
        """SELECT id FROM user WHERE email IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM user AS other WHERE other.id <> user.id AND instr(other.name, user.name))
           ORDER BY id""")]
    connection.close()
    kit.random.shuffle(users)
    whole = kit.whole("erase", "user", users.pop(), "--ledger", ledger)
    for user in users[:8]:
        before = kit.run("export", "user", user, "--ledger", ledger).stdout
        words = personal(before)
        kit.killed("erase", whole, "erase", "user", user, "--ledger", ledger)
        kit.reopen(ledger)
        quick_check(ledger)
        after = kit.run("export", "user", user, "--ledger", ledger)
        if after.returncode == 0:
            assert after.stdout == before, f"{user} is there, and not as before"
            again = kit.run("erase", "user", user, "--ledger", ledger)
            assert again.returncode == 0, f"erased again, {user}: {again.returncode} {again.stderr}"
        else:
            assert after.returncode == 4, f"{user}: {after.stderr}"
            again = kit.run("erase", "user", user, "--ledger", ledger)
            assert again.returncode == 4, f"erased again, {user}: {again.returncode} {again.stderr}"
            kit.notes["erasures of which the kill left traces in the file"] += bool(in_file(ledger, words))
            traces = kit.run("erase", "traces", "--ledger", ledger)
            assert traces.returncode == 0, traces.stderr
        text = dumped(ledger)
        left = [word for word in words if word in text] or in_file(ledger, words)
        assert not left, f"{user} is erased, and the ledger still has {left}"
        yield
    check = kit.run("check", "--ledger", ledger)
    assert check.returncode == 0, check.stdout + check.stderr


# MARK: Copying


def state(kit, ledger):
    output = kit.run("info", "--json", "--state", "--ledger", ledger)
    assert output.returncode == 0, output.stderr
    return json.loads(output.stdout)["state"]


def backup(kit):
    """The copy is whole or is not there; what else was left is gone after the next backup, or named."""
    ledger = generated(kit)
    folder = kit.new_folder("copies")
    expected = state(kit, ledger)
    whole = kit.whole("backup", folder / "first.sqlite", "--ledger", ledger)
    (folder / "first.sqlite").unlink()
    for number in range(8):
        copy = folder / f"copy-{number}.sqlite"
        kit.killed("backup", whole, "backup", copy, "--ledger", ledger)
        kit.reopen(ledger)
        quick_check(ledger)
        if copy.exists():
            quick_check(copy)
            assert state(kit, copy) == expected, "the copy has other content"
        output = ""
        for again in (copy, folder / f"next-{number}.sqlite"):
            done = kit.run("backup", again, "--ledger", ledger)
            output += done.stdout + done.stderr
            assert again.exists(), f"no copy was made after the kill: {output}"
            assert state(kit, again) == expected, "the next copy has other content"
            for path in folder.glob(f"{again.name}*"):
                if ".making-" not in path.name:
                    path.unlink()
        stray = [(path, path.stat().st_size) for path in folder.iterdir()]
        for path, _ in stray:
            path.unlink()
        unnamed = [f"{path.name} of {size:,} bytes" for path, size in stray if path.name not in output]
        assert not unnamed, f"{unnamed} stay after the next backups, and no command names them"
        yield


# MARK: Opening an earlier version's ledger


def migration(kit):
    """Opened again, it has the content that it has when nobody was killed."""
    plain = []
    for _ in range(2):
        plain.append(earlier(kit))
        whole = opened(kit, plain[-1])
    first, second = rows(plain[0]), rows(plain[1])
    # Chance and the clock are in these.
    but = {name for name in first if first[name] != second[name]} | {"sqlite_stat1"}
    assert len(but) < 6, f"two openings differ in {sorted(but)}"
    for _ in range(8):
        ledger = earlier(kit)
        old = versions(ledger)
        kit.killed("migration", whole, "ingest", "/dev/null", "--ledger", ledger)
        quick_check(ledger)
        part = versions(ledger)
        if old < part < versions(plain[0]):
            kit.notes["migrations of which a part was done"] += 1
        if part == versions(plain[0]):
            info = kit.reopen(ledger)
            assert info.returncode == 0, info.stderr
        opened(kit, ledger)
        quick_check(ledger)
        now = rows(ledger)
        differing = [name for name in first if name not in but and now.get(name) != first[name]]
        assert not differing, f"after a kill with {part} of {versions(plain[0])} steps, {differing} differ"
        shutil.rmtree(ledger.parent)
        yield
    check = kit.run("check", "--ledger", plain[0])
    assert check.returncode == 0, check.stdout + check.stderr


def earlier(kit):
    ledger = kit.new_folder("earlier") / "ledger.sqlite"
    ledger.write_bytes(gzip.decompress(EARLIER.read_bytes()))
    return ledger


def versions(ledger):
    connection = sqlite3.connect(ledger)
    try:
        return connection.execute("SELECT count(*) FROM grdb_migrations").fetchone()[0]
    finally:
        connection.close()


def opened(kit, ledger):
    """Opens it to write, with nothing to be filed; returns how long the ledger was open."""
    process = kit.begin("ingest", "/dev/null", "--ledger", ledger)
    begun = kit.wait_until_open(process)
    output = process.communicate()
    took = time.monotonic() - begun
    assert "0 filed" in output[1] + output[0], output
    return took
