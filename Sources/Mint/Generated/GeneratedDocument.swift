package import Foundation

/// A user's purchases as one compact document, which the ledger reads back.
///
/// UTF-8 text. A line is a letter and tab-separated fields; empty fields at the end are left out.
/// Instants are seconds since 1970.
///
/// ```
/// purser-generated  1  as of  user ID  name  e-mail
/// c  flags  app  root  country  currency  account  token  store order         begins a chain
/// s  transaction  product  start  length  price  quantity  offer  reversed  reason
/// t  at  condition  until  reason  renews
/// n  at  kind
/// ```
///
/// `flags` has a letter each for store (a g m z), environment (p s) and kind (c n r s), and an `f`
/// if family-shared. In `s`, `transaction` is empty for the chain's root, and `+` means the root
/// plus a suffix; an empty `product` or `price` (minor units) repeats the previous line's; `start`
/// counts from the previous line's start, `length` and `reversed` from this line's; `offer` is `t`,
/// `i` or `p`, `reason` is `r`, `v` or `u`.
extension GeneratedUser {
  package func document(at now: Date) -> [UInt8] {
    var writer = LineWriter(capacity: 120 + chains.count * 160 + orders * 24)
    writer.begin("purser-generated")
    writer.field(1)
    writer.field(Int64(now.timeIntervalSince1970))
    for text in [id, name, email] { writer.field(text) }
    for chain in chains { write(chain, to: &writer) }
    writer.end()
    return writer.octets
  }

  private func write(_ chain: GeneratedChain, to writer: inout LineWriter) {
    writer.begin("c")
    chain.writeFlags(to: &writer)
    writer.field(chain.app)
    writer.field(chain.root)
    writer.field(chain.store == .apple ? market.storefront : market.country)
    writer.field(market.currency)
    writer.field(chain.account)
    writer.field(chain.token)
    writer.field(chain.storeOrder)
    var before: GeneratedSale?
    for sale in chain.sales {
      write(sale, of: chain, after: before, to: &writer)
      before = sale
    }
    for renewalStatus in chain.renewalStatuses {
      writer.begin("t")
      writer.field(renewalStatus.at)
      writer.field(renewalStatus.condition.rawValue)
      writer.field(renewalStatus.until)
      writer.field(renewalStatus.reason?.rawValue)
      writer.field(renewalStatus.renews.map { $0 ? 1 : 0 })
    }
    for notice in chain.notices {
      writer.begin("n")
      writer.field(notice.at)
      writer.field(notice.kind.rawValue)
    }
  }

  private func write(
    _ sale: GeneratedSale,
    of chain: GeneratedChain,
    after before: GeneratedSale?,
    to writer: inout LineWriter
  ) {
    writer.begin("s")
    writer.field(sale.transactionID, after: chain.root)
    let isSame = before?.item == sale.item
    writer.field(isSame ? nil : GeneratedShop.items[sale.item].product(in: chain.store))
    writer.field(sale.purchasedAt - (before?.purchasedAt ?? 0))
    writer.field(sale.expiresAt.map { $0 - sale.purchasedAt })
    writer.field(before?.price == sale.price ? nil : sale.price)
    writer.field(sale.quantity == 1 ? nil : Int64(sale.quantity))
    writer.field(sale.offer?.rawValue)
    writer.field(sale.cancelledAt.map { $0 - sale.purchasedAt })
    writer.field(sale.cancellation?.rawValue)
  }
}

extension GeneratedChain {
  private static let stores = Array("agmz".utf8)
  private static let kinds = Array("ncrs".utf8)

  /// Writes the letters for store, environment, kind and family sharing.
  fileprivate func writeFlags(to writer: inout LineWriter) {
    writer.separate()
    writer.octets.append(Self.stores[store.rawValue])
    writer.octets.append(UInt8(ascii: isSandbox ? "s" : "p"))
    writer.octets.append(Self.kinds[Int(kind.rawValue)])
    if isShared { writer.octets.append(UInt8(ascii: "f")) }
  }
}

/// Writes lines of fields. Delays empty fields until a non-empty one follows.
private struct LineWriter {
  var octets: [UInt8] = []
  private var pendingSeparators = 0

  init(capacity: Int) { octets.reserveCapacity(capacity) }

  mutating func begin(_ keyword: StaticString) {
    if !octets.isEmpty { end() }
    keyword.withUTF8Buffer { octets.append(contentsOf: $0) }
  }

  mutating func end() {
    pendingSeparators = 0
    octets.append(UInt8(ascii: "\n"))
  }

  mutating func field(_ text: String?) {
    guard let text, !text.isEmpty else { return hold() }
    separate()
    let first = octets.count
    octets.append(contentsOf: text.utf8)
    // Replaces tabs and line breaks, which would end a field early.
    for index in first..<octets.count where octets[index] == 0x09 || octets[index] == 0x0A {
      octets[index] = 0x20
    }
  }

  /// Writes `text` without the prefix `root`.
  mutating func field(_ text: String?, after root: String?) {
    guard let text, let root, text.utf8.starts(with: root.utf8) else { return field(text) }
    separate()
    octets.append(UInt8(ascii: "+"))
    octets.append(contentsOf: text.utf8.dropFirst(root.utf8.count))
  }

  mutating func field(_ letter: Character?) {
    guard let byte = letter?.asciiValue else { return hold() }
    separate()
    octets.append(byte)
  }

  mutating func field(_ number: Int64?) {
    guard let number else { return hold() }
    separate()
    if number < 0 { octets.append(UInt8(ascii: "-")) }
    let first = octets.count
    var rest = number.magnitude
    repeat {
      octets.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    octets[first...].reverse()
  }

  private mutating func hold() { pendingSeparators += 1 }

  mutating func separate() {
    for _ in 0...pendingSeparators { octets.append(UInt8(ascii: "\t")) }
    pendingSeparators = 0
  }
}
