"""What else grants or moves rights: notifications on a sender's word, apps that nobody named, the
sandbox, documents that are refused, PlayFab's restoring, requests that are sent again."""
import hashlib
import json
import subprocess
import time

from endpoints import APP_KEY, CATALOG, EVERYWHERE, settings_for, unlocked
from ownership import keys
from processes import READER, answer_json, child_setup, wait_until
from report import attack, honest


def plain_server(world):
    """The defaults of all settings that say who is believed."""
    if not hasattr(world, "plain"):
        world.plain = world.server()
    return world.plain


def playfab_server(world):
    if not hasattr(world, "titled"):
        world.titled = world.server(catalog=CATALOG)
    return world.titled


# Apple's version 1.

def v1(world, account, product="lifetime", transaction=None, days=None, kind="INITIAL_BUY",
       sandbox=False):
    """A version 1 notification that says whatever its sender wants, with the right secret."""
    now = int(time.time() * 1000)
    number = transaction or str(470002000000000 + int(hashlib.sha256(
        account.encode()).hexdigest()[:8], 16))
    sale = {"quantity": "1", "product_id": product, "transaction_id": number,
            "original_transaction_id": number, "purchase_date_ms": str(now),
            "original_purchase_date_ms": str(now), "is_trial_period": "false",
            "in_app_ownership_type": "PURCHASED", "app_account_token": account}
    if days:
        sale["expires_date_ms"] = str(now + days * 86_400_000)
    return {"notification_type": kind, "environment": "Sandbox" if sandbox else "PROD",
            "password": (world.stores.folder / "apple-shared-secret").read_text().strip(),
            "auto_renew_product_id": product, "auto_renew_status": "true", "bid": READER,
            "bvrs": "7", "original_transaction_id": number,
            "unified_receipt": {"environment": "Sandbox" if sandbox else "Production", "status": 0,
                                "latest_receipt": "MIIB", "latest_receipt_info": [sale],
                                "pending_renewal_info": []}}


def post_v1(clients, body):
    return clients.serve.ask("POST", "/notifications/apple/v1", body)


@attack(131, "POST /notifications/apple/v1", "made-up purchases with the right shared secret")
def _(world):
    clients = plain_server(world)
    for product, days in (("lifetime", None), ("plus.yearly", 3650)):
        stranger = world.name("stranger")
        answer = post_v1(clients, v1(world, stranger, product, days=days))
        assert answer.status == 200, answer
        clients.serve.settle()
        if clients.rights(stranger):
            yield f"{product} that no store knows of"


@attack(132, "POST /notifications/apple/v1", "made-up purchases while the store is away")
def _(world):
    clients = plain_server(world)
    stranger = world.name("stranger")
    world.stores.fail()
    try:
        post_v1(clients, v1(world, stranger))
        if clients.rights(stranger):
            yield "lifetime, unverified"
    finally:
        world.stores.recover()
    clients.serve.run("jobs", "retry", "--all", check=False)
    clients.serve.settle()
    if clients.rights(stranger):
        yield "lifetime that no store knows of"


@attack(133, "POST /notifications/apple/v1", "a longer period for a genuine purchase")
def _(world):
    clients = plain_server(world)
    stranger = world.name("stranger")
    own = world.stores.buy("plus.weekly", world.name("account"), appAccount=stranger)
    clients.notify(own)
    post_v1(clients, v1(world, stranger, "plus.weekly", own["transaction"], 3650, "DID_RENEW"))
    clients.serve.settle()
    path = f"/v1/users/{stranger}/entitlements"
    for right in answer_json(clients.serve.ask("GET", path, headers={
            "Authorization": f"Bearer {clients.serve.key}"})).get("entitlements", []):
        if right.get("until", "9999") > time.strftime("%Y-%m-%d", time.gmtime(
                time.time() + 60 * 86_400)):
            yield f"plus.weekly until {right.get('until')}"


