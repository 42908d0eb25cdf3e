"""Valid receipts made invalid, or into others that are as good."""
import random

from receipts.tree import Node, Receipt


OIDS = {name: bytes.fromhex(value) for name, value in {
    "sha1": "2b0e03021a", "sha256": "608648016503040201", "sha512": "608648016503040203",
    "md5": "2a864886f70d0205", "rsa": "2a864886f70d010101", "sha1rsa": "2a864886f70d010105",
    "sha256rsa": "2a864886f70d01010b", "pss": "2a864886f70d01010a", "data": "2a864886f70d010701",
}.items()}


def flip(data, dice, _):
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1:]


def set_byte(data, dice, _):
    at = dice.randrange(len(data))
    return data[:at] + bytes([dice.choice([0, 1, 0x7F, 0x80, 0xFF, dice.randrange(256)])]) + data[at + 1:]


def cut(data, dice, _):
    return data[:dice.randrange(len(data))]


def append(data, dice, _):
    return data + dice.choice([b"\n", b"\0" * 9, b" \r\n", b"\1", b"0\0", data[:20], data])


def raw_splice(data, dice, _):
    at = dice.randrange(len(data))
    return data[:at] + dice.choice([b"", dice.randbytes(3), data[at:at + 9] * 2]) + data[at + dice.randrange(4):]


def structural(change):
    def apply(data, dice, others):
        receipt = Receipt(data)
        change(receipt, dice, others)
        return receipt.root.bytes()
    apply.__name__ = change.__name__
    return apply


@structural
def splice(receipt, dice, _):
    """Octets more, fewer or others in one element; the lengths around it fit."""
    node = dice.choice([n for n in receipt.root.walk() if n.kids is None])
    at = dice.randrange(len(node.value) + 1)
    node.value = node.value[:at] + dice.randbytes(dice.randrange(3)) + node.value[at + dice.randrange(3):]


@structural
def duplicate(receipt, dice, _):
    node = dice.choice([n for n in receipt.root.walk() if n.kids])
    node.kids.insert(dice.randrange(len(node.kids) + 1), dice.choice(node.kids))


@structural
def drop(receipt, dice, _):
    node = dice.choice([n for n in receipt.root.walk() if n.kids])
    del node.kids[dice.randrange(len(node.kids))]


@structural
def reorder(receipt, dice, _):
    dice.shuffle(dice.choice([n for n in receipt.root.walk() if n.kids and len(n.kids) > 1]).kids)


@structural
def attributes(receipt, dice, _):
    """Attributes twice, elsewhere or in another order, within the content or outside of it."""
    chosen = dice.choice(receipt.sets)
    item = dice.choice(chosen.kids)
    where = dice.choice([chosen, receipt.sets[0], receipt.signer, receipt.signers, receipt.signed_data])
    where.kids.insert(dice.randrange(len(where.kids) + 1), item)
    if dice.random() < 0.3:
        dice.shuffle(chosen.kids)


@structural
def length_form(receipt, dice, _):
    area = dice.choice([receipt.root, receipt.signed_data, receipt.content, receipt.certificates, receipt.signer])
    nodes = list(area.walk())
    for node in dice.sample(nodes, min(len(nodes), dice.choice([1, 1, 2, 5]))):
        if node.kids is not None and node.tag & 0x20 and dice.random() < 0.5:
            node.indefinite = not node.indefinite
        elif not node.indefinite:
            node.width = dice.randrange(1, 5)


@structural
def outer_length_form(receipt, dice, _):
    for node in [receipt.root, receipt.root.kids[1], receipt.signed_data, receipt.signed_data.kids[2],
                 receipt.signers, receipt.certificates]:
        if dice.random() < 0.5:
            node.indefinite = dice.random() < 0.5
            node.width = dice.randrange(4)


