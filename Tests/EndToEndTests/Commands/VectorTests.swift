import TestSupport
import Testing

/// `purser bench vectors` on files of one case each, in the form of Wycheproof's.
@Suite struct `Judging signature vectors` {
  private let workbench: Workbench

  init() throws { workbench = try Workbench() }

  /// P-256 and "sample" (RFC 6979 A.2.5).
  private static let key =
    "3059301306072a8648ce3d020106082a8648ce3d03010703420004"
    + "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
  private static let signature =
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"

  private func file(_ signature: String, _ result: String) -> String {
    """
    {"numberOfTests":1,"testGroups":[{"type":"Verify","publicKeyDer":"\(Self.key)","tests":[\
    {"tcId":7,"msg":"73616d706c65","sig":"\(signature)","result":"\(result)"}]}]}
    """
  }

  /// Runs the program on a folder whose first file is this one; the others hold nothing wrong.
  private func judge(_ text: String) throws -> Workbench.Answer {
    for name in ["ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384", "rsa_signature_2048_sha256"] {
      try workbench.write(Array(file("00", "invalid").utf8), to: "\(name)_test.json")
    }
    for name in ["json_web_signature", "json_web_crypto"] {
      let compact = """
        {"numberOfTests":1,"testGroups":[{"comment":"hs256","private":{"alg":"HS256"},\
        "tests":[{"tcId":1,"jws":"a.b.c","result":"valid"}]}]}
        """
      try workbench.write(Array(compact.utf8), to: "\(name)_test.json")
    }
    try workbench.write(Array(text.utf8), to: "ecdsa_secp256r1_sha256_p1363_test.json")
    return try workbench.run(["bench", "vectors", "."])
  }

  @Test func `right answers are counted, and so are kinds that no store uses`() throws {
    let answer = try judge(file(Self.signature, "valid"))
    #expect(answer.status == 0)
    #expect(answer.output.contains("hs256: "))
    let sum = answer.output.split(separator: "\n").first { $0.hasPrefix("all ") }
    #expect(sum?.split(separator: " ") == ["all", "6", "1", "3", "0", "2"])
  }

  @Test(arguments: [
    (signature, "invalid"), (signature, "acceptable"), (String(signature.reversed()), "valid"),
  ])
  func `a wrong answer is told by its number and exits 2`(
    signature: String,
    result: String
  ) throws {
    let answer = try judge(file(signature, result))
    #expect(answer.status == 2)
    #expect(answer.narration.contains("case 7"))
  }

  @Test(arguments: [
    ("zz", "valid", "testGroups[0].tests[0].sig"), ("00", "maybe", "testGroups[0].tests[0].result"),
  ])
  func `a file of another form is an error that names the place`(
    signature: String,
    result: String,
    place: String
  ) throws {
    let answer = try judge(file(signature, result))
    #expect(answer.status == 1)
    #expect(answer.narration.contains(place))
  }

  @Test func `a file with fewer cases than it says is an error`() throws {
    let answer = try judge(
      file(Self.signature, "valid").replacing("Tests\":1", with: "Tests\":2")
    )
    #expect(answer.status == 1)
    #expect(answer.narration.contains("numberOfTests"))
  }
}
