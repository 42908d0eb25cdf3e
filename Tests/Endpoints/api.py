#!/usr/bin/env python3
"""The API for back ends, against the real program: api.py PROGRAM.

Direct checks first, then schemathesis (from the Python index, into a folder of its own that is kept
between runs where SCHEMATHESIS names one) with every check of its on what the document promises."""

import concurrent.futures
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request
import venv

SCHEMATHESIS = "schemathesis==4.32.5"
failures = 0


def check(name, holds, detail=""):
    global failures
    print(("ok    " if holds else "FAILS ") + name + ("" if holds else f": {detail}"), flush=True)
    failures += 0 if holds else 1


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


def key(program, name, scopes, environment, per_second=None):
    """A new key, and the settings for it, as `purser serve key` tells them."""
    more = [] if per_second is None else ["--per-second", str(per_second)]
    told = run(program, "serve", "key", name, "--scopes", scopes, *more, env=environment).stdout
    token = re.search(r"pk_[A-Za-z0-9_-]{43}", told).group()
    return token, told[told.index("[[serve.api.key]]") :]


class Server:
    def __init__(self, program, folder, environment):
        self.process = subprocess.Popen(
            [program, "serve", "--config", str(folder / "config.toml"), "--ledger",
             str(folder / "ledger.sqlite"), "--listen", "127.0.0.1:0", "--no-jobs"],
            stderr=subprocess.PIPE, text=True, env=environment,
        )
        lines = queue.Queue()
        threading.Thread(target=self.read, args=(lines,), daemon=True).start()
        self.log = []
        self.address = lines.get(timeout=60)

    def read(self, lines):
        for line in self.process.stderr:
            found = re.search(r"answers at (http://[0-9.]+:[0-9]+)", line)
            if found:
                lines.put(found.group(1))
            else:
                self.log.append(line)

    def ask(self, path, token=None, body=None, headers=None, method=None):
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def end(self):
        self.process.terminate()
        return self.process.wait(timeout=30)


def names(program, folder, environment, sql):
    """The first column of what the ledger answers."""
    told = run(program, "sql", "--ledger", str(folder / "ledger.sqlite"), "--jsonl", "--reveal", sql,
               env=environment).stdout
    rows = [json.loads(line) for line in told.splitlines() if line.strip()]
    return [str(row["id"]) for row in rows if "id" in row]


def direct(server, tokens, users):
    reader, writer, personal, slow = (tokens[name] for name in ("reader", "crm", "support", "slow"))
    user = "/v1/users/" + urllib.parse.quote(users[0], safe="")
    status, headers, _ = server.ask(user)
    check("no key is 401", status == 401 and headers["WWW-Authenticate"].startswith("Bearer"), status)
    status, _, _ = server.ask(user, "pk_" + "a" * 43)
    check("an unknown key is 401", status == 401, status)
    status, _, body = server.ask(user + "/grants", reader, {"key": "pro"})
    check("reading is not writing: 403", status == 403, (status, body))
    status, headers, body = server.ask(user, reader)
    told = json.loads(body)
    check("a user is told", status == 200 and told["id"] == users[0], (status, body))
    check("without the scope, no name and no e-mail", "email" not in told and "name" not in told)
    check("with it, both", "email" in json.loads(server.ask(user, personal)[2]))
    status, headers, body = server.ask(user + "/entitlements", reader)
    tag = headers["ETag"]
    status, _, body = server.ask(user + "/entitlements", reader, headers={"If-None-Match": tag})
    check("what still holds is 304, without a body", status == 304 and body == b"", status)
    status, headers, body = server.ask(user + "/entitlements", reader, method="HEAD")
    check("HEAD is answered without a body", status == 200 and body == b"", status)
    name = {"Idempotency-Key": "check-1"}
    first = server.ask(user + "/grants", writer, {"key": "check"}, name)
    second = server.ask(user + "/grants", writer, {"key": "check"}, name)
    check("a grant is done once", first[0] == second[0] == 201 and first[2] == second[2], first)
    keys = [right["key"] for right in
            json.loads(server.ask(user + "/entitlements", reader)[2])["entitlements"]]
    check("and holds at once", "check" in keys, keys)
    status, _, body = server.ask(user + "/withdrawals", writer, {"key": "check"})
    check("it is withdrawn", status == 201, body)
    status, _, body = server.ask(user + "/withdrawals", writer, {"key": "check"})
    check("a second time there is nothing: 409", status == 409, status)
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: server.ask(user, slow), range(32)))
    late = [headers for status, headers, _ in answers if status == 429]
    check("a key that is used too often waits",
          late and all(int(headers["Retry-After"]) >= 1 for headers in late),
          [status for status, _, _ in answers])


