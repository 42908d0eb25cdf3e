#!/usr/bin/env python3
"""Two terminals: what is posted to the server is on an open dashboard within a tenth of a second.

usage: dashboard.py PROGRAM"""
import os
import pathlib
import statistics
import sys
import time

from serve import Checks, Serve, Stores, folder
from races.dashboard import Sitting

TIMES = 20
LIMIT = 0.1  # seconds


def main():
    checks = Checks("dashboard")
    program = os.path.abspath(sys.argv[1])
    with folder() as place:
        stores = Stores(program, pathlib.Path(place) / "stores")
        serve = Serve(program, place, "[serve.apple]\n", "--no-jobs", stores=stores)
        screen = Sitting([program, "--ledger", str(serve.ledger), "--open", "orders"])
        screen.shows(rb"orders")
        took = []
        for _ in range(TIMES):
            stores.buy(1)
            news = [item for item in stores.told() if item["store"] == "apple"][-1]
            while screen.read(0.3):
                pass
            before = screen.bytes
            begun = time.monotonic()
            answer = serve.ask("POST", "/notifications/apple", body=news["body"],
                               headers={"Content-Type": "application/json"})
            checks.that("it is taken", answer.status == 200, answer.body)
            end = time.monotonic() + 5
            while screen.bytes == before and time.monotonic() < end:
                screen.read(0.05)
            took.append(screen.last - begun if screen.bytes > before else 5)
        checks.that(f"it is on the screen within {LIMIT * 1e3:.0f} ms of the request",
                    statistics.median(took) <= LIMIT, took)
        print(f"from request to paint: median {statistics.median(took) * 1e3:.0f} ms, "
              f"worst {max(took) * 1e3:.0f} ms", flush=True)
        screen.close()
        serve.close()
        stores.close()
    checks.end()


main()
