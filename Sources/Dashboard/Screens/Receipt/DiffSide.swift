import Entitlements
import Foundation

extension DiffScreen {
  /// What is compared, and the answer to what was asked about it.
  enum Side: Equatable, Sendable {
    case document(ID<Document>, Fetched<Inspection>)
    case user(ID<User>, Fetched<Dossier>)

    var id: String {
      switch self {
      case .document(let id, _): id.raw
      case .user(let id, _): id.raw
      }
    }

    var isUser: Bool { if case .user = self { true } else { false } }

    /// By which an operator knows it; a document's ID is told apart by its beginning.
    var name: SafeText {
      switch self {
      case .document(let id, _): SafeText(String(id.raw.prefix(8)))
      case .user(let id, _): SafeText(id.raw, limit: 32)
      }
    }

    var waiting: Waiting? {
      switch self {
      case .document(_, let answer): answer.waiting
      case .user(_, let answer): answer.waiting
      }
    }

    var failure: String? {
      switch self {
      case .document(_, let answer): answer.failure
      case .user(_, let answer): answer.failure
      }
    }

    var isMissing: Bool {
      switch self {
      case .document(_, let answer): answer.isMissing
      case .user(_, let answer): answer.isMissing
      }
    }

    mutating func settle(_ desk: inout Desk) {
      switch self {
      case .document(let id, var answer):
        answer.settle(.document(id), &desk)
        self = .document(id, answer)
      case .user(let id, var answer):
        answer.settle(.user(id), &desk)
        self = .user(id, answer)
      }
    }

    mutating func accept(_ outcome: Outcome<Answer>, to request: Int) -> Bool {
      let isOurs: Bool
      switch self {
      case .document(let id, var answer):
        isOurs = answer.accept(outcome, to: request) {
          if case .document(let inspection) = $0 { inspection } else { nil }
        }
        self = .document(id, answer)
      case .user(let id, var answer):
        isOurs = answer.accept(outcome, to: request) {
          if case .user(let dossier) = $0 { dossier } else { nil }
        }
        self = .user(id, answer)
      }
      return isOurs
    }

    mutating func markStale() {
      switch self {
      // A document never changes.
      case .document: break
      case .user(let id, var answer):
        answer.markStale()
        self = .user(id, answer)
      }
    }

    /// When a document was stated, or else received, once it is there; `nil` of users.
    var statedAt: Date? {
      guard case .document(_, let answer) = self else { return nil }
      return answer.value.map { $0.document.statedAt ?? $0.document.receivedAt }
    }

    func tree(_ clock: Clock) -> Node? {
      switch self {
      case .document(_, let answer): answer.value?.tree
      case .user(_, let answer): answer.value?.tree(clock)
      }
    }

    func title(_ clock: Clock) -> SafeText {
      switch self {
      case .document(_, let answer):
        guard let row = answer.value?.document else { return name }
        return "\(name)  \(clock.text(row.statedAt ?? row.receivedAt))  \(row.kindWords)"
      case .user(_, let answer):
        let user = answer.value?.user
        return .joined([user?.name, user?.email].compactMap { $0.map { SafeText($0) } }, by: "  ")
      }
    }

    func open(_ desk: inout Desk) {
      switch self {
      case .document(let id, _): desk.open(ReceiptScreen(id: id))
      case .user(let id, _): desk.open(UserScreen(id: id))
      }
    }
  }
}
