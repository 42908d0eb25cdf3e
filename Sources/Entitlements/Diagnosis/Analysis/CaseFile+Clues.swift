package import Foundation

extension CaseFile {
  /// For how long after its end a purchase is still what a product's name most likely means.
  private static let meantFor: Double = 60

  /// Has the question be about the purchase of the user's that the amounts and the days in its
  /// text fit, or else the products that it names. It stays as it is where they fit several, or
  /// where identifiers name purchases.
  package mutating func focusByClues(at instant: Date) {
    guard let user, subject.orders.isEmpty, subject.chains.isEmpty,
      subject.identifiers.allSatisfy(\.isFound)
    else { return }
    let all = chains.flatMap(\.sales).filter { $0.user == user.id && $0.purchasedAt <= instant }
    // A test is meant only where nothing real is on file.
    let real = all.filter { $0.environment == .production }
    let sales = real.isEmpty ? all : real
    guard sales.count > 1 else { return }
    let clues = MessageClues(in: subject.text)
    let days = clues.days.compactMap { $0.range(before: instant) }
    let paid = sales.filter { sale in clues.amounts.contains { $0.fits(sale.terms?.price) } }
    let dated = sales.filter { sale in days.contains { $0.contains(sale.purchasedAt) } }
    let both = paid.filter { sale in dated.contains { $0.id == sale.id } }
    // Of days alone, one or two name charges; more may be those of other things that happened.
    let isByDays = clues.amounts.isEmpty && (1...2).contains(dated.count)
    let meant = !both.isEmpty ? both : isByDays ? dated : paid
    let named = Set(meant.map(\.chain))
    if !both.isEmpty && both.count == 1 || isByDays {
      subject.orders = meant.map(\.id)
      subject.chains = named.sorted()
    } else if let chain = named.first {
      guard named.count == 1 else { return }
      subject.chains = [chain]
    } else if Set(sales.map(\.chain)).count > 1,
      let chain = chainNamed(in: subject.text, of: sales, at: instant)
    {
      subject.chains = [chain]
    }
  }

  /// The only chain whose product a text names, by words that not all products of the user's share.
  private func chainNamed(in text: String, of sales: [Order], at instant: Date) -> ID<Subscription>?
  {
    let newest = Dictionary(grouping: sales, by: \.chain).values.compactMap { sales in
      sales.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
    }
    let names = newest.map { sale in
      let item = catalog?.item(for: Catalog.Product(sale.store, sale.productID))
      return Self.words(of: item?.title ?? sale.productID)
    }
    let shared = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
    let said = Self.words(of: text)
    let named = zip(newest, names).filter { !$1.subtracting(shared).isDisjoint(with: said) }
    guard let sale = named.first?.0, named.count == 1,
      sale.accessUntil.map({ $0.adding(days: Self.meantFor) > instant }) ?? true
    else { return nil }
    return sale.chain
  }

  /// The words of a text that may be a product's name.
  static func words(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return Set(words.lazy.filter { $0.count > 2 }.map(String.init))
  }
}

extension MessageClues.Amount {
  fileprivate func fits(_ price: Money?) -> Bool {
    guard let price, price.nanos == nanos else { return false }
    return currency == nil || currency == price.currency
  }
}
