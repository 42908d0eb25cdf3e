import Entitlements
import Foundation
import ServiceCore

/// What an interrupted import is recognised by.
enum ImportPosition {
  /// Stands for the files with their sizes and times; `nil` if one is a pipe, whose content is not
  /// known before it is read.
  static func identity(of names: [String]) -> Int64? {
    var words: [String] = []
    for name in names {
      guard name != "-", let files = try? InputFile.files(in: name) else { return nil }
      for file in files {
        guard InputFile.isPlain(file),
          let facts = try? FileManager.default.attributesOfItem(atPath: file),
          let time = (facts[.modificationDate] as? Date)?.timeIntervalSince1970
        else { return nil }
        words += [file, "\(time)"]
        words += [FileAttributeKey.size, .systemFileNumber].map { "\(facts[$0] ?? 0)" }
      }
    }
    return number(of: words)
  }

  static func number(of words: [String]) -> Int64 {
    let hash = DocumentFiling.documentID(of: Array(words.joined(separator: "\u{0}").utf8))
    return Int64(hash.raw.prefix(15), radix: 16) ?? 1
  }
}
