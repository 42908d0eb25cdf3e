import TOMLKit

/// A text file cannot be read or parsed.
enum TextFileError: Error, Equatable, CustomStringConvertible {
  case missing(InputError)
  case notUTF8(path: String)
  case notTOML(path: String, line: Int, reason: String)

  var description: String {
    switch self {
    case .missing(let error): error.description
    case .notUTF8(let path): "\(path) is not UTF-8 text. Save it as UTF-8."
    case .notTOML(let path, let line, let reason): "\(path):\(line): \(reason). Correct the line."
    }
  }
}

/// Reads text files that a person wrote.
enum TextFile {
  /// The text of `path`, or of standard input for `-`, without a byte order mark.
  static func text(of path: String) throws(TextFileError) -> String {
    var input: [UInt8]
    do throws(InputError) {
      input = try InputFile.read(path)
    } catch {
      throw .missing(error)
    }
    if input.starts(with: [0xEF, 0xBB, 0xBF]) { input.removeFirst(3) }
    guard let text = String(validating: input, as: UTF8.self) else { throw .notUTF8(path: path) }
    return text
  }

  /// Parses `text` as TOML; `path` names it in errors.
  static func table(_ text: String, _ path: String) throws(TextFileError) -> TOMLTable {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw .notTOML(path: path, line: Int(error.source.begin.line), reason: error.description)
    } catch {
      throw .notTOML(path: path, line: 1, reason: "this is not TOML")
    }
  }
}
