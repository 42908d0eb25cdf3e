import Crypto
import Foundation

/// A folder of rejected documents, one per file, accessible to its owner only. Names begin with the
/// time and sort by arrival.
package struct RejectedDocumentFiles: Sendable {
  /// A file in the folder.
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var bytes: Int

    /// The hash of the document's content, equal for repetitions.
    var hash: Substring { name.suffix(16) }
  }

  package let path: String

  package init(_ path: String) { self.path = path }

  /// The entries, oldest first; empty if the folder does not exist.
  package func entries() -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter(Self.isName).sorted().compactMap { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: filePath(name))
      return (attributes?[.size] as? NSNumber).map { Entry(name: name, bytes: $0.intValue) }
    }
  }

  /// `nil` if there is no file of that name any more.
  package func document(named name: String) -> RejectedDocument? {
    guard Self.isName(name), let content = FileManager.default.contents(atPath: filePath(name))
    else {
      return nil
    }
    return RejectedDocument(stored: Array(content))
  }

  static func hash(of bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).prefix(8)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }

  /// Writes a document atomically; `nil` on failure.
  func keep(_ document: RejectedDocument, hash: String) -> Entry? {
    let time = document.at.formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .omitted,
        timeSeparator: .omitted,
        includingFractionalSeconds: true
      )
    )
    let (name, content) = ("\(time)-\(hash)", document.stored)
    makeFolder()
    let draft = filePath(Self.draftPrefix + name)
    guard Self.put(content, to: draft) else { return nil }
    guard rename(draft, filePath(name)) == 0 else {
      unlink(draft)
      return nil
    }
    return Entry(name: name, bytes: content.count)
  }

  func remove(_ entry: Entry) { unlink(filePath(entry.name)) }

  /// Removes incomplete files of an earlier process.
  func removeDrafts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasPrefix(Self.draftPrefix) { unlink(filePath(name)) }
  }

  private static let draftPrefix = ".draft-"

  /// `20260101T000000.000Z-0123456789abcdef`.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 20 && parts[0].hasSuffix("Z")
      && parts[1].count == 16 && parts[1].allSatisfy { $0.isASCII && $0.isHexDigit }
      && parts[0].allSatisfy { $0.isASCII && ($0.isNumber || "TZ.".contains($0)) }
  }

  private func filePath(_ name: String) -> String { "\(path)/\(name)" }

  private func makeFolder() {
    guard access(path, F_OK) != 0 else { return }
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  /// Creates the file with owner-only access and never overwrites another.
  private static func put(_ content: [UInt8], to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let isWhole = content.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    close(file)
    if !isWhole { unlink(path) }
    return isWhole
  }
}
