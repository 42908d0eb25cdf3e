import Basics
import Foundation

@testable import Receipts

struct PayloadProperties {
  private let samples: SignedSamples
  private let thoroughly: Bool

  init(_ samples: SignedSamples, thoroughly: Bool) {
    (self.samples, self.thoroughly) = (samples, thoroughly)
  }

  func fault(_ input: [UInt8]) -> String? {
    input.contains(UInt8(ascii: ".")) ? compactFault(input) : contentFault(input)
  }

  private func compactFault(_ input: [UInt8]) -> String? {
    let examination = samples.payloads.examine(input, at: FuzzTarget.now)
    guard let jws = (try? PayloadText.compact(in: input)).flatMap({ try? JWS($0) }) else {
      return examination.rejection == nil ? "genuine without three parts" : nil
    }
    if samples.checksSignatures, examination.verdict != .unsigned, examination.rejection == nil,
      !samples.signedTexts.contains(Array(jws.signedBytes))
    {
      return "a payload is genuine that nobody signed"
    }
    for part in [jws.header, jws.payload, jws.signature] where thoroughly {
      guard let octets = try? jws.octets(of: part) else { continue }
      guard Base64Properties.url(octets) == Array(jws.text[part]) else {
        return "two texts stand for the same octets"
      }
    }
    if thoroughly, let certificates = try? JWSHeader(jws).certificates(),
      ![1, 3].contains(certificates.count)
    {
      return "a header with \(certificates.count) certificates"
    }
    return (thoroughly ? canonicalFault(input, jws, examination) : nil)
      ?? examination.rejection?.wordingFault
  }

  /// The canonical form of a genuine payload has the same content, and is its own canonical form.
  private func canonicalFault(
    _ input: [UInt8],
    _ jws: JWS,
    _ examination: DocumentExamination
  ) -> String? {
    guard case .genuine = examination.verdict else { return nil }
    let isNotification = examination.kind == .signedNotification
    guard let form = CanonicalPayload.bytes(of: input, isNotification: isNotification),
      let again = (try? PayloadText.compact(in: form)).flatMap({ try? JWS($0) })
    else { return "genuine without a canonical form" }
    guard again.signedBytes == jws.signedBytes else { return "the canonical form is another text" }
    // Without real signatures, the other value of s may be none that fits.
    guard samples.checksSignatures else { return nil }
    guard samples.payloads.examine(form, at: FuzzTarget.now).rejection == nil else {
      return "the canonical form is not genuine"
    }
    return CanonicalPayload.bytes(of: form, isNotification: isNotification) == form
      ? nil : "the canonical form has another one"
  }

  /// The payload alone: under a header and a signature of another one, then as if they fitted.
  private func contentFault(_ payload: [UInt8]) -> String? {
    var parts = samples.payload
    guard parts.count == 3 else { return "the kept payload is none" }
    parts[1] = StrictBase64.encode(payload)
    let text = parts.joined(separator: [UInt8(ascii: ".")])
    if let fault = compactFault(Array(text)) { return fault }
    let content = (try? JWS.payloadValue(payload)).flatMap(Self.content)
    for (place, text) in content?.nested ?? [:] {
      guard let jws = try? JWS(Array(text.utf8)),
        let value = (try? jws.octets(of: jws.payload)).flatMap({ try? JWS.payloadValue($0) }),
        let inner = Self.content(value)
      else { continue }
      if !inner.nested.isEmpty, inner.kind == place.content.kind { return "a nested notification" }
    }
    return content?.kind != .signedNotification && content?.nested.isEmpty == false
      ? "a payload inside no notification" : nil
  }

  private static func content(_ value: JSONValue) -> PayloadContent? {
    try? PayloadContent(value, kind: ReceiptKind(ofSigned: value))
  }
}

struct DocumentProperties {
  private let samples: SignedSamples
  private let thoroughly: Bool

  init(_ samples: SignedSamples, thoroughly: Bool) {
    (self.samples, self.thoroughly) = (samples, thoroughly)
  }

  func fault(_ input: [UInt8]) -> String? {
    let submission = samples.documents.examine(input, at: FuzzTarget.now)
    if submission.rejection == nil {
      guard case .document(let document) = submission.outcome,
        document.verdict == .unsigned || !samples.checksSignatures
      else { return "genuine, though none of these keys ever signed" }
      if document.kind == .unknown { return "believed without being known" }
    }
    return submission.rejection?.wordingFault ?? rewritingFault(input)
  }

