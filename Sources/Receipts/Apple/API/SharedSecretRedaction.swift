import Basics

/// Removes App Store shared secrets from documents before they are stored.
///
/// A version 1 notification and the body of a verifyReceipt request carry the app's shared secret
/// as `password`. Such a body may arrive anywhere: at another store's endpoint, inside another
/// document, with the member twice, truncated, or broken. So this works on the bytes, not on parsed
/// JSON: it finds the name in every spelling and drops the value behind it. If the end of the value
/// is uncertain, it drops too much rather than too little.
package enum SharedSecretRedaction {
  static let name = Array("password".utf8)
  /// Base64 in base64; real documents have two levels.
  private static let maxDepth = 4

  /// The document without the values of members named `password`; the document itself if there are
  /// none. Idempotent.
  package static func redacted(_ document: [UInt8]) -> [UInt8] {
    changed(document, depth: 0) ?? document
  }

  /// `nil` if there is nothing to remove.
  static func changed(_ document: [UInt8], depth: Int) -> [UInt8]? {
    let members = SecretMembers(document).edits
    let plain = members.isEmpty ? document : document.applying(members)
    guard depth < maxDepth else { return members.isEmpty ? nil : plain }
    let encoded = SecretBase64(plain, depth: depth).edits
    if encoded.isEmpty { return members.isEmpty ? nil : plain }
    return plain.applying(encoded)
  }

  /// A replacement of some of the bytes of a document.
  struct Edit {
    var range: Range<Int>
    var replacement: [UInt8] = []
  }
}

