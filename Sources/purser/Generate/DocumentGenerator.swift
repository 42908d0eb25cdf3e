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
    try await Pipeline(users: population.users, batch: 20, make: documents) { documents in
      _ = try await service.submissions.validate(documents)
    }.run(progress)
  }

  @Sendable
  private func documents(of index: Int) throws -> [SubmittedDocument] {
    let user = population.user(at: index)
    return try maker.documents(of: user).map { document in
      SubmittedDocument(
        bytes: document.bytes,
        user: ID(user.id),
        name: user.name,
        email: user.email,
        origin: Origin(document.way),
        hints: DocumentHints(document),
        trustBasis: document.way == .answered ? .storeAnswer : nil
      )
    }
  }
}

extension Origin {
  fileprivate init(_ way: MintedDocument.Way) {
    self =
      switch way {
      case .uploaded: .uploaded
      case .pushed: .pushed
      case .answered: .polled
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
