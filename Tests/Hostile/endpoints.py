"""Every endpoint of `purser serve`, asked as its clients ask, and who holds what afterwards."""
import contextlib
import hashlib
import itertools
import json
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.parse
import uuid

from processes import READER, WRITER, Serve, Stores, answer_json

NAMESPACE = "8f0b2f5e-6d0c-4e55-9d5d-0c9d3a5a0b61"
ACCOUNT_IDS = ["plain", "md5", "md5-uuid", "sha256", f"uuid5:{NAMESPACE}"]
CATALOG = {
    "CatalogVersion": "main",
    "Catalog": [
        {"ItemId": product, "DisplayName": product, "VirtualCurrencyPrices": {"RM": 799}}
        for product in ["plus.weekly", "plus.monthly", "plus.yearly", "max.monthly", "lifetime"]
    ] + [
        {"ItemId": "coins.100", "DisplayName": "Coins", "VirtualCurrencyPrices": {"RM": 199},
         "Consumable": {"UsageCount": 100}, "Bundle": {"BundledVirtualCurrencies": {"GO": 5}}},
    ],
}


def md5_uuid(name):
    """As cordova-plugin-purchase makes one of an MD5 (Utils.md5toUUID): version 3, variant 8."""
    digest = hashlib.md5(name.encode()).hexdigest()
    return "-".join([digest[:8], digest[8:12], "3" + digest[13:16], "8" + digest[17:20], digest[20:]])


# What an app hands to the stores for a user's name, by the way in which it derives that.
DERIVATIONS = {
    "plain": lambda name: name,
    "md5": lambda name: hashlib.md5(name.encode()).hexdigest(),
    "md5-uuid": md5_uuid,
    "sha256": lambda name: hashlib.sha256(name.encode()).hexdigest(),
    "uuid5": lambda name: str(uuid.uuid5(uuid.UUID(NAMESPACE), name)),
}

SETTINGS = """
[serve]
public-url = "http://127.0.0.1"
{limits}
[serve.validate]
{validate}
[[serve.validate.app]]
name = "reader"
key-file = "app-key"
bundle-id = "{reader}"
package = "{reader}"
microsoft-app = "{reader}"
[[serve.validate.app]]
name = "writer"
key-file = "app-key"
bundle-id = "{writer}"
[serve.verify]
token-file = "app-key"
{verify}
[[serve.verify.app]]
id = 1
bundle-id = "{reader}"
package = "{reader}"
[serve.upload]
key-file = "app-key"
{upload}
[serve.playfab]
title = "A1B2"
bundle-id = "{reader}"
package = "{reader}"
{playfab}
[serve.apple]
[serve.apple-v1]
password-file = "apple-shared-secret"
[serve.google]
email = "{push_account}"
subscription = "projects/simulated/subscriptions/purser"
audience = "{push_audience}"
certs-url = "{address}/simulator/google/certs"
packages = ["{reader}"]
[serve.amazon]
topics = ["{amazon_topic}"]
certs-url = "{address}/simulator/amazon/certificate.pem"
packages = ["{reader}"]
[stores.rates]
{rates}
{more}
"""
# Except where limits are what is tried, nothing is to wait for them.
WIDE_LIMITS = """[serve.limits]
per-peer = 1000000
"""
WIDE_RATES = "\n".join(
    f"{name} = 5000" for name in [
        "verify-receipt", "apple-reading", "apple-changing", "apple-lookup",
        "apple-sandbox-reading", "apple-sandbox-lookup", "google-token", "google-subscriptions",
        "google-products", "google-orders", "google-voided", "google-changing", "entra",
        "microsoft", "amazon"])
EVERYWHERE = 'environments = ["production", "sandbox"]'
APP_KEY = "key-of-every-app-copy"


def settings_for(stores, top="", limits=WIDE_LIMITS, rates=WIDE_RATES, more="", **parts):
    """The whole settings of a server that has all endpoints open and asks these stores."""
    (stores.folder / "app-key").write_text(APP_KEY + "\n")
    (stores.folder / "app-key").chmod(0o600)
    simulator = json.loads((stores.folder / "simulator.json").read_text())
    parts = {name: parts.get(name, "") for name in ("validate", "verify", "upload", "playfab")}
    own = SETTINGS.format(
        reader=READER, writer=WRITER, address=stores.address, limits=limits, rates=rates, more=more,
        push_account=simulator["pushAccount"], push_audience=simulator["pushAudience"],
        amazon_topic=simulator["amazonTopic"], **parts)
    ids = json.dumps(ACCOUNT_IDS)
    text = f"account-ids = {ids}\n{top}\n{stores.settings}\n{own}"
    # The settings stand in another folder than the files that they name.
    text = re.sub(r'(-file = )"([^"/]+)"', rf'\1"{stores.folder}/\2"', text)
    return re.sub(r'"([a-z]+-root\.cer)"', rf'"{stores.folder}/\1"', text)


