import Algorithms
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Finds the targets of an action on rows.
struct ActionTargets: Sendable {
  let ledger: Ledger

  /// The most users whose names and purchases are loaded.
  private static let maxPeople = 1_000

  func targets(of records: [Record], _ reach: ActionScope) async throws -> Targets {
    var targets = Targets.empty
    if reach == .jobs {
      targets.jobs = records.compactMap { if case .job(let row) = $0 { row } else { nil } }
      return targets
    }
    let details = try await userDetails(of: records)
    let users = Set(records.compactMap(\.user))
    targets.people = records.compactMap(\.user).uniqued().map { id in
      let user = details[id]?.user
      return Targets.Person(id: id, name: user.flatMap { $0.name ?? $0.email })
    }
    switch reach {
    case .purchases:
      for record in records { targets.purchases += try await purchases(of: record, details) }
      targets.purchases = Array(targets.purchases.uniqued())
    case .everything:
      targets.purchases = details.filter { users.contains($0.key) }
        .sorted { $0.key.raw < $1.key.raw }.flatMap { $0.value.purchases }
    case .rights:
      targets.rights = rights(of: records, details)
      targets.keys = try await ledger.catalogs.entitlementKeys()
    case .orders:
      targets.orders = records.compactMap {
        if case .order(let row) = $0 { SoldOrder(row.order) } else { nil }
      }
    case .people, .jobs: break
    }
    return targets
  }

  private func userDetails(of records: [Record]) async throws -> [ID<User>: UserDetails] {
    var details: [ID<User>: UserDetails] = [:]
    for user in Set(records.compactMap(\.user)).prefix(Self.maxPeople) {
      details[user] = try await ledger.users.details(of: user)
    }
    return details
  }

  private func purchases(
    of record: Record,
    _ details: [ID<User>: UserDetails]
  ) async throws -> [Purchase] {
    switch record {
    case .order(let row): return [Purchase(row.order)]
    case .subscription(let row):
      return [Purchase(chain: row.id, product: row.productID, owner: row.user)]
    case .notice(let row):
      guard let chain = row.notice.chain else { return [] }
      return [Purchase(chain: chain, product: nil, owner: row.user)]
    case .user(let row): return details[row.id]?.purchases ?? []
    case .entitlement(let right):
      let userDetails = details[right.user]
      guard let chain = userDetails?.orders.first(where: { $0.id == right.source })?.chain else {
        return []
      }
      return userDetails?.purchases.filter { $0.chain == chain } ?? []
    case .document(let row):
      return try await ledger.storeQueries.chains(in: row.id).map {
        Purchase(chain: $0, product: nil, owner: row.user)
      }
    default: return []
    }
  }

  private func rights(of records: [Record], _ details: [ID<User>: UserDetails]) -> [GrantedRight] {
    let rights = records.flatMap { record -> [Entitlement] in
      if case .entitlement(let right) = record { return [right] }
      return record.user.flatMap { details[$0]?.entitlements } ?? []
    }
    return Array(rights.filter { $0.source == nil }.map(GrantedRight.init).uniqued())
  }
}

extension UserDetails {
  /// Each purchase once, newest first.
  fileprivate var purchases: [Purchase] {
    orders.uniqued(on: \.chain).map {
      Purchase(chain: $0.chain, product: $0.productID, owner: user.id)
    }
  }
}

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
    // Microsoft's order numbers have a slash too, but not as the first character.
    guard !["/", "~", "./", "../"].contains(where: text.hasPrefix) else {
      throw Fault("There is no file \(text). Name a receipt's file, or an ID of a purchase.")
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

  private static func path(_ text: String) -> String { NSString(string: text).expandingTildeInPath }
}
