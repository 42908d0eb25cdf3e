"""Decoding and verification against libcrypto, a walk by hand, and others' decoders.

The folder of limits and peers holds make_corpus.py, crypt_limit.c, peer_py.py and peer_node.mjs.
Peers that are not installed are named and left out. Needs gcc, libssl-dev, openssl and, to make the
corpus, the Python package cryptography; faketime where the corpus's dates have passed."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from races.course import Table, compiled, median, rounds, run

RATE = r"([0-9]+) /cpu-s"
# row, limit, target against it
TARGETS = [
    ("receipt-known-chain", "hand walk", 0.75),
    ("receipt-1000", "hand walk of 1,000", 0.60),
    ("jws-known-chain", "P-256 verify", 0.90),
    ("jws-new-chain", "2 P-384 + 1 P-256", 0.80),
    ("notification", "3 P-256", 0.85),
    ("duplicate", "notification, ours", 20.0),
    ("receipt-known-chain", "PKCS7_verify", 15.0),
    ("receipt-new-chain", "PKCS7_verify", 4.0),
]
# row, peer, target against it
PEERS = [
    ("receipt-known-chain", "rcpt-asn1crypto", 50),
    ("receipt-known-chain", "rcpt-apple-txid-unverified", 70),
    ("jws-known-chain", "jws-apple", 33),
    ("jws-known-chain", "jws-node chain cached", 1.1),
    ("notification", "notif-apple (3 JWS)", 38),
    ("notification", "notif-node (3 JWS) cached", 1.1),
]


def arguments(parser):
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time a row")


def prepare(bench, folder):
    """The corpus and the limit's program, in folder."""
    corpus = os.path.join(folder, "corpus")
    # The receipts are dated November 2023; their certificates must have been valid then.
    clock = ["faketime", "2024-06-01 00:00:00"] if shutil.which("faketime") else []
    if not clock:
        print("faketime is not installed: receipts may lie outside their certificates' validity")
    run(clock + [sys.executable, f"{bench}/make_corpus.py", corpus, "500", "500"])
    return corpus, compiled(f"{bench}/crypt_limit.c", folder, "-lcrypto")


def limits(limit, corpus, seconds):
    text = run([limit, corpus, str(seconds)])
    find = lambda pattern: float(re.search(pattern, text, re.S).group(1))
    p256 = find(r"chain cached +" + RATE)
    speed = run(["openssl", "speed", "-seconds", "1", "ecdsap384"])
    p384 = float(speed.split()[-1])
    return {
        "hand walk": find(r"hand walk, leaf cached +" + RATE),
        "hand walk of 1,000": find(r"r_1000.*?hand walk \+ leaf cached " + RATE),
        "PKCS7_verify": find(r"full chain +" + RATE),
        "P-256 verify": p256,
        "3 P-256": p256 / 3,
        "2 P-384 + 1 P-256": 1 / (2 / p384 + 1 / p256),
    }


def ours(program, corpus, seconds):
    text = run([program, "bench", "receipts", "--corpus", corpus, "--cpu-seconds", str(seconds)])
    return {name: float(rate) for name, rate in re.findall(r"^(\S+): " + RATE, text, re.M)}


def peers(bench, corpus, seconds):
    found = {}
    for name, command in [
        ("Python", [sys.executable, f"{bench}/peer_py.py", corpus, str(seconds)]),
        ("node", ["node", f"{bench}/peer_node.mjs", corpus, str(seconds)]),
    ]:
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            text, failed = done.stdout, done.returncode != 0
        except FileNotFoundError:
            text, failed = "", True
        if failed:
            print(f"left out: the {name} peers, some of which do not run here")
        for peer, rate in re.findall(r"^(\S.*?) +" + RATE, text, re.M):
            found[peer] = float(rate)
    return found


def race(options):
    with tempfile.TemporaryDirectory() as folder:
        corpus, limit = prepare(options.bench, folder)
        kept = rounds(
            options.rounds,
            lambda: limits(limit, corpus, options.seconds),
            lambda: ours(options.program, corpus, options.seconds),
        )
        if not kept:
            sys.exit("no round was steady: this machine is too busy to race on")
        others = peers(options.bench, corpus, options.seconds)
    for mine, between in kept:
        between["notification, ours"] = mine["notification"]
    table = Table(" /cpu-s")
    for row, against, target in TARGETS:
        table.add(
            row, median(mine[row] for mine, _ in kept), against, median(its[against] for _, its in kept),
            target, ratio=median(mine[row] / its[against] for mine, its in kept),
        )
    for row, peer, target in PEERS:
        if peer in others:
            table.add(row, median(mine[row] for mine, _ in kept), peer, others[peer], target)
    table.finish(options.json)
