import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Finds a purchase by any ID that a ticket may contain.
enum PurchaseArgument {
  /// The text does not identify exactly one order or purchase.
  enum Fault: Error, CustomStringConvertible {
    case none(kind: String, text: String)
    case several(kind: String, text: String, names: [String])

    var description: String {
      switch self {
      case .none(let kind, let text): "No \(kind) on file has the ID \(text)."
      case .several(let kind, let text, let names):
        "\(text) matches more than one \(kind); use one of \(names.joined(separator: ", "))."
      }
    }

    /// The exit status: 4 not found, 64 usage.
    var status: Int32 {
      switch self {
      case .none: 4
      case .several: 64
      }
    }
  }

  static func order(_ text: String, in ledger: Ledger) async throws -> ID<Order> {
    try only(of: try await file(text, in: ledger).subject.orders, text, "order")
  }

  static func chain(_ text: String, in ledger: Ledger) async throws -> ID<Subscription> {
    try await found(text, in: ledger).chain
  }

  /// The purchase and everything on file about it.
  static func found(
    _ text: String,
    in ledger: Ledger
  ) async throws -> (chain: ID<Subscription>, file: DiagnosisInput) {
    let file = try await file(text, in: ledger)
    let chains = try await sold(of: file.subject.chains, in: ledger)
    return (try only(of: chains, text, "purchase"), file)
  }

  /// The chains with a known product, if any. A store may have reported a purchase by its token
  /// alone before it stated the order number.
  private static func sold(
    of chains: [ID<Subscription>],
    in ledger: Ledger
  ) async throws -> [ID<Subscription>] {
    guard chains.count > 1 else { return chains }
    var sold: [ID<Subscription>] = []
    for chain in chains where try await ledger.storeQueries.handles(of: chain)?.kind != nil {
      sold.append(chain)
    }
    return sold.isEmpty ? chains : sold
  }

  private static func file(_ text: String, in ledger: Ledger) async throws -> DiagnosisInput {
    try await ledger.search.diagnosisInput(about: text, Identifier.all(in: text))
  }

  private static func only<Thing>(
    of found: [ID<Thing>],
    _ text: String,
    _ kind: String
  ) throws(Fault) -> ID<Thing> {
    guard let only = found.first else { throw .none(kind: kind, text: text) }
    guard found.count == 1 else {
      throw .several(kind: kind, text: text, names: found.map(\.raw))
    }
    return only
  }
}

extension RestoreSource {
  /// An existing file, or else a purchase on file.
  init(named text: String, in ledger: Ledger) async throws {
    if FileManager.default.fileExists(atPath: text) {
      self = .document(try InputFile.read(file: text))
    } else {
      self = .purchase(try await PurchaseArgument.chain(text, in: ledger))
    }
  }
}
