package import Entitlements
package import Foundation
import Persistence

/// What came of an act that another program asked for.
package enum RequestedAct: Equatable, Sendable {
  package struct Filed: Equatable, Sendable {
    package var document: ID<Document>
    package var deed: Act.Deed
    package var at: Date
    /// The same request came before, and nothing more was done.
    package var isRepeated: Bool
  }

  case filed(Filed)
  /// The request's key was used before, for something else.
  case otherwiseUsed
}

extension EntitlementService {
  /// Files an act and, with it or not at all, a note about its user. `request` is the asker's own
  /// name for the request: of two that bear one the second changes nothing.
  package func perform(
    _ deed: Act.Deed,
    noting note: Act.Deed? = nil,
    by actor: String,
    request: String?
  ) async throws(ServiceError) -> RequestedAct {
    let key = request.map { Self.filingKey(of: $0, by: actor) }
    let now = now()
    var filings: [Filing] = []
    do {
      filings.append(try DocumentFiling.filing(of: deed, by: actor, at: now))
      if let note { filings.append(try DocumentFiling.filing(of: note, by: actor, at: now)) }
    } catch {
      throw .ledger(.refused(rule: "the act cannot be written down"))
    }
    for place in filings.indices { filings[place].key = key.map { "\($0) \(place)" } }
    let (written, mine) = (filings, filings[0].document)
    try await asking { () throws(LedgerError) in try await ledger.perform(written) }
    guard let first = written[0].key else {
      return .filed(.init(document: mine.id, deed: deed, at: now, isRepeated: false))
    }
    // Whoever filed under the key first, perhaps just now, has it.
    let known = try await asking { () throws(LedgerError) in
      try await ledger.document(filedUnder: first)
    }
    return Self.act(known, asked: deed, filedNow: mine)
  }

  /// What was done before by a request of that name; `nil` where nothing was.
  package func performed(
    _ deed: Act.Deed,
    by actor: String,
    request: String
  ) async throws(ServiceError) -> RequestedAct? {
    let key = "\(Self.filingKey(of: request, by: actor)) 0"
    let known = try await asking { () throws(LedgerError) in
      try await ledger.document(filedUnder: key)
    }
    guard let known else { return nil }
    return Self.act(known, asked: deed, filedNow: nil)
  }

  private static func act(
    _ known: Document?,
    asked deed: Act.Deed,
    filedNow mine: Document?
  ) -> RequestedAct {
    guard let known, let read = ActDocument(known.bytes),
      read.act(known.id)?.deed == deed.inMilliseconds
    else { return .otherwiseUsed }
    return .filed(
      .init(document: known.id, deed: deed, at: read.instant, isRepeated: known.id != mine?.id)
    )
  }

  /// The name may be anything; its hash says nothing of anybody.
  private static func filingKey(of request: String, by actor: String) -> String {
    "request \(DocumentFiling.documentID(of: Array("\(actor)\u{0}\(request)".utf8)))"
  }
}

extension Act.Deed {
  /// As it reads once it was written down.
  fileprivate var inMilliseconds: Act.Deed {
    guard case .grant(let user, let key, let environment, let until?) = self else { return self }
    let whole = (until.timeIntervalSince1970 * 1_000).rounded() / 1_000
    return .grant(user, key: key, environment, until: Date(timeIntervalSince1970: whole))
  }
}

extension EntitlementService {
  /// Whether a right was given to a user by hand, and neither ended nor was taken again.
  package func isGranted(
    _ key: String,
    to user: ID<User>,
    in environment: Environment,
    at instant: Date
  ) async throws(ServiceError) -> Bool {
    let acts = try await asking { () throws(LedgerError) in try await ledger.grants(of: user) }
    return EntitlementRules.entitlements(for: user, from: [], lives: [:], grants: acts).contains {
      $0.key == key && $0.environment == environment && $0.isActive(at: instant)
    }
  }
}
