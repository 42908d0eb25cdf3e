#!/usr/bin/env python3
"""The endpoints for PlayFab's clients, asked by PlayFab's own SDK from PyPI, unchanged but for the address
that it is to call. Skips, with a line that says so, where the SDK cannot be installed.

usage: playfab.py PROGRAM"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import venv

from serve import Checks, Serve, Stores, folder

SDK = "playfab==0.0.201014"
REQUESTS = "requests==2.32.5"
CATALOG = {
    "CatalogVersion": "main",
    "Catalog": [
        {"ItemId": "plus.monthly", "DisplayName": "Plus", "VirtualCurrencyPrices": {"RM": 799}},
        {"ItemId": "lifetime", "DisplayName": "Lifetime", "VirtualCurrencyPrices": {"RM": 9999}},
        {"ItemId": "coins.100", "DisplayName": "Coins", "VirtualCurrencyPrices": {"RM": 199},
         "Consumable": {"UsageCount": 100}, "Bundle": {"BundledVirtualCurrencies": {"GO": 5}}},
    ],
}
SETTINGS = """
[serve]
[serve.playfab]
title = "A1B2"
bundle-id = "com.example.reader"
package = "com.example.reader"
"""


def install():
    """A Python that has the SDK; none where it cannot be had."""
    place = pathlib.Path(tempfile.gettempdir()) / f"purser-playfab-{os.getuid()}"
    python = place / "bin" / "python"
    if subprocess.run([python, "-c", "import playfab"], stderr=subprocess.DEVNULL).returncode \
            if python.exists() else True:
        try:
            venv.create(place, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "-q", "install", SDK, REQUESTS], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
    return python


def begin():
    """Runs this script again by a Python that has the SDK."""
    python = install()
    if python is None:
        print("SKIPPED: playfab (its SDK could not be installed)")
        return
    words = [str(python), os.path.abspath(__file__), os.path.abspath(sys.argv[1]), "--installed"]
    sys.exit(subprocess.run(words).returncode)


class Client:
    """One device; the SDK keeps a single session for all of a process, so that each puts back its
    own before it calls."""

    def __init__(self, address):
        # This file is called as the SDK is.
        sys.path = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
        sys.modules.pop("playfab", None)
        from playfab import PlayFabClientAPI, PlayFabSettings
        self.calls, self.settings, self.ticket = PlayFabClientAPI, PlayFabSettings, None
        PlayFabSettings.TitleId = "A1B2"
        PlayFabSettings.ProductionEnvironmentURL = address

    def __call__(self, name, **request):
        told = []
        self.settings._internalSettings.ClientSessionTicket = self.ticket
        getattr(self.calls, name)(request, lambda result, error: told.append((result, error)))
        self.ticket = self.settings._internalSettings.ClientSessionTicket
        return told[0]

    def number(self, name, **request):
        """Of the error that a call ends in."""
        result, error = self(name, **request)
        return error.get("errorCode") if isinstance(error, dict) else (result, error)

    def items(self, name, **request):
        result, error = self(name, **request)
        if error is not None:
            return error
        return [item["ItemId"] for given in result["Fulfillments"] for item in given["FulfilledItems"]]


def ask(checks, serve, stores):
    ada, bea = Client(serve.address), Client(serve.address)
    checks.that("nobody is made unasked",
                ada.number("LoginWithCustomID", CustomId="ada", CreateAccount=False) == 1001)
    made, error = ada("LoginWithCustomID", CustomId="ada", CreateAccount=True)
    checks.that("a player is made", error is None and made["NewlyCreated"], error)
    same, _ = ada("LoginWithCustomID", CustomId="ada")
    checks.that("a player comes back",
                same["PlayFabId"] == made["PlayFabId"] and not same["NewlyCreated"]
                and same["SessionTicket"] != made["SessionTicket"])
    bea("LoginWithIOSDeviceID", DeviceId="1F2E", CreateAccount=True)
    phone, error = bea("LoginWithAndroidDeviceID", AndroidDeviceId="1f2e", CreateAccount=True)
    checks.that("a device logs in", error is None and phone["EntityToken"]["Entity"]["Id"], error)

    def buy(product, account="library", **more):
        return stores.ask("POST", "act", {"act": "buy", "product": product, "account": account, **more})

    def receipt(account="library", sandbox=False):
        return stores.text(f"apple/receipt?account={account}&sandbox={str(sandbox).lower()}", "GET")

    checks.that("a receipt without purchases",
                ada.number("RestoreIOSPurchases", ReceiptData=receipt("nobody")) == 1096)
    buy("plus.monthly")
    lifetime = buy("lifetime")
    mine = receipt()
    got = ada.items("RestoreIOSPurchases", ReceiptData=mine)
    checks.that("what lasts is restored", sorted(got) == ["lifetime", "plus.monthly"], got)
    checks.that("and but once", ada.items("RestoreIOSPurchases", ReceiptData=mine) == [])
    checks.that("to nobody else", bea.number("RestoreIOSPurchases", ReceiptData=receipt()) == 1022)
    inventory, error = ada("GetUserInventory")
    held = sorted(item["ItemId"] for item in inventory["Inventory"])
    checks.that("the inventory has it", held == ["lifetime", "plus.monthly"], held)
    ends = [item for item in inventory["Inventory"] if "Expiration" in item]
    checks.that("a subscription ends", [item["ItemId"] for item in ends] == ["plus.monthly"], ends)

    buy("coins.100", "coins")
    coins = receipt("coins")
    got = ada.items("ValidateIOSReceipt", ReceiptData=coins, CurrencyCode="USD", PurchasePrice=199)
    checks.that("a consumable is redeemed", got == ["coins.100"], got)
    checks.that("and but once", ada.number("ValidateIOSReceipt", ReceiptData=coins) == 1022)
    inventory, _ = ada("GetUserInventory")
    [instance] = [item for item in inventory["Inventory"] if item["ItemId"] == "coins.100"]
    checks.that("with its currency", inventory["VirtualCurrency"] == {"GO": 5}, inventory)
    left, error = ada("ConsumeItem", ItemInstanceId=instance["ItemInstanceId"], ConsumeCount=99)
    checks.that("it is used up", error is None and left["RemainingUses"] == 1, error)
    checks.that("and no further", ada.number(
        "ConsumeItem", ItemInstanceId=instance["ItemInstanceId"], ConsumeCount=2) == 1062)
    checks.that("nobody uses another's", bea.number(
        "ConsumeItem", ItemInstanceId=instance["ItemInstanceId"], ConsumeCount=1) == 1047)

    stores.ask("POST", "act", {"act": "refund", "of": lifetime["id"]})
    got = ada.items("RestoreIOSPurchases", ReceiptData=receipt())
    inventory, _ = ada("GetUserInventory")
    held = sorted(item["ItemId"] for item in inventory["Inventory"])
    checks.that("what was refunded is gone", held == ["coins.100", "plus.monthly"], (got, held))

    buy("lifetime", "tester", sandbox=True)
    checks.that("the sandbox gives nothing", bea.number(
        "RestoreIOSPurchases", ReceiptData=receipt("tester", sandbox=True)) == 1300)
    buy("season", "season")
    checks.that("nor what the catalog lacks", bea.number(
        "RestoreIOSPurchases", ReceiptData=receipt("season")) == 1178)
    buy("lifetime", "both")
    buy("coins.100", "both")
    checks.that("several are refused", bea.number(
        "ValidateIOSReceipt", ReceiptData=receipt("both")) == 1097)
    checks.that("no receipt", bea.number("RestoreIOSPurchases", ReceiptData="!!") == 1021)
    checks.that("none at all", bea.number("RestoreIOSPurchases") == 1000)
    checks.that("no such currency", bea.number(
        "ValidateIOSReceipt", ReceiptData=coins, CurrencyCode="ZZZ", PurchasePrice=1) == 1179)

    google(checks, bea, buy, stores)
    catalog, _ = ada("GetCatalogItems")
    checks.that("the catalog is told", len(catalog["Catalog"]) == 3, catalog)
    ada.ticket = "forged"
    checks.that("a forged ticket opens nothing", ada.number("GetUserInventory") == 1100)
    checks.that("another call is none of ours", bea.number("GetPlayerStatistics") == 1131)


def google(checks, client, buy, stores):
    bought = buy("coins.100", "android", store="google")
    purchase = json.dumps({
        "orderId": bought["order"], "packageName": "com.example.reader", "productId": "coins.100",
        "purchaseTime": 1767225600000, "purchaseState": 0, "purchaseToken": bought["token"]})
    signed = {"ReceiptJson": purchase, "Signature": base64.b64encode(b"by nobody").decode()}
    stores.ask("POST", "faults", {"kind": "status", "status": 503, "count": 100})
    checks.that("Google is away", client.number("ValidateGooglePlayPurchase", **signed) == 1127)
    stores.text("faults", "DELETE")
    got = client.items("ValidateGooglePlayPurchase", **signed)
    checks.that("Google's word is enough", got == ["coins.100"], got)
    checks.that("once", client.number("ValidateGooglePlayPurchase", **signed) == 1022)
    other = {"ReceiptJson": purchase.replace(bought["token"], "forged"), "Signature": "AAAA"}
    checks.that("a forged token", client.number("ValidateGooglePlayPurchase", **other) == 1021)


def main():
    if "--installed" not in sys.argv:
        begin()
        return
    checks = Checks("playfab")
    program = os.path.abspath(sys.argv[1])
    with folder() as place, folder() as shop:
        stores = Stores(program, shop)
        catalog = pathlib.Path(place) / "catalog.json"
        catalog.write_text(json.dumps(CATALOG))
        ledger = pathlib.Path(place) / "ledger.sqlite"
        subprocess.run(
            [program, "catalog", "import", str(catalog), "--ledger", str(ledger)],
            check=True, stdout=subprocess.DEVNULL)
        serve = Serve(program, place, SETTINGS, stores=stores, ledger=ledger)
        ask(checks, serve, stores)
        serve.close()
        stores.close()
    checks.end()


main()
