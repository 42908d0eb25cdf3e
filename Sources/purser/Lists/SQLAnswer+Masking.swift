import Entitlements
import Persistence

extension SQLAnswer {
  /// The answer with purchase tokens masked, and the sizes of documents instead of their texts.
  func masked(by ledger: Ledger) async throws(SQLError) -> SQLAnswer {
    let texts = rows.joined().compactMap { value in
      if case .text(let text) = value { text } else { nil }
    }
    let (tokens, documents): (Set<String>, Set<String>)
    do throws(LedgerError) {
      (tokens, documents) = try await ledger.secrets(among: Set(texts))
    } catch {
      throw .unavailable(reason: error.description)
    }
    var masked = self
    masked.rows = rows.map { row in
      row.map { value in
        guard case .text(let text) = value else { return value }
        if documents.contains(text) { return .bytes(text.utf8.count) }
        guard tokens.contains(text) else { return .text(Identifier.masking(text)) }
        return .text(Identifier(.purchaseToken, text, at: 0..<text.utf8.count).masked)
      }
    }
    return masked
  }
}
