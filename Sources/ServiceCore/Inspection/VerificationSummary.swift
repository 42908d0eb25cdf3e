package import Entitlements
package import Receipts

/// Turns what a verification saw into the rows of the verification panel.
package enum VerificationSummary {
  package static func panel(_ examination: ReceiptExamination) -> VerificationPanel {
    let trail = examination.trail
    return VerificationPanel(
      verdict: examination.rejection.map(DocumentFiling.verdict) ?? .genuine,
      judgedAt: trail.judgedAt,
      checks: ReceiptTrail.Check.allCases.map { row($0, trail, examination.rejection) },
      certificates: trail.certificates.map(VerificationPanel.Certificate.init)
    )
  }

  private static func row(
    _ check: ReceiptTrail.Check,
    _ trail: ReceiptTrail,
    _ rejection: Rejection?
  ) -> VerificationPanel.Check {
    let name = name(check)
    if check == trail.failed, let rejection {
      let place = rejection.place.map { "\($0): " } ?? ""
      return .init(name: name, outcome: .failed, detail: place + rejection.detail)
    }
    if trail.passed.contains(check) {
      return .init(name: name, outcome: .passed, detail: passed(check, trail))
    }
    return .init(name: name, outcome: .notChecked, detail: notChecked(check, trail))
  }

  private static func name(_ check: ReceiptTrail.Check) -> String {
    switch check {
    case .container: "envelope"
    case .content: "content"
    case .signature: "signature"
    case .chain: "chain"
    case .validity: "validity"
    case .environment: "environment"
    case .app: "app"
    case .expiry: "expiry"
    }
  }

  private static func passed(_ check: ReceiptTrail.Check, _ trail: ReceiptTrail) -> String {
    let receipt = trail.receipt
    switch check {
    case .container: return "PKCS#7 signed data"
    case .content: return "\(receipt?.inAppPurchases.count ?? 0) in-app purchases decoded"
    case .signature:
      let facts = trail.signature
      return "\(facts?.digest ?? "?"), \(facts?.algorithm ?? "?")"
    case .chain: return "ends in \(root(trail))"
    case .validity: return "all certificates valid when the receipt was made"
    case .environment: return receipt?.environment ?? ""
    case .app: return receipt?.bundleID ?? ""
    case .expiry: return "has not ended"
    }
  }

  private static func root(_ trail: ReceiptTrail) -> String {
    let subject = trail.certificates.last?.subject ?? "?"
    let name = subject.split(separator: ",").first { $0.hasPrefix("CN=") }
    return name.map { String($0.dropFirst(3)) } ?? subject
  }

  private static func notChecked(_ check: ReceiptTrail.Check, _ trail: ReceiptTrail) -> String {
    guard trail.failed == nil else { return "not reached" }
    return switch check {
    case .app: "no apps are configured, so any app's receipt is reported"
    case .expiry: "this receipt has no end"
    default: "not asked"
    }
  }
}
