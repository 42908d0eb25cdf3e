import Foundation

/// Texts that were looked at once, approved, and stored beside the tests.
package enum Golden {
  /// Compares `actual` with the file at `path`: `nil` when they agree, else both side by side.
  /// With `RECORD_FRAMES=1` in the environment the file is rewritten instead.
  package static func difference(of actual: String, from path: String) -> String? {
    if ProcessInfo.processInfo.environment["RECORD_FRAMES"] == "1" {
      do {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try actual.write(toFile: path, atomically: true, encoding: .utf8)
        return nil
      } catch {
        return "\(path) could not be recorded: \(error)"
      }
    }
    guard let expected = try? String(contentsOfFile: path, encoding: .utf8) else {
      return "\(path) is not there. Run once with RECORD_FRAMES=1 and read what it records."
    }
    return expected == actual ? nil : sideBySide(expected, actual)
  }

  /// The lines that differ, the stored one above the one that was drawn.
  private static func sideBySide(_ expected: String, _ actual: String) -> String {
    let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
    var text = ""
    for index in 0..<max(left.count, right.count) {
      let one = index < left.count ? left[index] : ""
      let other = index < right.count ? right[index] : ""
      guard one != other else { continue }
      text += "line \(index + 1)\n  stored \(one)\n  drawn  \(other)\n"
    }
    return text
  }
}
