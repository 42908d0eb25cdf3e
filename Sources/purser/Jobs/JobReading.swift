import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

// What the dashboard shows of jobs, from what ledger and service tell of them.

extension Done {
  init(_ batch: JobBatch) {
    self = .batch(name: batch.name, count: batch.count, alreadyOpen: batch.alreadyOpen)
  }
}

extension BatchJob {
  init(_ row: JobRow) {
    var chain: ID<Subscription>?
    if case .verify(let asked) = JobTask(stored: row.task) { chain = asked }
    self.init(
      id: row.id,
      chain: chain,
      state: row.state,
      dueAt: row.dueAt,
      outcome: row.outcome,
      detail: row.detail
    )
  }
}

extension RestorePlan {
  /// Looks up what a text names: a file that is there, else a purchase on file.
  init(named text: String, in ledger: Ledger) async throws {
    let path = Self.path(text)
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // Nobody types into what is no file, and who reads that waits for good.
    if attributes?[.type] as? FileAttributeType == .typeRegular {
      self.init(text: text, source: .file(bytes: attributes?[.size] as? Int ?? 0))
      return
    }
    let (chain, file) = try await NamedPurchase.found(text, in: ledger)
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

  /// What is restored by it: the file is read only now.
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
