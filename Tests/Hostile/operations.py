"""What the operator's own commands must not do for a stranger: keep secrets that were posted, write
through links, hang, lose the audit log's end, run formulas in a spreadsheet."""
import base64
import contextlib
import csv
import io
import json
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess

from endpoints import APP_KEY, CATALOG, WIDE_LIMITS
from family import v1
from processes import child_setup, wait_until
from report import attack, honest


def holding(folder, secret):
    """Files below a folder in which a secret stands, plain, escaped or in base64."""
    needles = [secret.encode(), secret[::-1].encode(), secret.encode().hex().encode()]
    needles += [base64.b64encode(b"x" * shift + secret.encode())[4:-4] for shift in range(3)]
    for file in pathlib.Path(folder).rglob("*"):
        if file.is_file() and not file.is_symlink():
            content = file.read_bytes()
            if any(needle in content for needle in needles):
                yield file.name


def with_secret(world):
    """Version 1 notifications with the secret in them, whole and otherwise, by what they are."""
    body = v1(world, world.name("stranger"))
    secret = body["password"]
    whole = json.dumps(body)
    twice = whole[:-1] + f', "password": "{secret}"' + "}"
    escaped = whole.replace('"password"', '"\\u0070assword"')
    spelt = whole.replace(secret, "".join(f"\\u{ord(letter):04x}" for letter in secret))
    cut = whole[:whole.index(secret) + len(secret) + 30]
    short = whole[:whole.index(secret) + len(secret) - 4]
    return secret, {
        "whole": whole, "nested": json.dumps({"data": {"body": body}}), "listed": f"[{whole}]",
        "as text": json.dumps({"message": whole}), "doubled": twice,
        "doubled, one first": "{" + f'"password": "guess", {whole[1:]}',
        "name escaped": escaped, "value escaped": spelt, "cut off": cut, "cut in it": short,
        "with a byte before": "\x00" + whole, "no JSON": f"password={secret}&x=1",
        "in base64": base64.b64encode(whole.encode()).decode(),
        "in Pub/Sub's envelope": json.dumps({"message": {"data": base64.b64encode(
            whole.encode()).decode(), "messageId": "1"}, "subscription": "x"}),
        "unknown type": json.dumps({**body, "notification_type": "NEWS", "more": [body]}),
        "wrong types": json.dumps({**body, "unified_receipt": 7}),
        "of another app": json.dumps({**body, "bid": "com.example.other"}),
    }


@attack(401, "all endpoints", "version 1's shared secret: kept in the ledger, the ring or the log")
def _(world):
    clients = world.server(limits=WIDE_LIMITS)
    secret, bodies = with_secret(world)
    folder = clients.serve.folder
    for path in ("/notifications/apple/v1", "/notifications/apple", "/notifications/google",
                 "/notifications/amazon", f"/v1/validate?appName=reader&apiKey={APP_KEY}",
                 f"/verify/{APP_KEY}", f"/receipts?key={APP_KEY}", "/Client/ValidateIOSReceipt"):
        for what, body in bodies.items():
            with contextlib.suppress(OSError):
                clients.serve.ask("POST", path, body=body.encode(),
                                  headers={"Content-Type": "application/json"})
        text = json.dumps(bodies["whole"])
        for handed in ({"receipt-data": bodies["whole"], "uuid": "x"},
                       {"id": "x", "type": "application", "transaction": {
                           "type": "ios-appstore", "id": "1", "appStoreReceipt": bodies["whole"]}},
                       {"id": "x", "transaction": {"type": "ios-appstore", "appStoreReceipt":
                                                   base64.b64encode(text.encode()).decode()}}):
            clients.serve.ask("POST", path, handed)
        for name in sorted(set(holding(folder, secret))):
            yield f"{name}, by {path.split('?')[0].replace(APP_KEY, 'TOKEN')}"
        if secret in "".join(clients.serve.log):
            yield f"the log, by {path}"
    clients.serve.close()


