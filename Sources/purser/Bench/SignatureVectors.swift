import Basics
import Receipts

/// A file of test vectors has an invalid format.
struct VectorError: Error, Equatable, CustomStringConvertible {
  var file: String
  var place: String
  var expected: String

  var description: String {
    "\(file), \(place): expected \(expected). Use C2SP/wycheproof's files unchanged."
  }
}

/// A signature from a file, with its expected and its actual result.
struct VectorCase {
  enum Result: String { case valid, invalid, acceptable }

  /// `tcId`, which is unique in a file.
  var number: Int
  var group: String
  var result: Result
  /// Whether purser supports the kind of signature; other kinds are rejected, valid or not.
  var isOurKind: Bool
  /// The reason for the rejection; `nil` if the signature is accepted.
  var fault: Rejection?
}

/// A file of C2SP/wycheproof, verified with the code that verifies receipts and payloads.
struct VectorFile {
  enum Kind {
    /// `sig` over `msg` with `publicKeyDer`, in hex (`*_verify_schema_v1.json`).
    case signatures(RawPublicKey.Scheme)
    /// `jws` or `jwe` with a JSON Web Key (`json_web_*_schema_v1.json`).
    case compact
  }

  static let all: [VectorFile] = [
    VectorFile(name: "ecdsa_secp256r1_sha256_p1363_test.json", kind: .signatures(.es256)),
    VectorFile(name: "ecdsa_secp256r1_sha256_test.json", kind: .signatures(.ecdsaSHA256)),
    VectorFile(name: "ecdsa_secp384r1_sha384_test.json", kind: .signatures(.ecdsaSHA384)),
    VectorFile(name: "rsa_signature_2048_sha256_test.json", kind: .signatures(.rsaSHA256)),
    VectorFile(name: "json_web_signature_test.json", kind: .compact),
    VectorFile(name: "json_web_crypto_test.json", kind: .compact),
  ]

  var name: String
  var kind: Kind

  private func fault(_ place: String, _ expected: String) -> VectorError {
    VectorError(file: name, place: place, expected: expected)
  }

  /// Verifies every case of the file's text.
  func cases(in text: [UInt8]) throws(VectorError) -> [VectorCase] {
    let root: VectorNode
    do throws(SyntaxError) {
      root = VectorNode(file: name, place: "the file", value: try JSONReader.value(text))
    } catch {
      let rejection = Rejection(error)
      throw fault(rejection.location ?? "the file", "JSON (\(rejection.detail))")
    }
    var cases: [VectorCase] = []
    for group in try root.items("testGroups") {
      switch kind {
      case .signatures(let scheme): cases += try signatures(group, scheme)
      case .compact: cases += try compact(group)
      }
    }
    let stated = try root.number("numberOfTests")
    guard stated == cases.count, stated > 0 else {
      throw fault("numberOfTests", "\(cases.count), the number of cases")
    }
    return cases
  }

  private func signatures(
    _ group: VectorNode,
    _ scheme: RawPublicKey.Scheme
  ) throws(VectorError) -> [VectorCase] {
    let type = try group.text("type")
    let key = RawPublicKey(subjectPublicKeyInfo: try group.hex("publicKeyDer"))
    var cases: [VectorCase] = []
    for test in try group.items("tests") {
      let (signature, message) = (try test.hex("sig"), try test.hex("msg"))
      let fault =
        if let key {
          key.fault(in: signature, over: message, by: scheme)
        } else {
          Rejection.unsupported("the public key")
        }
      cases.append(try made(test, type, isOurKind: true, fault))
    }
    return cases
  }

  private func compact(_ group: VectorNode) throws(VectorError) -> [VectorCase] {
    let comment = try group.text("comment")
    let jwk = try group.member(group.value["public"] == nil ? "private" : "public").value
    let key = RawPublicKey(jwk: jwk)
    var cases: [VectorCase] = []
    for test in try group.items("tests") {
      let value = try test.member(test.value["jwe"] == nil ? "jws" : "jwe").value
      // The JSON serializations are not supported.
      let text = value.string ?? "{}"
      let fault = RawPublicKey.fault(inJWS: Array(text.utf8), by: key)
      cases.append(try made(test, comment, isOurKind: jwk["alg"] == "ES256", fault))
    }
    return cases
  }

