package import Foundation

/// How certain a verdict is, and by which evidence.
package enum Certainty: Equatable, Sendable {
  /// The store signed or answered the evidence, and no further statement was due since.
  case proved(by: Store, on: Date)
  /// By the documents stored as of then; `overdue` names the store whose next statement is due, for
  /// example because a period ended.
  case onFile(asOf: Date?, overdue: Store?)
  /// The necessary information is missing.
  case notKnown(asking: [InformationSource])

  /// One short sentence with ISO 8601 dates in UTC.
  package var sentence: String { sentence(.iso) }

  package func sentence(_ style: DateStyle) -> String {
    switch self {
    case .proved(let store, let date):
      return style.finished("Proved by \(Wording.name(of: store)), as of \(style.day(date)).")
    case .onFile(let date, let store):
      let known = date.map { " as of \(style.day($0))" } ?? ""
      let name = store.map(Wording.name)
      let overdue = name.map { " \($0.capitalizedFirst) has said nothing since." } ?? ""
      return style.finished("By documents on file\(known).") + overdue
    case .notKnown(let asked):
      let names = asked.map(\.title).joined(separator: ", ")
      return names.isEmpty ? "Not known." : "Not known. To be asked: \(names)."
    }
  }

  /// The label: `proved`, `on-file`, `not-known`.
  package var word: String {
    switch self {
    case .proved: "proved"
    case .onFile: "on-file"
    case .notKnown: "not-known"
    }
  }
}

extension InformationSource {
  fileprivate var title: String {
    switch self {
    case .store: "the store"
    case .customer: "the customer"
    case .colleague: "the app's developer"
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Diagnosis {
  /// The purchase that a verdict is about, and the others it could have been.
  package struct About: Equatable, Sendable {
    package struct Purchase: Equatable, Sendable {
      package var chain: ID<Subscription>
      /// The product's title, or its ID.
      package var title: String
      package var store: Store?
      package var purchasedAt: Date?
    }

    package var purchase: Purchase
    /// The sale in question; `nil` if the verdict is about the whole purchase.
    package var order: ID<Order>?
    /// Ordered from newest to oldest.
    package var others: [Purchase]
  }
}

extension DiagnosisAnalysis {
  /// The maximum number of other purchases.
  private static let maxOthers = 50

  func about(_ finding: Finding) -> Diagnosis.About? {
    guard let id = finding.placeholders.chain, let chain = chain(id) else { return nil }
    let others = own.filter { $0.id != id }.map(purchase).sorted {
      ($0.purchasedAt ?? .distantPast, $0.chain) > ($1.purchasedAt ?? .distantPast, $1.chain)
    }
    return Diagnosis.About(
      purchase: purchase(chain),
      order: finding.placeholders.order,
      others: Array(others.prefix(Self.maxOthers))
    )
  }

  private func purchase(_ chain: SubscriptionAnalysis) -> Diagnosis.About.Purchase {
    Diagnosis.About.Purchase(
      chain: chain.id,
      title: title(chain),
      store: chain.store,
      purchasedAt: chain.current?.purchasedAt
    )
  }

  func certainty(of finding: Finding) -> Certainty {
    if finding.verdict.weight == .missing {
      return .notKnown(asking: finding.asks.isEmpty ? [.store] : finding.asks)
    }
    guard let chain = finding.placeholders.chain.flatMap(self.chain), let store = chain.store else {
      return .onFile(asOf: documents.last?.receivedAt, overdue: nil)
    }
    let newest = [chain.lastStatedAt, chain.document.flatMap { documentsByID[$0]?.confirmedAt }]
      .compactMap(\.self).max()
    let isOverdue =
      chain.renews && (chain.paidUntil.map { $0 < instant } ?? false)
      && (newest ?? .distantPast) < (chain.paidUntil ?? .distantPast)
    let isFromStore =
      chain.document.flatMap { documentsByID[$0] }
      .map { [.signature, .storeAnswer, .generated].contains($0.provenance) } ?? false
    if let newest, isFromStore, !isOverdue, !finding.verdict.namesOwner {
      return .proved(by: store, on: newest)
    }
    return .onFile(asOf: newest, overdue: isOverdue ? store : nil)
  }
}
