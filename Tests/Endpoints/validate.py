#!/usr/bin/env python3
"""POST /v1/validate, asked as every generation of cordova-plugin-purchase asks, and read as it reads.

usage: validate.py PROGRAM"""
import base64
import datetime
import json
import os
import sys
import time
import urllib.parse

from serve import Checks, Serve, Stores, folder

APP = "com.example.reader"
KEY = "p/blic+key=="
SETTINGS = f"""
[[serve.validate.app]]
name = "My Reader"
key-file = "validate-key"
bundle-id = "{APP}"
package = "{APP}"
microsoft-app = "{APP}"
"""
# Neither is encoded by the client; its engine encodes a space.
PATH = f"/v1/validate?appName=My%20Reader&apiKey={KEY}"
PURCHASE_TYPES = {
    "id": str, "platform": str, "purchaseId": str, "transactionId": str, "purchaseDate": int,
    "lastRenewalDate": int, "expiryDate": int, "isExpired": bool, "renewalIntent": str,
    "renewalIntentChangeDate": int, "cancelationReason": str, "isBillingRetryPeriod": bool,
    "isTrialPeriod": bool, "isIntroPeriod": bool, "discountId": str, "priceConsentStatus": str,
    "quantity": int, "isAcknowledged": bool, "isConsumed": bool,
}


class BadResponse(Exception):
    """What version 13 calls 6777018, or 6777014 where nothing was to be read."""


def read_v13(answer):
    """As version 13 reads an answer: only one of status 200, and only in good form."""
    if answer.status != 200:
        raise BadResponse(f"status {answer.status}")
    payload = answer.json
    if not isinstance(payload.get("ok"), bool):
        raise BadResponse("ok is no boolean")
    if not payload["ok"]:
        if not isinstance(payload.get("code"), int) or not isinstance(payload.get("message"), str):
            raise BadResponse("an error without its code or message")
        return payload
    data = payload.get("data")
    if not isinstance(data, dict):
        raise BadResponse("no data")
    if not isinstance(data.get("id"), str):
        raise BadResponse("no data.id")
    if not isinstance(data.get("transaction"), dict):
        raise BadResponse("no data.transaction")
    for purchase in data.get("collection", []):
        for name, value in purchase.items():
            if type(value) is not PURCHASE_TYPES.get(name):
                raise BadResponse(f"{name} is {value!r}")
        if "id" not in purchase:
            raise BadResponse("a purchase without its id")
    return payload


def read_v9(answer):
    """As versions 9 to 11 read it: they look into data alone."""
    payload = answer.json
    data = payload.get("data") or {}
    if payload.get("ok"):
        return None
    return data.get("code"), (data.get("error") or {}).get("message"), data.get("latest_receipt")


def owned(payload, product, now=None):
    """As version 13 tells ownership: of the entries of a product the one bought last decides."""
    now = now or time.time() * 1000
    entries = [p for p in payload["data"].get("collection", []) if p["id"] == product]
    if not entries:
        return False
    newest = max(entries, key=lambda purchase: purchase.get("purchaseDate", 0))
    return not newest.get("isExpired") and newest.get("expiryDate", now + 1) > now


class Client:
    def __init__(self, checks, serve, stores):
        self.checks, self.serve, self.stores = checks, serve, stores

    def act(self, verb, **more):
        return self.stores.ask("POST", "act", {"act": verb, **more})

    def receipt(self, account):
        return self.stores.text(f"apple/receipt?account={account}")

    def signed(self, transaction):
        """The transaction as Apple signed it for a notification."""
        for item in reversed(self.stores.told()):
            if item["store"] != "apple":
                continue
            payload = decoded(json.loads(item["body"]).get("signedPayload", ""))
            jws = payload.get("data", {}).get("signedTransactionInfo", "")
            if jws and decoded(jws).get("transactionId") == transaction:
                return jws
        sys.exit(f"no notification tells of {transaction}")

    def post(self, body, path=PATH, headers=None):
        return self.serve.ask("POST", path, body, headers)

    def v13(self, transaction, id=APP, type="application", user="ada"):
        return self.post({
            "id": id, "type": type, "transaction": transaction,
            "products": [{"className": "Product", "id": "lifetime", "raw": {"x": [None]}}],
            "additionalData": {"applicationUsername": user},
            "device": {"plugin": "cordova-plugin-purchase/13.18.0", "isVirtual": False},
        })

    def v9(self, id, transaction, type="paid subscription"):
        return self.post({
            "id": id, "alias": id, "type": type, "state": "approved", "title": "T", "price": "€1",
            "priceMicros": 1000000, "currency": "EUR", "loaded": True, "valid": True,
            "owned": False, "canPurchase": False, "group": "premium", "transactions": ["1"],
            "additionalData": None, "transaction": transaction,
        })


