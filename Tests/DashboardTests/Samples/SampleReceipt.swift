import Entitlements
import Foundation

extension Sample {
  static let inspection = Inspection(
    document: documents[0],
    tree: tree,
    verification: VerificationPanel(
      verdict: .genuine,
      evaluatedAt: days(-0.21),
      checks: checks,
      certificates: certificates
    ),
    secrets: [166..<182]
  )

  static let refused = Inspection(
    document: documents[1],
    tree: tree,
    verification: VerificationPanel(
      verdict: documents[1].verdict,
      evaluatedAt: days(-1.41),
      checks: [
        .init(name: "signature", outcome: .failed, detail: "SHA-256 with RSA, 2048 bits"),
        .init(name: "chain", outcome: .passed, detail: "to Apple Root CA"),
        .init(name: "bundle ID", outcome: .notChecked, detail: "the signature did not hold"),
      ],
      certificates: certificates
    )
  )

  private static let checks: [VerificationPanel.Check] = [
    .init(name: "signature", outcome: .passed, detail: "SHA-256 with RSA, 2048 bits"),
    .init(name: "chain", outcome: .passed, detail: "3 certificates, to Apple Root CA"),
    .init(name: "bundle ID", outcome: .passed, detail: "com.example.reader"),
    .init(name: "environment", outcome: .passed, detail: "production"),
    .init(name: "device hash", outcome: .notChecked, detail: "no device ID was given"),
  ]

  private static let certificates: [VerificationPanel.Certificate] = [
    .init(
      subject: "Mac App Store and iTunes Store Receipt Signing",
      issuer: "Apple Worldwide Developer Relations Certification Authority",
      serial: "0f7a3bd1c9e2445a",
      notBefore: days(-400),
      notAfter: days(330)
    ),
    .init(
      subject: "Apple Worldwide Developer Relations Certification Authority",
      issuer: "Apple Root CA",
      serial: "3b5a1e27b7c8d9f0",
      notBefore: days(-2100),
      notAfter: days(1550)
    ),
    .init(
      subject: "Apple Root CA",
      issuer: "Apple Root CA",
      serial: "02",
      notBefore: days(-7500),
      notAfter: days(3000)
    ),
  ]

  private static let tree = Node(
    label: "receipt",
    type: "SET of 7",
    offset: 0,
    length: 9_842,
    children: [
      Node(
        label: "receipt_type",
        number: 0,
        type: "UTF8String",
        value: "Production",
        note: "Where the app was sold.",
        offset: 58,
        length: 10,
        bytes: Array("Production".utf8)
      ),
      Node(
        label: "bundle_id",
        number: 2,
        type: "UTF8String",
        value: "com.example.reader",
        note: "The app's bundle ID; must be yours.",
        offset: 84,
        length: 18,
        bytes: Array("com.example.reader".utf8)
      ),
      Node(
        label: "receipt_creation_date",
        number: 12,
        type: "IA5String",
        value: "2026-11-20T21:38:00Z",
        instant: days(-0.21),
        note: "When the App Store made this receipt; the chain is judged at it.",
        offset: 130,
        length: 20,
        bytes: Array("2026-11-20T21:38:00Z".utf8)
      ),
      Node(
        label: "opaque_value",
        number: 4,
        type: "bytes",
        value: "c0ffee11223344556677c0ffee",
        note: "Used with the device's ID to compute the hash.",
        offset: 166,
        length: 16,
        bytes: [0xC0, 0xFF, 0xEE, 0x11],
        isSecret: true
      ),
      Node(
        label: "attribute 9999",
        number: 9999,
        type: "bytes",
        offset: 200,
        length: 6,
        bytes: [0x0C, 0x04, 0x6E, 0x65, 0x77, 0x21],
        isKnown: false
      ),
      sale("2000000812345678", offset: 240), sale("2000000802345677", offset: 640),
    ]
  )

