import Entitlements
import Foundation

/// Facts from a document of `purser generate`. Mint's `GeneratedDocument` writes and describes the
/// format.
struct GeneratedFacts {
  private(set) var user: ID<User>
  private(set) var name: String?
  private(set) var email: String?
  /// The instant that the facts refer to.
  private(set) var statedAt: Date
  private(set) var facts = Facts()

  private let evidence: ID<Document>
  private var chain: Chain?

  /// `nil` if the bytes have another form.
  init?(_ bytes: [UInt8], evidence: ID<Document>) {
    var lines = GeneratedLines(bytes)
    guard lines.advance(), lines.text(0) == "purser-generated", lines.number(1) == 1,
      let statedAt = lines.number(2).flatMap(Self.instant), let user = lines.text(3)?.usable
    else { return nil }
    self.evidence = evidence
    self.statedAt = statedAt
    self.user = ID(user)
    (name, email) = (lines.text(4), lines.text(5))
    while lines.advance() {
      guard read(lines) else { return nil }
    }
  }

  private mutating func read(_ line: GeneratedLines) -> Bool {
    switch line.letter {
    case UInt8(ascii: "c"):
      chain = Chain(line, evidence, at: statedAt)
      guard let chain else { return false }
      facts.links += chain.links(line)
    case UInt8(ascii: "s"):
      guard let order = chain?.sale(line) else { return false }
      facts.orders.append(order)
    case UInt8(ascii: "t"):
      guard let renewalStatus = chain?.renewalStatus(line) else { return false }
      facts.renewalStatuses.append(renewalStatus)
    case UInt8(ascii: "n"):
      guard let notice = chain?.notice(line) else { return false }
      facts.notices.append(notice)
    default: return false
    }
    return true
  }

  /// Seconds since 1970.
  static func instant(_ seconds: Int64) -> Date? {
    Date(timeIntervalSince1970: Double(seconds)).kept
  }
}

extension GeneratedFacts {
  /// The current chain, and the values that a line inherits from the one before.
  private struct Chain {
    let factSource: FactSource
    let name: String
    let kind: ProductKind
    let country: String?
    let currency: Currency?
    let ownership: Order.Ownership?
    var originalPurchasedAt: Date?
    var productID: String?
    var start: Int64 = 0
    var price: Money?

    init?(_ line: GeneratedLines, _ evidence: ID<Document>, at statedAt: Date) {
      guard let codes = line.bytes(1), codes.count >= 3, let app = line.text(2)?.usable,
        let store = GeneratedCodes.stores[codes[codes.startIndex]],
        let kind = GeneratedCodes.kinds[codes[codes.startIndex + 2]],
        let name = line.text(3)?.usable ?? line.text(7)?.usable.map(SecretName.name)
      else { return nil }
      factSource = FactSource(
        store: store,
        environment: codes[codes.startIndex + 1] == UInt8(ascii: "s") ? .sandbox : .production,
        app: app,
        authority: TrustBasis.generated.authority,
        evidence: evidence,
        statedAt: statedAt,
        receivedAt: .distantFuture
      )
      self.name = name
      self.kind = kind
      country = line.text(4)
      currency = line.text(5).flatMap { Currency($0) }
      ownership = codes.last == UInt8(ascii: "f") ? .familyShared : nil
    }

    func links(_ line: GeneratedLines) -> [Link] {
      [
        factSource.link(.appAccount, line.text(6), of: name),
        factSource.link(.purchaseToken, line.text(7), of: name),
        factSource.link(.storeOrder, line.text(8), of: name),
      ].compactMap(\.self)
    }

    mutating func sale(_ line: GeneratedLines) -> Order? {
      guard let step = line.number(3), let product = line.text(2) ?? productID else { return nil }
      let (next, isBeyond) = start.addingReportingOverflow(step)
      guard !isBeyond else { return nil }
      (start, productID) = (next, product)
      if let minorUnits = line.number(5) {
        price = currency.flatMap { Money(minorUnits: minorUnits, $0) }
      }
      let purchasedAt = GeneratedFacts.instant(start)
      let original = originalPurchasedAt ?? purchasedAt
      originalPurchasedAt = original
      let cancelledAt = line.number(8).flatMap(instant)
      return RawSale(
        transactionID: transactionID(line),
        originalTransactionID: name,
        productID: product,
        kind: kind,
        quantity: line.number(6).map { Int(clamping: $0) },
        purchasedAt: purchasedAt,
        originalPurchasedAt: original,
        expiresAt: line.number(4).flatMap(instant),
        cancelledAt: cancelledAt,
        cancellation: line.byte(9).flatMap { GeneratedCodes.cancellations[$0] },
        offer: line.byte(7).flatMap { GeneratedCodes.offers[$0] },
        price: price,
        country: country,
        ownership: ownership
      ).order(by: factSource)
    }

