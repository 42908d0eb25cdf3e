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
    writer.field(chain.word)
    writer.field(chain.app)
    writer.field(chain.root)
    writer.field(chain.store == .apple ? market.storefront : market.country)
    writer.field(market.currency)
    for text in [chain.account, chain.token, chain.storeOrder] { writer.field(text) }
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
  fileprivate var word: String {
    let store = ["a", "g", "m", "z"][store.rawValue]
    let kind = ["n", "c", "r", "s"][Int(kind.rawValue)]
    return store + (isSandbox ? "s" : "p") + kind + (isShared ? "f" : "")
  }
}

/// Writes lines of fields. Empty fields are held back until one follows that is not.
private struct LineWriter {
  var octets: [UInt8] = []
  private var held = 0

  init(capacity: Int) { octets.reserveCapacity(capacity) }

  mutating func begin(_ letter: String) {
    if !octets.isEmpty { end() }
    octets.append(contentsOf: letter.utf8)
  }

  mutating func end() {
    held = 0
    octets.append(UInt8(ascii: "\n"))
  }

  mutating func field(_ text: String?) {
    guard let text, !text.isEmpty else { return hold() }
    separate()
    // Nothing of ours holds a tab or a line break, and nothing may end a field early.
    for byte in text.utf8 { octets.append(byte == 0x09 || byte == 0x0A ? 0x20 : byte) }
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

  private mutating func separate() {
    octets.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: held + 1))
    held = 0
  }
}
