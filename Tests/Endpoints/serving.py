#!/usr/bin/env python3
"""The server itself: health, limits, dawdlers, and that it ends in order.

usage: serving.py PROGRAM"""
import os
import socket
import sys
import time

from serve import Checks, Serve, folder

SETTINGS = """
[serve]
[serve.limits]
idle-seconds = 1
header-bytes = 4096
per-peer = 100000
"""


def main():
    checks = Checks("serving")
    with folder() as place:
        serve = Serve(os.path.abspath(sys.argv[1]), place, SETTINGS)
        checks.that("it lives", serve.ask("GET", "/health").json == {"status": "ok"})
        checks.that("it is ready", serve.ask("GET", "/ready").status == 200)
        head = serve.ask("HEAD", "/health")
        checks.that("a head has no body", head.status == 200 and head.body == b"")
        checks.that("nothing else is there", serve.ask("GET", "/nowhere").status == 404)
        wrong = serve.ask("POST", "/health")
        checks.that("another method is told which there are",
                    wrong.status == 405 and wrong.headers.get("allow") == "GET")
        checks.that("answers are not to be sniffed",
                    head.headers.get("x-content-type-options") == "nosniff")
        long = serve.ask("GET", "/health", headers={"X-Long": "x" * 8192})
        checks.that("headers too long are refused", long.status in (400, 431), long.status)
        host, port = serve.host.rsplit(":", 1)
        for name, begin in (("silent", b""), ("dripping", b"GET /health HTTP/1.1\r\nHost: x\r\nX-A: ")):
            with socket.create_connection((host, int(port))) as dawdler:
                dawdler.settimeout(10)
                dawdler.sendall(begin)
                end, closed = time.monotonic() + 8, False
                while time.monotonic() < end and not closed:
                    try:
                        if begin:
                            dawdler.sendall(b"a")
                        dawdler.settimeout(0.2)
                        closed = dawdler.recv(1024) in (b"",) or closed
                    except socket.timeout:
                        pass
                    except OSError:
                        closed = True
                checks.that(f"a {name} connection is closed", closed)
        with socket.create_connection((host, int(port))) as stranger:
            stranger.settimeout(5)
            stranger.sendall(b"\x16\x03\x01 no http\r\n\r\n")
            checks.that("what is no HTTP is refused", stranger.recv(1024).startswith(b"HTTP/1.1 400"))
        serve.close()
        checks.that("it ends in order", True)
    checks.end()


main()