@honest(171, "POST /notifications/apple/v1", "Apple's own notification gives the payer the right")
def _(world):
    clients = plain_server(world)
    payer = world.name("payer")
    url = f"http://{clients.serve.host}/notifications/apple/v1"
    world.stores.ask("POST", "targets", {"appleV1": url})
    mine = world.stores.buy("plus.monthly", world.name("account"), appAccount=payer)
    body = next(item["body"] for item in world.stores.notifications(mine)
                if item["form"] == "apple-v1")
    world.stores.ask("POST", "targets", {})
    answer = post_v1(clients, json.loads(body))
    if answer.status != 200:
        yield f"it is refused: {answer.status}"
    if not wait_until(lambda: clients.rights(payer), 10):
        yield "plus.monthly is not the payer's"


# Apps that nobody named.

APPLESS = {
    "[serve.verify]": 'token-file = "{folder}/app-key"',
    "[serve.playfab]": 'title = "A1B2"',
    "[serve.upload]": 'key-file = "{folder}/app-key"',
}


def started(world, settings, *words):
    """What `serve` says with these settings; whether it goes on running, or how it ended."""
    path = world.file("serve.toml", settings)
    process = subprocess.Popen(
        [world.program, "serve", "--config", str(path), "--ledger", str(path) + ".sqlite",
         "--listen", "127.0.0.1:0", "--no-jobs", *words],
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, preexec_fn=child_setup())
    said = []
    for line in process.stderr:
        said.append(line)
        if " answers at http" in line:
            process.terminate()
            break
    said += process.stderr.readlines()
    return process.wait(20), "".join(said)


def without_apps(world):
    settings_for(world.stores)
    text = world.stores.settings
    text = "\n\n".join(part for part in text.split("\n\n") if "[[app]]" not in part)
    text = text.replace('packages = ["com.example.reader"]', "")
    text = text.replace('apps = ["com.example.reader"]', "")
    for name in ("AuthKey", "apple-shared", "service-account", "microsoft-client", "amazon-shared"):
        text = text.replace(f'"{name}', f'"{world.stores.folder}/{name}')
    text = text.replace('"payload-root', f'"{world.stores.folder}/payload-root')
    return text.replace('"receipt-root', f'"{world.stores.folder}/receipt-root')


@attack(134, "purser serve", "any app's purchases, where the settings name no app")
def _(world):
    for section, own in APPLESS.items():
        settings = f"{without_apps(world)}\n{section}\n{own.format(folder=world.stores.folder)}\n"
        status, said = started(world, settings)
        if " answers at http" in said and f"{section[7:-1]}" in said.split("Open:")[-1].split(". ")[0]:
            yield f"{section} opens"
        elif "[[app]]" not in said and "--any-app" not in said:
            yield f"{section} does not say what to set: {said[-120:].strip()!r}"


@honest(172, "purser serve --any-app", "somebody means it")
def _(world):
    for section, own in APPLESS.items():
        settings = f"{without_apps(world)}\n{section}\n{own.format(folder=world.stores.folder)}\n"
        _, said = started(world, settings, "--any-app")
        if " answers at http" not in said:
            yield f"{section} does not open: {said[-120:].strip()!r}"


# The sandbox.

@attack(135, "POST /verify", "a free purchase in the sandbox, without a setting that lets it in")
def _(world):
    clients = plain_server(world)
    for store, form in (("apple", "signed"), ("apple", "receipt")):
        own = world.stores.buy("lifetime", world.name("account"), store, sandbox=True)
        answer = clients.verify(own, world.name("stranger"), form)
        if answer_json(answer).get("complete_purchase"):
            yield f"lifetime of {store}'s sandbox ({form})"


@attack(136, "POST /v1/validate", "a free purchase in the sandbox, without a setting that lets it in")
def _(world):
    clients = plain_server(world)
    for store, form in (("apple", "signed"), ("apple", "receipt")):
        own = world.stores.buy("lifetime", world.name("account"), store, sandbox=True)
        if "lifetime" in unlocked(clients.hand_in(own, world.name("stranger"), form)):
            yield f"lifetime of {store}'s sandbox ({form})"


