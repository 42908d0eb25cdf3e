"""ASN.1 in BER as a tree that can be taken apart and put together."""


class Node:
    """An element. `kids` of an OCTET STRING are what its octets encode."""

    def __init__(self, tag, value=b"", kids=None, indefinite=False, width=0):
        self.tag, self.value, self.kids, self.indefinite = tag, value, kids, indefinite
        self.width = width  # octets of a length that is longer than it need be

    def bytes(self, der=False):
        content = self.value if self.kids is None else b"".join(k.bytes(der) for k in self.kids)
        if self.indefinite and not der:
            return bytes([self.tag, 0x80]) + content + b"\0\0"
        octets = shortest(len(content))
        if self.width and not der:
            octets = len(content).to_bytes(max(self.width, len(octets) - 1, 1), "big")
            octets = bytes([0x80 | len(octets)]) + octets
        return bytes([self.tag]) + octets + content

    @property
    def is_der(self):
        return self.bytes() == self.bytes(der=True)

    def walk(self):
        found = [self]
        for node in found:
            found += node.kids or ()
        return found


def shortest(length):
    if length < 128:
        return bytes([length])
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(octets)]) + octets


def element(data, start):
    """The element at start, and where it ends."""
    tag, length, width, at = data[start], data[start + 1], 0, start + 2
    if length == 0x80:
        kids = []
        while data[at:at + 2] != b"\0\0":
            kid, at = element(data, at)
            kids.append(kid)
        return Node(tag, kids=kids, indefinite=True), at + 2
    if length > 0x80:
        width = length & 0x7F
        length, at = int.from_bytes(data[at:at + width], "big"), at + width
        width = width if width >= len(shortest(length)) else 0
    content = data[at:at + length]
    if len(content) < length:
        raise IndexError("the data end within an element")
    # Besides what is constructed: the payload, an in-app purchase, or a chunk of one.
    if tag & 0x20 or tag == 0x04 and content[:1] == b"\x31":
        try:
            return Node(tag, kids=elements(content), width=width), at + length
        except IndexError:
            pass
    return Node(tag, content, width=width), at + length


def elements(data):
    nodes, at = [], 0
    while at < len(data):
        node, at = element(data, at)
        nodes.append(node)
    return nodes


class Receipt:
    """The tree of a receipt, and its parts by name."""

    def __init__(self, data):
        self.root = element(data, 0)[0]
        self.signed_data = self.root.kids[1].kids[0]
        self.signers = self.signed_data.kids[-1]
        self.signer = self.signers.kids[0]
        self.certificates = self.signed_data.kids[3]
        self.content = self.signed_data.kids[2].kids[1].kids[0]

    @property
    def sets(self):
        """The SETs of attributes, the payload first; in a receipt in chunks, another one."""
        return [n for n in self.content.walk() if n.tag == 0x31 and n.kids] or [self.signed_data.kids[1]]

    @property
    def octets(self):
        """The signed content."""
        def joined(node):
            if node.kids is None:
                return node.value
            return b"".join(joined(k) if node.tag == 0x24 else k.bytes() for k in node.kids)
        return joined(self.content)
