package import Basics

/// The JSON of a document: a text that is none is a malformed document.
enum DocumentJSON {
  /// The one value that fills `range`, byte offsets into `text`, but for white space.
  static func value(_ text: Span<UInt8>, _ range: Range<Int>) throws(Rejection) -> JSONValue {
    do throws(SyntaxError) {
      return try JSONReader.value(text, range)
    } catch {
      throw Rejection(error)
    }
  }

  /// The one value that fills `text` but for white space.
  static func value(_ text: [UInt8]) throws(Rejection) -> JSONValue {
    try value(text.span, 0..<text.count)
  }

  /// The one value that fills `text` but for white space, read where the text stands.
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
