"""Whether the disk fills: refused documents, documents that are written in another way, launches,
logins."""
import base64
import json
import time

import der
from endpoints import APP_KEY, CATALOG, WIDE_LIMITS, unlocked
from family import v1
from ownership import keys
from processes import READER, answer_json, wait_until
from report import attack, honest

P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def fresh(world, **more):
    """A ledger of its own, whose growth is looked at once the first poll of the stores is done."""
    clients = world.server(limits=WIDE_LIMITS, **more)
    wait_until(lambda: any("Due:" in line for line in clients.serve.log), 5)
    clients.serve.settle()
    return clients


def rows(clients):
    """Of every table that requests can make rows in."""
    return {table: clients.serve.count(table)
            for table in ("document", "user", "chain", "job", "audit", "login", "session", "mention")}


def grown(clients, before, allowed=0):
    for table, count in rows(clients).items():
        if count > before[table] + allowed:
            yield f"{count - before[table]} rows in {table}"


def forged(text, number):
    """A signed payload with another signature each time."""
    head, _, signature = text.rpartition(".")
    raw = bytearray(base64.urlsafe_b64decode(signature + "=="))
    raw[5:9] = number.to_bytes(4, "big")
    return head + "." + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def at_apps(clients, stranger, signed=None, receipt=None):
    """A document of Apple's at every endpoint that takes one from an app."""
    if signed:
        clients.validate({"type": "apple-sk2", "id": "lifetime", "jwsRepresentation": signed},
                         stranger)
    else:
        clients.validate({"type": "ios-appstore", "id": "1", "appStoreReceipt": receipt}, stranger)
        clients.upload(None, stranger, receipt)
    clients.serve.ask("POST", f"/verify/{APP_KEY}", {
        "userIdentifier": stranger, "appId": 1, "purchaseDetails": {
            "verificationData": {"source": "app_store", "serverVerificationData": signed or receipt,
                                 "localVerificationData": ""},
            "productID": "lifetime", "status": "purchased"}})


@attack(301, "all endpoints for apps", "forged documents, each another one: rows in the ledger")
def _(world):
    clients = fresh(world)
    genuine = world.stores.buy("lifetime", world.name("account"))
    signed, receipt = world.stores.signed(genuine), world.stores.receipt(genuine["account"])
    before = rows(clients)
    for number in range(30):
        stranger = world.name("stranger")
        at_apps(clients, stranger, signed=forged(signed, number))
        raw = bytearray(base64.b64decode(receipt))
        raw[-20:-16] = number.to_bytes(4, "big")
        at_apps(clients, stranger, receipt=base64.b64encode(raw).decode())
        at_apps(clients, stranger, receipt=base64.b64encode(b"0\x82" + bytes([number]) * 90).decode())
    clients.serve.settle()
    yield from grown(clients, before)
    clients.serve.close()


@attack(302, "POST /v1/validate, /verify", "made-up tokens of Google's, each another one")
def _(world):
    clients = fresh(world)
    before = rows(clients)
    for _ in range(40):
        token = {"store": "google", "product": "lifetime", "order": "GPA.1-2-3-4",
                 "token": world.name("token") + ".AO-J1O" + "x" * 40}
        clients.hand_in(token, world.name("stranger"))
        clients.verify(token, world.name("stranger"))
    clients.serve.settle()
    yield from grown(clients, before)
    clients.serve.close()


@attack(303, "POST /notifications/…", "forged notifications, each another one")
def _(world):
    clients = fresh(world)
    genuine = world.stores.buy("lifetime", world.name("account"))
    body = json.loads(world.stores.notifications(genuine)[0]["body"])["signedPayload"]
    before = rows(clients)
    for number in range(200):
        for path, value in (
                ("/notifications/apple", {"signedPayload": forged(body, number)}),
                ("/notifications/apple/v1", {**v1(world, f"x{number}"), "password": "guess"}),
                ("/notifications/google", {"message": {"data": "e30=", "messageId": str(number)}}),
                ("/notifications/amazon", {"Type": "Notification", "MessageId": str(number)})):
            clients.serve.ask("POST", path, value)
    yield from grown(clients, before)
    ring = clients.serve.ledger.with_name(clients.serve.ledger.name + ".rejected")
    files = list(ring.glob("*")) if ring.exists() else []
    size = sum(file.stat().st_size for file in files)
    if len(files) > 1000 or size > 64 << 20:
        yield f"{len(files)} files of {size >> 20} MB in the ring"
    clients.serve.close()


