"""asn1crypto's reading of a receipt, and the program's in the same form."""
import datetime
import functools
import re

from asn1crypto import cms, core

from receipts.tree import Receipt


class Attribute(core.Sequence):
    _fields = [("type", core.Integer), ("version", core.Integer), ("value", core.OctetString)]


class Payload(core.SetOf):
    _child_spec = Attribute


DATE = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:)(\d\d)(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)")
UNREADABLE = object()


def text(octets):
    try:
        value = core.load(octets, strict=True)
        if octets[0] not in (0x0C, 0x16):  # asn1crypto takes a tag of any class for the universal one
            return UNREADABLE
        content = bytes(value.contents).decode("utf-8")
    except (ValueError, TypeError):
        return UNREADABLE
    if len(value.contents) > 4096 or re.search("[\x00-\x1f\x7f]", content):
        return UNREADABLE
    return content or None


def date(octets):
    content = text(octets)
    if content is UNREADABLE or content is None:
        return content
    match = DATE.fullmatch(content)
    try:
        zone = match[4] if match[4] == "Z" or ":" in match[4] else match[4][:3] + ":" + match[4][3:]
        moment = datetime.datetime.fromisoformat(match[1] + "00" + zone.replace("Z", "+00:00"))
        seconds = int(match[2])
        if seconds > 60:
            return UNREADABLE
        return moment.timestamp() + seconds + float("0" + (match[3] or ""))
    except (TypeError, ValueError):
        return UNREADABLE


def integer(octets):
    try:
        value = core.Integer.load(octets, strict=True)
        number = value.native
    except (ValueError, TypeError):
        return UNREADABLE
    if octets[0] != 0x02:
        return UNREADABLE
    return number if 0 <= number < 2**63 and value.contents else UNREADABLE


def number(octets):
    value = integer(octets)
    return value if value is UNREADABLE else str(value) if value else None


def flag(octets):
    value = integer(octets)
    return bool(value) if value in (0, 1) else UNREADABLE


def product_type(octets):
    value = integer(octets)
    names = ["non-consumable", "consumable", "non-renewing-subscription", "auto-renewable-subscription"]
    return value if value is UNREADABLE else names[value] if value < 4 else None


FIELDS = {
    0: ("environment", text), 2: ("bundleId", text), 3: ("appVersion", text), 12: ("creationDate", date),
    18: ("originalPurchaseDate", date), 19: ("originalAppVersion", text), 21: ("expirationDate", date),
}
IN_APP = {
    1701: ("quantity", integer), 1702: ("productId", text), 1703: ("transactionId", text),
    1704: ("purchaseDate", date), 1705: ("originalTransactionId", text), 1706: ("originalPurchaseDate", date),
    1707: ("productType", product_type), 1708: ("expiresDate", date), 1711: ("webOrderLineItemId", number),
    1712: ("cancellationDate", date), 1713: ("isTrialPeriod", flag), 1719: ("isInIntroOfferPeriod", flag),
    1721: ("promotionalOfferId", text),
}
# Foundation writes what was before this in the Julian calendar.
GREGORIAN = datetime.datetime(1582, 10, 15, tzinfo=datetime.timezone.utc).timestamp()
DATES = {name for name, reader in [*FIELDS.values(), *IN_APP.values()] if reader is date}


def decoded(octets, fields):
    """The fields of a SET of attributes; the first of a repeated type counts."""
    found = {"inApp": []} if fields is FIELDS else {}
    for attribute in Payload.load(octets, strict=True):
        kind, value = attribute["type"].native, attribute["value"].native
        attribute["version"].contents  # read, so that one that is none counts
        if not (attribute["type"].contents and 0 <= kind < 2**63):
            raise ValueError("no attribute has such a type: we stop here, asn1crypto does not mind")
        if fields is FIELDS and kind == 17:
            found["inApp"].append(decoded(value, IN_APP))
        elif kind in fields and fields[kind][0] not in found:
            found[fields[kind][0]] = fields[kind][1](value)
    return found


@functools.lru_cache(maxsize=256)  # most damage is outside of the content
def payload(octets):
    return decoded(octets, FIELDS)


def theirs(data):
    """What asn1crypto reads in a receipt, or None where it cannot."""
    try:
        document = cms.ContentInfo.load(data)
        if document["content_type"].native != "signed_data":
            return None
        try:
            octets = document["content"]["encap_content_info"]["content"].native
        except ValueError:
            octets = Receipt(data).octets  # asn1crypto joins no chunks within chunks
        return payload(octets)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, IndexError):
        return None


def shown(answer):
    """The program's answer in the same form."""
    def fields(part, known):
        names = {name for name, _ in known.values()}
        return {n: instant(v) if n in DATES else v for n, v in part.items() if n in names}
    return fields(answer, FIELDS) | {"inApp": [fields(p, IN_APP) for p in answer["inApp"]]}


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def unlike(ours, other):
    """The first field in which two decodings differ; unreadable values are absent in ours."""
    for name in sorted(set(ours) | set(other) - {"inApp"}):
        if name == "inApp":
            continue
        mine, his = ours.get(name), other.get(name)
        his = None if his is UNREADABLE else his
        if name in DATES and None not in (mine, his):
            same = abs(mine - his) < 0.001 or max(mine, his) < GREGORIAN and abs(mine - his) % 86_400 == 0
        else:
            same = mine == his
        if not same:
            return f"{name}: {mine!r} shown, {his!r} decoded"
    mine, his = ours.get("inApp", []), other.get("inApp", [])
    if len(mine) != len(his):
        return f"{len(mine)} in-app purchases shown, {len(his)} decoded"
    return next((fault for pair in zip(mine, his) if (fault := unlike(*pair))), None)
