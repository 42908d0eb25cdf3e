import Dashboard
import Foundation

/// What one dashboard leaves to the next: files of lines in the folder for state, for their
/// owner's eyes only.
struct MemoryFile: Sendable {
  let folder: String

  private static let mostBytes = 1_048_576
  private static let mostLines = 200
  private var history: String { folder + "/history" }
  private var visited: String { folder + "/visited" }
  private var told: String { folder + "/told" }
  private var views: String { folder + "/views" }

  /// Empty where nothing was left, or what was cannot be read. What somebody who was killed had
  /// begun to write goes.
  func read() -> Memory {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix("history.") || name.hasPrefix("visited.")
      || name.hasPrefix("views.") || name.hasPrefix("told.")
    {
      unlink("\(folder)/\(name)")
    }
    return Memory(
      lines: lines(of: history),
      visited: lines(of: visited),
      views: lines(of: views),
      told: lines(of: told)
    )
  }

  private func lines(of path: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.mostBytes
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(Self.mostLines)
  }

  /// A file that cannot be written is no reason to stop anybody: the next one begins without it.
  func write(_ memory: Memory) {
    Paths.makePrivateFolder(folder)
    replace(history, by: memory.lines)
    replace(visited, by: memory.visited)
    replace(views, by: memory.views)
    replace(told, by: memory.told)
  }

  private func replace(_ path: String, by lines: [String]) {
    let kept = lines.suffix(Self.mostLines).map { $0.replacing("\n", with: " ") + "\n" }
    let draft = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    guard (try? OutputFile.write(Array(kept.joined().utf8), to: draft)) != nil else { return }
    if rename(draft, path) != 0 { unlink(draft) }
  }
}