  private func made(
    _ test: VectorNode,
    _ group: String,
    isOurKind: Bool,
    _ fault: Rejection?
  ) throws(VectorError) -> VectorCase {
    guard let result = VectorCase.Result(rawValue: try test.text("result")) else {
      throw self.fault("\(test.place).result", "valid, invalid or acceptable")
    }
    return VectorCase(
      number: try test.number("tcId"),
      group: group,
      result: result,
      isOurKind: isOurKind,
      fault: fault
    )
  }
}

/// A value of a vector file, and its path for error messages.
struct VectorNode {
  var file: String
  var place: String
  var value: JSONValue

  private func fault(_ name: String, _ expected: String) -> VectorError {
    VectorError(
      file: file,
      place: place == "the file" ? name : "\(place).\(name)",
      expected: expected
    )
  }

  func member(_ name: String) throws(VectorError) -> VectorNode {
    guard let inner = value[name] else { throw fault(name, "a member of this name") }
    return VectorNode(file: file, place: fault(name, "").place, value: inner)
  }

  func items(_ name: String) throws(VectorError) -> [VectorNode] {
    let list = try member(name)
    guard let items = list.value.array else { throw fault(name, "an array") }
    return items.enumerated().map {
      VectorNode(file: file, place: "\(list.place)[\($0.offset)]", value: $0.element)
    }
  }

  func text(_ name: String) throws(VectorError) -> String {
    guard let text = try member(name).value.string else { throw fault(name, "a text") }
    return text
  }

  func number(_ name: String) throws(VectorError) -> Int {
    guard let number = try member(name).value.integer else { throw fault(name, "a whole number") }
    return number
  }

  func hex(_ name: String) throws(VectorError) -> [UInt8] {
    guard let bytes = [UInt8](hex: try text(name)) else { throw fault(name, "hex digits in pairs") }
    return bytes
  }
}

/// Compares the results of one file's cases with the expected ones.
struct VectorTally {
  var file: String
  var cases = 0
  var accepted = 0
  var rejected = 0
  /// The cases that are invalid or merely acceptable, but accepted.
  var wrongAccepts: [Int] = []
  /// The cases that are valid and of a supported kind, but rejected.
  var wrongRefusals: [Int] = []
  /// The number of valid cases of unsupported kinds, by group and reason.
  var refused: [String: Int] = [:]

  init(_ file: String, _ cases: [VectorCase]) {
    self.file = file
    self.cases = cases.count
    for item in cases { count(item) }
  }

  private mutating func count(_ item: VectorCase) {
    switch (item.result, item.fault) {
    case (.valid, nil): accepted += 1
    case (.invalid, nil), (.acceptable, nil): wrongAccepts.append(item.number)
    case (.invalid, _?), (.acceptable, _?): rejected += 1
    case (.valid, let fault?):
      if item.isOurKind {
        wrongRefusals.append(item.number)
      } else {
        refused["\(item.group): \(fault.code), \(fault.detail)", default: 0] += 1
      }
    }
  }

  /// The errors, one line each.
  var faults: [String] {
    wrongAccepts.map { "\(file): case \($0) is accepted but not valid" }
      + wrongRefusals.map { "\(file): case \($0) is valid but rejected" }
  }
}

extension VectorTally {
  /// A table of all files, followed by the reasons why valid signatures were rejected.
  static func lines(_ tallies: [VectorTally]) -> [String] {
    var rows = [
      ["file", "cases", "accepted valid", "rejected invalid", "wrongly accepted", "rejected valid"]
    ]
    rows += tallies.map { row($0.file, [$0]) }
    rows.append(row("all", tallies))
    let reasons = tallies.flatMap { tally in
      tally.refused.sorted { $0.key < $1.key }.map { "  \($0.value) × \(tally.file), \($0.key)" }
    }
    return TextTable.lines(rows, left: 1)
      + (reasons.isEmpty ? [] : ["", "valid, but of an unsupported kind:"])
      + reasons.map(PlainText.safe)
  }

  private static func row(_ name: String, _ tallies: [VectorTally]) -> [String] {
    // Closures, since the loader warns about key paths to the standard library's computed
    // properties.
    let counts = [
      tallies.map(\.cases), tallies.map(\.accepted), tallies.map(\.rejected),
      tallies.map { $0.wrongAccepts.count },
      tallies.map { $0.wrongRefusals.count + $0.refused.values.reduce(0, +) },
    ]
    return [name] + counts.map { String($0.reduce(0, +)) }
  }
}