  private func rewritingFault(_ input: [UInt8]) -> String? {
    guard let value = try? JSONReader.value(input) else {
      // The map is asked of JSON alone; of anything else it must end.
      let map = thoroughly ? JSONSourceMapReader.sourceMap(input) : nil
      return map.map { input.indices.contains($0.range) } == false ? "a map beyond the text" : nil
    }
    let text = JSONRewriter.text(of: value)
    guard let again = try? JSONReader.value(text) else {
      return "JSON that was read cannot be read again"
    }
    // Swift takes texts that look alike for equal; their octets must be.
    guard again == value, JSONRewriter.text(of: again).utf8.elementsEqual(text.utf8) else {
      return "JSON changes when it is written"
    }
    guard thoroughly else { return nil }
    let compact = CompactJSON.bytes(value)
    guard let rewritten = try? JSONReader.value(compact), CompactJSON.bytes(rewritten) == compact,
      JSONRewriter.text(of: rewritten).utf8.elementsEqual(text.utf8)
    else { return "JSON changes when it is written compactly" }
    return JSONSourceMapReader.sourceMap(input).map { $0.locates(value, in: input) } == true
      ? nil : "a value is not where the map says"
  }
}

extension JSONSourceMap {
  /// Whether the ranges of a value and of all in it hold their texts.
  fileprivate func locates(_ value: JSONValue, in text: [UInt8]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= text.count else { return false }
    let values: [JSONValue]
    switch value {
    case .array(let items): values = items
    case .object(let members): values = members.map(\.value)
    case .string:
      let quoted = range.lowerBound - 1..<range.upperBound + 1
      guard quoted.lowerBound >= 0, quoted.upperBound <= text.count else { return false }
      return children.isEmpty && (try? JSONReader.value(text.span, quoted)) == value
    default: return children.isEmpty && (try? JSONReader.value(text.span, range)) == value
    }
    return values.count == children.count
      && zip(children, values).allSatisfy { $0.locates($1, in: text) }
  }
}

/// The shortest text of a value.
private enum JSONRewriter {
  static func text(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): quoted(text)
    case .array(let items): "[\(items.map(text(of:)).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(quoted($0.name)):\(text(of: $0.value))" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
        let hex = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}

enum Base64Properties {
  /// Base64url without padding.
  static func url(_ octets: [UInt8]) -> [UInt8] {
    standard(octets).filter { $0 != UInt8(ascii: "=") }.map {
      $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? 0x5F : $0
    }
  }

  private static func standard(_ octets: [UInt8]) -> [UInt8] {
    Array(Data(octets).base64EncodedData())
  }

  private static func decode(_ text: [UInt8]) -> [UInt8]? {
    try? Base64.decode(text.span, 0..<text.count)
  }

  private static func decode(_ text: [UInt8], _ form: StrictBase64.Form) -> [UInt8]? {
    try? StrictBase64.decode(text.span, 0..<text.count, form)
  }

  static func fault(_ input: [UInt8]) -> String? {
    let wrapped = Array(Data(input).base64EncodedData(options: [.lineLength64Characters]))
    guard decode(standard(input)) == input, decode(url(input)) == input, decode(wrapped) == input,
      decode(url(input), .url) == input, decode(standard(input), .standard) == input
    else { return "octets do not come back" }
    if let receipt = try? ReceiptText.receipt(in: input), ReceiptKind(of: receipt) != .appReceipt {
      return "a receipt that is none"
    }
    if let octets = decode(input) {
      if url(octets) != letters(input) {
        return "text with more or fewer letters than its octets need"
      }
      if Base64.bytes(String(decoding: input, as: UTF8.self)) != octets {
        return "a string is read unlike its bytes"
      }
    }
    if let octets = decode(input, .url), url(octets) != input || decode(input) != octets {
      return "base64url that can be written otherwise"
    }
    if let octets = decode(input, .standard), standard(octets) != input || decode(input) != octets {
      return "base64 that can be written otherwise"
    }
    return nil
  }

  /// The letters of a text in the URL-safe alphabet, without what may stand between them.
  private static func letters(_ text: [UInt8]) -> [UInt8] {
    text.filter { !"= \t\r\n".utf8.contains($0) }.map {
      $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? 0x5F : $0
    }
  }
}
