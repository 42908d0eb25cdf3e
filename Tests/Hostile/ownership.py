"""Whose a purchase is: a stranger with a purchase of their own, and the victim's name in it.

Each attack is tried under each ownership policy, with the name in each form in which an app may hand
it to a store, and both before and after the victim's purchase comes in."""
import itertools

from endpoints import CATALOG, DERIVATIONS, EVERYWHERE, home, unlocked
from processes import answer_json
from report import attack, honest

POLICIES = ["keep", "transfer", "share"]
# Of an app that derives by a way of its own, which no settings name.
UNKNOWN = {"unnamed": lambda name: f"own-{hash(name) & 0xFFFFFF:x}-{name[::-1]}"}
CHEAP = "plus.weekly"


class Servers:
    """One server for each policy, begun when they are first asked for."""

    def __init__(self, world, catalog=None):
        self.world, self.catalog, self.by_policy = world, catalog, {}

    def __iter__(self):
        for policy in POLICIES:
            if policy not in self.by_policy:
                clients = self.world.server(
                    validate=EVERYWHERE, verify=EVERYWHERE, upload=EVERYWHERE, playfab=EVERYWHERE,
                    catalog=self.catalog)
                clients.serve.run("act", "policy", policy)
                self.by_policy[policy] = clients
            yield policy, self.by_policy[policy]


def keys(rights):
    """Google's name of a plan follows the product's."""
    return {right.split(":")[0] for right in rights}


class Theft:
    """A victim, a stranger, and the name that both of their purchases carry."""

    def __init__(self, world, clients, mode, player=False):
        self.world, self.clients, self.stores = world, clients, world.stores
        self.victim, self.stranger = world.name("victim"), world.name("stranger")
        self.player = player
        self.token = {**DERIVATIONS, **UNKNOWN}[mode](self.victim)
        self.shown = set()

    @property
    def stranger_id(self):
        return f"playfab-{self.stranger}" if self.player else self.stranger

    def victim_buys(self, product="lifetime", store="apple", **more):
        account = self.token if store in ("amazon", "microsoft") else self.world.name("account")
        return self.stores.buy(product, account, store, appAccount=self.token, **more)

    def stranger_buys(self, product=CHEAP, store="apple", **more):
        return self.stores.buy(product, self.world.name("account"), store, appAccount=self.token,
                               **more)

    def show(self, answer):
        """What the stranger's device unlocks after an answer."""
        self.shown |= unlocked(answer)
        return answer

    def gains(self, prize, context, loses=True):
        """What the stranger has of the victim's, and what the victim has lost."""
        if prize in keys(self.clients.rights(self.stranger_id)):
            yield f"the victim's {prize} ({context})"
        elif prize in self.shown:
            yield f"the victim's {prize} unlocked on the stranger's device ({context})"
        if loses and prize not in keys(self.victim_rights()):
            yield f"the victim lost {prize} ({context})"

    def victim_rights(self):
        """What is the victim's, under their name or, before any login, under what the store says."""
        return self.clients.rights(self.victim) | self.clients.rights(self.token)


def thefts(world, mode_names, player=False):
    for policy, clients in servers(world, player):
        for mode, first in itertools.product(mode_names, (True, False)):
            yield Theft(world, clients, mode, player), first, \
                f"{policy}, {mode}, {'before' if first else 'after'} the victim's purchase"


def servers(world, has_catalog=False):
    """PlayFab's calls do nothing without a catalog."""
    if not hasattr(world, "servers"):
        world.servers = {False: Servers(world), True: Servers(world, CATALOG)}
    return world.servers[has_catalog]