@attack(402, "purser import, ingest", "version 1's shared secret: kept in the ledger")
def _(world):
    clients = world.server("--no-jobs", limits=WIDE_LIMITS)
    secret, bodies = with_secret(world)
    for verb in (["import"], ["import", "--store-answer"], ["ingest"], ["ingest", "--vouched"]):
        for what, body in bodies.items():
            file = world.file("v1.json", body)
            done = clients.serve.run(*verb, str(file), check=False)
            file.unlink()
            if secret in done.stdout + done.stderr:
                yield f"{' '.join(verb)} prints it ({what})"
        for name in sorted(set(holding(clients.serve.folder, secret))):
            yield f"{name}, by {' '.join(verb)}"
    clients.serve.close()


@attack(403, "purser backup", "a link where the backup is to be; a backup that others can read")
def _(world):
    clients = world.server("--no-jobs")
    folder = clients.serve.folder
    precious = folder / "precious"
    precious.write_text("precious")
    for what, target in (("a file", precious), ("nothing yet", folder / "elsewhere")):
        link = folder / f"link-to-{what.replace(' ', '-')}"
        link.symlink_to(target)
        clients.serve.run("backup", str(link), check=False)
        if precious.read_text(errors="replace") != "precious":
            yield "the file behind the link is written over"
        if (folder / "elsewhere").exists():
            yield "it is written where the link leads"
    old = os.umask(0)
    try:
        copy = folder / "copy.sqlite"
        clients.serve.run("backup", str(copy))
        if copy.stat().st_mode & 0o077:
            yield f"others can read the copy: {copy.stat().st_mode & 0o777:o}"
    finally:
        os.umask(old)
    clients.serve.close()


def secret_by(world, make):
    """What `serve` says with the upload key in a file that `make` lays out."""
    folder = world.folder / world.name("secrets")
    folder.mkdir()
    key = make(folder)
    path = folder / "serve.toml"
    path.write_text('[[app]]\nbundle-id = "com.example.reader"\n'
                    f'[serve.upload]\nkey-file = "{key}"\n')
    done = subprocess.run([world.program, "serve", "--check", "--config", str(path), "--ledger",
                           str(folder / "x.sqlite")], capture_output=True, text=True, timeout=20)
    said = done.stdout + done.stderr
    return done.returncode, said


def mounted(mode, owner=None):
    def make(folder):
        data = folder / "..data_1"
        data.mkdir()
        (data / "key").write_text("secret-of-all\n")
        (data / "key").chmod(mode)
        if owner is not None:
            os.chown(data / "key", owner, owner)
        (folder / "..data").symlink_to("..data_1")
        (folder / "key").symlink_to("..data/key")
        return folder / "key"
    return make


@attack(404, "purser serve", "a secret behind a link to what others can read, or own")
def _(world):
    status, said = secret_by(world, mounted(0o644))
    if status == 0 and "secret-of-all" not in said and not re.search("chmod|readable|600", said):
        yield "what everybody can read is taken as a secret"
    if os.geteuid() == 0:
        status, said = secret_by(world, mounted(0o600, 12345))
        if status == 0 and not re.search("own", said):
            yield "what somebody else owns is taken as a secret"


@honest(451, "purser serve", "a secret in a link, as Kubernetes mounts it")
def _(world):
    status, said = secret_by(world, mounted(0o600))
    if status != 0:
        yield f"it is refused: {said[-150:].strip()!r}"


