package import Basics
package import Entitlements
import Foundation
import Persistence
import Receipts

/// Decodes documents on file.
package struct DocumentInspection: ServiceInterface {
  let service: EntitlementService

  /// A filed document decoded and verified again with the current roots and apps; `nil` if the
  /// ledger has no such document.
  package func inspect(_ id: ID<Document>) async throws(ServiceError) -> Inspection? {
    guard let document = try await wrapping(try await ledger.document(id)) else { return nil }
    guard document.kind == ReceiptKind.appReceipt.rawValue else {
      let submission = reader.examine(document.bytes, at: now())
      return PayloadInspection.inspection(of: document, submission)
    }
    let examination = service.receipts.examine(document.bytes, at: now())
    return ReceiptInspection.inspection(of: document, examination)
  }

  /// The decoded fields of a document on file, and of the payloads signed inside it; empty for an
  /// app receipt. The document was verified when it was filed.
  package func decodedPayloads(
    of id: ID<Document>
  ) async throws(ServiceError) -> [JSONValue] {
    let known = try await wrapping(try await ledger.document(id))
    guard let known, known.kind != ReceiptKind.appReceipt.rawValue else { return [] }
    return DocumentReader.decodedPayloads(of: known.bytes)
  }
}