def steal(world, post, victim=None, stranger=None, modes=tuple(DERIVATIONS), player=False,
          arrive=None):
    """The attack: the stranger's purchase with the victim's name is handed in by `post`, before or
    after the victim's own comes in by its store's notification."""
    victim, stranger = victim or {}, stranger or {}
    prize = victim.get("product", "lifetime")
    done = []
    for theft, first, context in thefts(world, modes, player):
        theirs = theft.victim_buys(**victim)
        own = theft.stranger_buys(**stranger)
        arrives = arrive or (lambda theft, purchase: theft.clients.notify(purchase))
        if first:
            post(theft, own)
            arrives(theft, theirs)
            post(theft, own)
        else:
            arrives(theft, theirs)
            post(theft, own)
        done.append((theft, context))
    for _, clients in servers(world, player):
        clients.serve.settle()
    for theft, context in done:
        yield from theft.gains(prize, context)


def by_validate(form="signed"):
    return lambda theft, own: theft.show(theft.clients.hand_in(own, theft.stranger, form))


def by_playfab(call):
    def post(theft, own):
        ticket = theft.clients.log_in(theft.stranger)
        answer = answer_json(getattr(theft.clients, call)(own, ticket))
        # A title without a catalog would hold for no good reason.
        assert answer.get("errorCode") not in (1000, 1074, 1100, 1609), answer
    return post


SOME = ("plain", "md5", "md5-uuid")
GOOGLE = {"store": "google"}


@attack(101, "POST /v1/validate", "own StoreKit 2 purchase with the victim's appAccountToken")
def _(world):
    yield from steal(world, by_validate())


@attack(102, "POST /v1/validate", "own app receipt whose purchase carries the victim's token")
def _(world):
    yield from steal(world, by_validate("receipt"))


@attack(103, "POST /v1/validate", "own Google purchase with the victim's obfuscatedExternalAccountId")
def _(world):
    yield from steal(world, by_validate(), {"product": "plus.yearly", **GOOGLE}, GOOGLE)


@attack(104, "POST /v1/validate", "own Google purchase for the victim's at Apple")
def _(world):
    yield from steal(world, by_validate(), None, GOOGLE, SOME)


@attack(105, "POST /v1/validate", "own purchase at Apple for the victim's at Google")
def _(world):
    yield from steal(world, by_validate(), {"product": "plus.yearly", **GOOGLE}, None, SOME)


@attack(106, "POST /v1/validate", "own purchase in one app for the victim's in another")
def _(world):
    yield from steal(world, by_validate(), {"product": "writer.lifetime"}, None, SOME)


@attack(107, "POST /v1/validate", "own sandbox purchase for the victim's in production")
def _(world):
    yield from steal(world, by_validate(), None, {"sandbox": True}, SOME)


@attack(108, "POST /v1/validate", "own purchase in production for the victim's in the sandbox")
def _(world):
    yield from steal(world, by_validate(), {"sandbox": True}, None, SOME)


@attack(109, "POST /v1/validate", "own purchase with the victim's Amazon user ID, for that account's")
def _(world):
    yield from steal(world, by_validate(), {"product": "max.monthly", "store": "amazon"}, None,
                     ("plain",))


@attack(110, "POST /v1/validate", "own purchase with the victim's Microsoft user ID, for theirs there")
def _(world):
    def arrive(theft, purchase):
        for service in ("purchase", "collections"):
            key = theft.stores.text(f"microsoft/key?account={theft.token}&service={service}")
            theft.clients.validate({"type": "windows-store-transaction", "skuId": "0010"},
                                   theft.victim, purchase["product"], "paid subscription",
                                   fields={"license": {f"storeIdKey_{service}": key}})
    def post(theft, own):
        theft.show(theft.clients.hand_in(own, theft.stranger))
    yield from steal(world, post, {"product": "plus.monthly", "store": "microsoft"}, None, ("plain",),
                     arrive=arrive)


@attack(111, "POST /Client/ValidateGooglePlayPurchase", "own purchase with the victim's account ID")
def _(world):
    yield from steal(world, by_playfab("playfab_google"), {"product": "plus.yearly", **GOOGLE},
                     GOOGLE, SOME, True)


