#!/usr/bin/env python3
"""HTTP as clients of different ages speak it: bodies that wait for "100 Continue", HTTP/1.0, gzip, and
errors as successes.

usage: messages.py PROGRAM"""
import gzip
import json
import os
import socket
import sys

from serve import Checks, Serve, folder

SETTINGS = """
[[app]]
bundle-id = "com.example.reader"
[serve.limits]
per-peer = 5
[serve.playfab]
title = "A1B2"
bundle-id = "com.example.reader"
package = "com.example.reader"
"""
LOGIN = json.dumps({"TitleId": "A1B2", "CustomId": "ada", "CreateAccount": True}).encode()
SECONDS = 10


def head(length, *headers, path="/Client/LoginWithCustomID", version="1.1"):
    lines = [f"POST {path} HTTP/{version}", "Host: localhost", "Content-Type: application/json",
             f"Content-Length: {length}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


class Peer:
    """A connection from an address of its own, since each has a rate."""

    count = 0

    def __init__(self, serve):
        host, port = serve.host.rsplit(":", 1)
        Peer.count += 1
        self.socket = socket.create_connection(
            (host, int(port)), SECONDS, source_address=(f"127.0.3.{Peer.count}", 0))
        self.file = self.socket.makefile("rb")

    def send(self, *parts):
        self.socket.sendall(b"".join(parts))
        return self

    def status(self):
        """The next answer's status, its headers and body read; `None` after the end."""
        line = self.file.readline()
        length = 0
        while (header := self.file.readline().strip()):
            name, _, value = header.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        self.body = self.file.read(length)
        return int(line.split()[1]) if line else None

    def ends(self):
        return self.file.read(1) == b""


def waiting(checks, serve):
    """Bodies that are sent after "100 Continue"."""
    wait = "Expect: 100-continue"
    for what, body in {"a short body": LOGIN, "a long body": LOGIN + b" " * 40_000}.items():
        peer = Peer(serve).send(head(len(body), wait))
        checks.that(f"{what} is asked for", peer.status() == 100)
        checks.that(f"{what} is answered then", peer.send(body).status() == 200)
        again = peer.send(head(len(LOGIN)), LOGIN)
        checks.that(f"after {what} the connection goes on", again.status() == 200)
    peer = Peer(serve).send(head(9_000_000, wait))
    checks.that("a body too long is not asked for", peer.status() == 413)
    peer = Peer(serve).send(head(100_000, wait, path="/Client/RestoreIOSPurchases"))
    checks.that("nor a receipt without a session", peer.status() == 401)
    peer = Peer(serve).send(head(len(LOGIN)), LOGIN, head(len(LOGIN), wait), LOGIN)
    checks.that("a request that does not wait for its answer gets it",
                [status for status in (peer.status() for _ in range(2))] == [200, 200])


def old(checks, serve):
    """HTTP/1.0."""
    peer = Peer(serve).send(head(len(LOGIN), version="1.0"), LOGIN)
    checks.that("HTTP/1.0 is answered", peer.status() == 200)
    checks.that("and its connection ends", peer.ends())
    peer = Peer(serve).send(head(len(LOGIN), "Connection: keep-alive", version="1.0"), LOGIN)
    checks.that("unless the client keeps it", peer.status() == 200)
    checks.that("for more requests",
                peer.send(head(len(LOGIN), version="1.0"), LOGIN).status() == 200)
    peer = Peer(serve).send(head(len(LOGIN), "Expect: 100-continue", version="1.0"), LOGIN)
    checks.that("HTTP/1.0 expects nothing", peer.status() == 200)


def packed(checks, serve):
    """Bodies compressed with gzip, as by the Unity SDK before 2.110."""
    as_gzip = "Content-Encoding: GZIP"
    body = gzip.compress(LOGIN)
    peer = Peer(serve).send(head(len(body), as_gzip), body)
    checks.that("a compressed login is read", peer.status() == 200)
    checks.that("as if it was not compressed", b"PlayFabId" in peer.body, peer.body[:200])
    bomb = gzip.compress(b" " * 50_000_000 + LOGIN)
    peer = Peer(serve).send(head(len(bomb), as_gzip), bomb)
    checks.that("what unpacks to too much is refused", peer.status() == 413)
    for what, hostile in {"cut": body[:-9], "no gzip": LOGIN, "damaged": body[:20] + b"~" + body[21:],
                          "followed by more": body + b"~", "empty": b""}.items():
        peer = Peer(serve).send(head(len(hostile), as_gzip), hostile)
        status = peer.status()
        checks.that(f"what is {what} is refused", status == 400, status)
    receipt = gzip.compress(b'{"ReceiptData":"AAAA"}')
    peer = Peer(serve).send(
        head(len(receipt), as_gzip, path="/Client/RestoreIOSPurchases"), receipt)
    checks.that("a compressed receipt needs a session", peer.status() == 401)


def successes(checks, serve):
    """Errors with status 200, for clients that read no other body."""
    peer, statuses = Peer(serve), []
    for _ in range(12):
        peer.send(head(len(LOGIN), "X-ReportErrorAsSuccess: true"), LOGIN)
        statuses.append((peer.status(), json.loads(peer.body)["code"]))
    checks.that("a rejection by the server is a success too",
                (200, 429) in statuses and {status for status, _ in statuses} == {200}, statuses)


def main():
    checks = Checks("messages")
    with folder() as place:
        serve = Serve(os.path.abspath(sys.argv[1]), place, SETTINGS, "--no-jobs")
        for part in (waiting, old, packed, successes):
            try:
                part(checks, serve)
            except (OSError, ValueError) as error:
                checks.that(part.__doc__, False, repr(error))
        serve.close()
    checks.end()


main()
