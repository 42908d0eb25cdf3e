import Foundation
import Persistence

/// Files the documents of the demo's tickets.
struct DemoCases: Sendable {
  private let ledger: Ledger
  private let makers: DemoMakers
  private let now: Date

  init(_ ledger: Ledger, _ makers: DemoMakers, at now: Date) {
    self.ledger = ledger
    self.makers = makers
    self.now = now
  }

  func file() async throws {
    try await ledger.catalogs.save(DemoTicket.catalog, asPrimary: true, at: now)
    let signer = StorySigner(makers.receipts, makers.payloads)
    let (receipts, reader) = try makers.reading()
    for ticket in DemoTicket.all {
      for document in try ticket.story(at: now).arrivals {
        let bytes = try signer.bytes(of: document)
        _ = try await document.file(bytes, in: ledger, receipts, reader)
      }
    }
  }
}