@attack(112, "POST /Client/ValidateIOSReceipt", "own signed transaction with the victim's token")
def _(world):
    yield from steal(world, by_playfab("playfab_apple"), None, None, SOME, True)


@attack(113, "POST /Client/RestoreIOSPurchases", "own receipt whose purchase carries the victim's token")
def _(world):
    yield from steal(world, by_playfab("playfab_restore"), None, None, SOME, True)


@attack(114, "POST /verify", "own StoreKit 2 purchase with the victim's appAccountToken")
def _(world):
    yield from steal(world, lambda theft, own: theft.clients.verify(own, theft.stranger),
                     None, None, SOME)


@attack(115, "POST /verify", "own Google purchase with the victim's account ID")
def _(world):
    yield from steal(world, lambda theft, own: theft.clients.verify(own, theft.stranger),
                     {"product": "plus.yearly", **GOOGLE}, GOOGLE, SOME)


@attack(116, "POST /receipts", "own receipt whose purchase carries the victim's token")
def _(world):
    yield from steal(world, lambda theft, own: theft.clients.upload(own, theft.stranger),
                     None, None, SOME)


# While the stores are away.

def in_outage(world, post, victim=None, stranger=None, player=False):
    """As `steal`, but nobody can be asked while the stranger hands in."""
    done = []
    for theft, first, context in thefts(world, ("plain", "md5-uuid"), player):
        theirs, own = theft.victim_buys(**victim or {}), theft.stranger_buys(**stranger or {})
        if not first:
            theft.clients.notify(theirs)
        done.append((theft, first, context, theirs, own))
    world.stores.fail()
    try:
        for theft, _, _, _, own in done:
            post(theft, own)
    finally:
        world.stores.recover()
    for theft, first, _, theirs, _ in done:
        if first:
            theft.clients.notify(theirs)
    for _, clients in servers(world, player):
        clients.serve.run("jobs", "retry", "--all", check=False)
        clients.serve.settle()
    prize = (victim or {}).get("product", "lifetime")
    for theft, _, context, _, _ in done:
        yield from theft.gains(prize, context)


@attack(117, "POST /v1/validate", "the same while the stores are away")
def _(world):
    yield from in_outage(world, by_validate())


@attack(118, "POST /verify", "the same while the stores are away")
def _(world):
    yield from in_outage(world, lambda theft, own: theft.clients.verify(own, theft.stranger))


@attack(119, "POST /receipts", "the same while the stores are away")
def _(world):
    yield from in_outage(world, lambda theft, own: theft.clients.upload(own, theft.stranger))


@attack(120, "POST /Client/RestoreIOSPurchases", "the same while the stores are away")
def _(world):
    yield from in_outage(world, by_playfab("playfab_restore"), player=True)


def copied(world, policies, post, outage, name=True):
    """The stranger hands in a copy of the victim's own document."""
    done = []
    for policy, clients in servers(world):
        for mode in ("plain", "md5-uuid") if policy in policies else ():
            for claimed in (False, True):
                theft = Theft(world, clients, mode)
                theirs = theft.victim_buys()
                clients.hand_in(world.stores.buy("season", world.name("account")), theft.victim)
                clients.notify(theirs)
                if claimed:
                    clients.hand_in(theirs, theft.victim)
                clients.receipt_transaction(theirs)
                who = "claimed" if claimed else "notified"
                done.append((theft, theirs, f"{policy}, {mode}, {who}"))
    for _, clients in servers(world):
        clients.serve.settle()
    if outage:
        world.stores.fail()
    try:
        for theft, theirs, _ in done:
            post(theft, theirs)
    finally:
        world.stores.recover()
    for theft, _, context in done:
        theft.shown.clear()
        yield from theft.gains("lifetime", context)


@attack(121, "POST /v1/validate", "a copy of the victim's signed purchase while the store is away")
def _(world):
    yield from copied(world, ("keep", "transfer"), by_validate(), True)


