package import Basics

/// The JSON texts that a document is made of, one in another: an envelope, the payload of a JWS,
/// what is signed inside that. Each knows where its values stand among the document's own bytes,
/// whatever they are written in.
package struct DocumentLayers {
  private struct Layer {
    var value: JSONValue
    var places: JSONPlaces
  }

  private var layers: [Layer] = []

  private static let mostLayers = 256
  private static let deepest = 4
  /// Nothing that is written in a string is shorter.
  private static let shortestText = 16

  package init(_ document: [UInt8]) {
    add(document, Transcript { $0 }, depth: 0)
  }

  package var isEmpty: Bool { layers.isEmpty }

  /// Where a decoded part stands. What was masked in it may be anything in the document.
  package func places(of part: JSONValue) -> JSONPlaces? {
    layers.first { Self.fits(part, $0.value) }?.places
  }

  /// Where the values of members with these names stand, in all the layers.
  package func stretches(named names: Set<String>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for layer in layers { Self.collect(names, layer.value, layer.places, into: &found) }
    return found
  }

  private static func collect(
    _ names: Set<String>,
    _ value: JSONValue,
    _ places: JSONPlaces,
    into found: inout [Range<Int>]
  ) {
    switch value {
    case .object(let members):
      for (member, place) in zip(members, places.children) {
        if names.contains(member.name) { found.append(place.range) }
        collect(names, member.value, place, into: &found)
      }
    case .array(let items):
      for (item, place) in zip(items, places.children) {
        collect(names, item, place, into: &found)
      }
    default: break
    }
  }

  private static func fits(_ part: JSONValue, _ whole: JSONValue) -> Bool {
    switch (part, whole) {
    case (.string(AppStoreDocument.mask), _): true
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.name == $1.name && fits($0.value, $1.value) }
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(fits)
    default: part == whole
    }
  }

  /// Adds what a text holds: JSON, or a JWS whose payload is JSON.
  private mutating func add(_ text: [UInt8], _ transcript: Transcript, depth: Int) {
    guard depth < Self.deepest, layers.count < Self.mostLayers else { return }
    switch text.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): addJSON(text, transcript, depth: depth)
    case UInt8(ascii: "e"):
      guard let part = Self.payload(of: text),
        let octets = try? Base64.decode(text.span, part)
      else { return }
      let inner = transcript.reading(.base64(from: part.lowerBound))
      if octets.first == UInt8(ascii: "{") { addJSON(octets, inner, depth: depth) }
    default: break
    }
  }

  /// The middle one of three parts, or all of a text in base64.
  private static func payload(of text: [UInt8]) -> Range<Int>? {
    let end = (text.lastIndex { $0 > 0x20 } ?? -1) + 1
    let start = text.firstIndex { $0 > 0x20 } ?? 0
    let stops = text.indices.filter { text[$0] == UInt8(ascii: ".") }
    if stops.isEmpty { return start..<end }
    return stops.count == 2 ? stops[0] + 1..<stops[1] : nil
  }

  private mutating func addJSON(_ text: [UInt8], _ transcript: Transcript, depth: Int) {
    guard let value = try? DocumentJSON.value(text), let places = JSONPlaceReader.places(text)
    else { return }
    layers.append(Layer(value: value, places: transcript.places(places)))
    addStrings(of: value, places, text, transcript, depth: depth)
  }

  private mutating func addStrings(
    of value: JSONValue,
    _ places: JSONPlaces,
    _ text: [UInt8],
    _ transcript: Transcript,
    depth: Int
  ) {
    switch value {
    case .object(let members):
      for (member, place) in zip(members, places.children) {
        addStrings(of: member.value, place, text, transcript, depth: depth)
      }
    case .array(let items):
      for (item, place) in zip(items, places.children) {
        addStrings(of: item, place, text, transcript, depth: depth)
      }
    case .string(let string) where string.utf8.count >= Self.shortestText:
      guard let first = string.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "e")
      else { return }
      let inner = transcript.reading(.string(text, places.range))
      add(Array(string.utf8), inner, depth: depth + 1)
    default: break
    }
  }
}