def orders(server, token, users):
    """Every order that a user's pages tell can be asked for by its ID."""
    found, stores, wrong = [], set(), 0
    for name in users:
        target = "/v1/users/" + urllib.parse.quote(name, safe="") + "/orders?limit=5"
        page = target
        while page and len(found) < 400:
            answer = json.loads(server.ask(page, token)[2])
            for order in answer["orders"]:
                found.append(order["id"])
                stores.add(order["store"])
                path = "/v1/orders/" + urllib.parse.quote(order["id"], safe="")
                status, _, body = server.ask(path, token)
                wrong += status != 200 or json.loads(body)["id"] != order["id"]
            page = answer["next"] and target + "&after=" + answer["next"]
    check(f"all of {len(found)} orders of {len(stores)} stores are found by their IDs",
          len(found) > 50 and wrong == 0, wrong)
    return found


def schemathesis(server, token, folder, known):
    place = pathlib.Path(os.environ.get("SCHEMATHESIS", folder / "venv"))
    program = place / "bin" / "schemathesis"
    if not program.exists():
        venv.create(place, with_pip=True)
        run(place / "bin" / "pip", "install", "--quiet", SCHEMATHESIS)
    # Names that are on file, two times in three: of all others there is little to be told.
    binding = 'parameters = {{ "path.id" = {{ dictionary = "{}", probability = 0.67 }} }}'
    settings = [f"[dictionaries.{name}]\nvalues = {json.dumps(values)}"
                for name, values in known.items()]
    settings += [f'[[operations]]\ninclude-path-regex = "^/v1/{name}/"\n' + binding.format(name)
                 for name in known]
    (folder / "schemathesis.toml").write_text("\n".join(settings) + "\n")
    result = subprocess.run(
        [program, "--config-file", str(folder / "schemathesis.toml"), "run",
         server.address + "/v1/openapi.json", "--header", f"Authorization: Bearer {token}",
         "--checks", "all", "--mode", "all", "--continue-on-failure", "--no-color",
         "--max-examples", os.environ.get("EXAMPLES", "100"), "--seed", "1",
         "--generation-database", "none", "--warnings", "off"],
        capture_output=True, text=True, cwd=folder,
    )
    lines = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
    check("schemathesis finds nothing", result.returncode == 0, "\n" + "\n".join(lines[-200:]))
    if result.returncode == 0:
        for line in lines[-12:]:
            print("      " + line)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="purser-api-") as name:
        folder = pathlib.Path(name)
        environment = {**os.environ, "XDG_CONFIG_HOME": name, "XDG_DATA_HOME": name,
                       "XDG_STATE_HOME": name, "HOME": name}
        run(program, "generate", "--users", "300", "--orders", "2000", "--ledger",
            str(folder / "ledger.sqlite"), env=environment)
        tokens, settings = {}, []
        for who, scopes, rate in [("reader", "read", 10_000), ("crm", "read,write,personal", 100_000),
                                  ("support", "read,personal", None), ("slow", "read", 1)]:
            tokens[who], text = key(program, who, scopes, environment, rate)
            settings.append(text)
        (folder / "config.toml").write_text(
            "[serve.limits]\nper-peer = 100000\n" + "\n".join(settings))
        users = names(program, folder, environment, "SELECT id FROM user ORDER BY n LIMIT 40")
        server = Server(program, folder, environment)
        try:
            direct(server, tokens, users)
            found = orders(server, tokens["reader"], users)
            # A slash in a path is one name's only where it is escaped, which schemathesis leaves to us.
            plain = [order for order in found if "/" not in order]
            schemathesis(server, tokens["crm"], folder, {"users": users[:20], "orders": plain[:20]})
            told = "".join(server.log)
            check("no key is in the log", not any(token in told for token in tokens.values()))
        finally:
            status = server.end()
        check("it ends in order", status == 0, status)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
