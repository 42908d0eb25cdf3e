extension Base64 {
  /// The bytes that a text stands for; `nil` for one that is no base64.
  package static func bytes(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    return try? decode(letters.span, 0..<letters.count)
  }
}
