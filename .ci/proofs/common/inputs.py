"""Texts of about so many bytes that are made to use up memory, stack or time, and who takes them."""
import base64
import json
import random

BYTES = 10_000_000

# FILE is a file with the text, STDIN says that it stands on standard input, TEXT is its first 130,000
# bytes as an argument (more the system does not pass); CONFIG, KEYS and COMMANDS that it is such a file.
COMMANDS = [
    "receipt show FILE", "receipt show --json FILE", "receipt show - STDIN", "receipt show --jsonl - STDIN",
    "receipt tree FILE", "receipt diff FILE FILE", "import FILE --ledger LEDGER",
    "import --store-answer FILE --ledger LEDGER", "import --store-answer --jsonl FILE --ledger LEDGER",
    "import --csv FILE --receipt receipt --ledger LEDGER",
    "import --sql FILE --receipt receipt --ledger LEDGER",
    "import --from revenuecat --csv FILE --ledger LEDGER", "import --from playfab FILE --ledger LEDGER",
    "import users --csv FILE --ledger LEDGER", "ingest FILE --ledger LEDGER",
    "ingest --vouched - STDIN --ledger LEDGER", "sql - STDIN --ledger LEDGER", "sql TEXT --ledger LEDGER",
    "why - STDIN --ledger LEDGER", "why TEXT --ledger LEDGER", "ls users TEXT --ledger LEDGER",
    "ls orders --explain TEXT --ledger LEDGER", "user TEXT --ledger LEDGER",
    "timeline TEXT --ledger LEDGER", "case - STDIN --md - --ledger LEDGER",
    "act grant --new TEXT pro --ledger LEDGER", "act note anonymous-5 TEXT --ledger LEDGER",
    "catalog check FILE", "catalog show FILE", "catalog import FILE --ledger LEDGER",
    "story check FILE", "story explain FILE", "story from FILE", "config check CONFIG",
    "config show --config FILE", "serve --check --config FILE --ledger LEDGER", "keys check KEYS",
    "mcp STDIN --ledger LEDGER", "help TEXT", "info --at TEXT --ledger LEDGER",
    "check --audit-head FILE --ledger LEDGER", "import --google-key FILE FILE --ledger LEDGER",
    "receipt show --root FILE FILE", "import --microsoft-cert FILE FILE --ledger LEDGER"]

PATHS = ["/notifications/apple", "/notifications/apple/v1", "/notifications/google",
         "/notifications/amazon", "/v1/validate?appName=reader&apiKey=KEY", "/verify/KEY", "/receipts",
         "/Client/LoginWithCustomID", "/Client/ValidateIOSReceipt", "/Client/RestoreIOSPurchases",
         "/Client/ValidateGooglePlayPurchase", "/v1/users/ada/entitlements", "/v1/users", "/nowhere", "/"]

# What endpoints look into.
MEMBERS = ["signedPayload", "receipt-data", "ReceiptData", "JwsReceiptData", "ReceiptJson", "CustomId",
           "message", "transaction", "Message", "uuid", "purchaseDetails", "unified_receipt"]


def wrapped(chosen, text):
    """The text as a member of a JSON object, raw or as a string."""
    member = chosen.choice(MEMBERS)
    if chosen.random() < 0.3:
        return b'{"%s": %s}' % (member.encode(), text)
    return json.dumps({member: text.decode("latin-1")}).encode()


