import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

/// The authorities that sign a demo's receipts and its App Store's payloads.
struct DemoMakers: Sendable {
  let receipts: TestAuthority
  let payloads: PayloadAuthority

  init(at now: Date) throws {
    receipts = try TestAuthority.demo(at: now)
    payloads = try PayloadAuthority.demo(at: now)
  }

  /// A service that trusts only these authorities.
  func service(
    over ledger: Ledger,
    asking stores: [Store: StoreClient] = [:],
    world: Dependencies = .live
  ) throws -> EntitlementService {
    let (verifier, reader) = try reading()
    return EntitlementService(
      ledger: ledger,
      receipts: verifier,
      reader: reader,
      stores: stores,
      world: world
    )
  }

  /// The verifier and reader for documents that they signed.
  func reading() throws -> (ReceiptVerifier, DocumentReader) {
    let verifier = try ReceiptVerifier(roots: [receipts.rootDER])
    let payloads = try PayloadVerifier(roots: [payloads.rootDER])
    return (verifier, DocumentReader(receipts: verifier, payloads: payloads))
  }
}

/// Generates the receipts of a demo's users and files them as if apps had sent them.
struct DemoFiller: Sendable {
  private let service: EntitlementService
  private let population: DemoPopulation
  private let mint: ReceiptMint

  init(service: EntitlementService, population: DemoPopulation, makers: DemoMakers) {
    self.service = service
    self.population = population
    mint = ReceiptMint(makers.receipts)
  }

  func file(_ users: Range<Int>) async throws {
    var documents: [SubmittedDocument] = []
    for index in users {
      let user = population.user(at: index)
      for receipt in user.receipts {
        documents.append(
          SubmittedDocument(
            bytes: try mint.mint(receipt),
            user: ID(user.id),
            name: user.name,
            email: user.email
          )
        )
      }
    }
    _ = try await service.submissions.validate(documents)
  }
}