@attack(405, "purser import, ingest, receipt show", "a FIFO that nobody writes into")
def _(world):
    clients = world.server("--no-jobs")
    fifo = world.folder / "fifo"
    os.mkfifo(fifo)
    for words in (["import", str(fifo)], ["ingest", str(fifo)], ["import", str(world.folder / "f")]):
        if words[-1].endswith("/f"):
            (world.folder / "f").mkdir()
            os.mkfifo(world.folder / "f" / "fifo")
        process = subprocess.Popen(
            [world.program, *words, "--config", str(clients.serve.config), "--ledger",
             str(clients.serve.ledger)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL, preexec_fn=child_setup())
        try:
            process.wait(8)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            yield f"{words[0]} waits for ever"
    clients.serve.close()


@attack(406, "purser erase user", "tokens that stay when the person has gone")
def _(world):
    clients = world.server(limits=WIDE_LIMITS)
    name = world.name("person")
    mine = world.stores.buy("plus.yearly", world.name("account"), "google", appAccount=name)
    clients.hand_in(mine, name)
    clients.notify(mine)
    key = world.stores.text(f"microsoft/key?account={name}&service=purchase")
    clients.validate({"type": "windows-store-transaction", "skuId": "0010"}, name, "plus.monthly",
                     "paid subscription", fields={"license": {"storeIdKey_purchase": key,
                                                              "storeIdKey_purchases": key}})
    clients.serve.settle()
    clients.serve.close()
    clients.serve.run("erase", "user", name)
    for what, secret in (("the purchase token", mine["token"]), ("the Store ID key", key[-60:])):
        for file in sorted(set(holding(clients.serve.folder, secret))):
            yield f"{what} in {file}"


def acted(world, times=5):
    clients = world.server("--no-jobs")
    for number in range(times):
        clients.serve.run("act", "grant", "--new", f"user-{number}", "pro")
    clients.serve.close()
    return clients.serve


@attack(407, "purser check", "an audit log whose end was cut off")
def _(world):
    for cut in (1, 3, 5):
        serve = acted(world)
        connection = sqlite3.connect(serve.ledger)
        with connection:
            triggers = connection.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audit'"
            ).fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            connection.execute(
                "DELETE FROM audit WHERE n IN (SELECT n FROM audit ORDER BY n DESC LIMIT ?)", (cut,))
            for _, sql in triggers:
                connection.execute(sql)
        connection.close()
        if serve.run("check", check=False).returncode == 0:
            yield f"the last {cut} entries are missing, and it finds nothing"


@attack(408, "purser serve", "a core dump with keys in it")
def _(world):
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    clients = world.server(rlimits=((resource.RLIMIT_CORE, (most, most)),))
    limits = pathlib.Path(f"/proc/{clients.serve.process.pid}/limits").read_text()
    core = re.search(r"Max core file size\s+(\S+)", limits)[1]
    if core != "0":
        yield f"a dump of up to {core} bytes may be written"
    clients.serve.close()


def commanded(world, command, keys_text, environment):
    """The dashboard with a program of the operator's own, played without a terminal."""
    folder = world.folder / world.name("dashboard")
    folder.mkdir()
    (folder / "commands.toml").write_text(command.replace("FOLDER", str(folder)))
    (folder / "config.toml").write_text(
        '[stores.amazon]\nsecret-env = "THE_STORES_SECRET"\n')
    ledger = folder / "ledger.sqlite"
    subprocess.run([world.program, "act", "grant", "--new", "ada", "pro", "--ledger", str(ledger)],
                   check=True, capture_output=True)
    play = folder / "play.keys"
    play.write_text(keys_text)
    done = subprocess.run(
        [world.program, "--write", "--play", str(play), "--size", "100x30", "--ledger", str(ledger)],
        capture_output=True, text=True, timeout=100, preexec_fn=child_setup(),
        env={**os.environ, "PURSER_CONFIG_DIR": str(folder), "HOME": str(folder), **environment})
    return folder, done


@attack(409, "commands.toml", "secrets in the environment of a program that the dashboard starts")
def _(world):
    folder, done = commanded(
        world, '[[command]]\nname = "crm"\nhelp = "x"\nrun = ["sh", "-c", "env > FOLDER/env; echo seen"]\n',
        ":users\nEnter\ntext::crm\nEnter\nwait:seen\n",
        {"THE_STORES_SECRET": "s3cret-of-the-store"})
    assert (folder / "env").exists(), done.stdout[-500:] + done.stderr[-300:]
    if "s3cret-of-the-store" in (folder / "env").read_text():
        yield "the store's secret"


