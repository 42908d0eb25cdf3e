"""What the parts share: the database, the simulated stores, and an application that is set up for
them."""
import base64
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from cluster import PASSWORD, ROLE, Cluster
from node import CATALOG, SETTINGS, UPLOAD_KEY, Node, end
from simulated import Stores


class World:
    def __init__(self, options, checks):
        self.options, self.checks = options, checks
        self.program = options.program
        self.net = options.net
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="purser-nodes-"))
        self.folder.chmod(0o755)
        # What commands have printed, and processes that may still run.
        self.outputs, self.processes, self.undo = [], [], []
        self.cluster = self.shop = None
        self.logs = self.clusters = 0
        # Where a password was found so far.
        self.found = []

    def start(self):
        self.shop = Stores(self.program, self.folder / "stores")
        self.undo.append(self.shop.close)
        key = self.shop.folder / "upload-key"
        key.write_text(UPLOAD_KEY + "\n")
        key.chmod(0o600)
        told = subprocess.run(
            [self.program, "serve", "key", "crm", "--scopes", "read,write", "--per-second", "100000"],
            capture_output=True, text=True, check=True).stdout
        self.api_key = re.search(r"pk_[A-Za-z0-9_-]{43}", told).group()
        self.settings = self.shop.settings + SETTINGS + told[told.index("[[serve.api.key]]"):]
        self.new_cluster()

    def new_cluster(self):
        """A primary and two standbys, instead of those before."""
        if self.cluster:
            self.found += self.secrets()
            self.cluster.stop()
        self.clusters += 1
        self.cluster = Cluster(self.folder / f"database-{self.clusters}", self.net)
        self.undo.append(self.cluster.stop)
        self.cluster.start()
        return self.cluster

    def database(self):
        """The connection string of a new database."""
        self.logs += 1
        name = f"log{self.logs}"
        self.sql(f"CREATE DATABASE {name} OWNER {ROLE}")
        return self.cluster.string(database=name)

    def sql(self, statement, database="postgres"):
        """Changes something that all servers must know before the next connection."""
        told = self.cluster.primary.sql(statement, database)
        self.cluster.settle()
        return told

    def nodes(self, count, string, prefix="node", catalog=True, **more):
        """A new log, and so many nodes that follow it; the first one has begun it."""
        ways = ("log", "log-file", "environment")
        nodes = [
            Node(self, f"{prefix}{index + 1}", string, way=ways[index % 3], **more)
            for index in range(count)
        ]
        nodes[0].create()
        if catalog:
            path = self.folder / "catalog.json"
            path.write_text(json.dumps(CATALOG))
            nodes[0].run("catalog", "import", str(path), check=True)
        for node in nodes[1:]:
            node.join()
        return nodes

    def webhook(self, port):
        """Settings that have changes posted to this port."""
        secret = self.shop.folder / "webhook-secret"
        secret.write_text("whsec_" + base64.b64encode(bytes(range(32))).decode() + "\n")
        secret.chmod(0o600)
        return (f'\n[serve.webhook]\nurl = "http://127.0.0.1:{port}/"\n'
                'secret-file = "webhook-secret"\n')

    def scaled(self, count):
        """A number for the default run, made larger or smaller by --minutes."""
        return max(1, round(count * self.options.minutes / 4))

    def knows(self, command):
        """Whether `purser log` has the command."""
        return re.search(rf"^  {command}\b", self.output("log", "--help"), re.MULTILINE)

    def output(self, *words):
        return subprocess.run([self.program, *words], capture_output=True, text=True).stdout

    def has_positions(self, node):
        """Whether answers say where in the log the node was; readiness and staleness came with it."""
        return "purser-position" in node.ask("GET", "/v1/catalog", headers=self.key()).headers

    def key(self, **more):
        return {"Authorization": f"Bearer {self.api_key}", **more}

    def end_processes(self):
        for process in self.processes:
            end(process)

    def close(self):
        self.end_processes()
        for undo in reversed(self.undo):
            try:
                undo()
            except Exception as error:  # noqa: BLE001
                print(f"        cleaning up: {error!r}", flush=True)
        if self.options.keep:
            print(f"        kept: {self.folder}", flush=True)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def secrets(self):
        """Files and outputs that contain the connection string's password, or a part of it that
        nobody writes by chance."""
        words = [PASSWORD.encode(), base64.b64encode(PASSWORD.encode())]
        found = self.found + [" ".join(words_) for words_, text in self.outputs if PASSWORD in text]
        for path in self.folder.rglob("*"):
            # The settings have it, and the database its own copy.
            if not path.is_file() or path.suffix == ".toml" or path.name == "log-string":
                continue
            if any(part.startswith("database-") for part in path.relative_to(self.folder).parts[:1]) \
                    and path.suffix != ".log":
                continue
            data = path.read_bytes()
            found += [str(path.relative_to(self.folder)) for word in words if word in data]
        return found


def payload(jws):
    """What a signed text of three parts holds, unverified."""
    part = jws.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