@attack(137, "POST /receipts", "a free purchase in the sandbox, without a setting that lets it in")
def _(world):
    clients = plain_server(world)
    stranger = world.name("stranger")
    own = world.stores.buy("lifetime", world.name("account"), sandbox=True)
    answer = clients.upload(own, stranger)
    if answer.status == 200 and answer_json(answer).get("orders"):
        yield "an order of the sandbox"
    if clients.rights(stranger, "production"):
        yield "lifetime in production"


@attack(138, "POST /Client/ValidateIOSReceipt", "a free purchase in the sandbox")
def _(world):
    clients = playfab_server(world)
    for call in ("playfab_apple", "playfab_restore"):
        ticket = clients.log_in(world.name("stranger"))
        own = world.stores.buy("lifetime", world.name("account"), sandbox=True)
        answer = answer_json(getattr(clients, call)(own, ticket))
        if "lifetime" in clients.inventory(ticket)[0]:
            yield f"lifetime of the sandbox ({call})"
        assert answer.get("errorCode") not in (1000, 1074, 1609), answer


@honest(173, "all of them", "a tester in the sandbox, where the setting lets it in")
def _(world):
    clients = world.server(validate=EVERYWHERE, verify=EVERYWHERE, upload=EVERYWHERE)
    tester = world.name("tester")
    own = world.stores.buy("lifetime", world.name("account"), sandbox=True)
    if "lifetime" not in unlocked(clients.hand_in(own, tester)):
        yield "/v1/validate does not unlock"
    if not answer_json(clients.verify(own, tester)).get("complete_purchase"):
        yield "/verify does not complete"
    if clients.upload(own, tester).status != 200:
        yield "/receipts refuses"
    if "lifetime" in clients.rights(tester, "production"):
        yield "it counts as production"
    clients.serve.close()


# Names.

def player_ids(clients, name):
    data = answer_json(clients.playfab("LoginWithCustomID", None, TitleId="A1B2", CustomId=name,
                                       CreateAccount=True))["data"]
    return data["PlayFabId"], data["EntityToken"]["Entity"]["Id"]


@attack(139, "POST /Client/LoginWithCustomID", "guessing a custom ID by the PlayFab ID made of it")
def _(world):
    mine, other = playfab_server(world), world.server(catalog=CATALOG)
    for what, here, there in zip(("PlayFabId", "Entity.Id"), player_ids(mine, "password-of-ada"),
                                 player_ids(other, "password-of-ada")):
        if here == there:
            yield f"{what} is the same in another ledger: it can be computed"
    other.serve.close()


def refused_documents(world, clients, stranger):
    """Documents that nobody believes, at every endpoint; the stranger's name in all of them."""
    genuine = world.stores.buy("lifetime", world.name("account"))
    jws = world.stores.signed(genuine)
    forged = jws[:-20] + ("A" if jws[-20] != "A" else "B") + jws[-19:]
    receipt = world.stores.receipt(genuine["account"])
    cut = receipt[:-60] + "A" * 60
    yield "a forged signed transaction at /v1/validate", lambda: clients.validate(
        {"type": "apple-sk2", "id": "lifetime", "jwsRepresentation": forged}, stranger)
    yield "a forged receipt at /v1/validate", lambda: clients.validate(
        {"type": "ios-appstore", "id": "1", "appStoreReceipt": cut}, stranger)
    made_up = dict(genuine, store="google", order="GPA.1-2", token=f"{world.name('token')}.AO-J1O")
    yield "a made-up token at /v1/validate", lambda: clients.hand_in(made_up, stranger)
    yield "a made-up token at /verify", lambda: clients.verify(made_up, stranger)
    yield "a forged receipt at /verify", lambda: clients.serve.ask(
        "POST", f"/verify/{APP_KEY}", {"userIdentifier": stranger, "appId": 1, "purchaseDetails": {
            "verificationData": {"source": "app_store", "serverVerificationData": cut,
                                 "localVerificationData": ""},
            "productID": "lifetime", "purchaseID": "1", "status": "purchased"}})
    yield "a forged receipt at /receipts", lambda: clients.upload(None, stranger, cut)


