import Entitlements
import Receipts

/// The checks of a document other than an app receipt, with results and reasons for skipped ones.
enum DocumentSummary {
  private typealias Row = VerificationPanel.Check

  static func checks(
    of document: Document,
    _ examination: DocumentExamination
  ) -> [VerificationPanel.Check] {
    switch document.provenance {
    case .operatorAct:
      return [skipped("signature", "none: recorded here by an operator; see the audit log")]
    case .generated: return [skipped("signature", "none: synthetic, made by purser generate")]
    case .signature, .storeAnswer, .sharedSecret, .none: break
    }
    let reader = CheckReader(examination)
    return switch examination.kind {
    case .signedTransaction, .signedRenewalInfo, .signedAppTransaction, .signedNotification:
      payload(reader)
    case .googlePurchase: googlePurchase(reader)
    case .microsoftReceipt: microsoftReceipt(reader)
    case .microsoftStoreIDKey:
      [
        reader.row("form", .form, "a JWT with the claims of a Store ID key"),
        reader.chain("signature"),
      ]
    case .legacyTransactionReceipt: legacyReceipt(reader)
    // Signed, but of an unknown kind.
    case .unknown where examination.checks.passed(.form): payload(reader)
    case .appReceipt, .playFabRequest, .unknown:
      [Row(name: "form", outcome: .failed, detail: examination.rejection?.detail ?? "unknown")]
    case .googleRTDN, .amazonNotification, .notificationV1, .verifyReceiptResponse,
      .appStoreResponse, .googleProduct, .googleSubscription, .googleOrder, .googleVoided,
      .googleError, .microsoftResponse, .amazonReceipt, .amazonRefusal:
      unsigned(reader, document)
    }
  }

  private static func skipped(_ name: String, _ reason: String) -> Row {
    Row(name: name, outcome: .notChecked, detail: reason)
  }

  // Signed documents.

  private static func payload(_ reader: CheckReader) -> [Row] {
    let examination = reader.examination
    let signature = examination.signature.map { "\($0.digest), \($0.algorithm)" } ?? ""
    var rows = [
      reader.row("form", .form, "JWS in compact form"),
      reader.row("signature", .signature, signature),
      reader.row("chain", .chain, "ends in \(examination.certificates.rootName)"),
      reader.row("content", .content, examination.kind.rawValue),
      reader.row("validity", .validity, "all certificates valid when it was signed"),
      reader.row("environment", .environment, examination.environment ?? "it names none"),
    ]
    if examination.kind == .signedNotification {
      let parts = [
        examination.transaction.map { _ in "transaction" },
        examination.renewalInfo.map { _ in "renewal information" },
        examination.appTransaction.map { _ in "app transaction" },
      ].compactMap(\.self)
      let inside = parts.isEmpty ? "none" : parts.joined(separator: ", ")
      rows.append(reader.row("signed inside", .parts, inside))
    }
    let isNameless = examination.kind == .signedRenewalInfo
    rows.append(reader.app(unless: isNameless ? "renewal information never names its app" : nil))
    return rows
  }

  private static func googlePurchase(_ reader: CheckReader) -> [Row] {
    [
      reader.row("form", .form, "a purchase as Google Play gives it to the app"),
      reader.row("licence key", .chain, "the app's, from the settings"),
      reader.row("signature", .signature, "SHA-1, RSA, over the purchase's own octets"),
      reader.row("content", .content, "names its app"), reader.app(),
      skipped("state now", "shows the purchase as it was; only Google's API knows the state now"),
    ]
  }

  private static func microsoftReceipt(_ reader: CheckReader) -> [Row] {
    let signature = reader.examination.signature.map { "\($0.digest), \($0.algorithm)" } ?? ""
    return [
      reader.row("form", .form, "XML with an enveloped signature"),
      reader.row("certificate", .chain, "one of those in the settings"),
      reader.row("signature", .signature, signature),
      reader.row("content", .content, "products and dates read"), reader.app(),
      skipped("validity", "a pinned certificate's dates prove nothing, so they are not checked"),
    ]
  }

