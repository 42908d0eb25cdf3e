package import Foundation
internal import X509

/// Verifies what the App Store signs as JWS (apple.md §5): transactions, renewal information, app
/// transactions and notifications with all that is signed inside them. Works offline: no key is
/// fetched, no list of revocations asked for.
package struct PayloadVerifier: Sendable {
  /// Xcode's word in the header of what it signs.
  private static let xcodeKeyID = "Apple_Xcode_Key"

  private let policy: LazyChainPolicy
  private let cache: ChainCache
  private let bundleIDs: Set<String>
  private let allowsXcode: Bool

  /// `roots` are the store's own in DER; `addedRoots` further ones that the operator vouches for:
  /// a test chain's, or Xcode's one certificate. `bundleIDs` are the apps that are ours; empty
  /// means report, don't judge. `allowsXcode` believes whatever Xcode signed, with a certificate
  /// that anybody can make: for tests only. `remembersChains` is only ever false to measure what a
  /// chain costs that was never seen.
  package init(
    roots: [[UInt8]] = AppleRoots.all,
    addedRoots: [[UInt8]] = [],
    bundleIDs: Set<String> = [],
    allowsXcode: Bool = false,
    remembersChains: Bool = true
  ) throws(RootsError) {
    policy = try LazyChainPolicy(storeRoots: roots, addedRoots: addedRoots)
    cache = ChainCache(capacity: remembersChains ? 64 : 0)
    self.bundleIDs = bundleIDs
    self.allowsXcode = allowsXcode
  }

  /// The proven payload of a compact JWS, or of the `{"signedPayload":"…"}` that a notification
  /// arrives as. `now` stands in for the time of signing where the payload names none.
  package func verify(_ text: [UInt8], at now: Date) throws(Rejection) -> VerifiedPayload {
    var trail = PayloadTrail()
    return try judge(PayloadText.compact(in: text), at: now, &trail)
  }

  /// Verifies and says what was found on the way: a rejected payload still shows its fields.
  package func examine(_ text: [UInt8], at now: Date) -> DocumentExamination {
    do throws(Rejection) {
      return examine(compact: try PayloadText.compact(in: text), at: now)
    } catch {
      var trail = PayloadTrail()
      trail.blame(error)
      return trail.examination(.rejected(error))
    }
  }

  /// The same for a text that can only be a compact JWS.
  func examine(compact text: [UInt8], at now: Date) -> DocumentExamination {
    var trail = PayloadTrail()
    do throws(Rejection) {
      let payload = try judge(text, at: now, &trail)
      return trail.examination(.genuine(payload.provenance))
    } catch {
      trail.blame(error)
      trail.lookInside()
      return trail.examination(.rejected(error))
    }
  }

  private func judge(
    _ text: [UInt8],
    at now: Date,
    _ trail: inout PayloadTrail
  ) throws(Rejection) -> VerifiedPayload {
    let jws = try JWS(text)
    let (opened, chain) = try open(jws, at: now, &trail)
    var content = opened
    if case .notification(var notification) = opened {
      try openNested(&notification, chain, at: now, &trail)
      content = .notification(notification)
      trail.pass(.parts)
    }
    try checkBelonging(content, &trail)
    return content.verified(by: chain.anchor == .store ? .storeSignature : .addedRoot)
  }

  /// One JWS: signature, chain, validity and environment.
  private func open(
    _ jws: JWS,
    at now: Date,
    _ trail: inout PayloadTrail
  ) throws(Rejection) -> (PayloadContent, SignerChain) {
    let octets = try jws.octets(of: jws.payload)
    trail.pass(.form)
    let opened: Result<PayloadContent, Rejection>
    do throws(Rejection) {
      let value = try JWS.payloadValue(octets)
      trail.note(value)
      let content = try PayloadContent(value, kind: trail.kind)
      trail.note(content)
      opened = .success(content)
    } catch {
      opened = .failure(error)
    }
    // A damaged payload is called damaged only if it was signed so.
    let chain = try signerChain(of: jws, &trail)
    trail.pass(.signature)
    trail.pass(.chain)
    let content = try opened.get()
    trail.pass(.content)
    if let fault = chain.fault(at: content.signedAt ?? now, event: "the payload was signed") {
      throw .untrustedChain(reason: fault)
    }
    trail.pass(.validity)
    try checkEnvironment(content.environment, chain)
    trail.pass(.environment)
    return (content, chain)
  }

  /// Xcode signs with one certificate that signs itself; the App Store never does.
  private func checkEnvironment(
    _ environment: String?,
    _ chain: SignerChain
  ) throws(Rejection) {
    let isXcodes = chain.path.count == 1
    guard let environment else {
      guard !isXcodes else { throw .wrongEnvironment(expected: "Xcode", found: "none") }
      return
    }
    guard let kind = StoreEnvironment(appleName: environment) else {
      throw .unsupported("an environment the App Store has not used so far")
    }
    guard (kind == .xcode) == isXcodes else {
      throw .wrongEnvironment(
        expected: isXcodes ? "Xcode" : "the App Store",
        found: environment
      )
    }
  }

  /// Where apps are named, every payload has to name one of them, but for renewal information,
  /// which never names any (apple.md §3.7).
  private func checkBelonging(
    _ content: PayloadContent,
    _ trail: inout PayloadTrail
  ) throws(Rejection) {
    if case .renewalInfo = content { return }
    guard !bundleIDs.isEmpty else { return }
    let bundleID = content.bundleID ?? ""
    guard bundleIDs.contains(bundleID) else {
      throw .wrongApp(expected: bundleIDs.sorted().joined(separator: ", "), found: bundleID)
    }
    trail.pass(.app)
  }
}