@attack(410, "commands.toml", "a program that outlives its command, by a child of its own")
def _(world):
    folder, done = commanded(
        world, '[[command]]\nname = "crm"\nhelp = "x"\n'
        'run = ["sh", "-c", "sleep 300 </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- & echo $! > FOLDER/pid; echo seen"]\n',
        ":users\nEnter\ntext::crm\nEnter\nwait:seen\n", {"THE_STORES_SECRET": "s3cret-of-the-store"})
    assert (folder / "pid").exists(), done.stdout[-500:] + done.stderr[-300:]
    number = int((folder / "pid").read_text())
    if not wait_until(lambda: not alive(number), 5, 0.05):
        os.kill(number, signal.SIGKILL)
        yield "its child goes on when the dashboard has ended"


def alive(number):
    try:
        state = pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "＝1+1", "＋1+1",
            "－1+1", "＠SUM(A1)", "\r=1", "\n=1", ";=1"]
ACTIVE = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
          "![x](https://evil.example/x.png)", "\"><svg onload=alert(1)>", "a|b|c", "`x` <b>b</b>"]


@attack(411, "purser ls --csv, --tsv, --html, --md", "formulas and active content in a user's name")
def _(world):
    clients = world.server("--no-jobs", limits=WIDE_LIMITS)
    for text in FORMULAS + ACTIVE:
        mine = world.stores.buy("lifetime", world.name("account"))
        clients.hand_in(mine, text)
    for listed in ("users", "orders"):
        for form, delimiter in (("--csv", ","), ("--tsv", "\t")):
            told = clients.serve.run("ls", listed, form, "--reveal", "--limit", "500").stdout
            for row in csv.reader(io.StringIO(told), delimiter=delimiter):
                for cell in row:
                    if re.match(r"[=+@\t\r\n＝＋－＠]|-.*[^\d.]", cell):
                        yield f"{form}: {cell!r}"
        told = clients.serve.run("ls", listed, "--html", "--reveal", "--limit", "500").stdout
        for word in ("<script>alert", "<img src", "<svg onload", "<b>b"):
            if word in told:
                yield f"--html: {word}"
        told = clients.serve.run("ls", listed, "--md", "--reveal", "--limit", "500").stdout
        for word in ("<script>alert", "<img src", "](javascript:", "](https://evil", "<svg onload"):
            for found in re.finditer(re.escape(word), told):
                if told[found.start() - 1] != "\\":
                    yield f"--md: {word}"
                    break
    clients.serve.close()


@attack(412, "POST /Client/…", "a new player, with player-creation = false")
def _(world):
    clients = world.server("--no-jobs", limits=WIDE_LIMITS, playfab="player-creation = false",
                           catalog=CATALOG)
    mine = world.stores.buy("lifetime", world.name("account"))
    world.stores.signed(mine)
    before = clients.serve.count("user")
    for call, member in (("LoginWithCustomID", "CustomId"), ("LoginWithIOSDeviceID", "DeviceId"),
                         ("LoginWithAndroidDeviceID", "AndroidDeviceId")):
        answer = clients.playfab(call, None, TitleId="A1B2", CreateAccount=True,
                                 **{member: world.name("new")})
        ticket = json.loads(answer.body).get("data", {}).get("SessionTicket")
        if ticket:
            yield f"a session by {call}"
        clients.playfab_apple(mine, ticket)
        clients.playfab_restore(mine, ticket)
    if clients.serve.count("user") > before:
        yield "a user"
    clients.serve.close()


@attack(413, "POST /v1/validate, /verify, /receipts", "a new user, with player-creation = false")
def _(world):
    clients = world.server("--no-jobs", limits=WIDE_LIMITS, playfab="player-creation = false",
                           catalog=CATALOG)
    name = f"playfab-{world.name('new')}"
    mine = world.stores.buy("lifetime", world.name("account"))
    clients.hand_in(mine, name)
    clients.verify(mine, name)
    clients.upload(mine, name)
    if clients.serve.rows("SELECT count(*) FROM login")[0][0]:
        yield "a login"
    ticket = clients.log_in(name.removeprefix("playfab-"))
    if ticket:
        yield "a session of a player whom nobody made"
    clients.serve.close()
