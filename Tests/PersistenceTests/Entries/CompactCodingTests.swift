import Foundation
import Testing

@testable import Persistence

@Suite struct `The compact form of an entry` {
  private enum Choice: Codable, Equatable {
    case plain
    case named(String, count: Int?)
  }

  private enum Word: String, Codable { case some, other }

  private struct Part: Codable, Equatable {
    var word: Word
    var choice: Choice
    var parts: [Part] = []
  }

  private class Base: Codable {
    var base: Int
    init(_ base: Int) { self.base = base }
  }

  private final class Derived: Base {
    var own: String
    init(_ base: Int, _ own: String) {
      self.own = own
      super.init(base)
    }

    private enum CodingKeys: String, CodingKey { case own }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(String.self, forKey: .own)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(own, forKey: .own)
      try super.encode(to: container.superEncoder())
    }
  }

  private struct Everything: Codable, Equatable {
    var flag = true
    var numbers = [0, 1, -1, 63, 64, -64, -65, .max, .min]
    var small: Int8 = -128
    var wide: UInt64 = UInt64(Int64.max)
    var double = -0.1
    var float: Float = 1.5
    var text = "é 😀 \u{0} \""
    var empty = ""
    var long = String(repeating: "ü", count: 300)
    var nothing: String?
    var noNumber: Int?
    var noFlag: Bool?
    var noDate: Date?
    var date = Date(timeIntervalSince1970: 1_767_312_000.123)
    var bytes: [UInt8] = [0, 255]
    var data = Data([1, 2, 3])
    var identifier = UUID()
    var map = ["a": [1], "b": []]
    var byNumber = [7: "seven"]
    var optionals: [Int?] = [1, nil, 3]
    var nested = [[[Part]]](
      repeating: [[Part(word: .other, choice: .named("x", count: nil))]],
      count: 2
    )
    var choices = [Choice.plain, .named("", count: 3)]
  }

  private static func decode<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
    try CompactDecoder.decode(from: bytes[...])
  }

  @Test func `holds every value`() throws {
    let value = Everything()
    #expect(try Self.decode(CompactEncoder.encode(value)) == value)
    let derived: Derived = try Self.decode(CompactEncoder.encode(Derived(3, "own")))
    #expect((derived.base, derived.own) == (3, "own"))
    #expect(
      try Self.decode(CompactEncoder.encode(["only", "a", "list"])) == ["only", "a", "list"]
    )
    #expect(try Self.decode(CompactEncoder.encode(Word.some)) == Word.some)
    #expect(throws: EncodingError.self) { try CompactEncoder.encode(UInt64.max) }
  }

  @Test func `names a member once`() throws {
    let one = try CompactEncoder.encode([Part(word: .some, choice: .plain)])
    let two = try CompactEncoder.encode(
      [Part](repeating: Part(word: .some, choice: .plain), count: 2)
    )
    #expect(two.count - one.count < 32)
  }

  @Test func `is read by versions that have more, fewer or rearranged members`() throws {
    struct Old: Codable {
      var first = 1
      var second = "two"
      var third = [3]
      var fourth: Int?
    }
    struct New: Codable, Equatable {
      var third: [Int]
      var added: String?
      var first: Int
      var fourth: Int?
    }
    let read: New = try Self.decode(CompactEncoder.encode(Old()))
    #expect(read == New(third: [3], added: nil, first: 1, fourth: nil))
    struct Needy: Codable { var fifth: Int }
    #expect(throws: DecodingError.self) {
      let _: Needy = try Self.decode(CompactEncoder.encode(Old()))
    }
  }

  @Test func `that is cut anywhere is an error`() throws {
    let bytes = try CompactEncoder.encode(Everything())
    for count in 0..<bytes.count {
      #expect(throws: (any Error).self) {
        let _: Everything = try Self.decode(Array(bytes.prefix(count)))
      }
    }
    #expect(throws: (any Error).self) { let _: Everything = try Self.decode(bytes + [0]) }
  }

  @Test func `with any byte changed is another value or an error`() throws {
    let bytes = try CompactEncoder.encode(Everything())
    var errors = 0
    for index in bytes.indices {
      for change in [1, 0x80, 0xFF] as [UInt8] {
        var other = bytes
        other[index] ^= change
        do {
          let _: Everything = try Self.decode(other)
        } catch {
          errors += 1
        }
      }
    }
    #expect(errors > bytes.count)
  }

  @Test func `of another type is an error`() throws {
    let bytes = try CompactEncoder.encode(["a": 1])
    #expect(throws: (any Error).self) { let _: [Int] = try Self.decode(bytes) }
    #expect(throws: (any Error).self) { let _: String = try Self.decode(bytes) }
    #expect(throws: (any Error).self) { let _: [String: String] = try Self.decode(bytes) }
    #expect(throws: (any Error).self) {
      let _: [String: UInt8] = try Self.decode(CompactEncoder.encode(["a": 256]))
    }
  }
}