def receipts_alike(receipt, count):
    """A receipt in other octets or letters that mean the same, by how it was done."""
    raw = base64.b64decode(receipt)
    numbers = range(1, count + 1)
    yield "line feeds", [receipt[:40 * n] + "\n" + receipt[40 * n:] for n in numbers]
    yield "blanks behind", [receipt + " " * n for n in numbers]
    yield "octets behind", [base64.b64encode(raw + bytes(n)).decode() for n in numbers]
    yield "longer lengths", [base64.b64encode(der.outermost_padded(raw, min(n, 5))).decode()
                             for n in numbers]
    yield "longer lengths inside", [base64.b64encode(der.written(der.parse(raw)[0], n)).decode()
                                    for n in range(1, 4)]
    yield "unsigned attributes", [
        base64.b64encode(der.with_unsigned_attribute(raw, b"x%d" % n)).decode() for n in numbers]
    yield "another alphabet", [receipt.replace("+", "-").replace("/", "_"), receipt.rstrip("=")]


def alike(world, variants, post, first):
    """Documents that mean what one on file means: the rows that they make."""
    clients = fresh(world)
    stranger = world.name("stranger")
    for _ in range(2):
        post(clients, stranger, first)
        clients.serve.settle()
    for what, texts in variants:
        before = clients.serve.count("document")
        for text in texts:
            post(clients, stranger, text)
        clients.serve.settle()
        count = clients.serve.count("document") - before
        # What the store says of it may be filed once more.
        if count > 1:
            yield f"{count} documents by {len(texts)} with {what}"
    clients.serve.close()


def some(world):
    return 50 if world.deep else 12


@attack(304, "POST /v1/validate, /receipts, /verify", "one receipt, written in other ways")
def _(world):
    genuine = world.stores.buy("lifetime", world.name("account"))
    receipt = world.stores.receipt(genuine["account"])
    yield from alike(world, receipts_alike(receipt, some(world)),
                     lambda clients, user, text: at_apps(clients, user, receipt=text), receipt)


