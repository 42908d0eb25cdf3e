#!/usr/bin/env python3
"""POST /receipts against a simulated verifyReceipt: every status, and the three tables.

usage: upload.py PROGRAM"""
import os
import sqlite3
import sys
import urllib.parse

from serve import Checks, Serve, Stores, folder

SETTINGS = """
[serve.upload]
key-file = "upload-key"
environments = ["production", "sandbox"]
"""
LATER = {21000: "request-not-post", 21002: "malformed-or-unavailable", 21004: "secret-mismatch",
         21005: "server-unavailable", 21009: "data-access"}
NEVER = {21003: "not-authenticated", 21010: "account-not-found"}


def main():
    checks = Checks("upload")
    program = os.path.abspath(sys.argv[1])
    with folder() as place, folder() as stores_place:
        stores = Stores(program, stores_place)
        key = stores.folder / "upload-key"
        key.write_text("app-key\n")
        key.chmod(0o600)
        serve = Serve(program, place, SETTINGS, "--no-jobs", stores=stores)

        def upload(receipt, headers=None, **fields):
            value = {"receipt-data": receipt, "uuid": "phone-1", **fields}
            return serve.ask("POST", "/receipts", value, headers or {"X-App-Key": "app-key"})

        def rows(sql):
            with sqlite3.connect(f"file:{serve.ledger}?mode=ro", uri=True) as connection:
                return connection.execute(sql).fetchall()

        stores.ask("POST", "act", {"act": "buy", "store": "apple", "product": "plus.monthly",
                                   "account": "ada"})
        receipt = stores.text("apple/receipt?account=ada")
        first = upload(receipt)
        checks.that("an upload is answered with its orders",
                    first.status == 200 and first.json["status"] == 0
                    and len(first.json["orders"]) == 1, first.body[:200])
        checks.that("and belongs to nobody yet",
                    rows("SELECT uid LIKE 'anonymous-%', uuid FROM voucherOrder")
                    == [(1, "phone-1")])
        checks.that("until the user is told", upload(receipt, uid="ada").status == 200
                    and rows("SELECT DISTINCT uid FROM voucherOrder") == [("ada",)])
        checks.that("the tables hold it",
                    rows("SELECT count(*) FROM voucher WHERE create_type = 1") == [(1,)]
                    and rows("SELECT count(*) FROM newestVoucher") == [(1,)])
        form = urllib.parse.urlencode({"receipt-data": receipt, "uuid": "phone-1", "uid": "ada"})
        answer = serve.ask("POST", "/receipts?key=app-key", body=form, headers={
            "Content-Type": "application/x-www-form-urlencoded"})
        checks.that("a form does as well", answer.status == 200, answer.body[:200])
        for code, error in {**LATER, **NEVER}.items():
            stores.ask("POST", "faults",
                       {"kind": "code", "code": str(code), "path": "verifyReceipt"})
            answer = upload(receipt, uid="ada")
            checks.that(f"{code} is {error}",
                        answer.status == (422 if code in NEVER else 503)
                        and (answer.json["status"], answer.json["error"]) == (code, error)
                        and (code in NEVER) != ("retry-after" in answer.headers),
                        answer.body[:200])
            stores.ask("DELETE", "faults")
        stores.ask("POST", "act", {"act": "buy", "store": "apple", "product": "lifetime",
                                   "account": "cleo"})
        refused = stores.text("apple/receipt?account=cleo")
        upload(refused)
        for code in NEVER:
            stores.ask("POST", "faults",
                       {"kind": "code", "code": str(code), "path": "verifyReceipt"})
            upload(refused, uid="cleo")
            checks.that(f"what is refused with {code} stays whose it was",
                        rows("SELECT count(*) FROM voucherOrder WHERE uid = 'cleo'") == [(0,)])
            stores.ask("DELETE", "faults")
        stores.ask("POST", "act", {"act": "buy", "store": "apple", "product": "lifetime",
                                   "account": "ben", "sandbox": True})
        sandbox = upload(stores.text("apple/receipt?account=ben&sandbox=true"), uid="ben")
        checks.that("21007 leads to the sandbox",
                    sandbox.status == 200 and sandbox.json["environment"] == "sandbox",
                    sandbox.body[:200])
        for kind in ("reset", "html", "cut", "wrong-types"):
            stores.ask("POST", "faults", {"kind": kind, "path": "verifyReceipt"})
            answer = upload(receipt, uid="ada")
            checks.that(f"a store that does {kind} refuses nothing", answer.status == 503,
                        answer.body[:200])
            stores.ask("DELETE", "faults")
        checks.that("what was not answered is asked again",
                    rows("SELECT kind FROM job WHERE endedAt IS NULL") == [("verify-receipt",)])
        checks.that("no receipt is refused", upload("bm90aGluZw==").status == 422)
        checks.that("receipt-data is required",
                    serve.ask("POST", "/receipts", {"uuid": "phone-1"},
                              {"X-App-Key": "app-key"}).status == 400)
        checks.that("another key opens nothing",
                    upload(receipt, {"X-App-Key": "guess"}).status == 401)
        for hostile in (b"", b"\x00" * 100, b"{" * 100000, b"receipt-data=%", b"&&&=&="):
            answer = serve.ask("POST", "/receipts", headers={"X-App-Key": "app-key"}, body=hostile)
            checks.that("hostile bytes are refused in JSON",
                        answer.status == 400 and "error" in answer.json, answer.status)
        serve.close()
        stores.close()
    checks.end()


main()