@structural
def chunks(receipt, dice, _):
    """The content in pieces (X.690 8.7.3), the pieces sometimes nested or empty."""
    content = receipt.content
    octets = receipt.octets
    pieces = []
    while octets:
        size = dice.choice([1, 7, 100, 4000])
        pieces.append(Node(0x04, octets[:size]))
        octets = octets[size:]
    if dice.random() < 0.3:
        pieces = [Node(0x24, kids=pieces, indefinite=dice.random() < 0.5)]
    if dice.random() < 0.2:
        pieces.insert(dice.randrange(len(pieces) + 1), Node(0x04))
    content.tag, content.kids, content.value = 0x24, pieces, b""
    content.indefinite = dice.random() < 0.7


@structural
def certificates(receipt, dice, others):
    bag, strangers = receipt.certificates.kids, Receipt(dice.choice(others)).certificates.kids
    how = dice.randrange(5)
    if how == 0:
        dice.shuffle(bag)
    elif how == 1:
        bag[:] = dice.sample(bag, dice.randrange(len(bag) + 1))
    elif how == 2:
        bag[:] = strangers
    elif how == 3:
        bag[dice.randrange(len(bag))] = dice.choice(strangers)
    else:
        bag.insert(dice.randrange(len(bag) + 1), dice.choice(strangers))


@structural
def signer(receipt, dice, others):
    stranger = Receipt(dice.choice(others)).signer
    how = dice.randrange(4)
    if how == 0:
        receipt.signers.kids[0] = stranger
    elif how == 1:
        receipt.signers.kids.insert(dice.randrange(2), stranger)
    elif how == 2:  # only who is named
        receipt.signer.kids[1] = stranger.kids[1]
    else:
        receipt.signers.kids.insert(0, receipt.signer)


@structural
def algorithm(receipt, dice, _):
    known = set(OIDS.values())
    area = dice.choice([receipt.signer, receipt.signed_data.kids[1], receipt.signed_data])
    nodes = [n for n in area.walk() if n.tag == 0x06 and n.value in known]
    if nodes:
        dice.choice(nodes).value = dice.choice(list(OIDS.values()))


@structural
def unsigned_part(receipt, dice, _):
    """What no signature covers: versions, digests named beforehand, unsigned attributes, CRLs."""
    how = dice.randrange(5)
    if how == 0:
        dice.choice([receipt.signed_data, receipt.signer]).kids[0].value = dice.randbytes(dice.randrange(1, 4))
    elif how == 1:
        receipt.signed_data.kids[1].kids[:] = []
    elif how == 2:
        attribute = Node(0x30, kids=[Node(0x06, OIDS["data"]), Node(0x31, kids=[Node(0x05)])])
        receipt.signer.kids.append(Node(0xA1, kids=[attribute]))
    elif how == 3:
        receipt.signed_data.kids.insert(4, Node(0xA1, kids=[]))
    else:
        identifier = dice.choice([n for n in receipt.signer.kids if n.tag == 0x30][1:])
        identifier.kids[1:] = dice.choice([[], [Node(0x05)], [Node(0x04, b"x")]])


def untouched(data, _dice, _others):
    return data


DAMAGES = {
    flip: 22, set_byte: 12, cut: 3, append: 3, raw_splice: 6, splice: 12, duplicate: 5, drop: 5, reorder: 3,
    attributes: 8, length_form: 6, outer_length_form: 3, chunks: 3, certificates: 4, signer: 3, algorithm: 4,
    unsigned_part: 3, untouched: 1,
}


def case(bases, seed, number):
    """(name of the base, damages, octets). Large receipts cost most and show no more: few of them."""
    dice = random.Random(f"{seed}/{number}")
    names = sorted(bases)
    large = [n for n in names if n.startswith("100-")]
    name = dice.choice(large if dice.random() < 0.005 else [n for n in names if n not in large])
    data, done = bases[name], []
    others = [bases[n] for n in names if n not in large]
    for _ in range(dice.choice([1, 1, 1, 1, 2])):
        damage = dice.choices(list(DAMAGES), DAMAGES.values())[0]
        try:
            data = damage(data, dice, others) or b"0"
        except (IndexError, AttributeError, TypeError, ValueError):
            continue  # the first damage left nothing that the second could take apart
        done.append(damage.__name__)
    return name, "+".join(done), data