    func renewalStatus(_ line: GeneratedLines) -> RenewalStatus? {
      guard let at = line.number(1).flatMap(GeneratedFacts.instant),
        let condition = condition(line, at: at)
      else { return nil }
      return factSource.at(at).status(of: name, condition, renews: line.number(5).map { $0 == 1 })
    }

    func notice(_ line: GeneratedLines) -> StoreEvent? {
      guard let at = line.number(1).flatMap(GeneratedFacts.instant),
        let kind = line.text(2).flatMap(StoreEvent.Kind.init)
      else { return nil }
      return factSource.at(at).notice(kind, chain: name)
    }

    private func transactionID(_ line: GeneratedLines) -> String {
      guard let bytes = line.bytes(1) else { return name }
      guard bytes.first == UInt8(ascii: "+") else { return String(decoding: bytes, as: UTF8.self) }
      return name + String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    /// The instant this many seconds after the start of the sale.
    private func instant(_ seconds: Int64) -> Date? {
      let (sum, isBeyond) = start.addingReportingOverflow(seconds)
      return isBeyond ? nil : GeneratedFacts.instant(sum)
    }

    private func condition(_ line: GeneratedLines, at instant: Date) -> RenewalStatus.Condition? {
      let until = line.number(3).flatMap(GeneratedFacts.instant)
      switch line.byte(2) {
      case UInt8(ascii: "n"): return .running
      case UInt8(ascii: "g"): return until.map { .gracePeriod(until: $0) }
      case UInt8(ascii: "b"): return .billingRetry(until: until)
      case UInt8(ascii: "p"): return .paused(until: until)
      case UInt8(ascii: "e"):
        return .ended(line.byte(4).map { GeneratedCodes.reasons[$0] ?? .other } ?? .unknown)
      case UInt8(ascii: "v"): return .revoked(at: until ?? instant)
      case UInt8(ascii: "w"): return .pending
      default: return nil
      }
    }
  }
}

/// Reads the fields of a generated document line by line, without copying its bytes.
struct GeneratedLines {
  private let bytes: [UInt8]
  private var next = 0
  private var fields: [Range<Int>] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Advances to the next line; `false` at the end.
  mutating func advance() -> Bool {
    guard next < bytes.count else { return false }
    fields.removeAll(keepingCapacity: true)
    var start = next
    while next < bytes.count, bytes[next] != 0x0A {
      if bytes[next] == 0x09 {
        fields.append(start..<next)
        start = next + 1
      }
      next += 1
    }
    fields.append(start..<next)
    next += 1
    return true
  }

  /// The line type: its first field, if that is a single character.
  var letter: UInt8? { byte(0) }

  /// `nil` for an empty or missing field.
  func text(_ index: Int) -> String? {
    bytes(index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// `nil` unless the field is a whole number.
  func number(_ index: Int) -> Int64? {
    guard var digits = bytes(index) else { return nil }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - 0x30)
    }
    return isNegative ? -number : number
  }

  /// A field of one character.
  func byte(_ index: Int) -> UInt8? {
    guard let field = bytes(index), field.count == 1 else { return nil }
    return field.first
  }

  func bytes(_ index: Int) -> ArraySlice<UInt8>? {
    guard fields.indices.contains(index), !fields[index].isEmpty else { return nil }
    return bytes[fields[index]]
  }
}

/// Single-character codes in generated documents.
private enum GeneratedCodes {
  static let stores = codes("agmz", [Store.apple, .google, .microsoft, .amazon])
  static let kinds = codes(
    "cnrs",
    [ProductKind.consumable, .nonConsumable, .nonRenewing, .autoRenewable]
  )
  static let cancellations = codes("rvu", [Order.Cancellation.refunded, .revoked, .upgraded])
  static let offers = codes(
    "tip",
    [Order.Offer.trial, .introductory, .promotional("stay.half.price")]
  )
  /// An unknown code is `.other`.
  static let reasons = codes(
    "vbpgdru",
    [
      ExpiryReason.voluntary, .billing, .priceIncrease, .productGone, .developer, .replaced,
      .unknown,
    ]
  )

  private static func codes<Value>(_ letters: String, _ values: [Value]) -> [UInt8: Value] {
    Dictionary(uniqueKeysWithValues: zip(letters.utf8, values))
  }
}
