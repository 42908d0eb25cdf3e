package import Entitlements
package import Foundation

/// What is known of a document besides its content; the content takes precedence.
@dynamicMemberLookup
package struct DocumentContext: Equatable, Sendable {
  package var hints: DocumentHints
  /// When the document arrived; replaces the store's time if the document states none.
  package var answeredAt: Date
  package var origin: Origin
  /// The basis of trust, if known: a shared secret, a sender that proved to be the store, or an
  /// earlier verdict. If `nil`, the examination's verdict and `origin` decide.
  package var provenance: TrustBasis?

  package init(
    _ hints: DocumentHints,
    answeredAt: Date,
    origin: Origin = .imported,
    provenance: TrustBasis? = nil
  ) {
    self.hints = hints
    self.answeredAt = answeredAt
    self.origin = origin
    self.provenance = provenance
  }

  var environment: Environment? { hints.environment.flatMap(Environment.init) }
  var productKind: ProductKind? { hints.productKind.flatMap(ProductKind.init) }

  package subscript(dynamicMember hint: KeyPath<DocumentHints, String?>) -> String? {
    hints[keyPath: hint]
  }
}
