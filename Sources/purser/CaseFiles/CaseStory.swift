import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Makes a story of a case file: the message, the documents and the verdict. Masked values become
/// made-up ones, equal ones for equal masks.
struct CaseStory {
  /// The story as TOML.
  private(set) var text = ""
  /// What could not be carried over, in sentences.
  private(set) var losses: [String] = []

  /// `value` is the case file's JSON.
  init(_ value: JSONValue) throws(Fault) {
    let entries = try CaseJSON.file(from: value).masks
    let names = CaseNames(entries)
    let file = try CaseJSON.file(from: names.replaced(value))
    if entries.contains(where: { $0.kind == CaseMask.Kind.secret.rawValue }) {
      losses.append("Notes and secrets are replaced by placeholders.")
    }
    losses += file.omissions
    writeHead(file)
    writePolicy(of: file)
    for (index, document) in file.documents.enumerated() { write(document, index + 1) }
    writeUses(of: file)
    let isNamed = file.subject.name != nil || file.subject.email != nil
    if isNamed, file.documents.allSatisfy({ $0.name == nil && $0.email == nil }) {
      losses.append("The user's name and address are left out: no document was submitted for them.")
    }
    if file.documents.isEmpty { losses.append("The case file has no documents.") }
  }

  private mutating func writeHead(_ file: CaseFile) {
    line("about", "From a case file of \(Wording.day(file.writtenAt)).")
    text += "at = \(Self.time(file.askedAt))\n"
    line("message", file.message)
    if let apps = file.apps { text += "apps = \(Self.list(apps))\n" }
    text += "\n[expect]\n"
    line("verdict", file.answer.verdict.code)
    line("ticket", file.answer.ticket)
    line("recommendation", file.answer.recommendation.code)
    guard let catalog = file.catalog else { return }
    // Quoted texts have no line feeds, so only headers begin like this.
    let items = CatalogText.of(catalog).replacing("\n[[", with: "\n[[catalog.")
    text += "\n[catalog]\n\(items)"
  }

  /// The policy is the ledger's: no document of the case need state it.
  private mutating func writePolicy(of file: CaseFile) {
    let first = file.documents.map(\.receivedAt).min() ?? file.askedAt
    guard file.policy != OwnershipPolicy.transfer.rawValue else { return }
    text += "\n[[document]]\nkind = \"manual\"\n"
    text += "received = \(Self.time(first.addingTimeInterval(-1)))\n"
    text += "\n[document.fields]\n"
    line("deed", "policy")
    line("policy", file.policy)
  }

  /// Uses are counted, and no document of the case states them. Those of a bundle's item cannot be
  /// told from those of the bundle.
  private mutating func writeUses(of file: CaseFile) {
    let counts = Dictionary(grouping: file.uses, by: \.order)
    for (order, uses) in counts.sorted(by: { $0.key < $1.key }) {
      guard let used = uses.map(\.used).max(), used > 0 else { continue }
      let last = file.documents.map(\.receivedAt).filter { $0 <= file.askedAt }.max()
      text += "\n[[document]]\nkind = \"manual\"\n"
      text += "received = \(Self.time(last ?? file.askedAt))\n"
      text += "\n[document.fields]\n"
      line("deed", "consume")
      line("order", order)
      text += "count = \(used)\n"
    }
  }

  private mutating func write(_ document: CaseDocument, _ number: Int) {
    let kind = ReceiptKind(rawValue: document.kind)
    let isAction = document.kind == "manual"
    // `writeUses` states them all.
    if isAction, document.fields?.value["deed"]?.string == "consume" { return }
    guard let fields = document.fields?.value, isAction || kind != nil else {
      return writeRest(of: document, number)
    }
    var repeated = document
    let last = document.confirmedAt
    repeat {
      writeHead(repeated, kind)
      write(fields, under: "document.fields", of: document.kind)
      guard let next = last, repeated.receivedAt < next else { return }
      repeated.receivedAt = next
    } while true
  }

  /// A document that no story states: a rejected one stays one; the others are left out.
  private mutating func writeRest(of document: CaseDocument, _ number: Int) {
    guard document.rejection != nil else {
      // A profile's names stand with the user's first document.
      if document.kind != "profile" {
        losses.append("Document \(number) (\(document.title)) is left out: no story states it.")
      }
      return
    }
    losses.append("Document \(number) (\(document.title)) is replaced by another rejected one.")
    text += "\n[[document]]\n"
    line("bytes", "a rejected document, \(number)")
    writeOrigin(of: document)
    text += "believed = false\n"
  }

  private mutating func writeOrigin(of document: CaseDocument) {
    text += "received = \(Self.time(document.receivedAt))\n"
    line("user", document.user)
    line("name", document.name)
    line("email", document.email)
    if Origin(rawValue: document.origin) != nil { line("origin", document.origin) }
  }

  private mutating func writeHead(_ document: CaseDocument, _ kind: ReceiptKind?) {
    text += "\n[[document]]\n"
    line("kind", document.kind)
    guard let kind else {
      text += "received = \(Self.time(document.receivedAt))\n"
      return
    }
    writeOrigin(of: document)
    let hints = document.hints ?? DocumentHints()
    line("app", hints.app)
    if let environment = hints.environment.flatMap({ Entitlements.Environment(rawValue: $0) }) {
      line("environment", environment.rawValue)
    }
    line("product", hints.productID)
    if let kind = hints.productKind.flatMap({ ProductKind(rawValue: $0) }) {
      line("product-kind", kind.rawValue)
    }
    line("token", hints.purchaseToken)
    line("order", hints.storeOrder)
    line("account", hints.account)
    guard document.rejection == nil else {
      // Whatever the reason was, it is rejected again: by its signature, or for lack of one.
      text += kind.isSigned ? "forged = true\n" : "vouched = \"none\"\nbelieved = false\n"
      return
    }
    let trust = TrustBasis(rawValue: document.trust)
    if !kind.isSigned, let trust, [.storeAnswer, .sharedSecret].contains(trust) {
      line("vouched", trust.rawValue)
    }
  }

