package import Basics
package import Entitlements
import Foundation
import Persistence
package import Receipts

/// Decodes documents on file.
package struct DocumentInspection: ServiceInterface {
  let service: EntitlementService

  /// A filed document decoded and verified again with the current roots and apps; `nil` if the
  /// ledger has no such document.
  package func inspect(_ id: ID<Document>) async throws(ServiceError) -> Inspection? {
    guard let document = try await wrapping(try await ledger.documents.find(id)) else { return nil }
    guard document.kind == ReceiptKind.appReceipt.rawValue else {
      let submission = reader.examine(document.bytes, at: now())
      return PayloadInspection.inspection(of: document, submission)
    }
    let examination = service.receipts.examine(document.bytes, at: now())
    return ReceiptInspection.inspection(of: document, examination)
  }

  /// The decoded fields of a document on file, and of the payloads signed inside it; empty for an
  /// app receipt. The document was verified when it was filed.
  package func decodedPayloads(of id: ID<Document>) async throws(ServiceError) -> [JSONValue] {
    let known = try await wrapping(try await ledger.documents.find(id))
    guard let known, known.kind != ReceiptKind.appReceipt.rawValue else { return [] }
    return DocumentReader.decodedPayloads(of: known.bytes)
  }
}

/// Turns a decoded document other than an app receipt into a tree and a verification panel.
package enum PayloadInspection {
  package static func inspection(
    of document: Document,
    _ submission: ExaminedDocument
  ) -> Inspection {
    guard case .document(let examination) = submission.outcome else {
      return Inspection(
        document: DocumentRow(document),
        tree: root(of: document, []),
        verification: panel(document, nil)
      )
    }
    let layers = DocumentLayers(document.bytes)
    var nodes = JSONNodes(layers)
    var children = parts(of: examination, document).map { nodes.node($0.name, $0.value) }
    if children.count == 1, let only = children.first { children = only.children }
    let secrets = layers.ranges(named: JSONNodes.secrets) + nodes.masked
    return Inspection(
      document: DocumentRow(document),
      tree: root(of: document, children),
      verification: panel(document, examination),
      secrets: layers.isEmpty ? nil : secrets
    )
  }

  private static func root(of document: Document, _ children: [Node]) -> Node {
    Node(
      label: document.kind,
      type: document.bytes.first.map(form) ?? "",
      offset: 0,
      length: document.bytes.count,
      bytes: Array(document.bytes.prefix(JSONNodes.maxBytes)),
      children: children
    )
  }

  /// The encoding of the bytes.
  private static func form(_ first: UInt8) -> String {
    switch first {
    case UInt8(ascii: "e"): "JWS"
    case UInt8(ascii: "<"): "XML"
    case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON"
    default: "text"
    }
  }

  private static func parts(
    of examination: DocumentExamination,
    _ document: Document
  ) -> [JSONValue.Member] {
    let decoded: [(String, JSONValue?)] = [
      ("payload", examination.payload), ("transaction", examination.transaction),
      ("renewalInfo", examination.renewalInfo), ("appTransaction", examination.appTransaction),
    ]
    let signed = examination.signedParts.map { ($0.path, $0.examination.payload) }
    let parts = (decoded + signed).compactMap { name, value in
      value.map { JSONValue.Member(name, $0) }
    }
    // Documents that no store made are read directly: an operator action is JSON, too.
    guard parts.isEmpty, let value = try? JSONReader.value(document.bytes) else { return parts }
    return [JSONValue.Member("payload", value)]
  }

  private static func panel(
    _ document: Document,
    _ examination: DocumentExamination?
  ) -> VerificationPanel {
    VerificationPanel(
      verdict: document.verdict,
      evaluatedAt: nil,
      checks: examination.map { DocumentSummary.checks(of: document, $0) } ?? [],
      certificates: (examination?.certificates ?? []).map(VerificationPanel.Certificate.init)
    )
  }
}

extension DocumentRow {
  /// The row of a loaded document.
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
  init(_ facts: CertificateDetails) {
    self.init(
      subject: facts.subject,
      issuer: facts.issuer,
      serial: facts.serial,
      notBefore: facts.notBefore,
      notAfter: facts.notAfter
    )
  }
}
