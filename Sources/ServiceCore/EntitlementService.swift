package import Entitlements
package import Persistence
package import Receipts

/// Why the service could not answer.
package enum ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
  case ledger(LedgerError)

  package var description: String {
    switch self {
    case .ledger(let error): error.description
    }
  }
}

/// A receipt that somebody presents.
package struct PresentedReceipt: Equatable, Sendable {
  /// The receipt's bytes, taken out of their text.
  package var receipt: [UInt8]
  /// Whose purchases these are, where the caller knows.
  package var user: ID<User>?
  package var name: String?
  package var email: String?

  package init(
    receipt: [UInt8],
    user: ID<User>?,
    name: String? = nil,
    email: String? = nil
  ) {
    self.receipt = receipt
    self.user = user
    self.name = name
    self.email = email
  }
}

/// What became of a claim: an answer either way.
package struct Validation: Sendable {
  package var examination: ReceiptExamination
  package var document: ID<Document>
  package var outcome: Filing.Outcome
}

/// The shared service core: what the dashboard, the command line and the web endpoints ask.
package struct EntitlementService: Sendable {
  private let ledger: Ledger
  private let receipts: ReceiptVerifier
  private let world: Surroundings

  package init(ledger: Ledger, receipts: ReceiptVerifier, world: Surroundings = .live) {
    self.ledger = ledger
    self.receipts = receipts
    self.world = world
  }

  /// Checks a receipt and files it, believed or not, in one transaction.
  package func validate(_ claim: PresentedReceipt) async throws(ServiceError) -> Validation {
    let (examination, filing) = examine(claim)
    do throws(LedgerError) {
      return Validation(
        examination: examination,
        document: filing.document.id,
        outcome: try await ledger.file(filing)
      )
    } catch {
      throw .ledger(error)
    }
  }

  /// Checks many receipts and files them in one transaction: all of them or none.
  package func validate(_ claims: [PresentedReceipt]) async throws(ServiceError) -> [Validation] {
    let examined = claims.map(examine)
    do throws(LedgerError) {
      let outcomes = try await ledger.file(examined.map(\.filing))
      return zip(examined, outcomes).map {
        Validation(
          examination: $0.examination,
          document: $0.filing.document.id,
          outcome: $1
        )
      }
    } catch {
      throw .ledger(error)
    }
  }

  /// Which of these documents the ledger holds, byte for byte, and believes: what a store sends a
  /// second time needs no second look. All of them are looked up at once.
  package func believes(_ documents: [[UInt8]]) async throws(ServiceError) -> [Bool] {
    do throws(LedgerError) {
      return try await ledger.believes(documents)
    } catch {
      throw .ledger(error)
    }
  }

  private func examine(_ claim: PresentedReceipt) -> (examination: ReceiptExamination, filing: Filing) {
    let now = world.now()
    let examination = receipts.examine(claim.receipt, at: now)
    return (examination, AppReceiptFiling.filing(of: examination, claim, at: now))
  }

  /// A filed document decoded and verified anew, with the roots and apps in force now; `nil` where
  /// the ledger has no such document.
  package func inspect(_ id: ID<Document>) async throws(ServiceError) -> Inspection? {
    do throws(LedgerError) {
      guard let document = try await ledger.document(id) else { return nil }
      let examination = receipts.examine(document.bytes, at: world.now())
      return ReceiptInspection.inspection(of: document, examination)
    } catch {
      throw .ledger(error)
    }
  }
}
