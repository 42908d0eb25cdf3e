package import Entitlements
package import Receipts

/// Turns a verification trace into the rows of the verification panel.
package enum VerificationSummary {
  package static func panel(_ examination: ReceiptExamination) -> VerificationPanel {
    let trace = examination.trace
    return VerificationPanel(
      verdict: examination.rejection.map(DocumentFiling.verdict) ?? .genuine,
      evaluatedAt: trace.evaluatedAt,
      checks: ReceiptVerificationTrace.Check.allCases.map { row($0, trace, examination.rejection) },
      certificates: trace.certificates.map(VerificationPanel.Certificate.init)
    )
  }

  private static func row(
    _ check: ReceiptVerificationTrace.Check,
    _ trace: ReceiptVerificationTrace,
    _ rejection: Rejection?
  ) -> VerificationPanel.Check {
    let name = name(check)
    if check == trace.failed, let rejection {
      let location = rejection.location.map { "\($0): " } ?? ""
      return .init(name: name, outcome: .failed, detail: location + rejection.detail)
    }
    if trace.passed.contains(check) {
      return .init(name: name, outcome: .passed, detail: passed(check, trace))
    }
    return .init(name: name, outcome: .notChecked, detail: notChecked(check, trace))
  }

  private static func name(_ check: ReceiptVerificationTrace.Check) -> String {
    check == .container ? "envelope" : "\(check)"
  }

  private static func passed(
    _ check: ReceiptVerificationTrace.Check,
    _ trace: ReceiptVerificationTrace
  ) -> String {
    let receipt = trace.receipt
    switch check {
    case .container: return "PKCS#7 signed data"
    case .content: return "\(receipt?.inAppPurchases.count ?? 0) in-app purchases decoded"
    case .signature:
      let facts = trace.signature
      return "\(facts?.digest ?? "?"), \(facts?.algorithm ?? "?")"
    case .chain: return "ends in \(trace.certificates.rootName)"
    case .validity: return "all certificates valid when the receipt was made"
    case .environment: return receipt?.environment ?? ""
    case .app: return receipt?.bundleID ?? ""
    case .expiry: return "has not ended"
    }
  }

  private static func notChecked(
    _ check: ReceiptVerificationTrace.Check,
    _ trace: ReceiptVerificationTrace
  ) -> String {
    guard trace.failed == nil else { return "not reached" }
    return switch check {
    case .app: "no apps are configured, so any app's receipt is reported"
    case .expiry: "this receipt has no end"
    default: "not asked"
    }
  }
}

extension [CertificateDetails] {
  /// The common name of the last certificate, or else its whole subject.
  var rootName: String {
    let subject = last?.subject ?? "?"
    let name = subject.split(separator: ",").first { $0.hasPrefix("CN=") }
    return name.map { String($0.dropFirst(3)) } ?? subject
  }
}