extension PayloadVerifier {
  /// The chain behind a JWS whose signature fits. A header seen before needs no second look: its
  /// bytes are its certificates and its algorithm.
  private func signerChain(
    of jws: JWS,
    _ trail: inout PayloadTrail
  ) throws(Rejection) -> SignerChain {
    let bag = Array(jws.text[jws.header])
    if let known = cache.known(bag: bag, signer: jws.header) {
      trail.note(known.path)
      try jws.checkSignature(by: known.key)
      return known
    }
    let header = try JWSHeader(jws)
    let certificates = try header.certificates()
    trail.note(policy.value.facts(of: certificates))
    let chain: SignerChain
    do throws(Rejection) {
      chain = try self.chain(of: certificates, keyID: header.keyID)
    } catch {
      // Whether it was damaged besides is worth knowing.
      if let key = certificates.first.flatMap(policy.value.doubtfulKey) {
        try jws.checkSignature(by: key)
      }
      throw error
    }
    try jws.checkSignature(by: chain.key)
    trail.note(chain.path)
    // Only now: nobody but a trusted signer can fill the cache. Xcode's certificates without a
    // root are anybody's.
    if chain.path.count > 1 { cache.remember(chain, bag: bag, signer: jws.header) }
    return chain
  }

  private func chain(
    of certificates: [[UInt8]],
    keyID: String?
  ) throws(Rejection) -> SignerChain {
    guard let signer = certificates.first else {
      throw .untrustedChain(reason: "the header holds no certificates (x5c)")
    }
    guard certificates.count > 1 else {
      let isXcodes = allowsXcode && keyID == Self.xcodeKeyID
      return try policy.value.xcodeChain(signer, anyXcode: isXcodes)
    }
    return try policy.value.payloadChain(signer, certificates[1])
  }
}

extension PayloadVerifier {
  /// Verifies what is signed inside a notification; all of it must be of the same root, the same
  /// environment and the same app as the notification.
  private func openNested(
    _ notification: inout SignedNotification,
    _ outer: SignerChain,
    at now: Date,
    _ trail: inout PayloadTrail
  ) throws(Rejection) {
    for place in SignedNotification.Nested.allCases {
      guard let text = notification.nested[place] else { continue }
      var inner = PayloadTrail()
      defer { trail.adopt(inner, at: place) }
      let content: PayloadContent
      let chain: SignerChain
      do throws(Rejection) {
        (content, chain) = try open(try JWS(Array(text.utf8)), at: now, &inner)
      } catch {
        throw error.inside(place.rawValue)
      }
      guard chain.root == outer.root else {
        throw .untrustedChain(
          reason: "\(place.rawValue): signed below another root than the notification"
        )
      }
      try checkAgreement(content, notification, place)
      try notification.adopt(content, at: place)
    }
    try checkRenewal(notification)
  }

  private func checkAgreement(
    _ content: PayloadContent,
    _ notification: SignedNotification,
    _ place: SignedNotification.Nested
  ) throws(Rejection) {
    if let outer = notification.environment, let inner = content.environment, outer != inner {
      throw .wrongEnvironment(expected: outer, found: "\(inner) in \(place.rawValue)")
    }
    if let outer = notification.bundleID, let inner = content.bundleID, outer != inner {
      throw .wrongApp(expected: outer, found: "\(inner) in \(place.rawValue)")
    }
  }

  /// Renewal information names no app: it belongs to the transaction of the same original number
  /// (apple.md §3.7).
  private func checkRenewal(_ notification: SignedNotification) throws(Rejection) {
    guard let renewal = notification.renewalInfo?.originalTransactionID,
      let transaction = notification.transaction?.originalTransactionID
    else { return }
    guard renewal == transaction else {
      throw .malformed(
        at: "\(SignedNotification.Nested.renewalInfo.rawValue), originalTransactionId",
        expected: "the transaction's own"
      )
    }
  }
}
