"""A PostgreSQL primary with two synchronous standbys, in a folder of its own on the loopback range.

Needs Debian's package postgresql. Each server listens on an address of its own, so that a proxy, a
network namespace or a firewall can tell them apart."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path("/usr/lib/postgresql")
NAMES = ("one", "two", "three")
PORT = 54329
ROLE = "purser"
PASSWORD = "a secret of this test"


def programs():
    found = sorted(ROOT.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise SystemExit(f"There is no {ROOT}/VERSION/bin/initdb: install Debian's package postgresql.")
    return found[-1].parent


class Server:
    """One PostgreSQL server. It is started as the user postgres, because it refuses to be root."""

    def __init__(self, folder, name, address):
        self.name, self.address = name, address
        self.folder = folder
        self.data = folder / name
        self.process = None

    def run(self, program, *arguments, check=True, text=None):
        command = [str(programs() / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        return subprocess.run(
            command, check=check, capture_output=True, text=True, input=text, cwd="/"
        ).stdout

    def configure(self, extra=""):
        others = [name for name in NAMES if name != self.name]
        (self.data / "postgresql.auto.conf").write_text("")
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(
                f"""
listen_addresses = '{self.address}'
port = {PORT}
unix_socket_directories = '{self.folder}/{self.name}.socket'
max_connections = 300
wal_level = replica
max_wal_senders = 10
wal_keep_size = '512MB'
hot_standby = on
synchronous_commit = on
synchronous_standby_names = 'ANY 1 ({", ".join(others)})'
{extra}
"""
            )

    def start(self):
        socket = self.folder / f"{self.name}.socket"
        socket.mkdir(exist_ok=True)
        if os.geteuid() == 0:
            shutil.chown(socket, "postgres")
        command = [str(programs() / "postgres"), "-D", str(self.data)]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]
        log = open(self.folder / f"{self.name}.log", "ab")
        self.process = subprocess.Popen(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
        self.wait()

    def wait(self, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.sql("SELECT 1", check=False).strip() == "1":
                return
            time.sleep(0.05)
        raise AssertionError(f"{self.name} does not answer: see {self.folder}/{self.name}.log")

    def sql(self, statement, database="postgres", check=True, options=""):
        return self.run(
            "psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1",
            f"host={self.folder}/{self.name}.socket port={PORT} dbname={database} user=postgres {options}",
            "-c", statement, check=check,
        ).strip()

    def kill(self):
        """As if the machine were gone."""
        if self.process:
            pids = subprocess.run(
                ["pgrep", "-g", str(os.getpgid(self.process.pid))], capture_output=True, text=True
            ).stdout.split() if self.process.poll() is None else []
            self.process.send_signal(signal.SIGKILL) if self.process.poll() is None else None
            for pid in pids:
                try:
                    os.kill(int(pid), signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.process.wait()
            self.process = None
        for path in (self.data / "postmaster.pid", *self.folder.glob(f"{self.name}.socket/.s.*")):
            path.unlink(missing_ok=True)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        self.process = None

    def position(self):
        """How far the server has written the log of the primary, as a number."""
        text = self.sql(
            "SELECT pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() "
            "ELSE pg_current_wal_flush_lsn() END, '0/0')"
        )
        return int(text or 0)


class Cluster:
    """`servers[0]` is the primary to begin with."""

    def __init__(self, folder=None):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="purser-nodes-", dir="/tmp"))
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o755)
        self.servers = [
            Server(self.folder, name, f"127.0.7.{index + 1}") for index, name in enumerate(NAMES)
        ]
        self.primary = self.servers[0]

    def start(self):
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        primary = self.primary
        primary.run(
            "initdb", "-D", primary.data, "-U", "postgres", "--encoding=UTF8", "--locale=C", "--no-sync"
        )
        (primary.data / "pg_hba.conf").write_text(
            "local all all trust\nlocal replication all trust\n"
            "host replication postgres 127.0.0.0/8 trust\nhost all all 127.0.0.0/8 scram-sha-256\n"
        )
        primary.configure()
        primary.start()
        # No standby is there yet that could confirm.
        off = "options='-c synchronous_commit=local'"
        primary.sql(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}'", options=off)
        primary.sql(f"CREATE DATABASE {ROLE} OWNER {ROLE}", options=off)
        for standby in self.servers[1:]:
            self.follow(standby)
        self.wait_for_standbys()

    def follow(self, standby):
        """Makes the server a standby of the primary, from a fresh copy of it."""
        standby.kill()
        shutil.rmtree(standby.data, ignore_errors=True)
        primary = self.primary
        standby.run(
            "pg_basebackup", "-h", f"{self.folder}/{primary.name}.socket", "-p", PORT, "-U", "postgres",
            "-D", standby.data, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync",
        )
        standby.configure(
            f"primary_conninfo = 'host={primary.address} port={PORT} user=postgres "
            f"application_name={standby.name}'"
        )
        standby.start()

    def wait_for_standbys(self, count=2):
        for _ in range(400):
            sync = self.primary.sql(
                "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
            )
            if int(sync or 0) >= count:
                return
            time.sleep(0.05)
        raise AssertionError("the standbys do not follow")

    def promote(self, standby):
        """Makes a standby the primary."""
        standby.sql("SELECT pg_promote(true, 30)")
        self.primary = standby

    def string(self, hosts=None):
        """The connection string of all servers, or of these addresses."""
        hosts = hosts or [(server.address, PORT) for server in self.servers]
        names = ",".join(host for host, _ in hosts)
        ports = ",".join(str(port) for _, port in hosts)
        return (
            f"host={names} port={ports} dbname={ROLE} user={ROLE} password='{PASSWORD}' "
            "connect_timeout=2"
        )

    def stop(self):
        for server in reversed(self.servers):
            server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