def decoded(jws):
    parts = jws.split(".")
    if len(parts) < 2:
        return {}
    return json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))


def transport(client):
    checks, serve = client.checks, client.serve
    preflight = serve.ask("OPTIONS", PATH, headers={
        "Origin": "app://localhost", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type"})
    allowed = preflight.headers.get("access-control-allow-headers", "").lower()
    checks.that("a preflight is answered", preflight.status in (200, 204), preflight.status)
    checks.that("any origin may ask", preflight.headers.get("access-control-allow-origin") == "*")
    checks.that("a page may send JSON and a key",
                all(name in allowed for name in ("content-type", "accept", "authorization")))
    checks.that("POST is among the methods",
                "POST" in preflight.headers.get("access-control-allow-methods", ""))
    body = {"id": APP, "type": "application", "transaction": {"type": "test"}}
    for path in ("/v1/validate", "/v1/validate?appName=My%20Reader&apiKey=p"):
        checks.that("a wrong key is refused", client.post(body, path).status == 401)
    encoded = f"/v1/validate?appName=My+Reader&apiKey={urllib.parse.quote(KEY, safe='')}"
    checks.that("an encoded key is taken", client.post(body, encoded).status == 200)
    basic = base64.b64encode(f"My Reader:{KEY}".encode()).decode()
    answer = client.post(body, "/v1/validate", {"Authorization": f"Basic {basic}"})
    checks.that("a key in a header is taken", answer.status == 200)
    checks.that("the answer crosses origins",
                answer.headers.get("access-control-allow-origin") == "*")
    checks.that("what is no JSON is no request",
                serve.ask("POST", PATH, body=b"id=pro").status == 400)
    checks.that("what is of no store is told so", read_v13(answer)["code"] == 6778001)


def store_kit(client):
    checks = client.checks
    client.act("buy", product="plus.monthly", account="ada", offer="trial")
    lasting = client.act("buy", product="lifetime", account="ada")
    receipt = client.receipt("ada")
    answer = read_v13(client.v13(
        {"type": "ios-appstore", "id": lasting["transaction"], "appStoreReceipt": receipt}))
    data = answer["data"]
    checks.that("StoreKit 1: the request's id comes back", data["id"] == APP)
    checks.that("StoreKit 1: the transaction is of its type",
                data["transaction"].get("type") == "ios-appstore")
    checks.that("StoreKit 1: the download of the app is told",
                data["transaction"].get("original_application_version")
                and data["transaction"].get("original_purchase_date_ms", "").isdigit())
    checks.that("StoreKit 1: all purchases are owned",
                owned(answer, "plus.monthly") and owned(answer, "lifetime"), data)
    checks.that("StoreKit 1: the newest receipt was used", data["latest_receipt"] is True)
    checks.that("StoreKit 1: nothing is to be warned of", "warning" not in data, data)
    checks.that("StoreKit 1: the date is a date", abs(datetime.datetime.fromisoformat(
        data["date"].replace("Z", "+00:00")).timestamp() - time.time()) < 60)
    monthly = next(p for p in data["collection"] if p["id"] == "plus.monthly")
    checks.that("a trial is told", monthly["isTrialPeriod"] is True, monthly)
    checks.that("its offer is spent", "plus.monthly" in data["ineligible_for_intro_price"])
    checks.that("instants are milliseconds", monthly["purchaseDate"] > 10 ** 12)
    checks.that("it is to renew", monthly["renewalIntent"] == "Renew")
    checks.that("all are of one platform",
                {p["platform"] for p in data["collection"]} == {"ios-appstore"})

    signed = read_v13(client.v13({
        "type": "apple-sk2", "id": "lifetime",
        "jwsRepresentation": client.signed(monthly["transactionId"])}))
    checks.that("StoreKit 2: one transaction, and all purchases",
                owned(signed, "plus.monthly") and owned(signed, "lifetime"))
    checks.that("StoreKit 2: the transaction is of its type",
                signed["data"]["transaction"].get("type") == "apple-sk2")

    launch = read_v13(client.v13({
        "type": "ios-appstore", "id": "appstore.application",
        "appStoreReceipt": client.receipt("nobody")}))
    checks.that("a launch without purchases is well", launch["data"]["collection"] == [])

    client.act("cancel", of=monthly["transactionId"])
    client.act("refund", of=lasting["transaction"])
    after = read_v13(client.v13(
        {"type": "ios-appstore", "id": lasting["transaction"], "appStoreReceipt": receipt}))
    monthly = next(p for p in after["data"]["collection"] if p["id"] == "plus.monthly")
    checks.that("renewal that was turned off is told", monthly["renewalIntent"] == "Lapse"
                and monthly["cancelationReason"] == "Customer", monthly)
    checks.that("a refunded purchase looks owned no more", not owned(after, "lifetime"), after)
    checks.that("the other one is owned still", owned(after, "plus.monthly"))


def legacy(client):
    checks = client.checks
    bought = client.act("buy", product="plus.yearly", account="old")
    transaction = {"type": "ios-appstore", "id": bought["transaction"],
                   "original_transaction_id": bought["id"],
                   "appStoreReceipt": client.receipt("old")}
    answer = client.v9("plus.yearly", transaction)
    checks.that("version 9: the product is owned", read_v9(answer) is None, answer.body)
    read_v13(answer)
    launch = dict(transaction)
    del launch["id"]
    answer = client.v9(APP, launch, "application")
    checks.that("version 11: its launch is well", owned(read_v13(answer), "plus.yearly"))
    client.act("refund", of=bought["transaction"])
    code, message, latest = read_v9(client.v9("plus.yearly", transaction))
    checks.that("version 9: what was taken back is over", code == 6778003 and message, code)
    checks.that("version 9: there is nothing to try again for", latest is True)
    code, message, latest = read_v9(client.v9("plus.yearly", {"type": "ios-appstore"}))
    checks.that("version 9: a missing receipt is asked for again",
                code == 6778006 and message and latest is False)


def play(client):
    checks = client.checks

    def ask(bought, product, type, **more):
        return read_v13(client.v13(
            {"type": "android-playstore", "id": bought["order"], "purchaseToken": bought["token"],
             **more}, product, type))

    monthly = client.act("buy", product="plus.monthly", account="ada", store="google")
    answer = ask(monthly, "plus.monthly", "paid subscription")
    data = answer["data"]
    entry = data["collection"][0]
    checks.that("Android: the subscription is owned", owned(answer, "plus.monthly"), answer)
    checks.that("Android: its kind is told",
                data["transaction"].get("kind") == "androidpublisher#subscriptionPurchaseV2")
    checks.that("Android: it goes by its order", entry["transactionId"] == monthly["order"])
    checks.that("Android: and by its token", entry["purchaseId"] == monthly["token"])
    checks.that("Android: it waits to be acknowledged", entry["isAcknowledged"] is False, entry)
    client.act("acknowledge", of=monthly["order"])
    answer = ask(monthly, "plus.monthly", "paid subscription")
    checks.that("Android: and then no more", answer["data"]["collection"][0]["isAcknowledged"])
    lasting = client.act("buy", product="lifetime", account="ada", store="google")
    answer = ask(lasting, "lifetime", "non consumable")
    checks.that("Android: a product is owned", owned(answer, "lifetime"), answer)
    checks.that("Android: a product's kind is told",
                answer["data"]["transaction"].get("kind") == "androidpublisher#productPurchase")
    wrong = ask(lasting, "coins.100", "consumable")
    checks.that("Android: a token of another product is none", wrong.get("code") == 6778001)
    client.act("refund", of=lasting["order"])
    answer = ask(lasting, "lifetime", "non consumable")
    checks.that("Android: refunded, it looks owned no more",
                not answer["ok"] or not owned(answer, "lifetime"), answer)
    coins = client.act("buy", product="coins.100", account="ada", store="google")
    checks.that("Android: coins are there", owned(ask(coins, "coins.100", "consumable"), "coins.100"))
    client.act("consume", of=coins["order"])
    answer = ask(coins, "coins.100", "consumable")
    checks.that("Android: and used up", answer.get("code") == 6778004, answer)
    forged = dict(coins, token="forged.token")
    checks.that("Android: a forged token is none",
                ask(forged, "coins.100", "consumable").get("code") == 6778001)
    nothing = client.v13({"type": "android-playstore", "id": "GPA.1"}, "coins.100", "consumable")
    checks.that("Android: without a token there is nothing to ask by",
                read_v13(nothing).get("code") == 6778006)
    other = json.dumps({"packageName": "com.example.other", "productId": "coins.100",
                        "purchaseToken": coins["token"], "purchaseTime": 1})
    answer = ask(coins, "coins.100", "consumable", receipt=other, signature="AAAA")
    checks.that("Android: another app's receipt is none", answer.get("code") == 6778001)


def windows(client):
    checks = client.checks
    client.act("buy", product="plus.monthly", account="win", store="microsoft")
    body = {"id": "plus.monthly", "type": "paid subscription",
            "transaction": {"type": "windows-store-transaction", "skuId": "0010"}}
    answer = client.post(body)
    data = read_v13(answer).get("data", {})
    checks.that("Windows: first a ticket is given", data.get("serviceTicketType") == "purchase"
                and data.get("serviceTicket"), answer.body)
    checks.that("Windows: version 9 finds it too",
                data.get("transaction", {}).get("serviceTicket") == data.get("serviceTicket"))
    code, _, latest = read_v9(answer)
    checks.that("Windows: version 9 asks again", code == 6778006 and latest is False)
    key = client.stores.text("microsoft/key?account=win&service=purchase")
    answer = read_v13(client.post({**body, "license": {"storeIdKey_purchases": key}}))
    checks.that("Windows: then the purchase is told", answer["ok"], answer)


def outage(client):
    checks = client.checks
    bought = client.act("buy", product="plus.weekly", account="eve")
    transaction = {"type": "ios-appstore", "id": bought["transaction"],
                   "appStoreReceipt": client.receipt("eve")}
    token = client.act("buy", product="plus.weekly", account="eve", store="google")
    fresh = {"type": "android-playstore", "id": token["order"], "purchaseToken": token["token"]}
    client.stores.ask("POST", "faults", {"kind": "status", "status": 503, "count": 1 << 40})
    answer = read_v13(client.v13(transaction, user="eve"))
    checks.that("an outage: the receipt speaks for itself", owned(answer, "plus.weekly"), answer)
    checks.that("an outage: with a warning", answer["data"].get("warning"))
    checks.that("an outage: the newest is not known", answer["data"]["latest_receipt"] is False)
    answer = read_v13(client.v13(fresh, "plus.weekly", "paid subscription", "eve"))
    checks.that("an outage: a bare token is neither good nor bad",
                answer.get("code") == 6778002, answer)
    client.stores.text("faults", "DELETE")
    answer = read_v13(client.v13(fresh, "plus.weekly", "paid subscription", "eve"))
    checks.that("afterwards it is owned", answer["ok"] and owned(answer, "plus.weekly"), answer)


def main():
    checks = Checks("validate")
    with folder() as place:
        program = os.path.abspath(sys.argv[1])
        stores = Stores(program, os.path.join(place, "stores"))
        key = stores.folder / "validate-key"
        key.touch(0o600)
        key.write_text(KEY + "\n")
        serve = Serve(program, place, SETTINGS, "--no-jobs", stores=stores)
        client = Client(checks, serve, stores)
        for part in (transport, store_kit, legacy, play, windows, outage):
            part(client)
        told = "".join(serve.log)
        checks.that("no key stands in a log", KEY not in told)
        serve.close()
        stores.close()
    checks.end()


main()
