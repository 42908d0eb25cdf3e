package import Foundation
internal import X509

/// Verifies the JWS of the App Store (apple.md §5): transactions, renewal information, app
/// transactions and notifications with their nested payloads. Works offline: fetches no keys and
/// no revocation lists.
package struct PayloadVerifier: Sendable {
  /// The key ID in the header of Xcode's payloads.
  private static let xcodeKeyID = "Apple_Xcode_Key"

  private let policy: LazyChainPolicy
  private let cache: ChainCache
  private let bundleIDs: Set<String>
  private let allowsXcode: Bool

  /// `roots` are the store's own in DER; `addedRoots` further ones that the operator trusts: a test
  /// chain's, or Xcode's one certificate. `bundleIDs` are our apps; if empty, the app is reported
  /// but not checked. `allowsXcode` accepts every payload that claims to be Xcode's, with a
  /// certificate that anyone can make: for tests only. `remembersChains` is `false` only to measure
  /// the cost of an unknown chain.
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

  /// Verifies a compact JWS, or a notification's `{"signedPayload":"…"}`, and reports intermediate
  /// results: a rejected payload still shows its fields. `now` replaces a missing signing date.
  package func examine(_ text: [UInt8], at now: Date) -> DocumentExamination {
    do throws(Rejection) {
      return examine(compact: try PayloadText.compact(in: text), at: now)
    } catch {
      var trace = PayloadVerificationTrace()
      trace.fail(error)
      return trace.examination(.rejected(error))
    }
  }

  /// The same for a text that can only be a compact JWS.
  func examine(compact text: [UInt8], at now: Date) -> DocumentExamination {
    var trace = PayloadVerificationTrace()
    do throws(Rejection) {
      let provenance = try evaluate(text, at: now, &trace)
      return trace.examination(.genuine(provenance))
    } catch {
      trace.fail(error)
      trace.decodeNested()
      return trace.examination(.rejected(error))
    }
  }

  private func evaluate(
    _ text: [UInt8],
    at now: Date,
    _ trace: inout PayloadVerificationTrace
  ) throws(Rejection) -> VerificationBasis {
    let (content, chain) = try open(try JWS(text), at: now, &trace)
    if content.kind == .signedNotification {
      try openNested(content, chain, at: now, &trace)
      trace.pass(.parts)
    }
    try checkBelonging(content, &trace)
    return chain.anchor == .store ? .storeSignature : .addedRoot
  }

  /// Verifies one JWS: signature, chain, validity and environment.
  private func open(
    _ jws: JWS,
    at now: Date,
    _ trace: inout PayloadVerificationTrace
  ) throws(Rejection) -> (PayloadContent, SignerChain) {
    let octets = try jws.octets(of: jws.payload)
    trace.pass(.form)
    let opened: Result<PayloadContent, Rejection>
    do throws(Rejection) {
      let value = try JWS.payloadValue(octets)
      trace.note(value)
      let content = try PayloadContent(value, kind: trace.kind)
      trace.note(content)
      opened = .success(content)
    } catch {
      opened = .failure(error)
    }
    // Report a decoding error only if the payload was signed like this.
    let chain = try signerChain(of: jws, &trace)
    trace.pass(.signature)
    trace.pass(.chain)
    let content = try opened.get()
    trace.pass(.content)
    if let fault = chain.fault(at: content.signedAt ?? now, event: "the payload was signed") {
      throw .untrustedChain(reason: fault)
    }
    trace.pass(.validity)
    try checkEnvironment(content.environment, chain)
    trace.pass(.environment)
    return (content, chain)
  }

  /// Xcode signs with a single self-signed certificate; the App Store never does.
  private func checkEnvironment(_ environment: String?, _ chain: SignerChain) throws(Rejection) {
    let isXcode = chain.path.count == 1
    guard let environment else {
      guard !isXcode else { throw .wrongEnvironment(expected: "Xcode", found: "none") }
      return
    }
    guard let kind = StoreEnvironment(appleName: environment) else {
      throw .unsupported("an unknown environment")
    }
    guard (kind == .xcode) == isXcode else {
      throw .wrongEnvironment(expected: isXcode ? "Xcode" : "the App Store", found: environment)
    }
  }

  /// Requires that the payload names one of our apps, if any are set. Renewal information never
  /// names one (apple.md §3.7).
  private func checkBelonging(
    _ content: PayloadContent,
    _ trace: inout PayloadVerificationTrace
  ) throws(Rejection) {
    guard content.kind != .signedRenewalInfo, !bundleIDs.isEmpty else { return }
    let bundleID = content.bundleID ?? ""
    guard bundleIDs.contains(bundleID) else { throw .wrongApp(bundleID, notAmong: bundleIDs) }
    trace.pass(.app)
  }
}

