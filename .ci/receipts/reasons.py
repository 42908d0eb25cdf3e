"""Why the program and OpenSSL may differ, each with what must hold."""
import re

from receipts.tree import Node, Receipt


def always(_receipt):
    return True


def has_ber_certificate(receipt):
    return not all(c.is_der for c in receipt.certificates.kids)


def has_ber_attributes(receipt):
    return any(k.tag == 0xA0 and not k.is_der for k in receipt.signer.kids)


def names_nobody(receipt):
    """The signer's issuer is none of the certificates' octet for octet."""
    def issuer(certificate):
        fields = [k for k in certificate.kids[0].kids if k.tag != 0xA0]
        return fields[2].bytes()
    name = receipt.signer.kids[1].kids[0].bytes()
    return all(name != issuer(c) for c in receipt.certificates.kids)


# Where the program refuses what OpenSSL accepts: the code, what the reason says, what holds of the
# receipt, and why we refuse.
STRICTER = [
    ("malformed", "bytes follow the receipt", always, "bytes behind the receipt; OpenSSL does not look"),
    ("malformed", "eContentType data", always, "another content type, which no signature covers"),
    ("malformed", "OCTET STRING chunk", always, "a chunk of another tag; OpenSSL does not look"),
    ("unsupported", "more than one signer", always, "several signers, all of them good"),
    ("unsupported", "the signature algorithm", always, "a signature algorithm at odds with the digest; OpenSSL ignores it"),
    ("unsupported", "the digest algorithm", always, "an unknown digest; OpenSSL takes the one of digestAlgorithms"),
    ("untrusted-chain", "no readable certificate|is missing|cannot be read", has_ber_certificate,
     "a certificate in BER; X.509 demands DER"),
    ("untrusted-chain", "no readable certificate", names_nobody, "the signer's issuer by letters of another case"),
    ("bad-signature", "does not fit", has_ber_attributes, "signed attributes in BER; RFC 5652 5.4 signs their DER"),
]


def repair_digests(receipt, _):
    receipt.signed_data.kids[1].kids = [receipt.signer.kids[2]]


def repair_certificates(receipt, openssl):
    receipt.certificates.kids = [c for c in receipt.certificates.kids if openssl.reads(c.bytes())]


def repair_certificate_algorithms(receipt, _):
    for certificate in receipt.certificates.kids:
        certificate.kids[1] = [k for k in certificate.kids[0].kids if k.tag == 0x30][0]


def repair_unused_bits(receipt, _):
    for certificate in receipt.certificates.kids:
        certificate.kids[2].value = b"\0" + certificate.kids[2].value[1:]


def repair_unsigned(receipt, _):
    for part in (receipt.signed_data, receipt.signer):
        part.kids = [k for k in part.kids if k.tag != 0xA1]


def repair_versions(receipt, _):
    for part in (receipt.signed_data, receipt.signer):
        part.kids[0].value = b"\1"


def repair_parameters(receipt, _):
    for algorithm in [k for k in receipt.signer.kids[2:] if k.tag == 0x30]:
        algorithm.kids = [algorithm.kids[0], Node(0x05)]


# Parts that no signature covers and we do not read; OpenSSL stumbles over them.
REPAIRS = {
    "digestAlgorithms does not name the digest": repair_digests,
    "a certificate that nobody needs is none": repair_certificates,
    "absent parameters of a certificate's algorithm, taken for NULL": repair_certificate_algorithms,
    "a certificate's signature said to lack bits": repair_unused_bits,
    "unsigned attributes or revocation lists": repair_unsigned,
    "a version": repair_versions,
    "the parameters of an algorithm": repair_parameters,
}


def repaired(data, openssl, at):
    """Which unsigned part has to be put right for OpenSSL to accept; None if that does not help."""
    try:
        for name, repair in REPAIRS.items():
            receipt = Receipt(data)
            repair(receipt, openssl)
            if not openssl.refusal(receipt.root.bytes(), at):
                return name
        for index in range(len(Receipt(data).certificates.kids)):
            receipt = Receipt(data)
            del receipt.certificates.kids[index]
            if not openssl.refusal(receipt.root.bytes(), at):
                return "a damaged certificate before the right one of the same number"
        receipt = Receipt(data)
        for repair in REPAIRS.values():
            repair(receipt, openssl)
        return None if openssl.refusal(receipt.root.bytes(), at) else "several unsigned parts"
    except (IndexError, TypeError, AttributeError):
        return None


def reason(data, rejection):
    try:
        receipt = Receipt(data)
        return next((why for code, detail, holds, why in STRICTER
                     if code == rejection["code"] and re.search(detail, rejection["detail"]) and holds(receipt)), None)
    except (IndexError, TypeError, AttributeError):
        return None