extension [UInt8] {
  /// The edits are in order and do not overlap.
  fileprivate func applying(_ edits: [SharedSecretRedaction.Edit]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var position = 0
    for edit in edits where edit.range.lowerBound >= position {
      result += self[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    return result + self[position...]
  }
}

/// Finds members named `password` in text that need not be JSON.
private struct SecretMembers {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var edits: [SharedSecretRedaction.Edit] {
    var edits: [SharedSecretRedaction.Edit] = []
    var position = 0
    if let edit = editAtCutBeginning() {
      edits.append(edit)
      position = edit.range.upperBound
    }
    while position < bytes.count {
      let byte = bytes[position]
      guard byte | 0x20 == 0x70 || byte == 0x5C || byte == 0x25 else {
        position += 1
        continue
      }
      guard let end = endOfName(at: position) else {
        position = character(at: position)?.end ?? bytes.count
        continue
      }
      if let edit = edit(behind: end) {
        edits.append(edit)
        position = edit.range.upperBound
      } else {
        position = end
      }
    }
    return edits
  }

  /// If the beginning of the text is missing, only part of the name may be there.
  private func editAtCutBeginning() -> SharedSecretRedaction.Edit? {
    for length in 1..<SharedSecretRedaction.name.count {
      guard bytes.starts(with: SharedSecretRedaction.name.suffix(length)), bytes.count > length,
        bytes[length] == 0x22
      else { continue }
      return edit(behind: length)
    }
    return nil
  }

  // MARK: Characters

  private struct Character {
    var value: UInt8
    /// The offset behind the character.
    var end: Int
    /// Length in bytes; for backslashes that of the whole run.
    var length: Int
    /// Whether it is written `\u0070` or `%70`.
    var isEncoded = false
  }

  /// The character that begins at `start`, in any spelling. Skips NULs, which separate the
  /// characters in UTF-16.
  private func character(at start: Int) -> Character? {
    var start = start
    while start < bytes.count, bytes[start] == 0 { start += 1 }
    guard start < bytes.count else { return nil }
    var end = start + 1
    switch bytes[start] {
    case 0x5C:
      while end < bytes.count, bytes[end] == 0x5C { end += 1 }
      if end < bytes.count, bytes[end] == 0x75, let value = hexadecimal(end + 1, 4) {
        return Character(value: value, end: end + 5, length: end + 5 - start, isEncoded: true)
      }
    case 0x25:
      // A percent sign that was encoded twice is `%25`.
      while end + 1 < bytes.count, bytes[end] == 0x32, bytes[end + 1] == 0x35 { end += 2 }
      if let value = hexadecimal(end, 2) {
        return Character(value: value, end: end + 2, length: end + 2 - start, isEncoded: true)
      }
      end = start + 1
    default: break
    }
    return Character(value: bytes[start], end: end, length: end - start)
  }

  /// The code of an ASCII character in `digits` hexadecimal digits.
  private func hexadecimal(_ start: Int, _ digits: Int) -> UInt8? {
    guard start + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[start..<start + digits] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | Int(digit)
    }
    return value < 0x80 ? UInt8(value) : nil
  }

  private func endOfName(at start: Int) -> Int? {
    var position = start
    for nameByte in SharedSecretRedaction.name {
      guard let found = character(at: position), found.value | 0x20 == nameByte else { return nil }
      position = found.end
    }
    return position
  }

  // MARK: Values

  private enum Quotation {
    /// Behind `backslashes`: one in JSON in a JSON string, three in JSON in that, and so on.
    case plain(UInt8, backslashes: Int)
    case encoded
  }

  /// Removes the value behind a name that ends at `end`; `nil` if no value follows.
  private func edit(behind end: Int) -> SharedSecretRedaction.Edit? {
    var position = end
    // Either a separator or the quotation mark that closes the name.
    var hasEnded = false
    var backslashes = 0
    while let next = character(at: position) {
      switch next.value {
      case 0x22, 0x27:
        let quotation: Quotation =
          next.isEncoded ? .encoded : .plain(next.value, backslashes: backslashes)
        if hasEnded { return string(from: next.end, quotation) }
        (hasEnded, backslashes) = (true, 0)
      case 0x5C: backslashes = next.length
      case 0x3A, 0x3D, 0x3B, 0x3E, 0x0A: (hasEnded, backslashes) = (true, 0)
      case 0x20, 0x09, 0x0D: backslashes = 0
      case 0x5B, 0x7B:
        guard hasEnded else { return nil }
        return next.isEncoded
          ? dropped(next.end..<bytes.count) : dropped(next.end..<endOfBrackets(from: next.end))
      default: return hasEnded ? bare(from: position) : nil
      }
      position = next.end
    }
    return nil
  }

  private func dropped(_ range: Range<Int>) -> SharedSecretRedaction.Edit? {
    range.isEmpty ? nil : SharedSecretRedaction.Edit(range: range)
  }

  private func string(from start: Int, _ quotation: Quotation) -> SharedSecretRedaction.Edit? {
    guard case .plain(let mark, let backslashes) = quotation else {
      var position = start
      while let next = character(at: position) {
        if next.value == 0x22 || next.value == 0x27 { return dropped(start..<position) }
        position = next.end
      }
      return dropped(start..<bytes.count)
    }
    return dropped(start..<endOfString(from: start, mark, backslashes).content)
  }

  /// The end of a string that was opened behind `backslashes`, and the offset behind its quotation
  /// mark.
  private func endOfString(
    from start: Int,
    _ mark: UInt8,
    _ backslashes: Int
  ) -> (content: Int, next: Int) {
    let period = 2 * (backslashes + 1)
    var position = start
    while position < bytes.count {
      var run = 0
      while position + run < bytes.count, bytes[position + run] == 0x5C { run += 1 }
      position += run
      guard position < bytes.count else { break }
      // Fewer backslashes than this string has: the enclosing string ends.
      if bytes[position] == mark, run % period <= backslashes {
        return (position - run % period, position + 1)
      }
      position += 1
    }
    return (bytes.count, bytes.count)
  }

  /// The offset of the closing bracket.
  private func endOfBrackets(from start: Int) -> Int {
    var (position, depth, backslashes) = (start, 1, 0)
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        position = endOfString(from: position + 1, 0x22, backslashes).next
        backslashes = 0
        continue
      case 0x5B, 0x7B: depth += 1
      case 0x5D, 0x7D:
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
      backslashes = bytes[position] == 0x5C ? backslashes + 1 : 0
      position += 1
    }
    return bytes.count
  }

  private func bare(from start: Int) -> SharedSecretRedaction.Edit? {
    var start = start
    while start < bytes.count, bytes[start] == 0 { start += 1 }
    var end = start
    loop: while end < bytes.count {
      switch bytes[end] {
      case 0x09, 0x0A, 0x0D, 0x20, 0x22, 0x26, 0x27, 0x29, 0x2C, 0x3B, 0x5D, 0x7D: break loop
      case 0x5C:
        var next = end
        while next < bytes.count, bytes[next] == 0x5C { next += 1 }
        if next == bytes.count || bytes[next] == 0x22 { break loop }
        end = next
      default: end += 1
      }
    }
    let value = bytes[start..<end]
    guard !value.isEmpty, !Self.literals.contains(where: { value.elementsEqual($0) }) else {
      return nil
    }
    return SharedSecretRedaction.Edit(range: start..<end, replacement: Array("null".utf8))
  }

  private static let literals = ["null", "true", "false"].map { Array($0.utf8) }
}