  private static func sale(_ transaction: String, offset: Int) -> Node {
    Node(
      label: "in_app",
      number: 17,
      type: "SET of 4",
      offset: offset,
      length: 388,
      children: [
        Node(
          label: "quantity",
          number: 1701,
          type: "INTEGER",
          value: "1",
          offset: offset + 20,
          length: 1,
          bytes: [1]
        ),
        Node(
          label: "product_id",
          number: 1702,
          type: "UTF8String",
          value: "com.example.reader.pro.monthly",
          offset: offset + 40,
          length: 30,
          bytes: Array("com.example.reader.pro.monthly".utf8)
        ),
        Node(
          label: "transaction_id",
          number: 1703,
          type: "UTF8String",
          value: transaction,
          note: "Unique for this sale; a renewal gets its own.",
          offset: offset + 90,
          length: 16,
          bytes: Array(transaction.utf8)
        ),
        Node(
          label: "expires_date",
          number: 1708,
          type: "IA5String",
          value: "2026-12-04T02:40:00Z",
          gloss: "2026-12-04 02:40:00 UTC",
          note: "The end of the paid period.",
          offset: offset + 130,
          length: 20,
          bytes: Array("2026-12-04T02:40:00Z".utf8)
        ),
      ]
    )
  }
}

extension Sample {
  /// The same receipt as the app sent it later, with one purchase more.
  static let renewed: Inspection = {
    var renewed = inspection
    renewed.document = documents[5]
    for place in renewed.tree.children.indices where place > 1 && place < 4 {
      let value = renewed.tree.children[place].value
      if !value.isEmpty { renewed.tree.children[place].value = "2026-11-21T02:12:00Z" }
      renewed.tree.children[place].gloss = nil
    }
    renewed.tree.children.append(
      Node(
        label: "in_app",
        number: 17,
        type: "SET of 2",
        children: [
          Node(label: "transaction_id", type: "UTF8String", value: "2000000899990001"),
          Node(label: "product_id", type: "UTF8String", value: "\(app).coins.1200"),
        ]
      )
    )
    return renewed
  }()

  static let receiptBytes: [UInt8] =
    (0..<58).map { UInt8($0 &* 37 & 0xFF) } + Array("Production".utf8)
    + (0..<16).map { UInt8($0 &* 11) } + Array("com.example.reader".utf8)
    + (0..<200).map { UInt8($0) }
}

extension Sample {
  /// A receipt of whose checks the first came out so.
  static func inspection(checking outcome: VerificationPanel.Check.Outcome) -> Inspection {
    var inspection = inspection
    inspection.verification.checks = [.init(name: "signature", outcome: outcome, detail: "RSA")]
    return inspection
  }
}

extension Sample {
  /// A signed transaction: no numbers of the store's, but types, instants and an amount.
  static let signed: Inspection = {
    var signed = inspection
    func field(_ label: String, _ type: String, _ value: String, _ offset: Int) -> Node {
      Node(
        label: label,
        type: type,
        value: value,
        offset: offset,
        length: value.utf8.count,
        bytes: Array(value.utf8)
      )
    }
    var fields = [
      field("transactionId", "text", "2000000812345678", 20),
      field("expiresDate", "number", "1780454400000", 60),
      field("price", "number", "9990", 90), field("appAccountToken", "text", "7e3c-uuid", 110),
      field("isUpgraded", "boolean", "false", 140),
    ]
    fields[1].instant = days(0.5)
    fields[2].gloss = "9.99 EUR"
    fields[3].isSecret = true
    signed.tree = Node(label: "jws-transaction", type: "JWS", offset: 0, children: fields)
    signed.secrets = [110..<119]
    signed.verification.checks = [
      .init(name: "form", outcome: .passed, detail: "JWS in compact form"),
      .init(name: "signature", outcome: .passed, detail: "SHA-256, ES256"),
      .init(name: "app", outcome: .notChecked, detail: "no apps are configured"),
    ]
    return signed
  }()
}
