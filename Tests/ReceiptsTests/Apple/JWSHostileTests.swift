import Crypto
import Foundation
import Testing

@testable import Mint
@testable import Receipts

@Suite struct `Hostile JWS` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  private func code(_ text: String) -> String? { workshop.examine(text).rejection?.code }

  @Test(arguments: ["none", "None", "HS256", "ES384", "RS256", "ES256 ", "es256"])
  func `an algorithm other than ES256 is unsupported`(algorithm: String) throws {
    #expect(try workshop.code { $0.algorithm = algorithm } == "unsupported")
  }

  @Test func `a MAC made with the signer's public key is no signature`() throws {
    let key = workshop.authority.key.publicKey
    for secret in [Array(key.x963Representation), Array(key.derRepresentation)] {
      for algorithm in ["HS256", "ES256"] {
        let parts = try workshop.signed { $0.algorithm = algorithm }.split(separator: ".")
        let mac = HMAC<SHA256>.authenticationCode(
          for: Array("\(parts[0]).\(parts[1])".utf8),
          using: SymmetricKey(data: secret)
        )
        let forged = "\(parts[0]).\(parts[1]).\(PayloadMint.base64URL(Array(mac)))"
        #expect(code(forged) == (algorithm == "HS256" ? "unsupported" : "bad-signature"))
      }
    }
  }

  @Test func `headers without an algorithm, or with a number for one, are malformed`() throws {
    #expect(try workshop.code { $0.header = "{}" } == "malformed")
    #expect(try workshop.code { $0.header = #"{"alg":256}"# } == "malformed")
    #expect(try workshop.code { $0.header = "[]" } == "malformed")
  }

  @Test(arguments: [0, 1, 2, 4, 1_000])
  func `any number of certificates but three is refused`(count: Int) throws {
    let list = (0..<count).map { _ in [UInt8](repeating: 7, count: 16) }
    #expect(try workshop.code { $0.certificates = list } == "untrusted-chain")
  }

  @Test func `certificates that are missing, or no base64, are refused`() throws {
    #expect(try workshop.code { $0.header = #"{"alg":"ES256"}"# } == "untrusted-chain")
    for list in [#""AA==""#, "[1,2,3]", #"["AA","AA==","AA=="]"#, #"["-_==","AA==","AA=="]"#] {
      let header = #"{"alg":"ES256","x5c":"# + list + "}"
      #expect(try workshop.code { $0.header = header } == "malformed")
    }
    let large = [UInt8](repeating: 0, count: 9_000)
    #expect(try workshop.code { $0.certificates = [large, large, large] } == "malformed")
  }

  @Test(arguments: ForgedChain.all)
  func `another order of the certificates is untrusted`(_ forged: ForgedChain) throws {
    let certificates = forged.certificates(workshop.authority.certificatesDER)
    #expect(try workshop.code { $0.certificates = certificates } == "untrusted-chain")
  }

  @Test func `the third certificate counts for nothing`() throws {
    let chain = workshop.authority.certificatesDER
    #expect(try workshop.code { $0.certificates = [chain[0], chain[1], [0]] } == nil)
  }

  @Test func `a root of one's own with the store's subject is untrusted`() throws {
    let impostor = try PayloadAuthority(Workshop.plan)
    let mint = PayloadMint(impostor)
    #expect(code(try mint.sign(PayloadWorkshop.transaction)) == "untrusted-chain")
    // Nor with the store's own root behind it.
    var envelope = PayloadEnvelope.appStore
    envelope.certificates = Array(impostor.certificatesDER.prefix(2))
    envelope.certificates?.append(workshop.authority.rootDER)
    #expect(code(try mint.sign(PayloadWorkshop.transaction, as: envelope)) == "untrusted-chain")
  }

  @Test(arguments: ForgedPlan.all)
  func `a chain below our root, store's or added, is untrusted with one wrong thing`(
    _ forged: ForgedPlan
  ) throws {
    let authority = try PayloadAuthority(forged.plan, curve: .p256)
    var envelope = PayloadEnvelope.appStore
    envelope.certificates = Array(authority.certificatesDER.prefix(3))
    let text = try PayloadMint(authority).sign(PayloadWorkshop.transaction, as: envelope)
    for verifier in [
      try PayloadVerifier(roots: [authority.rootDER]),
      try PayloadVerifier(roots: [], addedRoots: [authority.rootDER]),
    ] {
      let examination = verifier.examine(Array(text.utf8), at: PayloadWorkshop.now)
      #expect(examination.rejection?.code == "untrusted-chain")
    }
  }

  @Test(arguments: ForgedText.all)
  func `a text of another form is malformed`(_ forged: ForgedText) throws {
    let parts = try workshop.signed().split(separator: ".").map(String.init)
    #expect(code(forged.text(parts[0], parts[1], parts[2])) == "malformed")
  }

  @Test func `names twice in the header or payload are malformed`() throws {
    #expect(try workshop.code { $0.furtherMembers = #""alg":"ES256""# } == "malformed")
    #expect(
      try workshop.code(PayloadWorkshop.transaction("\"price\"", "\"bundleId\"")) == "malformed"
    )
  }

  @Test func `crit is unsupported; jku, x5u and jwk are ignored`() throws {
    #expect(try workshop.code { $0.furtherMembers = #""crit":["exp"],"exp":1"# } == "unsupported")
    #expect(
      try workshop.code {
        $0.furtherMembers = #""jku":"http://127.0.0.1:1/","x5u":"file:///dev/zero","jwk":{}"#
      } == nil
    )
  }

  @Test func `deep, long and broken payloads are refused in time`() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try workshop.code(deep) == "malformed")
    #expect(try workshop.code(#"{"a":"\ud800"}"#) == "malformed")
    #expect(try workshop.code("[]") == "malformed")
    #expect(code(String(repeating: "A", count: 100_000_000)) == "too-large")
    #expect(code(String(repeating: ".", count: 500_000)) == "malformed")
  }

  @Test func `a changed payload has a bad signature, whoever signed it`() throws {
    let parts = try workshop.signed().split(separator: ".")
    let other = PayloadMint.base64URL(PayloadWorkshop.transaction("9990", "0").utf8)
    #expect(code("\(parts[0]).\(other).\(parts[2])") == "bad-signature")
    let nobody = try PayloadVerifier(roots: [])
    let text = Array("\(parts[0]).\(other).\(parts[2])".utf8)
    #expect(nobody.examine(text, at: PayloadWorkshop.now).rejection?.code == "bad-signature")
  }
}

