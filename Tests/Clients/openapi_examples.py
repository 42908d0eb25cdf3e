"""The OpenAPI document of a running `purser serve`: valid by the official schema, and every example of a
request in it is sent. Each answer has a status that the document names and a body as its schema says.

    openapi_examples.py PURSER
"""
import copy
import json
import os
import pathlib
import subprocess
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Hostile"))
from endpoints import APP_KEY, CATALOG, World  # noqa: E402

failures = 0
# What each example has to lead to, where it is another status than 200.
EXPECTED = {"notGenuine": {"/receipts": 422, "/Client/RestoreIOSPurchases": 400},
            "wrongPassword": {"/notifications/apple/v1": 401}}


def that(name, holds, found=""):
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'FAIL'} openapi: {name}" + ("" if holds else f": {found}"))


def filled(value, real):
    """The example with the texts that begin with $ from `real`: by their names, or where they stand."""
    if isinstance(value, dict):
        return {key: filled(item, real.get(key, real) if isinstance(real, dict) else real)
                if not (isinstance(item, str) and item.startswith("$"))
                else real.get(item[1:], real.get(key)) for key, item in value.items()}
    return value


class Examples:
    def __init__(self, clients, stores, document):
        self.clients, self.stores, self.document = clients, stores, document
        self.operations = [(path, method, operation) for path, methods in document["paths"].items()
                           for method, operation in methods.items()]
        self.ticket, self.sent = None, 0

    def purchase(self, store, product="plus.monthly"):
        """Another purchase for each example: nobody has claimed it."""
        self.sent += 1
        return self.stores.buy(product, f"account-{self.sent}", store)

    def values(self):
        apple, google = self.purchase("apple"), self.purchase("google")
        return {
            "RECEIPT": self.clients.receipt_transaction(apple)["appStoreReceipt"],
            "SIGNED_TRANSACTION": self.clients.apple_transaction(apple)["jwsRepresentation"],
            "PURCHASE_TOKEN": google["token"],
            "GOOGLE_PURCHASE": self.clients.google_transaction(google)["receipt"],
            "apple": apple["transaction"], "google": google["order"],
        }

    def notification(self, path):
        store = path.split("/")[2]
        self.purchase(store, "plus.monthly")
        form = {"apple": "apple-v2", "google": "google-push", "amazon": "amazon-message"}[store]
        return json.loads([item for item in self.stores.read_outbox() if item["form"] == form][-1]["body"])

    def body(self, path, name, example):
        if path == "/notifications/apple/v1":
            return example
        if path.startswith("/notifications/"):
            # What a store sends has more members than an example; all of them are signed.
            real = self.notification(path)
            return {**real, **filled(copy.deepcopy(example), real)} if path != "/notifications/google" \
                else real
        values = self.values()
        body = filled(copy.deepcopy(example), values)
        # The number of a transaction is the store's.
        if path == "/v1/validate" and "id" in body["transaction"]:
            body["transaction"]["id"] = values["google" if name == "purchaseToken" else "apple"]
        if path.startswith("/verify"):
            body["purchaseDetails"]["purchaseID"] = values["google" if name == "purchaseToken" else "apple"]
        if path == "/Client/ConsumeItem":
            body["ItemInstanceId"] = self.item()
        return body

    def item(self):
        """A consumable that the player has redeemed."""
        coins = self.purchase("google", "coins.100")
        self.clients.playfab_google(coins, self.ticket)
        inventory = json.loads(self.clients.playfab("GetUserInventory", self.ticket).body)
        items = inventory["data"]["Inventory"]
        return next(item["ItemInstanceId"] for item in items if item["ItemId"] == "coins.100")

    def send(self, path, method, body):
        headers = {"Content-Type": "application/json"}
        if path == "/v1/validate":
            path += f"?appName=reader&apiKey={APP_KEY}"
        elif path.startswith("/Client/"):
            headers["X-Authorization"] = self.ticket
        elif path == "/receipts":
            headers["X-App-Key"] = APP_KEY
        elif path == "/notifications/google":
            headers["Authorization"] = "Bearer " + self.stores.text("google/push-token")
        elif path == "/notifications/amazon":
            headers["Content-Type"] = "text/plain; charset=UTF-8"
        elif path.startswith("/v1/"):
            headers["Authorization"] = f"Bearer {self.clients.serve.key}"
        path = path.replace("{token}", APP_KEY).replace("{id}", "ada")
        return self.clients.serve.ask(method.upper(), path, headers=headers,
                                      body=None if body is None else json.dumps(body).encode())

    def check(self, path, method, operation, name, example):
        body = None if example is None else self.body(path, name, example)
        answer = self.send(path, method, body)
        expected = EXPECTED.get(name, {}).get(path, 200)
        where = f"{method.upper()} {path}" + (f" ({name})" if name else "")
        that(f"{where}: {expected}", answer.status == expected, (answer.status, answer.body[:300]))
        response = operation["responses"].get(str(answer.status))
        if response is None:
            return that(f"{where}: the status is in the document", False, answer.status)
        content = list((response.get("content") or {}).values())
        if not content:
            return that(f"{where}: no body", answer.body == b"", answer.body[:100])
        value = json.loads(answer.body)
        if name != "notGenuine":
            success = value.get("ok", True) and value.get("complete_purchase", True)
            that(f"{where}: it succeeds", success, answer.body[:300])
        schema = {**content[0]["schema"], "components": self.document["components"]}
        faults = [fault.message[:200] for fault in
                  Draft202012Validator(schema).iter_errors(value)]
        that(f"{where}: the body is as its schema says", not faults, faults)

    def run(self):
        for path, method, operation in self.operations:
            if path.startswith("/v1/") and path != "/v1/validate":
                continue  # Schemathesis asks those.
            # A player of its own: what one has redeemed, no other can.
            self.ticket = self.clients.log_in(f"player-{self.sent}")
            media = list(operation.get("requestBody", {}).get("content", {}).values())
            if not media:
                self.check(path, method, operation, "", None)
                continue
            for name, example in media[0]["examples"].items():
                self.check(path, method, operation, name, example["value"])


def main():
    program = os.path.abspath(sys.argv[1])
    printed = json.loads(subprocess.run([program, "serve", "openapi"], capture_output=True,
                                        check=True, text=True).stdout)
    validate(printed)
    that("the printed document is one of OpenAPI 3.1", True)
    world = World(program)
    try:
        clients = world.server(catalog=CATALOG)
        document = json.loads(clients.serve.ask("GET", "/v1/openapi.json").body)
        validate(document)
        that("so is that of the server", True)
        missing = set(printed["paths"]) - set(document["paths"]) - {"/verify"}
        that("all endpoints are open and described", not missing, missing)
        examples = Examples(clients, world.stores, document)
        examples.run()
        that("examples were sent", examples.sent > 20, examples.sent)
    finally:
        world.close()
    sys.exit(failures > 0)


main()
