import Basics
import Entitlements
import Foundation
import Receipts

/// How documents lie in a file.
enum RecordFormat: Sendable {
  /// The file is one.
  case whole
  /// Each line is one.
  case lines
  /// Each line is a JSON object with one.
  case objects(FieldNames)
  /// Each row of a table with headings has one.
  case rows(FieldNames)
  /// Each row of a table in a database dump has one.
  case dump(FieldNames, table: String?)
}

/// The names of the columns or members with a document and its user.
struct FieldNames: Equatable, Sendable {
  var receipt: String
  var user: String?
}

/// Which columns of a table hold a document and its user.
struct ReceiptColumns: Sendable {
  private let receipt: Int
  private let user: Int?
  let count: Int

  init(_ header: [String], _ names: FieldNames) throws(Fault) {
    receipt = try header.column(named: names.receipt, for: "--receipt")
    user = try names.user.map { name throws(Fault) in
      try header.column(named: name, for: "--user")
    }
    count = header.count
  }

  /// The document of a row.
  func record(in fields: [[UInt8]?], _ name: ImportName) -> ImportRecords.Record {
    guard fields.count == count else {
      return .failed(name, "it has \(fields.count) fields, but the header has \(count)")
    }
    return .document(
      fields[receipt],
      of: user.flatMap { fields[$0] }.map { String(decoding: $0, as: UTF8.self) },
      name
    )
  }
}

extension FieldNames {
  /// The document in a JSON object. A name with dots leads into objects within.
  func record(in line: [UInt8], _ name: ImportName) -> ImportRecords.Record {
    let value: JSONValue
    do throws(SyntaxError) {
      value = try JSONReader.value(line)
    } catch {
      return .failed(name, "it is not JSON")
    }
    guard value.isObject else { return .failed(name, "it is not a JSON object") }
    func member(_ path: String) -> JSONValue? {
      if let member = value[path] { return member }
      return path.split(separator: ".").reduce(value as JSONValue?) { $0?[String($1)] }
    }
    let found = member(receipt)
    // Google's purchases are objects themselves.
    let document = found.flatMap { $0 == .null ? nil : $0.string ?? $0.encoded }
    return .document(
      document.map { Array($0.utf8) },
      of: user.flatMap { member($0)?.looseText },
      name
    )
  }
}

extension ImportRecords.Record {
  static func failed(_ name: ImportName, _ reason: String) -> Self {
    var name = name
    name.error = .unreadable(name.text, reason: reason)
    return Self(name: name, bytes: [])
  }

  /// Without bytes where there is no document. Exports write a value that is missing in several
  /// ways.
  fileprivate static func document(
    _ value: [UInt8]?,
    of user: String?,
    _ name: ImportName
  ) -> Self {
    func isMissing(_ text: String) -> Bool { ["", "NULL", "null", "\\N"].contains(text) }
    let owner = user?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    guard owner.utf8.count <= UserProfile.maxLength else {
      return .failed(name, "its user ID has more than \(UserProfile.maxLength) bytes")
    }
    var name = name
    if !isMissing(owner) { name.user = ID(owner) }
    guard let value else { return Self(name: name, bytes: []) }
    guard value.count <= ReceiptText.maxCharacters else {
      return .failed(name, "its document has more than \(ReceiptText.maxCharacters >> 20) MiB")
    }
    return Self(name: name, bytes: Self.plain(value, isMissing))
  }

  /// Without blanks around a text, and binary where PostgreSQL writes `\x` and digits.
  private static func plain(_ value: [UInt8], _ isMissing: (String) -> Bool) -> [UInt8] {
    guard value.allSatisfy({ $0 < 0x80 && $0 > 0 }) else { return value }
    let blanks: [UInt8] = [0x20, 9, 10, 13]
    let text = value.drop(while: blanks.contains)
    let end = text.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? text.startIndex
    let trimmed = text[text.startIndex..<end]
    if trimmed.count <= 4, isMissing(String(decoding: trimmed, as: UTF8.self)) { return [] }
    if trimmed.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]),
      let bytes = HexText.bytes(trimmed.dropFirst(2))
    {
      return bytes
    }
    return escaped(trimmed) ?? Array(trimmed)
  }

  /// The bytes of PostgreSQL's older form of binary values, `bytea_output = escape`: `\ooo` in octal,
  /// and `\\`. `nil` for any other text; base64, JWS and JSON have no such escapes.
  private static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let backslash = UInt8(ascii: "\\")
    guard text.contains(backslash) else { return nil }
    var bytes: [UInt8] = []
    var (rest, hasOctal) = (text, false)
    while let byte = rest.popFirst() {
      guard byte == backslash else {
        bytes.append(byte)
        continue
      }
      if rest.first == backslash {
        bytes.append(backslash)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix(3)
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(3)
      hasOctal = true
    }
    return hasOctal ? bytes : nil
  }
}

extension [String] {
  /// The number of the column with this heading.
  func column(named name: String, for option: String) throws(Fault) -> Int {
    let names = map { $0.trimmingCharacters(in: .whitespaces) }
    let index =
      names.firstIndex(of: name)
      ?? names.firstIndex { $0.caseInsensitiveCompare(name) == .orderedSame }
    guard let index else {
      throw Fault(
        "\(option): there is no column \(name). There are: \(names.joined(separator: ", "))."
      )
    }
    return index
  }
}