@attack(122, "POST /v1/validate", "a copy of the victim's app receipt while the store is away")
def _(world):
    yield from copied(world, ("keep", "transfer"), by_validate("receipt"), True)


@attack(123, "POST /v1/validate", "a copy of the victim's signed purchase, under keep")
def _(world):
    yield from copied(world, ("keep",), by_validate(), False)


@attack(124, "POST /verify, /receipts", "a copy of the victim's receipt while the store is away")
def _(world):
    def post(theft, theirs):
        theft.clients.verify(theirs, theft.stranger, "receipt")
        theft.clients.upload(theirs, theft.stranger)
    yield from copied(world, ("keep", "transfer"), post, True)


# What the answers show.

def shown(world, user_of, outage=False, form="signed"):
    """Own purchase, handed in under some name: what the answer unlocks on the stranger's device."""
    done = []
    for policy, clients in servers(world):
        for mode in ("plain", "md5", "md5-uuid"):
            theft = Theft(world, clients, mode)
            theirs, own = theft.victim_buys(), theft.stranger_buys()
            clients.notify(theirs)
            clients.hand_in(theirs, theft.victim)
            theft.stores.signed(own)
            clients.receipt_transaction(own)
            done.append((theft, own, f"{policy}, {mode}"))
    if outage:
        world.stores.fail()
    try:
        for theft, own, _ in done:
            theft.show(theft.clients.hand_in(own, user_of(theft), form, peer=home(theft.stranger)))
    finally:
        world.stores.recover()
    for theft, _, context in done:
        yield from theft.gains("lifetime", context)


@attack(125, "POST /v1/validate", "own purchase under the victim's name: what the answer tells")
def _(world):
    yield from shown(world, lambda theft: theft.victim)


@attack(126, "POST /v1/validate", "own purchase that names nobody: what the answer tells")
def _(world):
    yield from shown(world, lambda theft: None)


@attack(127, "POST /v1/validate", "own receipt that names nobody, while the store is away")
def _(world):
    yield from shown(world, lambda theft: None, outage=True, form="receipt")


@attack(128, "POST /v1/validate", "the stranger calls itself by what the store calls the victim")
def _(world):
    done = []
    for theft, first, context in thefts(world, ("md5", "md5-uuid", "sha256", "uuid5")):
        theft.stranger = theft.token
        own, theirs = theft.stranger_buys(), theft.victim_buys()
        if first:
            theft.show(theft.clients.hand_in(own, theft.stranger))
        theft.clients.notify(theirs)
        # The victim is known to the ledger by another purchase, as every customer is some day.
        known = theft.stores.buy("season", world.name("account"))
        theft.clients.notify(known)
        theft.clients.hand_in(known, theft.victim)
        theft.show(theft.clients.hand_in(own, theft.stranger))
        done.append((theft, context))
    for theft, context in done:
        theft.clients.serve.settle()
        if "lifetime" in keys(theft.clients.rights(theft.token)) | theft.shown:
            yield f"the victim's lifetime ({context})"
        if "lifetime" not in keys(theft.clients.rights(theft.victim)):
            yield f"the victim lost lifetime ({context})"


@attack(129, "POST /v1/validate", "own purchase with the victim's token, against one that was claimed")
def _(world):
    def arrive(theft, purchase):
        theft.clients.hand_in(purchase, theft.victim)
    yield from steal(world, by_validate(), None, None, SOME, arrive=arrive)


@attack(130, "PUT /v1/users/{id}/accounts", "with no key, an app's key, and a key that only reads")
def _(world):
    for policy, clients in servers(world):
        theft = Theft(world, clients, "unnamed")
        theirs = theft.victim_buys()
        clients.notify(theirs)
        for token in (None, "x" * 46, "key-of-every-app-copy"):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = clients.serve.ask("PUT", f"/v1/users/{theft.stranger}/accounts",
                                       {"accounts": [theft.token]}, headers)
            if answer.status < 400:
                yield f"an account by a key that is none ({policy})"
        yield from theft.gains("lifetime", policy)


