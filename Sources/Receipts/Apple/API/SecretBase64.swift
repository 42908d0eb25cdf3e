import Foundation

/// Finds base64 in a document whose decoded text contains a shared secret, such as the data of a
/// Pub/Sub message.
struct SecretBase64 {
  private let bytes: [UInt8]
  private let depth: Int

  /// Shorter runs cannot hold the name and a secret.
  private static let minLength = 16
  /// `password` in base64 at each of the three byte alignments; only the characters that do not
  /// depend on their neighbours.
  private static let spellings = ["cGFzc3dvcm", "Bhc3N3b3Jk", "wYXNzd29yZ"].map { Array($0.utf8) }

  init(_ bytes: [UInt8], depth: Int) { (self.bytes, self.depth) = (bytes, depth) }

  var edits: [SharedSecretRedaction.Edit] {
    var edits: [SharedSecretRedaction.Edit] = []
    var position = 0
    while position < bytes.count {
      guard Self.value(of: bytes[position]) != nil else {
        position += 1
        continue
      }
      let range = position..<endOfRun(from: position)
      position = range.upperBound
      guard range.count >= Self.minLength, isSuspicious(range),
        let changed = SharedSecretRedaction.changed(decoded(range), depth: depth + 1)
      else { continue }
      edits.append(.init(range: range, replacement: encoded(changed, like: range)))
    }
    return edits
  }

  /// Line ends, raw or as in a JSON string, and an escaped slash do not end the run.
  private func endOfRun(from start: Int) -> Int {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case 0x0A, 0x0D: position += 1
      case 0x5C:
        let isEscape = bytes[position...].dropFirst().first.map { [0x2F, 0x6E, 0x72].contains($0) }
        guard isEscape == true else { return position }
        position += 2
      case 0x3D:
        while position < bytes.count, bytes[position] == 0x3D { position += 1 }
        return position
      case let byte where Self.value(of: byte) != nil: position += 1
      default: return position
      }
    }
    return position
  }

  /// Whether it begins like JSON, or contains the name.
  private func isSuspicious(_ range: Range<Int>) -> Bool {
    let beginning = decoded(range.lowerBound..<min(range.lowerBound + 16, range.upperBound))
    switch beginning.first(where: { $0 > 0x20 }) {
    case 0x22, 0x5B, 0x7B: return true
    default: break
    }
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if byte == 0x63 || byte == 0x42 || byte == 0x77 {
        let rest = bytes[position..<range.upperBound]
        if Self.spellings.contains(where: { rest.starts(with: $0) }) { return true }
      }
      position += 1
    }
    return false
  }

  /// Decodes as many characters as there are: the last group may be truncated.
  private func decoded(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var (group, filled, position): (UInt32, Int, Int) = (0, 0, range.lowerBound)
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      if byte == 0x5C, position < range.upperBound, bytes[position] != 0x2F { position += 1 }
      guard let value = Self.value(of: byte) else { continue }
      group = group << 6 | value
      filled += 1
      guard filled == 4 else { continue }
      result += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
      (group, filled) = (0, 0)
    }
    if filled == 2 { result.append(UInt8(group >> 4 & 0xFF)) }
    if filled == 3 { result += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)] }
    return result
  }

  /// Encodes in the alphabet and padding of the original.
  private func encoded(_ content: [UInt8], like range: Range<Int>) -> [UInt8] {
    let original = bytes[range]
    let isURLSafe = original.contains(0x2D) || original.contains(0x5F)
    var characters = Array(Data(content).base64EncodedString().utf8)
    if isURLSafe {
      characters = characters.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
    }
    if original.last != 0x3D, isURLSafe || original.count % 4 != 0 {
      characters.removeAll { $0 == 0x3D }
    }
    return characters
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte - 0x41)
    case 0x61...0x7A: UInt32(byte - 0x61) + 26
    case 0x30...0x39: UInt32(byte - 0x30) + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}
