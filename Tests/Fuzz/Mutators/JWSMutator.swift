extension Mutator {
  /// Changes the header or the payload as JSON, or the signature; or a text around a JWS as JSON.
  /// `nil` if the text has not three parts.
  mutating func mutateJWS(_ input: [UInt8], depth: Int = 0) -> [UInt8]? {
    if input.first == UInt8(ascii: "{") { return mutateJSON(input, depth: depth) }
    var parts = Self.parts(input)
    guard parts.count == 3 else { return nil }
    let index = dice.pick([0, 0, 1, 1, 1, 1, 1, 2])
    if index == 2 || dice.roll(8) == 0 {
      let others = Self.parts(other)
      if others.count == 3, dice.roll(2) == 0 {
        parts[index] = others[index]
      } else {
        parts[index] = Base64Text.encode(
          blindly(Base64Text.decode(parts[index]) ?? []),
          forURL: true
        )
      }
    } else {
      guard let octets = Base64Text.decode(parts[index]), let new = mutateJSON(octets, depth: depth)
      else { return nil }
      parts[index] = Base64Text.encode(new, forURL: true)
    }
    return Array(parts.joined(separator: [UInt8(ascii: ".")]))
  }

  private static func parts(_ text: [UInt8]) -> [[UInt8]] {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
  }
}

/// Base64 as mutators need it: both alphabets are read, and nothing is checked.
enum Base64Text {
  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let forURL: [UInt8] = standard.dropLast(2) + Array("-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for letters in [standard, forURL] {
      for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    }
    return values
  }()

  /// `nil` for text with other characters than letters and padding.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3 + 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for letter in text where letter != UInt8(ascii: "=") {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      if count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return output
  }

  static func encode(_ octets: [UInt8], forURL isForURL: Bool) -> [UInt8] {
    let letters = isForURL ? forURL : standard
    var output: [UInt8] = []
    output.reserveCapacity((octets.count + 2) / 3 * 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for octet in octets {
      (bits, count) = (bits << 8 | UInt32(octet), count + 8)
      while count >= 6 {
        count -= 6
        output.append(letters[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { output.append(letters[Int(bits << UInt32(6 - count) & 63)]) }
    while !isForURL, output.count % 4 > 0 { output.append(UInt8(ascii: "=")) }
    return output
  }
}
