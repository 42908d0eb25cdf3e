import Algorithms
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

/// Fills a ledger with documents in the stores' own formats. Each is verified against generated
/// roots, translated and filed like a real one.
struct DocumentGenerator: Sendable {
  private let population: GeneratedPopulation
  private let maker: DocumentMaker
  private let now: Date

  /// The number of users whose documents are made at once.
  private static let batch = 5
  private static let origins: [MintedDocument.Way: Origin] = [
    .uploaded: .uploaded, .pushed: .pushed, .answered: .polled,
  ]

  init(population: GeneratedPopulation) throws {
    self.population = population
    now = Date(timeIntervalSince1970: Double(population.now))
    maker = try DocumentMaker(now: now)
  }

  func fill(_ ledger: Ledger, _ progress: Progress) async throws {
    let receipts = try ReceiptVerifier(roots: [maker.receiptRoot])
    let service = EntitlementService(
      ledger: ledger,
      receipts: receipts,
      reader: DocumentReader(
        receipts: receipts,
        payloads: try PayloadVerifier(roots: [maker.payloadRoot])
      ),
      world: Dependencies { [now] in now }
    )
    var batches = (0..<population.users).chunks(ofCount: Self.batch).makeIterator()
    try await BulkSubmission<Int>(service, key: 1).run {
      guard let users = batches.next() else { return .end }
      return .make {
        try users.flatMap { user in
          try documents(of: user).map { BulkSubmission<Int>.NamedDocument(user, $0) }
        }
      }
    } _: { results in
      for result in results { if let error = result.error { throw error } }
      if let last = results.last { progress.update(last.name + 1) }
    }
  }

  private func documents(of index: Int) throws -> [SubmittedDocument] {
    let user = population.user(at: index)
    return try maker.documents(of: user).map { document in
      SubmittedDocument(
        bytes: document.bytes,
        user: ID(user.id),
        name: user.name,
        email: user.email,
        origin: Self.origins[document.way] ?? .uploaded,
        hints: DocumentHints(document),
        trustBasis: document.way == .answered ? .storeAnswer : nil
      )
    }
  }
}

extension DocumentHints {
  fileprivate init(_ document: MintedDocument) {
    guard let app = document.app else {
      self.init()
      return
    }
    self.init(
      app: app,
      environment: document.isSandbox ? "sandbox" : "production",
      productKind: document.kind.map { ProductKind(generated: $0).rawValue },
      purchaseToken: document.token,
      account: document.account
    )
  }
}

extension Catalog {
  /// The catalog of a generated ledger's apps.
  static let generated = Catalog(
    version: "generated",
    items: GeneratedShop.items.map(Item.init(generated:))
  )
}

extension Catalog.Item {
  fileprivate init(generated item: GeneratedShop.Item) {
    let isPlan = item.kind == .autoRenewable
    self.init(
      id: item.id,
      title: item.title,
      kind: ProductKind(generated: item.kind),
      products: GeneratedStore.allCases.compactMap { store in
        guard let product = item.product(in: store), let name = Store(rawValue: store.name) else {
          return nil
        }
        return Catalog.Product(name, product)
      },
      entitlements: item.entitlements,
      uses: item.uses,
      group: isPlan ? item.app : nil,
      rank: isPlan ? item.rank : nil,
      prices: Currency("USD").flatMap { Money(minorUnits: item.price, $0) }.map { [$0] } ?? []
    )
  }
}

extension ProductKind {
  init(generated kind: MintedPurchase.Kind) {
    self =
      switch kind {
      case .nonConsumable: .nonConsumable
      case .consumable: .consumable
      case .nonRenewing: .nonRenewing
      case .autoRenewable: .autoRenewable
      }
  }
}