extension PayloadVerifier {
  /// The chain of a JWS whose signature fits. A cached header needs no second check: its bytes are
  /// its certificates and its algorithm.
  private func signerChain(
    of jws: JWS,
    _ trace: inout PayloadVerificationTrace
  ) throws(Rejection) -> SignerChain {
    let bag = Array(jws.text[jws.header])
    if let known = cache.known(bag: bag, signer: jws.header) {
      trace.note(known.path)
      try jws.checkSignature(by: known.key)
      return known
    }
    let header = try JWSHeader(jws)
    let certificates = try header.certificates()
    trace.note(policy.value.facts(of: certificates))
    let chain: SignerChain
    do throws(Rejection) {
      chain = try self.chain(of: certificates, keyID: header.keyID)
    } catch {
      // A signature that does not fit is the more specific error.
      if let key = certificates.first.flatMap(policy.value.untrustedKey) {
        try jws.checkSignature(by: key)
      }
      throw error
    }
    try jws.checkSignature(by: chain.key)
    trace.note(chain.path)
    // Only now, so that only trusted signers can fill the cache. Xcode's certificates without a
    // root are not trusted.
    if chain.path.count > 1 { cache.remember(chain, bag: bag, signer: jws.header) }
    return chain
  }

  private func chain(of certificates: [[UInt8]], keyID: String?) throws(Rejection) -> SignerChain {
    guard let signer = certificates.first else {
      throw .untrustedChain(reason: "the header holds no certificates (x5c)")
    }
    guard certificates.count > 1 else {
      let isXcode = allowsXcode && keyID == Self.xcodeKeyID
      return try policy.value.xcodeChain(signer, anyXcode: isXcode)
    }
    return try policy.value.payloadChain(signer, certificates[1])
  }

  /// Verifies the payloads inside a notification; all must have the root, the environment and the
  /// app of the notification.
  private func openNested(
    _ notification: PayloadContent,
    _ outer: SignerChain,
    at now: Date,
    _ trace: inout PayloadVerificationTrace
  ) throws(Rejection) {
    var originalIDs: [PayloadContent.Nested: String] = [:]
    for part in PayloadContent.Nested.allCases {
      guard let text = notification.nested[part] else { continue }
      var inner = PayloadVerificationTrace()
      defer { trace.adopt(inner, at: part) }
      let content: PayloadContent
      let chain: SignerChain
      do throws(Rejection) {
        (content, chain) = try open(try JWS(Array(text.utf8)), at: now, &inner)
      } catch {
        throw error.inside(part.rawValue)
      }
      guard chain.root == outer.root else {
        throw .untrustedChain(
          reason: "\(part.rawValue): signed below another root than the notification"
        )
      }
      try checkAgreement(content, notification, part)
      guard content.kind == part.content.kind else {
        throw .malformed(at: part.rawValue, expected: part.content.name)
      }
      originalIDs[part] = content.originalTransactionID
    }
    // Renewal information names no app: it belongs to the transaction with the same original ID
    // (apple.md §3.7).
    guard let renewal = originalIDs[.renewalInfo], let transaction = originalIDs[.transaction]
    else { return }
    guard renewal == transaction else {
      throw .malformed(
        at: "\(PayloadContent.Nested.renewalInfo.rawValue), originalTransactionId",
        expected: "the transaction's own"
      )
    }
  }

  private func checkAgreement(
    _ content: PayloadContent,
    _ notification: PayloadContent,
    _ part: PayloadContent.Nested
  ) throws(Rejection) {
    if let outer = notification.environment, let inner = content.environment, outer != inner {
      throw .wrongEnvironment(expected: outer, found: "\(inner) in \(part.rawValue)")
    }
    if let outer = notification.bundleID, let inner = content.bundleID, outer != inner {
      throw .wrongApp(expected: outer, found: "\(inner) in \(part.rawValue)")
    }
  }
}

extension ChainPolicy {
  /// The chain of a signed payload: signer, intermediate and the root, which is found among the
  /// trusted ones by name and key (apple.md §5). Both of Apple's markers are required below every
  /// root, because Apple's test chains carry them too. Dates are checked for each payload.
  func payloadChain(_ signer: [UInt8], _ issuer: [UInt8]) throws(Rejection) -> SignerChain {
    let leaf = try parse(signer, "signer's")
    let intermediate = try parse(issuer, "intermediate")
    guard leaf.subject != leaf.issuer else {
      throw .untrustedChain(reason: "the signer's certificate is self-signed")
    }
    guard intermediate.subject == leaf.issuer,
      intermediate.publicKey.hasSigned(leaf)
    else {
      throw .untrustedChain(reason: "the signer's certificate was not signed by the second one")
    }
    return try chain((leaf, signer), (intermediate, issuer), marksAll: true)
  }

  /// The chain of Xcode's single certificate: one of the added roots, byte for byte, or, if
  /// `anyXcode` is true, any self-signed one.
  func xcodeChain(_ signer: [UInt8], anyXcode: Bool) throws(Rejection) -> SignerChain {
    let leaf = try parse(signer, "signer's")
    let isAdded = roots.contains { $0.anchor == .added && $0.der == signer }
    guard isAdded || anyXcode else {
      throw .untrustedChain(
        reason: "the only certificate is the signer's, and it is not one of the added trust roots"
      )
    }
    guard leaf.subject == leaf.issuer, leaf.publicKey.hasSigned(leaf)
    else { throw .untrustedChain(reason: "the single certificate is not self-signed") }
    return selfSigned(leaf, signer)
  }

  /// The key of an untrusted certificate, to distinguish an unchanged payload from a damaged one.
  func untrustedKey(_ signer: [UInt8]) -> Certificate.PublicKey? {
    Certificate(der: signer)?.publicKey
  }
}
