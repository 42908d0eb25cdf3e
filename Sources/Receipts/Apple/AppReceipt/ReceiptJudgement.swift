internal import Foundation

extension ReceiptVerifier {
  /// What is asked of a receipt's content once its signature fits. `fault` is what forbids to
  /// believe the content, `trusted` whether the signer's certificate is believed.
  func judge(
    _ content: Receipt,
    _ fault: Rejection?,
    signedBelow trusted: Result<SignerChain, Rejection>,
    at now: Date,
    _ trail: inout ReceiptTrail
  ) throws(Rejection) -> Verified<Receipt> {
    if let fault { throw fault }
    let createdAt = try requireComplete(content)
    trail.judgedAt = createdAt
    let chain = try trusted.get()
    trail.pass(.chain)
    if let fault = chain.fault(at: createdAt) { throw .untrustedChain(reason: fault) }
    trail.pass(.validity)
    try checkBelonging(content, chain, at: now, &trail)
    return Verified(content, by: chain.anchor == .store ? .storeSignature : .addedRoot)
  }

  /// What Apple's rules require before a receipt means anything.
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
    _ trail: inout ReceiptTrail
  ) throws(Rejection) {
    guard let kind = receipt.environmentKind else {
      throw .unsupported("an environment no store has used so far, or none (attribute 0)")
    }
    // Xcode signs with one certificate that signs itself; the App Store never does.
    if kind == .xcode, chain.anchor == .store {
      throw .wrongEnvironment(expected: "the App Store", found: "Xcode")
    }
    if kind != .xcode, chain.path.count == 1 {
      throw .wrongEnvironment(expected: "Xcode", found: kind.rawValue)
    }
    trail.pass(.environment)
    let bundleID = receipt.bundleID ?? ""
    if !bundleIDs.isEmpty {
      guard bundleIDs.contains(bundleID) else {
        throw .wrongApp(
          expected: bundleIDs.sorted().joined(separator: ", "),
          found: bundleID
        )
      }
      trail.pass(.app)
    }
    if let end = receipt.expiresAt {
      guard now < end else { throw .expired(at: end) }
      trail.pass(.expiry)
    }
  }
}