def users_at_rest(clients):
    """The users, after a new server's first poll, which makes some of genuine purchases."""
    assert clients.serve.settle()
    return clients.serve.count("user")


@attack(140, "all endpoints for apps", "documents that are refused, to make users by")
def _(world):
    clients = plain_server(world)
    before = users_at_rest(clients)
    for what, post in refused_documents(world, clients, world.name("ghost")):
        post()
        after = clients.serve.count("user")
        if after > before:
            yield f"a user, by {what}"
        before = after


@attack(141, "POST /Client/…", "calls of players who are not there, to make users by")
def _(world):
    clients = playfab_server(world)
    own = world.stores.buy("lifetime", world.name("account"))
    before = users_at_rest(clients)
    for ticket in (None, "made-up", "A1B2-made-up-" + "A" * 43):
        for call in (clients.playfab_apple, clients.playfab_restore):
            assert call(own, ticket).status == 401
        clients.inventory(ticket)
    clients.log_in(world.name("nobody"), create=False)
    if clients.serve.count("user") > before:
        yield "a user"


# Restoring and redeeming at PlayFab's calls.

@attack(142, "POST /Client/RestoreIOSPurchases", "currency of coins that were not redeemed")
def _(world):
    clients = playfab_server(world)
    account = world.name("account")
    coins = world.stores.buy("coins.100", account)
    world.stores.buy("lifetime", account)
    stranger = world.name("stranger")
    ticket = clients.log_in(stranger)
    clients.playfab_restore(coins, ticket)
    clients.serve.settle()
    items, currency = clients.inventory(ticket)
    if currency.get("GO") or "coins.100" in items:
        yield f"{currency} and {sorted(items & {'coins.100'})}"
    # Another player redeems them, once, and keeps them.
    other = clients.log_in(world.name("payer"))
    clients.playfab("ValidateIOSReceipt", other, JwsReceiptData=world.stores.signed(coins),
                    CurrencyCode="USD", PurchasePrice=199)
    clients.playfab_restore(coins, ticket)
    if clients.inventory(other)[1].get("GO") != 5:
        yield f"what the other redeemed: {clients.inventory(other)}"
    if clients.inventory(ticket)[1].get("GO"):
        yield f"the currency a second time: {clients.inventory(ticket)}"


@attack(143, "POST /Client/RestoreIOSPurchases", "products that the catalog does not sell")
def _(world):
    clients = playfab_server(world)
    account = world.name("account")
    world.stores.buy("season", account)
    lifetime = world.stores.buy("lifetime", account)
    stranger = world.name("stranger")
    clients.playfab_restore(lifetime, clients.log_in(stranger))
    clients.serve.settle()
    if "season" in keys(clients.rights(f"playfab-{stranger}")):
        yield "season"


@attack(144, "POST /Client/ValidateIOSReceipt", "coins redeemed twice, by two players and two forms")
def _(world):
    clients = playfab_server(world)
    coins = world.stores.buy("coins.100", world.name("account"))
    tickets = [clients.log_in(world.name("stranger")) for _ in range(2)]
    for form in ("signed", "receipt", "signed"):
        for ticket in tickets:
            clients.playfab_apple(coins, ticket, form)
    total = sum(clients.inventory(ticket)[1].get("GO", 0) for ticket in tickets)
    if total > 5:
        yield f"{total} where 5 were paid for"


