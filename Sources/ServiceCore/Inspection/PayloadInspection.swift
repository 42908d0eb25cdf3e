package import Entitlements
internal import Foundation
package import Receipts

/// Turns a decoded document that is no app receipt into the tree and the panel people look at.
package enum PayloadInspection {
  /// Handles that somebody who has them could act with.
  private static let secrets: Set<String> = [
    "purchaseToken", "linkedPurchaseToken", "token", "receiptId", "password", "sharedSecret",
    "appAccountToken", "signedTransactionInfo", "signedRenewalInfo", "signedPayload",
    "latest_receipt", "transaction_receipt",
  ]

  package static func inspection(
    of document: Document,
    _ submission: Submission
  ) -> Inspection {
    guard case .document(let examination) = submission.outcome else {
      return Inspection(
        document: DocumentRow(document),
        tree: Node(label: document.kind, type: "\(document.bytes.count) bytes"),
        verification: panel(document.verdict, [])
      )
    }
    let parts: [(String, JSONValue?)] = [
      ("payload", examination.payload), ("transaction", examination.transaction),
      ("renewalInfo", examination.renewalInfo), ("appTransaction", examination.appTransaction),
    ]
    var children = parts.compactMap { name, value in value.map { node(name, $0) } }
    if children.count == 1, let only = children.first { children = only.children }
    let tree = Node(
      label: document.kind,
      type: "\(document.bytes.count) bytes",
      offset: 0,
      length: document.bytes.count,
      bytes: Array(document.bytes.prefix(256)),
      children: children
    )
    return Inspection(
      document: DocumentRow(document),
      tree: tree,
      verification: panel(document.verdict, examination.certificates)
    )
  }

  /// The reader's depth limit bounds the recursion.
  private static func node(_ name: String, _ value: JSONValue) -> Node {
    switch value {
    case .null: leaf(name, "null", "null")
    case .bool(let flag): leaf(name, "boolean", flag ? "true" : "false")
    case .number(let digits): leaf(name, "number", digits, gloss: gloss(name, digits))
    case .string(let text): leaf(name, "text", text, gloss: gloss(name, text))
    case .array(let items):
      Node(
        label: name,
        type: "list of \(items.count)",
        children: items.enumerated().map { node("\($0 + 1) of \(items.count)", $1) }
      )
    case .object(let members):
      Node(
        label: name,
        type: "object of \(members.count)",
        children: members.map { node($0.name, $0.value) }
      )
    }
  }

  private static func leaf(
    _ name: String,
    _ type: String,
    _ value: String,
    gloss: String? = nil
  ) -> Node {
    Node(
      label: name,
      type: type,
      value: value,
      gloss: gloss,
      bytes: Array(value.utf8.prefix(256)),
      isSecret: secrets.contains(name)
    )
  }

  /// An instant in milliseconds, as the stores write it, in a form that can be read.
  private static func gloss(_ name: String, _ text: String) -> String? {
    let isInstant = ["Date", "date_ms", "Millis", "Time"].contains { name.hasSuffix($0) }
    guard isInstant, let milliseconds = Int64(text),
      (946_684_800_000..<4_102_444_800_000).contains(milliseconds)
    else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
  }

  private static func panel(
    _ verdict: Document.Verdict,
    _ certificates: [CertificateFacts]
  ) -> VerificationPanel {
    VerificationPanel(
      verdict: verdict,
      judgedAt: nil,
      checks: [],
      certificates: certificates.map(VerificationPanel.Certificate.init)
    )
  }
}

extension DocumentRow {
  /// The row of a document that is at hand.
  init(_ document: Document) {
    self.init(
      id: document.id,
      store: document.store,
      kind: document.kind,
      environment: document.environment,
      app: document.app,
      byteCount: document.bytes.count,
      origin: document.origin,
      provenance: document.provenance,
      verdict: document.verdict,
      receivedAt: document.receivedAt,
      statedAt: document.statedAt,
      purchases: document.purchases,
      user: document.user
    )
  }
}

extension VerificationPanel.Certificate {
  init(_ facts: CertificateFacts) {
    self.init(
      subject: facts.subject,
      issuer: facts.issuer,
      serial: facts.serial,
      notBefore: facts.notBefore,
      notAfter: facts.notAfter
    )
  }
}
