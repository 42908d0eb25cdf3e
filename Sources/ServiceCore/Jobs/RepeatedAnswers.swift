import Entitlements
import Persistence

extension EntitlementService {
  /// The answer as it is to be filed. A document is known by its bytes, and most stores' answers
  /// carry no date: one that says again what was said before, with something else in between, would
  /// count as the old one, and what it says as overtaken. Line feeds behind it, which change nothing
  /// in JSON, make it another document.
  func distinguished(_ answer: StoreAnswer) async throws(ServiceError) -> StoreAnswer {
    var answer = answer
    for place in answer.documents.indices {
      let bytes = answer.documents[place].bytes
      guard bytes.first == UInt8(ascii: "{") else { continue }
      var feeds = 0
      while feeds < Self.mostRepetitions,
        try await isOvertaken(answer.documents[place].bytes)
      {
        feeds += 1
        answer.documents[place].bytes.append(UInt8(ascii: "\n"))
      }
    }
    return answer
  }

  /// Whoever says the same so often says nothing new.
  private static let mostRepetitions = 1_000

  private func isOvertaken(_ bytes: [UInt8]) async throws(ServiceError) -> Bool {
    do throws(LedgerError) {
      return try await ledger.isOvertaken(DocumentFiling.documentID(of: bytes))
    } catch {
      throw .ledger(error)
    }
  }
}