def other_s(signed):
    """ECDSA: with (r, s), (r, n − s) is a signature, too."""
    head, _, signature = signed.rpartition(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    s = P256 - int.from_bytes(raw[32:], "big")
    return head + "." + base64.urlsafe_b64encode(raw[:32] + s.to_bytes(32, "big")).decode().rstrip("=")


@attack(305, "POST /v1/validate, /verify", "one signed transaction, with ES256's other s and blanks")
def _(world):
    genuine = world.stores.buy("lifetime", world.name("account"))
    signed = world.stores.signed(genuine)
    variants = [("the other s", [other_s(signed)] * 3),
                ("blanks", [signed + "\n" * n for n in range(1, 8)]),
                ("padding", [signed + "=" * n for n in range(1, 3)])]
    yield from alike(world, variants,
                     lambda clients, user, text: at_apps(clients, user, signed=text), signed)


@attack(306, "POST /notifications/apple", "one notification, with ES256's other s, as JSON with blanks")
def _(world):
    clients = fresh(world)
    genuine = world.stores.buy("lifetime", world.name("account"))
    body = world.stores.notifications(genuine)[0]["body"]
    signed = json.loads(body)["signedPayload"]
    def post(text):
        return clients.serve.ask("POST", "/notifications/apple", body=text.encode(),
                                 headers={"Content-Type": "application/json"})
    assert post(body).status == 200
    before = clients.serve.count("document")
    for number in range(some(world)):
        post(" " * number + body)
        post(json.dumps({"signedPayload": signed, "more": number}))
    post(json.dumps({"signedPayload": other_s(signed)}))
    count = clients.serve.count("document") - before
    if count:
        yield f"{count} documents"
    clients.serve.close()


def launches(world, users, times, form, store="apple", product="lifetime"):
    """Each of so many users launches the app again and again, and the app hands in."""
    clients = fresh(world)
    people = [(world.stores.buy(product, world.name("account"), store), world.name("payer"))
              for _ in range(users)]
    before = clients.serve.count("document")
    size = clients.serve.bytes_on_disk()
    for _ in range(times):
        for mine, name in people:
            answer = clients.hand_in(mine, name, form)
            if product not in unlocked(answer):
                yield f"a payer has no {product}: {answer.body[:80]!r}"
                return
    clients.serve.settle()
    count = clients.serve.count("document") - before
    if count > 3 * users:
        yield (f"{count} documents and {(clients.serve.bytes_on_disk() - size) >> 10} KB by "
               f"{users * times} launches of {users} users ({store}, {form})")
    clients.serve.close()


@attack(307, "POST /v1/validate", "honest users launch the app again and again: documents")
def _(world):
    users, times = (100, 100) if world.deep else (20, 10)
    for form, store, product in (("receipt", "apple", "lifetime"), ("signed", "apple", "plus.monthly"),
                                 ("signed", "google", "plus.yearly")):
        yield from launches(world, users, times, form, store, product)


@attack(308, "POST /verify, /receipts", "honest users launch the app again and again: documents")
def _(world):
    clients = fresh(world)
    people = [(world.stores.buy("lifetime", world.name("account")), world.name("payer"))
              for _ in range(15)]
    for name, post in (("/verify", lambda mine, user: clients.verify(mine, user, "receipt")),
                       ("/receipts", lambda mine, user: clients.upload(mine, user))):
        before = clients.serve.count("document")
        for _ in range(10):
            for mine, user in people:
                post(mine, user)
        clients.serve.settle()
        count = clients.serve.count("document") - before
        if count > 45:
            yield f"{count} documents by 150 launches of 15 users at {name}"
    clients.serve.close()


@attack(309, "POST /Client/RestoreIOSPurchases", "a player restores again and again: documents")
def _(world):
    clients = fresh(world, catalog=CATALOG)
    mine = world.stores.buy("lifetime", world.name("account"))
    ticket = clients.log_in(world.name("payer"))
    receipt = clients.receipt_transaction(mine)["appStoreReceipt"]
    for _ in range(60):
        clients.playfab("RestoreIOSPurchases", ticket, ReceiptData=receipt)
    clients.serve.settle()
    # The server polls notifications meanwhile, of others' purchases as well.
    filed = clients.serve.count("document WHERE kind <> 'jws-notification'")
    if filed > 3:
        yield f"{filed} documents by 60 restores"
    clients.serve.close()


@attack(310, "POST /Client/LoginWithCustomID", "new players without end, by one peer")
def _(world):
    clients = fresh(world, catalog=CATALOG)
    most = 20_000 if world.deep else 3_000
    for number in range(most):
        answer = clients.playfab("LoginWithCustomID", None, TitleId="A1B2", CreateAccount=True,
                                 CustomId=f"made-up-{number}")
        if answer.status != 200:
            # So that a real client comes again.
            if answer.status not in (429, 503) or "retry-after" not in answer.headers:
                yield f"it is refused by {answer.status} without Retry-After"
            break
    else:
        yield f"{most} players, and no end"
    clients.serve.close()


@attack(311, "POST /Client/LoginWithCustomID", "one player logs in without end: sessions")
def _(world):
    clients = fresh(world, catalog=CATALOG)
    for _ in range(300):
        clients.log_in("one")
    count = clients.serve.count("session")
    if count > 100:
        yield f"{count} sessions of one player"
    clients.serve.close()


@attack(312, "POST /v1/validate", "one purchase, signed without end, under a payer's name")
def _(world):
    clients = fresh(world, more="[serve.quotas]\ndocuments-per-purchase = 20\n")
    payer, before = world.name("payer"), clients.serve.count("document")
    own, last = world.stores.buy("coins.100", world.name("account")), None
    for _ in range(45):
        signed = world.stores.text(f"apple/transaction?account={own['account']}")
        last = clients.validate(
            {"type": "apple-sk2", "id": "coins.100", "jwsRepresentation": signed}, payer, READER)
        time.sleep(0.005)  # Apple signs anew, at another instant.
    clients.serve.settle()
    count = clients.serve.count("document") - before
    if count > 25:
        yield f"{count} documents, where a purchase may have 20"
    elif last.status not in (429, 503) and answer_json(last).get("code") != 6778002:
        yield f"it is answered {last.status} {last.body[:60]!r}, so that no client comes again"
    mine = world.stores.buy("lifetime", world.name("account"))
    if "lifetime" not in unlocked(clients.hand_in(mine, payer)):
        yield "a payer's place"
    clients.serve.close()


@honest(351, "POST /v1/validate", "what changes at the store counts at the next launch")
def _(world):
    clients = fresh(world)
    for form, store, product in (("signed", "apple", "lifetime"), ("receipt", "apple", "lifetime"),
                                 ("signed", "google", "plus.yearly")):
        user = world.name("payer")
        mine = world.stores.buy(product, world.name("account"), store)
        for _ in range(3):
            if product not in unlocked(clients.hand_in(mine, user, form)):
                yield f"{product} is not unlocked ({store}, {form})"
        world.stores.act("refund", of=mine["id"])
        clients.notify(mine)
        clients.serve.settle()
        if product in unlocked(clients.hand_in(mine, user, form)):
            yield f"{product} stays unlocked after a refund ({store}, {form})"


@honest(352, "purser verify", "an operator's question is asked, however lately it was answered")
def _(world):
    clients = fresh(world)
    for store, product in (("apple", "lifetime"), ("google", "plus.yearly")):
        user = world.name("payer")
        mine = world.stores.buy(product, world.name("account"), store)
        clients.hand_in(mine, user)
        world.stores.act("refund", of=mine["id"])
        clients.serve.run("verify", "--yes", mine["id"], check=False)
        clients.serve.settle()
        if product in keys(clients.rights(user)):
            yield f"{product} stays after a refund ({store})"


@honest(353, "POST /Client/LoginWithCustomID", "players come and come back")
def _(world):
    clients = fresh(world, catalog=CATALOG)
    for number in range(50):
        name = world.name("player")
        if not clients.log_in(name) or not clients.log_in(name, create=False):
            yield f"player {number} is refused"
            break