# Honest use: the unmodified clients.

def orders_of_arrival():
    return {
        "notified, then handed in": ("notify", "hand_in"),
        "handed in, then notified": ("hand_in", "notify"),
        "before the login, after it, notified": ("anonymous", "hand_in", "notify"),
        "before the login, notified, after it": ("anonymous", "notify", "hand_in"),
        "notified alone": ("notify",),
    }


def pays(world, beside, store, form="signed"):
    """A payer in every mode and order; with a stranger beside who tries the above. In a short run
    each of them goes with one of the policies, and with another one from check to check."""
    product = "plus.yearly" if store == "google" else "lifetime"
    turn = len(store) + len(form) + beside
    done = []
    for place, (policy, clients) in enumerate(servers(world)):
        for mode_place, mode in enumerate([*DERIVATIONS, *UNKNOWN]):
            for step_place, (order, steps) in enumerate(orders_of_arrival().items()):
                if not world.deep and (place + mode_place + step_place + turn) % 3:
                    continue
                if order == "notified alone" and mode == "unnamed":
                    # Nobody said yet whose that is.
                    continue
                theft = Theft(world, clients, mode)
                mine = theft.victim_buys(product, store)
                known = theft.stores.buy("season", world.name("account"))
                clients.hand_in(known, theft.victim)
                if beside:
                    own = theft.stranger_buys(store=store)
                    theft.show(clients.hand_in(own, theft.stranger, form))
                last = None
                for step in steps:
                    if step == "notify":
                        clients.notify(mine)
                    else:
                        last = clients.hand_in(
                            mine, theft.victim if step == "hand_in" else None, form,
                            peer=home(theft.victim))
                        if product not in unlocked(last):
                            yield f"{product} is not unlocked ({policy}, {mode}, {order})"
                if beside:
                    theft.show(clients.hand_in(own, theft.stranger, form))
                done.append((theft, f"{policy}, {mode}, {order}"))
    for _, clients in servers(world):
        clients.serve.settle()
    for theft, context in done:
        if product not in keys(theft.clients.rights(theft.victim)):
            yield f"{product} is not the payer's ({context})"
        if product in keys(theft.clients.rights(theft.stranger)) | theft.shown:
            yield f"{product} is the stranger's ({context})"


@honest(151, "POST /v1/validate", "a payer at Apple (StoreKit 2), in every mode, order and policy")
def _(world):
    yield from pays(world, False, "apple")


@honest(152, "POST /v1/validate", "a payer at Apple (app receipt), in every mode, order and policy")
def _(world):
    yield from pays(world, False, "apple", "receipt")


@honest(153, "POST /v1/validate", "a payer at Google, in every mode, order and policy")
def _(world):
    yield from pays(world, False, "google")


@honest(154, "POST /v1/validate", "the same payer at Apple with a stranger beside")
def _(world):
    yield from pays(world, True, "apple")


@honest(155, "POST /v1/validate", "the same payer at Google with a stranger beside")
def _(world):
    yield from pays(world, True, "google")


@honest(156, "POST /verify", "a payer at Apple and Google, before and after the notification")
def _(world):
    for policy, clients in servers(world):
        for mode in ("plain", "md5", "md5-uuid", "unnamed"):
            for store, product in (("apple", "lifetime"), ("google", "plus.yearly")):
                for first in (True, False):
                    theft = Theft(world, clients, mode)
                    mine = theft.victim_buys(product, store)
                    if first:
                        clients.notify(mine)
                    answer = clients.verify(mine, theft.victim)
                    if not first:
                        clients.notify(mine)
                    clients.serve.settle()
                    context = f"{policy}, {mode}, {store}, notified {'first' if first else 'last'}"
                    if not answer_json(answer).get("complete_purchase"):
                        yield f"{product} is not completed ({context}): {answer.status}"
                    if product not in keys(clients.rights(theft.victim)):
                        yield f"{product} is not the payer's ({context})"


