package import Foundation

/// A user's whole life as one compact document, which the ledger reads back.
///
/// UTF-8 text. A line is a letter and fields, each after a tab, empty ones at the end left out; a
/// line break ends it. Instants are seconds since 1970.
///
/// ```
/// purser-generated  1  as of  user ID  name  e-mail
/// c  word  app  root  country  currency  account  token  store order         begins a chain
/// s  transaction  product  start  length  price  quantity  offer  taken back  why
/// t  at  condition  until  reason  renews
/// n  at  kind
/// ```
///
/// `word` has a letter each for store (a g m z), environment (p s) and kind (c n r s), and an `f`
/// for what is lent in a family. In `s`, `transaction` is empty for the chain's root, and begins
/// with `+` where it adds to that; `product` and `price` (minor units) are empty where they are
/// those of the line before; `start` counts from the start of the line before, `length` and
/// `taken back` from the own start; `offer` is `t`, `i` or `p`, `why` is `r`, `v` or `u`.
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
    chain.writeWord(to: &writer)
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
    for standing in chain.standings {
      writer.begin("t")
      writer.field(standing.at)
      writer.field(standing.condition.rawValue)
      writer.field(standing.until)
      writer.field(standing.reason?.rawValue)
      writer.field(standing.renews.map { $0 ? 1 : 0 })
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

  /// The letters for store, environment and kind, and that for what is lent.
  fileprivate func writeWord(to writer: inout LineWriter) {
    writer.separate()
    writer.octets.append(Self.stores[store.rawValue])
    writer.octets.append(UInt8(ascii: isSandbox ? "s" : "p"))
    writer.octets.append(Self.kinds[Int(kind.rawValue)])
    if isShared { writer.octets.append(UInt8(ascii: "f")) }
  }
}

/// Writes lines of fields. Empty fields are held back until one follows that is not.
private struct LineWriter {
  var octets: [UInt8] = []
  private var held = 0

  init(capacity: Int) { octets.reserveCapacity(capacity) }

  mutating func begin(_ word: StaticString) {
    if !octets.isEmpty { end() }
    word.withUTF8Buffer { octets.append(contentsOf: $0) }
  }

  mutating func end() {
    held = 0
    octets.append(UInt8(ascii: "\n"))
  }

  mutating func field(_ text: String?) {
    guard let text, !text.isEmpty else { return hold() }
    separate()
    let first = octets.count
    octets.append(contentsOf: text.utf8)
    // Nothing of ours holds a tab or a line break, and nothing may end a field early.
    for place in first..<octets.count where octets[place] == 0x09 || octets[place] == 0x0A {
      octets[place] = 0x20
    }
  }

  /// `text`, of which a beginning that is `root` is left out.
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

  private mutating func hold() { held += 1 }

  mutating func separate() {
    for _ in 0...held { octets.append(UInt8(ascii: "\t")) }
    held = 0
  }
}
