"""A TCP proxy before a server, which cuts, delays and stalls what goes through it."""
import socket
import threading
import time


class Proxy:
    """Listens at a port of its own, and carries bytes to the address. `mode` is one of MODES:
    `delay` holds each piece back for a while, `stall` carries nothing and keeps connections open, `cut`
    closes what is open and takes no more, `reset` closes what is open once."""

    MODES = ("pass", "delay", "stall", "cut", "reset")

    def __init__(self, host, port, at="127.0.0.1"):
        self.target = (host, port)
        self.mode, self.delay = "pass", 0.2
        self.changed = threading.Condition()
        self.open = set()
        self.is_closed = False
        self.listener = socket.create_server((at, 0), backlog=64)
        self.address = self.listener.getsockname()[:2]
        threading.Thread(target=self.accept, daemon=True).start()

    def set(self, mode):
        with self.changed:
            self.mode = "pass" if mode == "reset" else mode
            broken = list(self.open) if mode in ("cut", "reset") else []
            self.changed.notify_all()
        for connection in broken:
            self.shut(connection)

    def close(self):
        self.is_closed = True
        self.set("cut")
        self.listener.close()

    @staticmethod
    def shut(connection):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def wait(self):
        with self.changed:
            self.changed.wait_for(lambda: self.mode != "stall")
            return self.mode

    def carry(self, client):
        if self.wait() == "cut":
            return client.close()
        try:
            server = socket.create_connection(self.target, timeout=5)
        except OSError:
            return client.close()
        server.settimeout(None)
        self.open |= {client, server}
        other = threading.Thread(target=self.pump, args=(server, client), daemon=True)
        other.start()
        self.pump(client, server)
        other.join()
        self.open -= {client, server}
        client.close()
        server.close()

    def pump(self, source, sink):
        try:
            while data := source.recv(1 << 16):
                mode = self.wait()
                if mode == "delay":
                    time.sleep(self.delay)
                elif mode == "cut":
                    break
                sink.sendall(data)
        except OSError:
            pass
        self.shut(source)
        self.shut(sink)


class Proxies:
    """One for each server; they behave alike."""

    def __init__(self, servers, port):
        self.each = [Proxy(server.address, port) for server in servers]
        self.hosts = [proxy.address for proxy in self.each]

    def set(self, mode):
        for proxy in self.each:
            proxy.set(mode)

    def close(self):
        for proxy in self.each:
            proxy.close()
