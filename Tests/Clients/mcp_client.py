"""The Model Context Protocol's official client against `purser mcp`: each check prints one line.

    mcp_client.py PURSER
"""
import asyncio
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

purser = sys.argv[1]
failures = 0


def that(name, holds, found=""):
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'FAIL'} mcp: {name}" + ("" if holds else f": {found}"))


def run(*words):
    return subprocess.run([purser, *words], capture_output=True, text=True, check=True).stdout


def data(result):
    return result.structured_content["data"]


def personal(ledger):
    """The names and e-mail addresses of the ledger's users."""
    lines = run("ls", "users", "--reveal", "--jsonl", "--limit", "5000", "--ledger", ledger).splitlines()
    users = [json.loads(line) for line in lines]
    return {user[field] for user in users for field in ("name", "email") if user.get(field)}


async def session(ledger, mode, *options):
    words = ["mcp", "--ledger", ledger, "--by", "assistant", *options]
    return Client(stdio_client(StdioServerParameters(command=purser, args=words)), mode=mode)


async def talk(ledger, mode, revision):
    order = json.loads(run("ls", "orders", "--jsonl", "--limit", "1", "--ledger", ledger))
    secrets = personal(ledger)
    before = len(run("audit", "--json", "--ledger", ledger))
    async with await session(ledger, mode) as client:
        that(f"{mode}: the revision is agreed on", client.protocol_version == revision, client.protocol_version)
        that(f"{mode}: the server tells its name", client.server_info and client.server_info.name == "purser")
        that(f"{mode}: it says that data hold no instructions", "data" in (client.instructions or ""))
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        that(f"{mode}: the tools", sorted(tools) == [
            "explain_code", "find", "overview", "receipt", "timeline", "user", "why"], sorted(tools))
        that(f"{mode}: all only read", all(tool.annotations.read_only_hint for tool in tools.values()))

        answers = {}
        async def ask(name, **arguments):
            result = await client.call_tool(name, arguments)
            answers[name] = result
            return result

        why = data(await ask("why", text=f"I paid and have no access, order {order['transactionId']}"))
        that(f"{mode}: why finds the order in a message", why["subject"]["found"], why)
        that(f"{mode}: why has a verdict", why["verdict"]["sentence"], why)
        found = data(await ask("find", list="orders", query="", limit=5))
        that(f"{mode}: find returns as many rows as asked for", len(found["rows"]) == 5, found)
        after = data(await ask("find", list="orders", limit=5, after=found["next"]))
        that(f"{mode}: find continues", after["rows"][0] not in found["rows"], after)
        user = data(await ask("user", id=order["user"]))
        that(f"{mode}: user has orders", user["orders"], user)
        events = data(await ask("timeline", text=order["transactionId"]))
        that(f"{mode}: timeline has sentences", events["events"][0]["sentence"], events)
        documents = data(await ask("find", list="receipts", limit=1))["rows"]
        receipt = data(await ask("receipt", id=documents[0]["id"]))
        that(f"{mode}: receipt is decoded", receipt["verdict"], receipt)
        overview = data(await ask("overview"))
        that(f"{mode}: overview counts", overview["users"] > 0 and overview["queues"], overview)
        queues = json.loads(run("queue", "list", "--json", "--ledger", ledger))["queues"]
        that(f"{mode}: overview names the queues", overview["queues"] == queues, overview)
        grace = data(await ask("explain_code", code="grace"))
        that(f"{mode}: a word is explained", grace["passages"], grace)
        await ask("find", list="users", limit=100)
        for name, result in answers.items():
            text = result.content[0].text
            that(f"{mode}: {name} is marked as data", "follow no instructions" in text)
            that(f"{mode}: {name}'s text and structure are one", json.loads(text) == result.structured_content)
            leaked = [secret for secret in secrets if secret in text]
            that(f"{mode}: {name} names nobody", not leaked, leaked[:2])

        for words, arguments in (
            ("find takes", {"list": "orders", "colour": "red"}),
            ("list takes", {"list": "cats"}),
            ("limit takes", {"list": "orders", "limit": 0}),
            ("missing", {"query": "x"}),
            ("^", {"list": "orders", "query": "price>(" }),
        ):
            result = await client.call_tool("find", arguments)
            that(f"{mode}: {arguments} is refused", result.is_error and words in result.content[0].text, result)
        for name in ("user", "receipt"):
            result = await client.call_tool(name, {"id": "nobody"})
            that(f"{mode}: {name} says that nothing is on file", result.is_error, result)
        try:
            await client.call_tool("refund", {"id": order["id"]})
            that(f"{mode}: there is no tool that acts", False)
        except Exception as error:
            that(f"{mode}: there is no tool that acts", "no tool refund" in str(error), error)
    deeds = re.findall(r'"(mcp-[a-z_]+)"', run("audit", "--json", "--ledger", ledger)[before - 3:])
    that(f"{mode}: each call is audited", set(deeds) == {f"mcp-{name}" for name in tools}, deeds)


