"""Just enough of BER (X.690) to write a signed receipt in another way that means the same."""


def parse(data, at=0):
    """A node: its tag octet, its content, or its nodes where it is constructed; and where it ends."""
    tag, length, at = data[at], data[at + 1], at + 2
    if length & 0x80:
        count = length & 0x7F
        length, at = int.from_bytes(data[at:at + count], "big"), at + count
    end = at + length
    if not tag & 0x20:
        return [tag, data[at:end]], end
    nodes = []
    while at < end:
        node, at = parse(data, at)
        nodes.append(node)
    return [tag, nodes], end


def written(node, pad=0):
    """The octets of a node; lengths of constructed ones with so many needless zeros in front."""
    tag, content = node
    body = content if isinstance(content, (bytes, bytearray)) else \
        b"".join(written(part, pad) for part in content)
    if pad and tag & 0x20:
        size = max(1, (len(body).bit_length() + 7) // 8) + pad
        return bytes([tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body
    if len(body) < 0x80:
        return bytes([tag, len(body)]) + body
    size = (len(body).bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body


def outermost_padded(data, pad):
    """The whole with needless zeros in its outermost length alone."""
    (_, _), _ = parse(data)
    tag, first = data[0], data[1]
    start = 2 + (first & 0x7F if first & 0x80 else 0)
    size = max(1, (len(data) - start).bit_length() // 8 + 1) + pad
    return bytes([tag, 0x80 | size]) + (len(data) - start).to_bytes(size, "big") + data[start:]


def with_unsigned_attribute(data, text):
    """A CMS SignedData with an unsigned attribute more in its signer (RFC 5652 §5.3)."""
    node, _ = parse(data)
    signed_data = node[1][1][1][0]
    signer = signed_data[1][-1][1][0]
    attribute = [0x30, [[0x06, b"\x2a\x03\x04\x05"], [0x31, [[0x04, text]]]]]
    if signer[1][-1][0] == 0xA1:
        signer[1][-1][1].append(attribute)
    else:
        signer[1].append([0xA1, [attribute]])
    return written(node)
