#!/usr/bin/env python3
"""POST /verify against simulated stores: what is completed, what is invalid, and what an outage is.

usage: verify.py PROGRAM"""
import json
import os
import sys

from serve import Checks, Serve, Stores, folder

SETTINGS = """
[serve.verify]
token-file = "verify-token"
[[serve.verify.app]]
id = 1234
bundle-id = "com.example.reader"
package = "com.example.reader"
"""


def body(source, product, purchase, proof, user="ada", status="purchased", app=1234):
    local = json.dumps({"packageName": "com.example.reader", "productId": product,
                        "orderId": purchase, "purchaseToken": proof})
    return {"userIdentifier": user, "appId": app, "purchaseDetails": {
        "verificationData": {"source": source, "serverVerificationData": proof,
                             "localVerificationData": local if source == "google_play" else proof},
        "productID": product, "purchaseID": purchase, "status": status,
        "transactionDate": "1643389081662"}}


def main():
    checks = Checks("verify")
    program = os.path.abspath(sys.argv[1])
    with folder() as place, folder() as stores_place:
        stores = Stores(program, stores_place)
        token = stores.folder / "verify-token"
        token.write_text("s3cret\n")
        token.chmod(0o600)
        serve = Serve(program, place, SETTINGS, stores=stores)

        def ask(value, path="/verify/s3cret"):
            return serve.ask("POST", path, value)

        def says(value):
            answer = ask(value)
            return answer.json.get("complete_purchase") if answer.status == 200 else answer.status

        coins = stores.ask("POST", "act", {"act": "buy", "store": "google", "product": "coins.100",
                                           "account": "ada"})
        google = ("google_play", "coins.100", coins["order"], coins["token"])
        checks.that("a product of Google's is completed", says(body(*google)) is True)
        checks.that("and is again", says(body(*google)) is True)
        checks.that("another product of the same token is invalid",
                    says(body("google_play", "lifetime", coins["order"], coins["token"])) is False)
        checks.that("a token of nobody is invalid",
                    says(body("google_play", "coins.100", coins["order"], "x" * 60)) is False)
        plan = stores.ask("POST", "act", {"act": "buy", "store": "google",
                                          "product": "plus.monthly", "account": "ada"})
        checks.that("a subscription of Google's goes by its product",
                    says(body("google_play", "plus.monthly", plan["order"], plan["token"])) is True)
        later = stores.ask("POST", "act", {"act": "buy", "store": "google", "product": "lifetime",
                                           "account": "ada", "pending": True})
        pending = body("google_play", "lifetime", later.get("order"), later["token"])
        checks.that("a pending one waits", says(pending) == 503)
        stores.ask("POST", "act", {"act": "approve", "of": later["id"]})
        checks.that("until it is paid", says(pending) is True)

        month = stores.ask("POST", "act", {"act": "buy", "store": "apple",
                                           "product": "plus.monthly", "account": "ada"})
        receipt = stores.text("apple/receipt?account=ada")
        apple = ("app_store", "plus.monthly", month["transaction"], receipt)
        checks.that("a receipt of Apple's is completed", says(body(*apple)) is True)
        checks.that("for another user as well", says(body(*apple, user="ben")) is True)
        checks.that("a product that is not in it is invalid",
                    says(body("app_store", "lifetime", None, receipt)) is False)
        checks.that("a forged one is invalid",
                    says(body("app_store", "plus.monthly", None, receipt[:-40] + "A" * 40)) is False)
        stores.ask("POST", "faults", {"kind": "status", "status": 503, "count": 1000})
        outage = [ask(body(*google)), ask(body(*apple))]
        checks.that("an outage decides nothing",
                    all(answer.status == 503 and "retry-after" in answer.headers
                        for answer in outage), [answer.status for answer in outage])
        stores.ask("DELETE", "faults")
        checks.that("and is over when it is", says(body(*google)) is True)
        stores.ask("POST", "act", {"act": "refund", "of": month["id"]})
        checks.that("a refund makes it invalid", says(body(*apple)) is False)

        comments = serve.ask("POST", "/verify/s3cret", body=b'{ // "appId"\n "appId": 1234 }')
        checks.that("comments are no JSON", comments.status == 400)
        checks.that("another app is none of ours", ask(body(*google, app=77)).status == 400)
        checks.that("another token opens nothing", ask(body(*google), "/verify/guess").status == 401)
        checks.that("nor does none", ask(body(*google), "/verify").status == 404)
        for hostile in (b"", b"\x00" * 100, b"[" * 100000, b'{"userIdentifier":"\\ud800"}',
                        b"\xff\xfe{}", b'{"purchaseDetails":' * 60):
            answer = serve.ask("POST", "/verify/s3cret", body=hostile)
            checks.that("hostile bytes are refused in JSON",
                        answer.status == 400 and "error" in answer.json, answer.status)
        checks.that("nothing secret is logged",
                    not any(word in line for line in serve.log
                            for word in ("s3cret", coins["token"], receipt[:40])))
        serve.close()
        stores.close()
    checks.end()


main()