@honest(157, "POST /receipts", "a receipt before the login and after it")
def _(world):
    for policy, clients in servers(world):
        for mode in ("plain", "md5-uuid", "unnamed"):
            theft = Theft(world, clients, mode)
            mine = theft.victim_buys()
            clients.upload(mine)
            answer = clients.upload(mine, theft.victim)
            clients.serve.settle()
            if answer.status != 200 or "lifetime" not in keys(clients.rights(theft.victim)):
                yield f"lifetime is not the payer's ({policy}, {mode}): {answer.status}"


@honest(158, "purser act transfer", "an operator brings back what went astray")
def _(world):
    for policy, clients in servers(world):
        theft = Theft(world, clients, "unnamed")
        mine = theft.victim_buys()
        # The payer had it, and has nothing left.
        clients.hand_in(mine, theft.victim)
        clients.hand_in(mine, theft.stranger)
        clients.serve.run("act", "transfer", mine["id"], theft.victim)
        if "lifetime" not in keys(clients.rights(theft.victim)):
            yield f"lifetime did not come to the payer ({policy})"
        clients.hand_in(mine, theft.stranger)
        if "lifetime" in keys(clients.rights(theft.stranger)) and policy != "share":
            yield f"lifetime went away again ({policy})"


@honest(159, "PUT /v1/users/{id}/accounts", "a back end says for whom an account name stands")
def _(world):
    for policy, clients in servers(world):
        theft = Theft(world, clients, "unnamed")
        mine = theft.victim_buys()
        clients.notify(mine)
        answer = clients.serve.ask(
            "PUT", f"/v1/users/{theft.victim}/accounts", {"accounts": [theft.token]},
            {"Authorization": f"Bearer {clients.serve.key}"})
        if answer.status not in (200, 201, 204):
            yield f"it is refused: {answer.status} {answer.body[:80]!r} ({policy})"
        elif "lifetime" not in keys(clients.rights(theft.victim)):
            yield f"lifetime is not the payer's ({policy})"


@honest(160, "purser act account", "an operator says for whom an account name stands")
def _(world):
    for policy, clients in servers(world):
        theft = Theft(world, clients, "unnamed")
        clients.notify(theft.victim_buys())
        clients.hand_in(world.stores.buy("season", world.name("account")), theft.victim)
        done = clients.serve.run("act", "account", theft.token, theft.victim, check=False)
        if done.returncode != 0:
            yield f"it is refused: {done.stderr[-80:].strip()} ({policy})"
        elif "lifetime" not in keys(clients.rights(theft.victim)):
            yield f"lifetime is not the payer's ({policy})"


@honest(161, "purser restore", "a receipt on file is given to the user it is restored for")
def _(world):
    for policy, clients in servers(world):
        theft = Theft(world, clients, "unnamed")
        mine = theft.victim_buys()
        clients.hand_in(mine, None, "receipt")
        clients.hand_in(world.stores.buy("season", world.name("account")), theft.victim)
        file = world.file("receipt", clients.receipt_transaction(mine)["appStoreReceipt"])
        clients.serve.run("restore", "--user", theft.victim, str(file), check=False)
        clients.serve.settle()
        if "lifetime" not in keys(clients.rights(theft.victim)):
            yield f"lifetime is not theirs ({policy})"


@honest(162, "purser replay --check", "the ledger derives to the same after all of the above")
def _(world):
    for policy, clients in servers(world):
        clients.serve.settle()
        done = clients.serve.run("replay", "--check", check=False)
        if done.returncode != 0:
            yield f"{policy}: {(done.stdout + done.stderr)[:200]!r}"
        done = clients.serve.run("check", check=False)
        if done.returncode != 0:
            yield f"check, {policy}: {(done.stdout + done.stderr)[:200]!r}"