def home(name):
    """The address that somebody asks from: a peer of their own."""
    number = int(hashlib.sha256(str(name).encode()).hexdigest()[:6], 16)
    return f"127.{201 + number // 62_500 % 50}.{number // 250 % 250}.{1 + number % 250}"


class Clients:
    """All endpoints of one server, and the stores that it asks."""

    def __init__(self, serve, stores):
        self.serve, self.stores = serve, stores
        self.push_token, self.homes = None, {}

    # Apps.

    def validate(self, transaction, user=None, id=READER, kind="application", app="reader",
                 fields=None, **more):
        body = {**(fields or {}), "id": id, "type": kind,
                "transaction": transaction,
                "additionalData": {} if user is None else {"applicationUsername": user},
                "device": {"plugin": "cordova-plugin-purchase/13.18.0"}}
        more.setdefault("peer", home(user))
        return self.serve.ask("POST", f"/v1/validate?appName={app}&apiKey={APP_KEY}", body, **more)

    def apple_transaction(self, purchase):
        """StoreKit 2."""
        return {"type": "apple-sk2", "id": purchase["product"],
                "jwsRepresentation": self.stores.signed(purchase)}

    def receipt_transaction(self, purchase):
        """StoreKit 1: the whole receipt of the store account."""
        app = WRITER if purchase["product"].startswith("writer.") else READER
        return {"type": "ios-appstore", "id": purchase["transaction"],
                "appStoreReceipt": self.stores.receipt(purchase["account"], app,
                                                       purchase["sandbox"])}

    def google_transaction(self, purchase):
        local = json.dumps({
            "orderId": purchase["order"], "packageName": READER, "productId": purchase["product"],
            "purchaseTime": 1767225600000, "purchaseState": 0, "purchaseToken": purchase["token"]})
        return {"type": "android-playstore", "id": purchase["order"],
                "purchaseToken": purchase["token"], "receipt": local, "signature": "AAAA"}

    def hand_in(self, purchase, user=None, form="signed", **more):
        """What cordova-plugin-purchase posts of a purchase; `form` is of Apple's."""
        if purchase["store"] == "google":
            kind = "consumable" if purchase["product"].startswith("coins") else \
                "non consumable" if purchase["product"] == "lifetime" else "paid subscription"
            return self.validate(self.google_transaction(purchase), user, purchase["product"], kind,
                                 **more)
        app = "writer" if purchase["product"].startswith("writer.") else "reader"
        make = self.apple_transaction if form == "signed" else self.receipt_transaction
        return self.validate(make(purchase), user, WRITER if app == "writer" else READER, app=app,
                             **more)

    def verify(self, purchase, user, form="signed", **more):
        if purchase["store"] == "google":
            proof, source = purchase["token"], "google_play"
            local = self.google_transaction(purchase)["receipt"]
        else:
            transaction = self.apple_transaction(purchase) if form == "signed" \
                else self.receipt_transaction(purchase)
            proof = transaction.get("jwsRepresentation") or transaction["appStoreReceipt"]
            source, local = "app_store", proof
        more.setdefault("peer", home(user))
        return self.serve.ask("POST", f"/verify/{APP_KEY}", {
            "userIdentifier": user, "appId": 1, "purchaseDetails": {
                "verificationData": {"source": source, "serverVerificationData": proof,
                                     "localVerificationData": local},
                "productID": purchase["product"],
                "purchaseID": purchase["transaction" if source == "app_store" else "order"],
                "status": "purchased", "transactionDate": "1643389081662"}}, **more)

    def upload(self, purchase, user=None, receipt=None, **more):
        value = {"receipt-data": receipt or self.receipt_transaction(purchase)["appStoreReceipt"],
                 "uuid": "phone-1"}
        if user is not None:
            value["uid"] = user
        more.setdefault("peer", home(user))
        return self.serve.ask("POST", "/receipts", value, {"X-App-Key": APP_KEY}, **more)

    # PlayFab.

    def log_in(self, name, create=True, **more):
        """The session ticket of a player who logs in by a custom ID."""
        answer = self.playfab("LoginWithCustomID", None, TitleId="A1B2", CustomId=name,
                              CreateAccount=create, **{"peer": home(name), **more})
        ticket = (answer_json(answer).get("data") or {}).get("SessionTicket")
        self.homes[ticket] = home(name)
        return ticket

    def playfab(self, call, ticket, peer=None, **request):
        headers = {"X-Authorization": ticket} if ticket else {}
        peer = peer or self.homes.get(ticket, "127.0.0.1")
        return self.serve.ask("POST", f"/Client/{call}", request, headers, peer=peer)

    def playfab_google(self, purchase, ticket):
        return self.playfab("ValidateGooglePlayPurchase", ticket, Signature="AAAA",
                            ReceiptJson=self.google_transaction(purchase)["receipt"],
                            CurrencyCode="USD", PurchasePrice=1)

    def playfab_apple(self, purchase, ticket, form="signed"):
        data = {"JwsReceiptData": self.stores.signed(purchase)} if form == "signed" else \
            {"ReceiptData": self.receipt_transaction(purchase)["appStoreReceipt"]}
        return self.playfab("ValidateIOSReceipt", ticket, CurrencyCode="USD", PurchasePrice=1,
                            **data)

    def playfab_restore(self, purchase, ticket):
        return self.playfab("RestoreIOSPurchases", ticket,
                            ReceiptData=self.receipt_transaction(purchase)["appStoreReceipt"])

    def inventory(self, ticket):
        """Item IDs, and the virtual currency."""
        data = answer_json(self.playfab("GetUserInventory", ticket)).get("data") or {}
        return ({item["ItemId"] for item in data.get("Inventory", [])},
                data.get("VirtualCurrency", {}))

    # Stores.

    def notify(self, purchase):
        """Pushes what the store tells of a purchase, as the store does."""
        for item in self.stores.notifications(purchase):
            answer = self.push(item)
            assert answer is None or answer.status == 200, (item["form"], answer)

    def push(self, item):
        headers = {"Content-Type": "application/json"}
        if item["form"] == "apple-v2":
            return self.serve.ask("POST", "/notifications/apple", headers=headers,
                                  body=item["body"].encode())
        if item["form"] == "google-push":
            self.push_token = self.push_token or self.stores.text("google/push-token")
            headers["Authorization"] = f"Bearer {self.push_token}"
            return self.serve.ask("POST", "/notifications/google", headers=headers,
                                  body=item["body"].encode())
        if item["form"] == "amazon-message":
            headers["Content-Type"] = "text/plain; charset=UTF-8"
            return self.serve.ask("POST", "/notifications/amazon", headers=headers,
                                  body=item["body"].encode())
        return None

    # What became of it.

    def rights(self, user, environment="any"):
        """The keys of all rights that a user has now."""
        path = f"/v1/users/{urllib.parse.quote(user, safe='')}/entitlements?environment={environment}"
        answer = self.serve.ask("GET", path, headers={"Authorization": f"Bearer {self.serve.key}"})
        if answer.status == 404:
            return set()
        assert answer.status == 200, answer
        return {right["key"] for right in answer_json(answer)["entitlements"] if right["active"]}

    def exists(self, user):
        path = f"/v1/users/{urllib.parse.quote(user, safe='')}"
        return self.serve.ask("GET", path, headers={
            "Authorization": f"Bearer {self.serve.key}"}).status == 200


