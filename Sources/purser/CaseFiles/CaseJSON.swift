import Basics
import Foundation

/// Reads and writes case files as JSON, also inside the HTML and the Markdown.
enum CaseJSON {
  /// Stands before the JSON in a comment of HTML, in base64: it can then not end the comment.
  private static let mark = "purser-case-file:"

  static func value(of file: CaseFile) throws(Fault) -> JSONValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var single = encoder.singleValueContainer()
      try single.encode(RFC3339.text(date))
    }
    guard let data = try? encoder.encode(file), let value = try? JSONReader.value(Array(data))
    else {
      throw Fault("The case file cannot be written as JSON. Report this with the ticket's ID.")
    }
    return value
  }

  static func file(from value: JSONValue) throws(Fault) -> CaseFile {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let single = try decoder.singleValueContainer()
      guard let date = RFC3339.parse(try single.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: single, debugDescription: "no time")
      }
      return date
    }
    do {
      return try decoder.decode(CaseFile.self, from: Data(CompactJSON.bytes(value)))
    } catch {
      throw Fault("It is not a case file of purser: \(place(of: error)). Write it again.")
    }
  }

  /// Where the decoder stopped; nothing of the content.
  private static func place(of error: any Error) -> String {
    let path: [any CodingKey]? =
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      default: nil
      }
    guard let path, !path.isEmpty else { return "it has another form" }
    let names = path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }
    return "\(names.joined(separator: ", ")) is missing or has another form"
  }

  static func text(of file: CaseFile) throws(Fault) -> [UInt8] {
    JSONText.bytes(of: try value(of: file), .pretty)
  }

  /// The comment with the whole file, for the end of an HTML or Markdown file.
  static func comment(of file: CaseFile) throws(Fault) -> String {
    let bytes = CompactJSON.bytes(try value(of: file))
    return "<!-- \(mark)\(Data(bytes).base64EncodedString()) -->\n"
  }

  /// The case file in a JSON, HTML or Markdown file.
  static func read(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
    var json = bytes
    if let found = bytes.firstRange(of: Array(mark.utf8)) {
      let text = bytes[found.upperBound...].prefix { $0 > 0x20 }
      guard let data = Data(base64Encoded: Data(text)) else {
        throw Fault("Its copy of the data is incomplete. Use the JSON file, or write it again.")
      }
      json = Array(data)
    }
    guard let value = try? JSONReader.value(json), value.isObject else {
      throw Fault("It holds no case file. Name a file that purser case wrote.")
    }
    guard let format = value["formatVersion"]?.integer else {
      throw Fault("It is not a case file of purser: formatVersion is missing.")
    }
    guard format == CaseFile.formatVersion else {
      throw Fault(
        "It has the format version \(format); this purser reads \(CaseFile.formatVersion). "
          + "Use the version that wrote it."
      )
    }
    return value
  }
}