  private static func legacyReceipt(_ reader: CheckReader) -> [Row] {
    [
      reader.row("form", .form, "a property list"),
      reader.row("signature", .signature, "fits the certificate in the receipt"),
      reader.chain("certificate"),
    ]
  }

  // Unsigned answers and notifications.

  private static func unsigned(_ reader: CheckReader, _ document: Document) -> [Row] {
    let examination = reader.examination
    var rows = [
      reader.row("content", .form, "read as \(examination.kind.rawValue)", or: .content),
      skipped("signature", unsignedReason(examination.kind)),
    ]
    rows.append(trustBasis(document, examination.kind))
    rows += examination.signedParts.map { part in
      let rejection = part.examination.rejection
      return Row(
        name: part.path,
        outcome: rejection == nil ? .passed : .failed,
        detail: rejection?.detail ?? "\(part.examination.kind.rawValue), signature and chain hold"
      )
    }
    rows.append(reader.app(unless: examination.app == nil ? "it names no app" : nil))
    if let environment = examination.environmentKind {
      rows.append(skipped("environment", "\(environment.rawValue), stated by the document only"))
    }
    return rows
  }

  private static func unsignedReason(_ kind: ReceiptKind) -> String {
    switch kind {
    case .googleRTDN: "Pub/Sub signs the delivery, not the message: the stored text has none"
    case .amazonNotification: "purser does not fetch the certificate it would need"
    case .notificationV1: "version 1 has none, only the app's shared secret"
    default: "answers of this service have none"
    }
  }

  /// The basis of trust for an unsigned document: how it arrived.
  private static func trustBasis(_ document: Document, _ kind: ReceiptKind) -> Row {
    let name = kind == .notificationV1 ? "shared secret" : "answer over TLS"
    switch (document.provenance, document.origin) {
    case (.storeAnswer, .polled):
      return Row(name: name, outcome: .passed, detail: "purser queried the store itself")
    case (.storeAnswer, _):
      return Row(name: name, outcome: .passed, detail: "stated by the submitter")
    case (.sharedSecret, _):
      return Row(name: "shared secret", outcome: .passed, detail: "is the one in the settings")
    case (.signature, _): return Row(name: name, outcome: .passed, detail: "sender was verified")
    default:
      let outcome: Row.Outcome = document.verdict == .genuine ? .notChecked : .failed
      return Row(name: name, outcome: outcome, detail: "nothing proves that the store sent it")
    }
  }
}

/// Builds rows from an examination.
private struct CheckReader {
  let examination: DocumentExamination

  init(_ examination: DocumentExamination) { self.examination = examination }

  /// `other` is a second check that shares the row.
  func row(
    _ name: String,
    _ check: DocumentChecks.Check,
    _ passed: String,
    or other: DocumentChecks.Check? = nil
  ) -> VerificationPanel.Check {
    let checks = examination.checks
    if let failed = checks.failed, failed == check || failed == other {
      let rejection = examination.rejection
      let location = rejection?.location.map { "\($0): " } ?? ""
      return .init(name: name, outcome: .failed, detail: location + (rejection?.detail ?? ""))
    }
    if checks.passed(check) { return .init(name: name, outcome: .passed, detail: passed) }
    return .init(name: name, outcome: .notChecked, detail: "not reached")
  }

  /// A chain check, which never passes here.
  func chain(_ name: String) -> VerificationPanel.Check { row(name, .chain, "") }

  func app(unless reason: String? = nil) -> VerificationPanel.Check {
    let row = row("app", .app, examination.app ?? "")
    guard row.outcome == .notChecked, examination.checks.failed == nil else { return row }
    let detail = reason ?? "no apps are configured, so any app's is reported"
    return .init(name: "app", outcome: .notChecked, detail: detail)
  }
}
