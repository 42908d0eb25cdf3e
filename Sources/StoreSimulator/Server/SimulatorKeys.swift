import Basics
package import Foundation
package import Mint

/// All keys and secrets of a simulator, which generated them; none is valid elsewhere.
package struct SimulatorKeys: Codable, Sendable {
  private struct Authority: Codable, Sendable {
    var certificates: [Data]
    var key: String

    var bytes: [[UInt8]] { certificates.map(Array.init) }
  }

  private var payloadAuthority: Authority
  private var receiptAuthority: Authority
  /// Apple's In-App Purchase key.
  package var appleKey: ServiceKey
  package var appleKeyID: String
  /// The ID under which the App Store Connect API knows the same key.
  package var connectKeyID: String { String(appleKeyID.reversed()) }
  package var appleIssuer: String
  package var sharedSecret: String
  /// Google's service account.
  package var googleKey: ServiceKey
  package var googleKeyID: String
  package var googleAccount: String
  /// Signs Pub/Sub's push tokens, Store ID keys and SNS messages.
  package var pushKey: ServiceKey
  package var pushKeyID: String
  package var pushAccount: String
  package var pushAudience: String
  package var microsoftTenant: String
  package var microsoftClient: String
  package var microsoftSecret: String
  package var amazonSecret: String

  /// The validity and the names of the certificates.
  package static func plan(at now: Date) -> ChainPlan {
    let year: TimeInterval = 365 * 86_400
    return ChainPlan(
      validity: now.addingTimeInterval(-5 * year)...now.addingTimeInterval(9 * year),
      name: "purser simulated"
    )
  }

  /// Generates new keys. Takes about half a second.
  package init(at now: Date) throws(MintError) {
    let plan = Self.plan(at: now)
    try self.init(payload: PayloadAuthority(plan), receipt: TestAuthority(plan))
  }

  /// Generates new keys for existing authorities.
  package init(payload: PayloadAuthority, receipt: TestAuthority) throws(MintError) {
    payloadAuthority = Authority(
      certificates: payload.certificatesDER.map { Data($0) },
      key: payload.keyPEM
    )
    receiptAuthority = Authority(
      certificates: receipt.certificatesDER.map { Data($0) },
      key: receipt.keyPEM
    )
    var system = SystemRandomNumberGenerator()
    func secret(_ count: Int) -> String {
      String(hex: (0..<count).map { _ in UInt8.random(in: 0...255, using: &system) })
    }
    func identifier() -> String { UUID().uuidString.lowercased() }
    appleKey = try ServiceKey(.p256)
    appleKeyID = String(secret(5).uppercased().prefix(10))
    appleIssuer = identifier()
    sharedSecret = secret(16)
    googleKey = try ServiceKey(.rsa2048)
    googleKeyID = secret(20)
    googleAccount = "purser@simulated.iam.gserviceaccount.com"
    pushKey = try ServiceKey(.rsa2048)
    pushKeyID = secret(20)
    pushAccount = "push@simulated.iam.gserviceaccount.com"
    pushAudience = "purser"
    microsoftTenant = identifier()
    microsoftClient = identifier()
    microsoftSecret = secret(20)
    amazonSecret = secret(32)
  }

  package var payloadMint: PayloadMint {
    get throws(MintError) {
      let authority = payloadAuthority
      return PayloadMint(
        try PayloadAuthority(certificatesDER: authority.bytes, keyPEM: authority.key)
      )
    }
  }

  package var receiptMint: ReceiptMint {
    get throws(MintError) {
      let authority = receiptAuthority
      return ReceiptMint(try TestAuthority(certificatesDER: authority.bytes, keyPEM: authority.key))
    }
  }

  /// The root of signed payloads, DER.
  package var payloadRoot: Data { payloadAuthority.certificates.last ?? Data() }
  /// The root of receipts, DER.
  package var receiptRoot: Data { receiptAuthority.certificates.last ?? Data() }
}
