import Foundation
import Mint

@testable import Receipts

/// Writes JSON in other ways that say the same, at random.
struct LooseJSON {
  var random: SplitMix64

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func space() -> String {
    let spaces: [Character] = [" ", "\n", "\t", "\r"]
    let count = Int.random(in: 0..<3, using: &random)
    return String((0..<count).map { _ in spaces.randomElement(using: &random) ?? " " })
  }

  /// A string of the text, some of its letters escaped.
  mutating func string(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      let isSpecial = scalar == "\"" || scalar == "\\" || scalar.value < 0x20
      if isSpecial || scalar.isASCII && chance(2) {
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }

  /// An object of strings; `extra` members that say nothing stand among them.
  mutating func object(_ members: [(String, String)], extra: Bool = true) -> String {
    var parts = members.map { "\(string($0.0))\(space()):\(space())\($0.1)" }
    if extra, chance(60) { parts.append("\"x\(Int.random(in: 0..<1_000, using: &random))\":[1]") }
    parts.shuffle(using: &random)
    let members = parts.joined(separator: "\(space()),")
    return space() + "{" + space() + members + space() + "}" + space()
  }
}

/// Writes a signed payload in other ways, at random.
struct PayloadWriter {
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
    0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]

  private var json: LooseJSON
  /// With either value of s.
  private let texts: [String]

  init(_ text: String, seed: UInt64) throws {
    json = LooseJSON(random: SplitMix64(seed: seed))
    let jws = try JWS(Array(text.utf8))
    var signature = try jws.octets(of: jws.signature)
    var borrow = 0
    for place in (0..<32).reversed() {
      let difference = Int(Self.order[place]) - Int(signature[32 + place]) - borrow
      borrow = difference < 0 ? 1 : 0
      signature[32 + place] = UInt8(truncatingIfNeeded: difference)
    }
    let letters = Data(signature).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    texts = [text, String(decoding: jws.signedBytes, as: UTF8.self) + "." + letters]
  }

  mutating func write() -> String {
    let text = texts.randomElement(using: &json.random) ?? ""
    let string = json.string(text)
    switch Int.random(in: 0..<8, using: &json.random) {
    case 0: return text
    case 1: return json.space() + text + json.space()
    case 2: return json.object([("signedPayload", string)], extra: false)
    case 3: return "{\"signedPayload\":\"\(text)\"}"
    case 4: return json.object([("Store", "\"AppleAppStore\""), ("Payload", string)])
    case 5: return json.object([("JwsReceiptData", string)])
    case 6:
      return json.object([
        ("serverVerificationData", string), ("source", "\"app_store\""),
      ])
    default:
      return json.object([
        ("type", "\"apple-sk2\""), ("jwsRepresentation", string), ("signature", "\"c2ln\""),
      ])
    }
  }
}

/// Writes a purchase of Google Play's and its signature in other ways, at random.
struct PurchaseWriter {
  private var json: LooseJSON
  private let text: String
  private let signature: String

  init(_ text: String, _ signature: String, seed: UInt64) {
    json = LooseJSON(random: SplitMix64(seed: seed))
    self.text = text
    self.signature = signature
  }

  private mutating func letters() -> String {
    switch Int.random(in: 0..<3, using: &json.random) {
    case 0: signature
    case 1: signature.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
    default: String(signature.prefix(70)) + json.space() + String(signature.dropFirst(70))
    }
  }

  mutating func write() -> String {
    let (text, value) = (json.string(text), json.string(letters()))
    switch Int.random(in: 0..<6, using: &json.random) {
    case 0: return json.object([("data", text), ("signature", value)])
    case 1: return json.object([("INAPP_PURCHASE_DATA", text), ("INAPP_DATA_SIGNATURE", value)])
    case 2:
      let pair = json.object([("json", text), ("signature", value)])
      return json.object([("Store", "\"GooglePlay\""), ("Payload", json.string(pair))])
    case 3: return json.object([("ReceiptJson", text), ("Signature", value)])
    case 4:
      return json.object([
        ("type", "\"android-playstore\""), ("receipt", text), ("signature", value),
      ])
    default: return json.object([("dataAndroid", text), ("signatureAndroid", value)])
    }
  }
}

/// Writes a receipt of the Microsoft Store in other ways, at random.
struct MarkupWriter {
  private var random: SplitMix64
  private let text: String

  init(_ text: String, seed: UInt64) {
    random = SplitMix64(seed: seed)
    self.text = text
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// What may stand between two attributes.
  private mutating func gap() -> String { chance(20) ? "\n\t" : " " }

  mutating func write() -> String {
    var output = text
    if chance(50) { output.replace("></AppReceipt>", with: "/>") }
    if chance(50) { output.replace("></ProductReceipt>", with: "  />") }
    if chance(50) { output.replace("Full\"", with: "Fu&#108;l\"\(gap())") }
    if chance(50) { output.replace("LicenseType=\"", with: "LicenseType\(gap())=\(gap())\"") }
    if chance(50) { output.replace("Version=\"1.0\"", with: "Version='1.0'") }
    if chance(50) { moveSignature(in: &output) }
    if chance(50) {
      output.replace(
        "</SignatureValue>",
        with: "\n </SignatureValue> <KeyInfo><KeyName>\(random.next())</KeyName></KeyInfo>\n"
      )
    }
    let identifier = "xmlns:a=\"urn:a\" a:Id=\"\(random.next())\""
    if chance(50) { output.replace("<Signature ", with: "<Signature \(identifier) ") }
    if chance(50) { output.replace("<AppReceipt", with: "<!-- \(random.next()) --><AppReceipt") }
    if chance(50) { output = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + output }
    if chance(50) { output += "\n<!-- \(random.next()) -->\n" }
    return output
  }

  private func moveSignature(in output: inout String) {
    guard let start = output.range(of: "<Signature ")?.lowerBound,
      let end = output.range(of: "</Signature>")?.upperBound
    else { return }
    let signature = String(output[start..<end])
    output.removeSubrange(start..<end)
    output.replace("<ProductReceipt", with: signature + "<ProductReceipt", maxReplacements: 1)
  }
}
