package import Foundation

extension CaseFile {
  /// Has the question be about the one purchase of the user's that the amounts, and the days, in its
  /// text fit. It stays as it is where they fit several, or where identifiers name purchases.
  package mutating func focusByClues(at instant: Date) {
    guard let user, subject.orders.isEmpty, subject.chains.isEmpty,
      subject.identifiers.allSatisfy(\.isFound)
    else { return }
    let sales = chains.flatMap(\.sales).filter { $0.user == user.id && $0.purchasedAt <= instant }
    guard Set(sales.map(\.chain)).count > 1 else { return }
    let clues = MessageClues(in: subject.text)
    let paid = sales.filter { sale in
      clues.amounts.contains { $0.fits(sale.terms?.price) }
    }
    let days = clues.days.compactMap { $0.range(before: instant) }
    let dated = paid.filter { sale in days.contains { $0.contains(sale.purchasedAt) } }
    let meant = dated.isEmpty ? paid : dated
    guard let first = meant.first, meant.allSatisfy({ $0.chain == first.chain }) else { return }
    subject.chains = [first.chain]
    if dated.count == 1 { subject.orders = [first.id] }
  }
}

extension MessageClues.Amount {
  fileprivate func fits(_ price: Money?) -> Bool {
    guard let price, price.nanos == nanos else { return false }
    return currency == nil || currency == price.currency
  }
}
