import Basics
import Foundation
import Testing

@testable import Receipts

/// Where fields stand among a document's own bytes, whatever they are written in.
@Suite struct DocumentLayersTests {
  /// The bytes of the member `name` of the text that `value` was read from.
  private func bytes(
    of name: String,
    in value: JSONValue,
    _ document: [UInt8]
  ) throws -> String {
    let places = try #require(DocumentLayers(document).sourceMap(of: value))
    let index = try #require(value.members?.firstIndex { $0.name == name })
    return String(decoding: document[places.children[index].range], as: UTF8.self)
  }

  @Test func `a field of JSON stands where it is written`() throws {
    let text = Array(#" {"a" : [1, {"b":"x"}], "name":"q\"é", "n":-1.5e3} "#.utf8)
    let value = try JSONReader.value(text)
    #expect(try bytes(of: "a", in: value, text) == #"[1, {"b":"x"}]"#)
    #expect(try bytes(of: "name", in: value, text) == #"q\"é"#)
    #expect(try bytes(of: "n", in: value, text) == "-1.5e3")
  }

  @Test func `a field of a signed payload stands among its letters`() throws {
    let workshop = try PayloadWorkshop.shared.get()
    let document = Array(try workshop.signed().utf8)
    let payload = try JSONReader.value(PayloadWorkshop.transaction)
    let places = try #require(DocumentLayers(document).sourceMap(of: payload))
    let index = try #require(payload.members?.firstIndex { $0.name == "productId" })
    let range = places.children[index].range
    let start = document.firstIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    // Whole groups of four letters about the field.
    let first = start + (range.lowerBound - start) / 4 * 4
    let letters = Array(document[first..<min(document.count, first + (range.count / 4 + 2) * 4)])
    let octets = try Base64.decode(letters.span, 0..<letters.count)
    #expect(String(decoding: octets, as: UTF8.self).contains("pro"))
  }

  @Test func `a payload in a string is found behind its escapes`() throws {
    let text = Array(#"{"Message":"{\"receiptId\":\"r\u00e9-1\",\"x\":\"y12345678\"}","z":1}"#.utf8)
    let inner = try JSONReader.value(#"{"receiptId":"ré-1","x":"y12345678"}"#)
    #expect(try bytes(of: "receiptId", in: inner, text) == #"r\u00e9-1"#)
    #expect(try bytes(of: "x", in: inner, text) == "y12345678")
  }

  @Test func `secrets are found by name in every layer`() throws {
    let text = Array(#"{"token":"outer","Message":"{\"token\":\"inner-secret\"}"}"#.utf8)
    let found = DocumentLayers(text).ranges(named: ["token"])
      .map { String(decoding: text[$0], as: UTF8.self) }
    #expect(found == ["outer", "inner-secret"])
  }

  @Test func `what was masked is found by the rest`() throws {
    let text = Array(#"{"a":1,"password":"hidden"}"#.utf8)
    let masked = try JSONReader.value(#"{"a":1,"password":"…"}"#)
    #expect(try bytes(of: "password", in: masked, text) == "hidden")
  }

  @Test(arguments: [
    "", "{", "[1,", "e", "eyJ.", "eyJ.e.e", "{\"a\":", "{\"a\"", "\"", "{}}", "MII",
  ])
  func `what is no document has no layers, or none that lie outside`(_ text: String) {
    let bytes = Array(text.utf8)
    for range in DocumentLayers(bytes).ranges(named: ["a"]) {
      #expect(range.upperBound <= bytes.count)
    }
  }
}