def repeated(part):
    return lambda size: part * (size // len(part))


def der_deep(size):
    """Sequences within sequences, each with its right length."""
    parts, length = [], 0
    while length < size and len(parts) < 2_000_000:
        count = length.to_bytes((length.bit_length() + 7) // 8 or 1, "big")
        head = b"\x30" + (bytes([length]) if length < 128 else bytes([0x80 + len(count)]) + count)
        parts.append(head)
        length += len(head)
    return b"".join(reversed(parts))


def jws(payload):
    def part(raw):
        return base64.urlsafe_b64encode(raw).rstrip(b"=")
    chain = base64.b64encode(b"0\x84\x7f\xff\xff\xff" + bytes(3000)).decode()
    head = json.dumps({"alg": "ES256", "x5c": [chain] * 3}).encode()
    return b".".join([part(head), part(payload), part(bytes(64))])


TEXTS = {
    "deep arrays": lambda size: b"[" * (size // 2) + b"]" * (size // 2),
    "arrays without an end": repeated(b"["),
    "deep objects": lambda size: b'{"a":' * (size // 6) + b"1" + b"}" * (size // 6),
    "many members": lambda size: b"{" + b",".join(b'"k%d":%d' % (n, n) for n in range(size // 16)) + b"}",
    "one member again and again": lambda size: b"{" + b'"status":0,' * (size // 11) + b'"a":1}',
    "a long array": lambda size: b"[" + b"0," * (size // 2) + b"0]",
    "an answer of many sales": lambda size: json.dumps({
        "status": 0, "environment": "Production", "receipt": {"bundle_id": "com.example.reader", "in_app": []},
        "latest_receipt_info": [{
            "product_id": "pro", "transaction_id": str(n), "original_transaction_id": str(n), "quantity": "1",
            "purchase_date_ms": "1767225600000", "original_purchase_date_ms": "1767225600000"}
            for n in range(size // 200)]}).encode(),
    "a long string": lambda size: b'{"receipt-data":"' + b"A" * size + b'"}',
    "escapes": lambda size: b'"' + b"\\ud83d\\ude00" * (size // 12) + b'"',
    "a long number": lambda size: b'{"status":' + b"9" * size + b"}",
    "base64": repeated(b"QUFB"),
    "base64 in base64": lambda size: base64.b64encode(base64.b64encode(b"0" * (size * 9 // 16))),
    "sequences of long lengths": lambda size: base64.b64encode(b"\x30\x84\x7f\xff\xff\xff" * (size // 8)),
    "lengths of 127 octets": lambda size: base64.b64encode((b"\x30\xff" + b"\xff" * 127) * (size // 172)),
    "sequences without an end": lambda size: base64.b64encode(b"\x30\x80" * (size * 3 // 8)),
    "deep sequences": lambda size: base64.b64encode(der_deep(size * 3 // 4)),
    "many empty sequences": lambda size: base64.b64encode(
        b"\x30\x84" + (size // 2 * 2).to_bytes(4, "big") + b"\x30\x00" * (size // 2)),
    "signed, deep": lambda size: jws(b"[" * (size * 3 // 4)),
    "signed, long": lambda size: jws(b'{"transactionId":"' + b"1" * (size * 3 // 4) + b'"}'),
    "dots": repeated(b"."),
    "tables of TOML": lambda size: b"".join(b"[a%d.b.c]\nx = 1\n" % n for n in range(size // 20)),
    "deep keys of TOML": lambda size: b"[" + b"a." * (size // 2) + b"a]\n",
    "deep arrays of TOML": lambda size: b"a = " + b"[" * (size // 2) + b"]" * (size // 2),
    "array tables of TOML": repeated(b"[[app]]\nbundle-id = \"a\"\n"),
    "a long string of TOML": lambda size: b'a = """' + b"x\n" * (size // 2) + b'"""\n',
    "a SELECT of many columns": lambda size: b"SELECT " + b"1," * (size // 2) + b"1",
    "deep parentheses": lambda size: b"SELECT " + b"(" * (size // 2) + b"1" + b")" * (size // 2),
    "a compound SELECT": lambda size: b" UNION ".join([b"SELECT 1"] * (size // 15)),
    "a recursive SELECT": lambda size: b"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
                                       b"SELECT group_concat(x) FROM n",
    "a blob of SQL": lambda size: b"SELECT hex(zeroblob(400000000))",
    "alternatives": repeated(b"(state:grace | "),
    "negations": repeated(b"-(id:a "),
    "words": repeated(b"a:b "),
    "rows of CSV": lambda size: b"id,email,receipt\n" + b"a,b@example.com,AAAA\n" * (size // 22),
    "a row of many columns": lambda size: b"id,receipt" + b",x" * (size // 2) + b"\n",
    "an open quote": lambda size: b'id,receipt\n"' + b"x\n" * (size // 2),
    "inserts of SQL": repeated(b"INSERT INTO t (id, receipt) VALUES (1, 'AAAA');\n"),
    "one insert": lambda size: b"INSERT INTO t (id, receipt) VALUES " + b"(1,'AAAA')," * (size // 11),
    "order numbers": repeated(b"GPA.1234-5678-9012-34567 "),
    "addresses of e-mail": repeated(b"a@example.com "),
    "letters with many accents": lambda size: b"a" + "\u0301".encode() * (size // 2),
    "one emoji of many": lambda size: "\U0001F468\u200d".encode() * (size // 7),
    "flags": lambda size: "\U0001F1E9".encode() * (size // 4),
    "right to left": lambda size: "\u202e\u05d0".encode() * (size // 5),
    "NULs": repeated(b"\0"), "line feeds": repeated(b"\n"), "blanks": repeated(b" "),
    "no UTF-8": repeated(b"\xff\xfe\xc0\x80"),
    "noise": lambda size: random.Random(size).randbytes(size),
    "requests of an assistant": repeated(
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"why","arguments":{"text":"5"}}}\n'),
    "one request of an assistant": lambda size:
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"why","arguments":{"text":"'
        + b"5 " * (size // 2) + b'"}}}\n',
}
