"""A PostgreSQL primary with two synchronous standbys, in a folder of its own on the loopback range.

Needs Debian's package postgresql. Each server listens on an address of its own, so that a proxy, a
network namespace or a firewall can tell them apart."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path("/usr/lib/postgresql")
NAMES = ("one", "two", "three")
PORT = 54329
ROLE = "purser"
PASSWORD = "a secret of this test"


def free_net(wanted=None):
    """A number N so that no server listens at 127.0.N.1 to 127.0.N.3."""
    for net in [wanted] if wanted else [7, *range(9, 64)]:
        try:
            for host in range(1, len(NAMES) + 1):
                with socket.socket() as trial:
                    trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    trial.bind((f"127.0.{net}.{host}", PORT))
            return net
        except OSError:
            continue
    raise SystemExit(f"Port {PORT} is taken at 127.0.{wanted or 'N'}.1 to .3: pass another --net.")


def children(pid):
    text = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    try:
        return [int(child) for child in text.read_text().split()]
    except OSError:
        return []


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
        # A killed process loses nothing that it gave to the kernel.
        self.is_durable = False

    def run(self, program, *arguments, check=True, text=None, seconds=60):
        command = [str(programs() / program), *map(str, arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        return subprocess.run(
            command, check=check, capture_output=True, text=True, input=text, cwd="/", timeout=seconds
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
wal_retrieve_retry_interval = '100ms'
wal_receiver_timeout = '5s'
wal_sender_timeout = '5s'
fsync = {"on" if self.is_durable else "off"}
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
            if self.process.poll() is None:
                pids = [*children(self.process.pid), self.process.pid]
                # Each backend has a process group of its own.
                for pid in reversed(pids):
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                # They hold the shared memory until they are gone.
                for pid in pids[:-1]:
                    gone = time.monotonic() + 10
                    while pathlib.Path(f"/proc/{pid}").exists() and time.monotonic() < gone:
                        time.sleep(0.002)
            self.process.wait()
            self.process = None
        for path in (self.data / "postmaster.pid", *self.folder.glob(f"{self.name}.socket/.s.*")):
            path.unlink(missing_ok=True)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # a fast shutdown
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

    def __init__(self, folder=None, net=7):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="purser-nodes-", dir="/tmp"))
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o755)
        self.servers = [
            Server(self.folder, name, f"127.0.{net}.{index + 1}") for index, name in enumerate(NAMES)
        ]
        self.primary = self.servers[0]
        self.port = PORT

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
        names = ",".join(server.address for server in self.servers if server is not standby)
        standby.configure(
            # Whichever of the others is the primary: nobody has to say so after a promotion.
            f"primary_conninfo = 'host={names} port={PORT} user=postgres connect_timeout=2 "
            f"target_session_attrs=read-write application_name={standby.name}'"
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

    def settle(self):
        """Waits until the standbys show what the primary does: libpq asks the first host of its list,
        and takes its answer that a database or a role doesn't exist as the last word."""
        position = self.primary.sql("SELECT pg_current_wal_flush_lsn()")
        for standby in self.servers:
            if standby is self.primary or not standby.process:
                continue
            for _ in range(1000):
                if standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{position}'", check=False) == "t":
                    break
                time.sleep(0.01)

    def promote(self, standby):
        """Makes a standby the primary."""
        standby.sql("SELECT pg_promote(true, 30)")
        self.primary = standby

    def string(self, hosts=None, database=ROLE, password=PASSWORD, user=ROLE):
        """The connection string of all servers, or of these addresses."""
        hosts = hosts or [(server.address, PORT) for server in self.servers]
        names = ",".join(host for host, _ in hosts)
        ports = ",".join(str(port) for _, port in hosts)
        return (
            f"host={names} port={ports} dbname={database} user={user} password='{password}' "
            "connect_timeout=2"
        )

    def stop(self):
        for server in reversed(self.servers):
            server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
