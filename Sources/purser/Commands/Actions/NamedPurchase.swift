import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// A purchase as a ticket names it.
enum NamedPurchase {
  /// Why a text is no name of one thing on file.
  enum Fault: Error, CustomStringConvertible {
    case none(kind: String, text: String)
    case several(kind: String, text: String, names: [String])

    var description: String {
      switch self {
      case .none(let kind, let text): "No \(kind) on file goes by \(text)."
      case .several(let kind, let text, let names):
        "\(text) names more than one \(kind); name one of \(names.joined(separator: ", "))."
      }
    }

    /// What the process ends with: 4 nothing found, 64 usage.
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

  /// With everything on file about it.
  static func found(
    _ text: String,
    in ledger: Ledger
  ) async throws -> (chain: ID<Subscription>, file: CaseFile) {
    let file = try await file(text, in: ledger)
    let chains = try await sold(of: file.subject.chains, in: ledger)
    return (try only(of: chains, text, "purchase"), file)
  }

  /// A store may have spoken of a purchase by its token before it told its number: what was bought
  /// counts, where anything is known of that.
  private static func sold(
    of chains: [ID<Subscription>],
    in ledger: Ledger
  ) async throws -> [ID<Subscription>] {
    guard chains.count > 1 else { return chains }
    var sold: [ID<Subscription>] = []
    for chain in chains where try await ledger.handles(of: chain)?.kind != nil {
      sold.append(chain)
    }
    return sold.isEmpty ? chains : sold
  }

  private static func file(_ text: String, in ledger: Ledger) async throws -> CaseFile {
    try await ledger.caseFile(about: text, Identifier.all(in: text))
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
  /// What a text names: a file that is there, else a purchase on file.
  init(named text: String, in ledger: Ledger) async throws {
    if FileManager.default.fileExists(atPath: text) {
      self = .document(try InputFile.read(file: text))
    } else {
      self = .purchase(try await NamedPurchase.chain(text, in: ledger))
    }
  }
}
