package import Basics

/// Parses the JSON of a document; a syntax error makes the document malformed.
enum DocumentJSON {
  /// The single value in `range`, byte offsets into `text`.
  static func value(_ text: Span<UInt8>, _ range: Range<Int>) throws(Rejection) -> JSONValue {
    do throws(SyntaxError) {
      return try JSONReader.value(text, range)
    } catch {
      throw Rejection(error)
    }
  }

  /// The single value in `text`.
  static func value(_ text: [UInt8]) throws(Rejection) -> JSONValue {
    try value(text.span, 0..<text.count)
  }

  /// The single value in `text`, parsed without a copy.
  static func value(_ text: String) throws(Rejection) -> JSONValue {
    let bytes = text.utf8.span
    return try value(bytes, 0..<bytes.count)
  }
}

extension Rejection {
  /// `malformed` at a byte of the text.
  package init(_ error: SyntaxError) {
    self = .malformed(at: "byte \(error.offset)", expected: error.expected)
  }
}
