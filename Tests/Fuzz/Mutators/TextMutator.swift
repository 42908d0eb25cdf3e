/// What texts of one kind are made of, beside names, numbers, strings and signs.
package struct Vocabulary: Sendable {
  fileprivate let words: [[UInt8]]

  /// The words of a text, divided by blanks; those in `whole` may hold blanks themselves; and single
  /// octets that are no text.
  package init(_ text: String, whole: [String] = [], octets: [UInt8] = []) {
    words =
      text.split(separator: " ").map { Array($0.utf8) } + whole.map { Array($0.utf8) }
      + octets.map { [$0] }
  }
}

/// The parts of a text: names and numbers, quoted texts, blanks, and single other characters.
private struct TextParts {
  private(set) var parts: [ArraySlice<UInt8>] = []

  init(_ text: [UInt8]) {
    var position = 0
    while position < text.count {
      let end = Self.end(of: position, text)
      parts.append(text[position..<end])
      position = end
    }
  }

  private static func end(of start: Int, _ text: [UInt8]) -> Int {
    let first = text[start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
      let close = text[(start + 1)...].firstIndex(of: first)
    {
      return close + 1
    }
    if first == 0x20 { return text[start...].firstIndex { $0 != 0x20 } ?? text.count }
    guard isOfName(first) else { return start + 1 }
    return text[start...].firstIndex { !isOfName($0) } ?? text.count
  }

  private static func isOfName(_ character: UInt8) -> Bool {
    switch character {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}

extension Mutator {
  private static let pairs: [(String, String)] = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("\"", "\""), ("'", "'"), ("/*", "*/"),
    ("\"\"\"", "\"\"\""), ("-- ", "\n"), ("# ", "\n"),
  ]
  private static let numbers = [
    "0", "1", "-1", "00", "0x10", "1e9", "-0.5", "2147483648", "9223372036854775807",
    "9223372036854775808", "99999999999999999999", "2026-01-01", "1.",
  ].map { Array($0.utf8) }

  /// `nil` for an empty text.
  mutating func mutateText(_ input: [UInt8], _ vocabulary: Vocabulary) -> [UInt8]? {
    var parts = TextParts(input).parts
    guard !parts.isEmpty else {
      return vocabulary.words.isEmpty ? nil : dice.pick(vocabulary.words)
    }
    // What comes often of itself is one change; a statement needs several to become another.
    for _ in 0...dice.roll(3) {
      change(&parts, vocabulary)
      if parts.isEmpty { break }
    }
    return parts.reduce(into: []) { $0 += $1 }
  }

  private mutating func change(_ parts: inout [ArraySlice<UInt8>], _ vocabulary: Vocabulary) {
    let index = dice.roll(parts.count)
    let range = index..<min(parts.count, index + 1 + dice.roll(dice.roll(4) == 0 ? 12 : 3))
    let known = vocabulary.words.isEmpty ? Self.numbers : vocabulary.words
    switch dice.roll(12) {
    case 0: parts.removeSubrange(range)
    case 1: parts.insert(contentsOf: parts[range], at: dice.roll(parts.count + 1))
    case 2: parts.swapAt(index, dice.roll(parts.count))
    case 3, 4: parts[index] = dice.pick(known)[...]
    case 5: parts.insert(contentsOf: [[0x20], dice.pick(known)[...], [0x20]], at: index)
    case 6: parts[index] = dice.pick(Self.numbers)[...]
    case 7:
      let others = TextParts(other).parts
      guard !others.isEmpty else { return }
      let start = dice.roll(others.count)
      let taken = others[start..<min(others.count, start + 1 + dice.roll(16))]
      parts.replaceSubrange(dice.roll(2) == 0 ? range : index..<index, with: taken)
    case 8:
      let (open, close) = dice.pick(Self.pairs)
      let count = dice.roll(6) == 0 ? 1 + dice.roll(200) : 1
      parts.insert(Array(String(repeating: close, count: count).utf8)[...], at: range.upperBound)
      parts.insert(Array(String(repeating: open, count: count).utf8)[...], at: index)
    case 9:
      let copies = Array(repeating: Array(parts[range]), count: 2 + dice.roll(40)).joined()
      parts.replaceSubrange(range, with: copies)
    case 10: changeLine(&parts, around: index)
    default: parts[index] = blindly(Array(parts[index]))[...]
    }
  }

  /// Leaves out the line of a part, or writes it twice.
  private mutating func changeLine(_ parts: inout [ArraySlice<UInt8>], around index: Int) {
    let isEnd: (ArraySlice<UInt8>) -> Bool = { $0.first == 0x0A }
    let start = parts[..<index].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = parts[index...].firstIndex(where: isEnd).map { $0 + 1 } ?? parts.count
    if dice.roll(2) == 0 {
      parts.removeSubrange(start..<end)
    } else {
      parts.insert(contentsOf: parts[start..<end], at: start)
    }
  }
}

extension Vocabulary {
  package static let sql = Vocabulary(
    """
    SELECT FROM WHERE JOIN LEFT ON USING GROUP BY ORDER HAVING LIMIT OFFSET DISTINCT UNION ALL EXCEPT \
    INTERSECT WITH RECURSIVE AS VALUES INSERT INTO UPDATE SET DELETE REPLACE CREATE TABLE VIEW TEMP \
    TRIGGER INDEX VIRTUAL DROP ALTER RENAME ATTACH DETACH DATABASE PRAGMA VACUUM REINDEX ANALYZE BEGIN \
    COMMIT ROLLBACK SAVEPOINT RELEASE EXPLAIN QUERY PLAN CASE WHEN THEN ELSE END CAST NULL IS NOT IN \
    LIKE GLOB MATCH BETWEEN EXISTS OVER PARTITION WINDOW ROWS RETURNING CONFLICT DO NOTHING count(*) \
    sum max min abs random() randomblob zeroblob hex length substr replace printf load_extension \
    json_each generate_series fts5 sqlite_master sqlite_schema sqlite_sequence dbstat main temp \
    writable_schema journal_mode user_version data_version query_only mmap_size trusted_schema \
    users orders subs entitlements receipts chain document shop product user sale id name email store \
    ; , . * = == <> || -> ->> ? ?1 :a @b $c x'00' -- /* */
    """
  )

  package static let dump = Vocabulary(
    """
    INSERT INTO VALUES COPY FROM stdin; CREATE TABLE DELIMITER ; ;; // $$ $a$ NULL TRUE b'1' x'00' \
    _binary _utf8mb4 E'\\n' N'a' U&'a' REPLACE IGNORE ON DUPLICATE KEY UPDATE LOCK TABLES UNLOCK BEGIN \
    COMMIT ` ``  \\ \\. \\N \\t \\' '' -- # /*! */ /*!40101 , ( ) ), ( SET GO PRAGMA public. [a] @a := ::text
    """,
    whole: ["\n\\.\n", "\t", "\nDELIMITER ;;\n", "\nDELIMITER\n", "COPY a (b, c) FROM stdin;\n"]
  )

  package static let query = Vocabulary(
    """
    store:apple store:google is:active is:refunded is:genuine not: - OR AND ( ) \" : .. < > >= <= = * ? \
    before: after: price: 9,99 EUR since:7d until:now country:DE app: product: user: order: env:sandbox \
    kind: state: state:grace @ MZ1A2B3C4D GPA.1234-5678-9012-34567 2026-01 2026-01-01 yesterday today \
    ~ | , ; ' \\
    """
  )

  package static let catalog = Vocabulary(
    """
    msgid msgstr msgid_plural msgstr[0] msgstr[1] msgstr[9] msgctxt # #: #, #. #~ #| fuzzy c-format \
    Plural-Forms: nplurals=2; nplurals=7; plural=(n!=1); plural=n%10==1&&n%100!=11?0:1; n % && || ? : == \
    != <= >= Language: Content-Type: \\n \\t \\\" %@ %1$@ {name} \"\"
    """,
    whole: ["\n\n", "msgid \"\"\nmsgstr \"\"\n", "\"Plural-Forms: nplurals=2; plural=n>1;\\n\"\n"]
  )

  package static let time = Vocabulary(
    "P PT P1Y P1M P1W P1D T H M S Z +00:00 -23:59 .5 2026 02-29 / ? & % %2F %00 # .. // a=b : - +"
  )

  package static let message = Vocabulary(
    """
    refund charged twice cancel subscription restore receipt GPA.1234-5678-9012-34567 MZ1A2B3C4D € 9.99 \
    a@example.com https://example.com @ . , ! ? > -- 2026-01-01 yesterday
    """,
    whole: ["\r\n", "\n> ", "\u{200D}", "\u{202E}", "\u{FEFF}"]
  )

  package static let keys = Vocabulary(
    "",
    whole: [
      "\u{1B}[", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<0;10;10M",
      "\u{1B}[<0;99999;1m", "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}P", "\u{1B}\\", "\u{1B}O", "\u{1B}",
      "\u{1B}[?1u", "\u{1B}[97;5u", "\r", "\t", "\u{7F}", "\u{0}", "é", "👩‍👩‍👧", "\u{9B}",
    ],
    octets: [0xF8, 0xF9, 0xFA, 0xFC, 0xFD, 0xFE, 0xFF]
  )

  package static let http = Vocabulary(
    """
    GET POST PUT DELETE OPTIONS HEAD HTTP/1.1 authorization: Bearer Basic x-authorization: x-app-key: \
    content-type: content-length: content-encoding: transfer-encoding: idempotency-key: origin: accept: \
    application/json text/plain application/x-www-form-urlencoded charset=utf-8 identity gzip chunked 0 -1 \
    fuzz-app fuzz-token fuzz-upload fuzz-password fuzz-reader fuzz-crm fuzz-support fuzz-directory \
    /v1/users /v1/users/ada entitlements orders grants withdrawals accounts /v1/orders /v1/catalog \
    /v1/validate /v1/openapi.json /Client/ConsumeItem /Client/GetUserInventory /verify/ /receipts \
    /notifications/apple /notifications/google /notifications/amazon /health ?limit= &cursor= &at= &all=true \
    ?environment=any ?email= ?key= appName= apiKey= %00 %2F %25 %C3%A9 %FF + & = ; : , .. // \
    {} [] null true 0 1e9 "" "id" "type" "user" "key" "until" "note" "receipt" "ios-appstore" \
    "android-playstore" "windows-store-transaction" "TitleId" "CustomId" "ReceiptData" "productId"
    """,
    whole: ["\n", "\r\n", "\n\n", "\r\n\r\n", " HTTP/1.1\r\n", "\u{2028}", "\u{0}"],
    octets: [0xC0, 0xFF]
  )

  package static let settings = Vocabulary(
    """
    [stores] [stores.apple] [[stores.apple.app]] [stores.google] [stores.microsoft] [stores.amazon] \
    [serve] [serve.tls] [serve.limits] [[serve.validate.app]] [serve.playfab] [serve.verify] [serve.upload] \
    [serve.apple] [serve.google] [serve.amazon] [[serve.api.key]] [serve.webhook] [jobs] [directory] \
    [links] [ledger] [[app]] [[operator]] [[group]] bundle-id package name key-file key-env shared-secret-env \
    issuer key-id listen public-url proxies audience email subscriptions topics packages scopes role \
    account-ids roots theme second-person poll-hours keep-days user-url email-url log part = . , [ ] { } \
    true false inf nan 0 -1 0x7F 0o17 0b1 1_000 1e400 2026-01-01 2026-01-01T00:00:00Z 07:32:00 \
    "" "127.0.0.1:8080" "https://a.example/{order}" "uuid5:" "10.0.0.0/8" \"\"\" \'\'\' # \\u0000 \\UFFFFFFFF
    """,
    whole: ["\n", "\r\n", "\n[", "]\n", " = ", "\u{FEFF}", "\u{0}"],
    octets: [0xC0, 0xFF]
  )
}