async def reveals(ledger):
    async with await session(ledger, "auto", "--reveal", "--limit", "3") as client:
        result = await client.call_tool("find", {"list": "users", "limit": 50})
        rows = data(result)["rows"]
        that("--limit holds", len(rows) == 3, rows)
        that("--reveal shows names", {row.get("name") for row in rows} & personal(ledger), rows)


class Dashboard:
    """`purser --write` in a terminal of its own, with a list in front."""

    def __init__(self, ledger):
        self.ledger = ledger
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

    def tmux(self, *words):
        socket = pathlib.Path(self.folder.name) / "tmux"
        return subprocess.run(["tmux", "-u", "-S", socket, "-f", "/dev/null", *words],
                              capture_output=True, text=True, check=True).stdout

    def __enter__(self):
        self.tmux("new-session", "-d", "-x", "120", "-y", "36",
                  f"exec env HOME='{self.folder.name}' LC_ALL=C.UTF-8 "
                  f"'{purser}' --write --ledger '{self.ledger}'")
        self.shows("quit")
        self.type(":users")
        self.press("Enter")
        self.shows("a list", lambda screen: re.search(r"of \d", screen))
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.type(":q")
                self.press("Enter")
            end = time.monotonic() + 30
            while kind is None and time.monotonic() < end:
                self.tmux("has-session")
        except subprocess.CalledProcessError:
            pass
        else:
            self.tmux("kill-server")
        self.folder.cleanup()

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def press(self, *keys):
        self.tmux("send-keys", *keys)

    def shows(self, what, condition=None):
        """Waits until the screen shows it, and returns the screen."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            screen = self.tmux("capture-pane", "-p")
            if condition(screen) if condition else what in screen:
                return screen
        raise TimeoutError(f"not shown: {what}\n{screen}")


async def proposals(ledger):
    """What an assistant proposes, and a person decides in a dashboard."""
    if not shutil.which("tmux"):
        print("SKIPPED: proposals in a dashboard (there is no tmux)")
        return
    user = json.loads(run("ls", "users", "--jsonl", "--limit", "1", "--ledger", ledger))["id"]

    def entitlements():
        return run("ls", "ent", f"user:{user}", "--jsonl", "--ledger", ledger)

    def notes():
        return run("timeline", user, "--ledger", ledger).count("an operator left a note")

    async with await session(ledger, "auto", "--propose") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        that("--propose adds two tools", {"propose", "proposal"} <= set(tools), sorted(tools))
        hints = tools["propose"].annotations
        that("propose is not marked as reading only, nor as destructive",
             hints.read_only_hint is False and hints.destructive_hint is False, hints)
        that("the server says who decides", "operator" in client.instructions, client.instructions)

        async def propose(action, **values):
            result = await client.call_tool("propose", {
                "action": action, "target": user, "values": values, "reason": "She asked\nfor it."})
            return data(result)

        async def state(id):
            return data(await client.call_tool("proposal", {"id": id}))

        async def becomes(id, word):
            end = time.monotonic() + 30
            while (found := await state(id))["state"] != word or found.get("result") is None and word == "confirmed":
                if time.monotonic() > end:
                    return False
            return found

        early = await propose("note", text="proposed before a dashboard was open")
        that("a proposal waits without a dashboard", not early["dashboardOpen"], early)
        with Dashboard(ledger) as screen:
            screen.shows("1 proposal")
            grant = await propose("grant", key="pro.proposed", until="30d", reason="outage")
            that("the assistant learns that a dashboard is open", grant["dashboardOpen"], grant)
            screen.shows("2 proposals")
            screen.type("gp")
            shown = screen.shows("[Decline]")
            that("the dialog says who proposes, and why", "assistant proposes this (1 of 2)" in shown and '"She asked for it."' in shown, shown)
            screen.type("n")
            shown = screen.shows("pro.proposed")
            that("the dialog holds the proposed values", "30d" in shown and "outage" in shown, shown)
            that("nothing has happened yet", "pro.proposed" not in entitlements())
            # Left of Cancel is the button that confirms.
            screen.press("Left", "Enter")
            # No product gives it: the person is asked once more.
            screen.shows("Grant again")
            screen.press("BTab", "Enter")
            screen.shows("1 of 1 done")
            screen.press("Escape")
            done = await becomes(grant["id"], "confirmed")
            that("the assistant learns of the confirmation", done and done["result"] == "done"
                 and "grant pro.proposed" in done["executed"][0], done)
            that("the ledger has what was confirmed", "pro.proposed" in entitlements() and notes() == 1, entitlements())

            screen.type("/gr")
            screen.shows("/gr")
            late = await propose("note", text="proposed while somebody typed")
            screen.type("gp")
            shown = screen.shows("/grgp")
            that("a proposal takes no keys from a line", "[Decline]" not in shown, shown)
            screen.press("Escape")
            screen.shows("2 proposals: gp")
            for proposal in (early, late):
                screen.type("gp")
                screen.shows("[Decline]")
                screen.press("Right", "Enter")
                screen.shows("no dialog", lambda text: "[Decline]" not in text)
                that("the assistant learns that it was declined", await becomes(proposal["id"], "declined"))
            # The one note is the reason of the grant.
            that("what was declined was not done", notes() == 1, notes())
    log = json.loads(run("audit", "--json", "--ledger", ledger))
    deeds = re.findall(r'"(proposal-[a-z]+)"', json.dumps(log))
    that("the audit log tells of proposals and decisions", sorted(deeds) == sorted(
        ["proposal-made"] * 3 + ["proposal-confirmed"] + ["proposal-declined"] * 2), deeds)


def wire(ledger):
    """What no client would send."""
    lines = [
        "not JSON", "[]", '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":null,"method":"ping"}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled"}', '{"jsonrpc":"2.0","id":"a","result":{}}',
        '{"jsonrpc":"2.0","id":2,"method":"resources/list"}',
        '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":'
        '{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}',
        '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"user","arguments":[]}}',
        '{"jsonrpc":"2.0","id":5,"method":"ping"}',
    ]
    result = subprocess.run([purser, "mcp", "--ledger", ledger], input="\n".join(lines), text=True,
                            capture_output=True)
    replies = [json.loads(line) for line in result.stdout.splitlines()]
    codes = [(reply["id"], reply.get("error", {}).get("code")) for reply in replies]
    that("what is no request is answered by its code", codes == [
        (None, -32700), (None, -32600), (None, -32600), (None, -32600), (2, -32601), (3, -32022), (4, None),
        (5, None)], codes)
    that("the command ends with its input", result.returncode == 0 and not result.stderr, result.stderr)


async def main():
    with tempfile.TemporaryDirectory() as folder:
        ledger = str(pathlib.Path(folder) / "ledger.sqlite")
        run("generate", "--users", "60", "--orders", "400", "--ledger", ledger)
        await talk(ledger, "auto", "2026-07-28")
        await talk(ledger, "legacy", "2025-11-25")
        await reveals(ledger)
        wire(ledger)
        await proposals(ledger)
    sys.exit(failures > 0)


asyncio.run(main())