  // MARK: TOML

  private mutating func line(_ key: String, _ text: String?) {
    if let text { self.text += "\(key) = \(CatalogText.quoted(text))\n" }
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(CatalogText.quoted).joined(separator: ", "))]"
  }

  private static func time(_ instant: Date) -> String {
    RFC3339.text(instant)
  }

  /// Writes a table with its plain members first, as TOML demands.
  private mutating func write(_ table: JSONValue, under path: String, of kind: String) {
    text += "\n[\(path)]\n"
    writeMembers(of: table, under: path, of: kind)
  }

  private mutating func writeMembers(of table: JSONValue, under path: String, of kind: String) {
    let members = table.members ?? []
    for member in members where !member.value.isObject && member.value.objects == nil {
      text += "\(Self.key(member.name)) = \(Self.inline(member, of: kind))\n"
    }
    for member in members {
      let inner = "\(path).\(Self.key(member.name))"
      if member.value.isObject {
        write(member.value, under: inner, of: kind)
      } else {
        for item in member.value.objects ?? [] {
          text += "\n[[\(inner)]]\n"
          writeMembers(of: item, under: inner, of: kind)
        }
      }
    }
  }

  private static func key(_ name: String) -> String {
    let isBare =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
          || byte == 0x2D
      }
    return isBare ? name : CatalogText.quoted(name)
  }

  /// The times of receipts, which a story writes as times, and numbers that receipts have as texts.
  private static let times: Set = [
    "creationDate", "originalPurchaseDate", "expirationDate", "purchaseDate", "expiresDate",
    "cancellationDate", "ReceiptDate", "PurchaseDate", "ExpirationDate",
  ]

  private static func inline(_ member: JSONValue.Member, of kind: String) -> String {
    let value = member.value
    switch kind {
    case "app-receipt", "microsoft-receipt":
      if times.contains(member.name), let instant = value.instant { return time(instant) }
      if member.name == "webOrderLineItemId", let id = value.string.flatMap({ Int64($0) }) {
        return "\(id)"
      }
    case "manual":
      if member.name == "until", let milliseconds = value.looseNumber {
        return time(Date(timeIntervalSince1970: milliseconds / 1_000))
      }
    default: break
    }
    return inline(value)
  }

  private static func inline(_ value: JSONValue) -> String {
    switch value {
    case .null: "\"\""
    case .bool(let flag): "\(flag)"
    case .number(let digits): Int64(digits).map { "\($0)" } ?? Double(digits).map { "\($0)" } ?? "0"
    case .string(let text): CatalogText.quoted(text)
    case .array(let items): "[\(items.map(inline).joined(separator: ", "))]"
    case .object(let members):
      "{ \(members.map { "\(key($0.name)) = \(inline($0.value))" }.joined(separator: ", ")) }"
    }
  }
}

extension JSONValue {
  /// The items of a list of objects; `nil` for an empty list and other values.
  fileprivate var objects: [JSONValue]? {
    array.flatMap { $0.isEmpty || !$0.allSatisfy(\.isObject) ? nil : $0 }
  }
}

/// Made-up values for masked ones.
struct CaseNames {
  /// The longest mask first: one may be a part of another.
  private let pairs: [(shown: String, value: String)]

  init(_ entries: [CaseMask.Entry]) {
    pairs = entries.enumerated().flatMap { index, entry in
      let value = Self.madeUp(entry.kind, index + 1)
      return [(entry.shown, value)] + (entry.id.map { [($0, CaseMask.id(of: value))] } ?? [])
    }
    .filter { !$0.0.isEmpty }
    .sorted { $0.0.utf8.count > $1.0.utf8.count }
  }

  private static func madeUp(_ kind: String, _ number: Int) -> String {
    // Letters instead of digits, which a message's reader could take for an amount.
    let letters = String(number, radix: 26).map { digit -> Character in
      let value = digit.hexDigitValue ?? Int(digit.asciiValue ?? 97) - 87
      return Character(UnicodeScalar(UInt8(97 + value % 26)))
    }
    let tail = String(letters)
    switch CaseMask.Kind(rawValue: kind) {
    case .email: return "customer-\(tail)@example.com"
    case .name: return "Casey\(tail)"
    case .account: return "00000000-0000-4000-8000-\(String(number).zeroPadded(to: 12))"
    case .token: return "madeup\(tail).AO-J\(String(repeating: "x", count: 40))\(number)"
    case .secret, nil: return "placeholder-\(number)"
    }
  }

  /// The value with the masks in it replaced.
  func replaced(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { .init(replaced($0.name), replaced($0.value)) })
    case .array(let items): .array(items.map(replaced))
    case .string(let text): .string(replaced(text))
    case .null, .bool, .number: value
    }
  }

  private func replaced(_ text: String) -> String {
    guard text.utf8.contains(0xE2) || text.contains("token-") else { return text }
    return pairs.reduce(text) { $0.replacing($1.shown, with: $1.value) }
  }
}