def unlocked(answer):
    """The products that a client of /v1/validate shows as owned after this answer."""
    payload = answer_json(answer)
    if not payload.get("ok"):
        return set()
    newest = {}
    for entry in payload["data"].get("collection", []):
        if entry["id"] not in newest or \
                entry.get("purchaseDate", 0) > newest[entry["id"]].get("purchaseDate", 0):
            newest[entry["id"]] = entry
    now = time.time() * 1000
    return {id for id, entry in newest.items()
            if not entry.get("isExpired") and entry.get("expiryDate", now + 1) > now}


class World:
    """Stores, and servers on ledgers of their own; all of it in one folder that goes in the end."""

    def __init__(self, program):
        self.program = program
        self.stack = contextlib.ExitStack()
        self.folder = pathlib.Path(self.stack.enter_context(
            tempfile.TemporaryDirectory(prefix="purser-hostile-")))
        self.stores = Stores(program, self.folder / "stores")
        self.stack.callback(self.stores.close)
        self.numbers = itertools.count(1)

    def name(self, stem):
        """A name that nobody else has."""
        return f"{stem}-{next(self.numbers)}"

    def file(self, name, text=""):
        path = self.folder / f"{next(self.numbers)}-{name}"
        path.write_text(text)
        path.chmod(0o600)
        return path

    def server(self, *words, catalog=None, settings=None, environment=None, rlimits=(), ledger=None,
               **parts):
        """A new server on a new ledger, with an API key of its own."""
        folder = self.folder / f"server-{next(self.numbers)}"
        folder.mkdir()
        told = subprocess.run([self.program, "serve", "key", "check", "--scopes",
                               "read,write,personal", "--per-second", "100000"],
                              capture_output=True, text=True, check=True, cwd=folder).stdout
        key = re.search(r"pk_[A-Za-z0-9_-]{43}", told)[0]
        text = settings or settings_for(self.stores, **parts)
        text += "\n" + told[told.index("[[serve.api.key]]"):]
        ledger = ledger or folder / "ledger.sqlite"
        if catalog:
            file = folder / "catalog.json"
            file.write_text(json.dumps(catalog))
            subprocess.run([self.program, "catalog", "import", str(file), "--ledger", str(ledger)],
                           check=True, capture_output=True)
        serve = Serve(self.program, folder, text, *words, ledger=ledger, environment=environment,
                      limits=rlimits)
        serve.key = key
        self.stack.callback(serve.close, 5)
        return Clients(serve, self.stores)

    def close(self):
        self.stack.close()
