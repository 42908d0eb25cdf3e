extension Base64 {
  /// Decodes a text; `nil` if it is not base64.
  package static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    return try? decode(characters.span, 0..<characters.count)
  }
}