@honest(174, "POST /Client/RestoreIOSPurchases", "what lasts is restored, and coins stay the payer's")
def _(world):
    clients = playfab_server(world)
    account = world.name("account")
    coins = world.stores.buy("coins.100", account)
    ticket = clients.log_in(world.name("payer"))
    clients.playfab_apple(coins, ticket)
    if clients.inventory(ticket)[1].get("GO") != 5:
        yield f"the coins' currency is not there: {clients.inventory(ticket)}"
    lifetime = world.stores.buy("lifetime", account)
    world.stores.buy("plus.monthly", account)
    clients.playfab_restore(lifetime, ticket)
    clients.playfab_restore(lifetime, ticket)
    items, currency = clients.inventory(ticket)
    if not {"lifetime", "plus.monthly"} <= items or currency.get("GO") != 5:
        yield f"the inventory is {sorted(items)}, {currency}"


# The same again.

def traces(clients, user):
    lines = clients.serve.run("timeline", user, check=False).stdout.count("\n")
    return clients.serve.count("audit"), lines


def again(world, post, times):
    clients = plain_server(world)
    user = world.name("payer")
    own = world.stores.buy("lifetime", world.name("account"))
    other = world.name("other")
    post(clients, own, other)
    post(clients, own, user)
    clients.serve.settle()
    before, lines = traces(clients, user)
    for _ in range(times):
        post(clients, own, user)
    clients.serve.settle()
    after, more = traces(clients, user)
    if after > before + 1:
        yield f"{after - before} entries in the audit log by {times} requests"
    if more > lines + 1:
        yield f"{more - lines} lines in the timeline by {times} requests"


@attack(145, "POST /verify", "the same request sixty times: entries in the audit log and timeline")
def _(world):
    yield from again(world, lambda clients, own, user: clients.verify(own, user), 60)


@attack(146, "POST /receipts", "the same request sixty times: entries in the audit log and timeline")
def _(world):
    yield from again(world, lambda clients, own, user: clients.upload(own, user), 60)


@attack(147, "POST /v1/validate", "the same request sixty times: entries in the audit log and timeline")
def _(world):
    yield from again(world, lambda clients, own, user: clients.hand_in(own, user), 60)


@attack(148, "POST /Client/RestoreIOSPurchases", "the same request sixty times")
def _(world):
    clients = playfab_server(world)
    name = world.name("payer")
    ticket = clients.log_in(name)
    own = world.stores.buy("lifetime", world.name("account"))
    clients.playfab_restore(own, ticket)
    clients.serve.settle()
    before, lines = traces(clients, f"playfab-{name}")
    for _ in range(60):
        clients.playfab_restore(own, ticket)
    clients.serve.settle()
    after, more = traces(clients, f"playfab-{name}")
    if after > before + 1 or more > lines + 1:
        yield f"{after - before} entries and {more - lines} lines by 60 requests"


# A reviewer in the sandbox.

REVIEWER = """environments = ["production"]
[[serve.{section}.sandbox]]
user = "{user}"
"""


def reviewed(world):
    if not hasattr(world, "reviewed"):
        world.reviewer = world.name("reviewer")
        world.reviewed = world.server(**{section: REVIEWER.format(section=section,
                                                                  user=world.reviewer)
                                         for section in ("validate", "verify", "upload")})
    return world.reviewed


@attack(149, "POST /v1/validate, /verify", "a purchase in the sandbox, where a reviewer's is let in")
def _(world):
    clients = reviewed(world)
    own = world.stores.buy("lifetime", world.name("account"), sandbox=True)
    if "lifetime" in unlocked(clients.hand_in(own, world.name("stranger"))):
        yield "lifetime at /v1/validate"
    if answer_json(clients.verify(own, world.name("stranger"))).get("complete_purchase"):
        yield "lifetime at /verify"
    if clients.rights(world.reviewer, "production"):
        yield "lifetime in production"


@honest(175, "POST /v1/validate, /verify", "App Review, by the user whom the settings name")
def _(world):
    clients = reviewed(world)
    own = world.stores.buy("lifetime", world.name("account"), sandbox=True)
    if "lifetime" not in unlocked(clients.hand_in(own, world.reviewer)):
        yield "/v1/validate does not unlock"
    if not answer_json(clients.verify(own, world.reviewer)).get("complete_purchase"):
        yield "/verify does not complete"
