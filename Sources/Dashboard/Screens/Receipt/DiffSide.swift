import Entitlements
import Foundation

extension DiffScreen {
  /// One side of the comparison, with its loaded data.
  enum Side: Equatable, Sendable {
    case document(ID<Document>, Fetched<Inspection>)
    case user(ID<User>, Fetched<UserDetails>)

    var id: String {
      switch self {
      case .document(let id, _): id.raw
      case .user(let id, _): id.raw
      }
    }

    var isUser: Bool { if case .user = self { true } else { false } }

    /// A display name; a document's is the beginning of its ID.
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

    mutating func loadIfNeeded(_ context: inout ScreenContext) {
      switch self {
      case .document(let id, var answer):
        answer.loadIfNeeded(.document(id), &context)
        self = .document(id, answer)
      case .user(let id, var answer):
        answer.loadIfNeeded(.user(id), &context)
        self = .user(id, answer)
      }
    }

    mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int) -> Bool {
      let isAccepted: Bool
      switch self {
      case .document(let id, var answer):
        isAccepted = answer.accept(outcome, to: request) {
          if case .document(let inspection) = $0 { inspection } else { nil }
        }
        self = .document(id, answer)
      case .user(let id, var answer):
        isAccepted = answer.accept(outcome, to: request) {
          if case .user(let userDetails) = $0 { userDetails } else { nil }
        }
        self = .user(id, answer)
      }
      return isAccepted
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

    /// When a loaded document was stated, or else received; `nil` for users.
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

    func open(_ context: inout ScreenContext) {
      switch self {
      case .document(let id, _): context.open(ReceiptScreen(id: id))
      case .user(let id, _): context.open(UserScreen(id: id))
      }
    }
  }
}
