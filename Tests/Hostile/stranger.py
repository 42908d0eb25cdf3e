#!/usr/bin/env python3
"""Attacks `purser serve` as a stranger would, and uses it as honest clients do.

usage: stranger.py PROGRAM [--deep] [--only NUMBER[,NUMBER…]]

One line for each attack: number, endpoint, what was tried, and "held" or what was gained by it. Exits
1 if anything was gained, or if an honest client lost anything."""
import argparse
import os
import resource
import signal
import sys

sys.dont_write_bytecode = True
import report
from endpoints import World
import ownership  # noqa: F401
import family  # noqa: F401
import availability  # noqa: F401
import storage  # noqa: F401
import operations  # noqa: F401


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--deep", action="store_true", help="larger samples, longer loads")
    parser.add_argument("--only", default="", help="numbers, and ranges such as 201-220")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 1 << 16), most))
    wanted = []
    for part in filter(None, options.only.split(",")):
        first, _, last = part.partition("-")
        wanted += range(int(first), int(last or first) + 1)
    result = report.Report()
    worlds = {}
    try:
        for check in sorted(report.ATTACKS + report.HONEST, key=lambda check: check.number):
            if wanted and check.number not in wanted:
                continue
            # Polls read all that the stores have told: each hundred has stores of its own.
            section = check.number // 100
            if section not in worlds:
                for world in worlds.values():
                    world.close()
                worlds = {section: World(os.path.abspath(options.program))}
                worlds[section].deep = options.deep
            result.run(check, worlds[section])
    finally:
        for world in worlds.values():
            world.close()
    sys.exit(result.end())


if __name__ == "__main__":
    main()
