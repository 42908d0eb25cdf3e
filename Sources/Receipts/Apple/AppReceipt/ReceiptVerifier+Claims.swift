internal import Foundation

extension ReceiptVerifier {
  /// Checks a receipt's content after its signature. `fault` is the content's first decoding error,
  /// `trusted` the signer's chain or why it is not trusted.
  func evaluate(
    _ content: Receipt,
    _ fault: Rejection?,
    signedBelow trusted: Result<SignerChain, Rejection>,
    at now: Date,
    _ trace: inout ReceiptVerificationTrace
  ) throws(Rejection) -> Verified<Receipt> {
    if let fault { throw fault }
    let createdAt = try requireComplete(content)
    trace.evaluatedAt = createdAt
    let chain = try trusted.get()
    trace.pass(.chain)
    if let fault = chain.fault(at: createdAt) { throw .untrustedChain(reason: fault) }
    trace.pass(.validity)
    try checkBelonging(content, chain, at: now, &trace)
    return Verified(content, by: chain.anchor == .store ? .storeSignature : .addedRoot)
  }

  /// Requires the fields without which a receipt is invalid by Apple's rules.
  private func requireComplete(_ receipt: Receipt) throws(Rejection) -> Date {
    guard let createdAt = receipt.createdAt else {
      throw .malformed(at: "attribute 12", expected: "the receipt's creation date")
    }
    guard receipt.bundleID != nil else {
      throw .malformed(at: "attribute 2", expected: "a bundle ID")
    }
    if let (index, field) = receipt.inAppPurchases.incomplete {
      throw .malformed(
        at: "in-app purchase \(index + 1), field \(field.rawValue)",
        expected: "the purchase's \(field.description.name)"
      )
    }
    return createdAt
  }

  private func checkBelonging(
    _ receipt: Receipt,
    _ chain: SignerChain,
    at now: Date,
    _ trace: inout ReceiptVerificationTrace
  ) throws(Rejection) {
    guard let kind = receipt.environmentKind else {
      throw .unsupported("an unknown or missing environment (attribute 0)")
    }
    // Xcode signs with one certificate that signs itself; the App Store never does.
    if kind == .xcode, chain.anchor == .store {
      throw .wrongEnvironment(expected: "the App Store", found: "Xcode")
    }
    if kind != .xcode, chain.path.count == 1 {
      throw .wrongEnvironment(expected: "Xcode", found: kind.rawValue)
    }
    trace.pass(.environment)
    let bundleID = receipt.bundleID ?? ""
    if !bundleIDs.isEmpty {
      guard bundleIDs.contains(bundleID) else {
        throw .wrongApp(
          expected: bundleIDs.sorted().joined(separator: ", "),
          found: bundleID
        )
      }
      trace.pass(.app)
    }
    if let end = receipt.expiresAt {
      guard now < end else { throw .expired(at: end) }
      trace.pass(.expiry)
    }
  }
}