@Suite struct `JWS with changed bytes` {
  let workshop: PayloadWorkshop

  init() throws { workshop = try PayloadWorkshop.shared.get() }

  @Test func `no flipped bit of a valid transaction is ever genuine`() throws {
    let text = Array(try workshop.signed().utf8)
    for offset in text.indices {
      for bit in 0..<8 {
        var changed = text
        changed[offset] ^= 1 << UInt8(bit)
        let verdict = workshop.verifier.examine(changed, at: PayloadWorkshop.now).verdict
        guard case .genuine = verdict else { continue }
        Issue.record("bit \(bit) of byte \(offset) may be flipped")
      }
    }
  }

  @Test func `random changes never are either, nor do they trap`() throws {
    let text = Array(try workshop.signed().utf8)
    var random = SplitMix64(seed: 20_260_101)
    for _ in 0..<4_000 {
      var changed = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let offset = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[offset] = UInt8.random(in: 0...255, using: &random)
        case 1: changed.remove(at: offset)
        case 2: changed.insert(UInt8.random(in: 0x21...0x7E, using: &random), at: offset)
        default: changed.removeSubrange(offset..<min(changed.count, offset + 40))
        }
      }
      guard changed != text else { continue }
      let verdict = workshop.verifier.examine(changed, at: PayloadWorkshop.now).verdict
      if case .genuine = verdict { Issue.record("a changed payload is genuine") }
    }
  }
}
