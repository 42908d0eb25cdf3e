package import Entitlements
package import Receipts

/// Selects the genuine notifications that an endpoint accepts. A store signs for all its sellers,
/// and others can direct their notifications here.
package struct NotificationFilter: Equatable, Sendable {
  package var kind: ReceiptKind
  /// The accepted apps; empty means any.
  package var apps: Set<String>
  /// `nil` means any.
  package var environments: Set<Environment>?

  package init(
    kind: ReceiptKind,
    apps: Set<String> = [],
    environments: Set<Environment>? = nil
  ) {
    self.kind = kind
    self.apps = apps
    self.environments = environments
  }

  /// Why a document is not accepted; a document that is not genuine already has its reason.
  func rejection(of document: Document, _ kind: ReceiptKind) -> Rejection? {
    guard document.verdict == .genuine else { return nil }
    guard kind == self.kind else {
      return .unsupported("this is no notification of the kind that comes here")
    }
    let app = document.app ?? ""
    guard apps.isEmpty || apps.contains(app) else {
      return .wrongApp(expected: apps.sorted().joined(separator: ", "), found: app)
    }
    if let environments, !environments.contains(where: { $0 == document.environment }) {
      return .wrongEnvironment(
        expected: environments.map(\.rawValue).sorted().joined(separator: ", "),
        found: document.environment?.rawValue ?? "none"
      )
    }
    return nil
  }
}
