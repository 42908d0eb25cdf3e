import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

// The dashboard's views of jobs and restores, from the ledger's and the service's types.

extension ActionResult {
  init(_ batch: JobBatch) {
    self = .batch(name: batch.name, count: batch.count, alreadyOpen: batch.alreadyOpen)
  }
}

extension BatchJob {
  init(_ row: JobRow) {
    var chain: ID<Subscription>?
    if case .verify(let verified) = JobTask(stored: row.task) { chain = verified }
    self.init(row, chain: chain)
  }
}

extension RestorePlan {
  /// Looks up an existing file, or else a purchase on file.
  init(named text: String, in ledger: Ledger) async throws {
    let path = Self.path(text)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // Regular files only: reading a pipe or device may block forever.
    if attributes?[.type] as? FileAttributeType == .typeRegular {
      self.init(text: text, source: .file(bytes: attributes?[.size] as? Int ?? 0))
      return
    }
    let (chain, file) = try await PurchaseArgument.found(text, in: ledger)
    self.init(
      text: text,
      source: .purchase(
        Purchase(
          chain: chain,
          product: file.chains.first { $0.id == chain }?.sales.last?.productID,
          owner: file.user?.id
        )
      )
    )
  }

  /// The source to restore from; reads the file.
  func reading() throws -> RestoreSource {
    switch source {
    case .purchase(let purchase): .purchase(purchase.chain)
    case .file: .document(try InputFile.read(file: Self.path(text)))
    }
  }

  private static func path(_ text: String) -> String {
    NSString(string: text).expandingTildeInPath
  }
}
