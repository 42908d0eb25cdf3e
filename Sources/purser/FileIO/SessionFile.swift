import Dashboard
import Foundation

/// Saves the dashboard's session state in files of lines that only their owner can read.
struct SessionFile: Sendable {
  let folder: String

  private static let maxBytes = 1_048_576
  private static let maxLines = 200
  private var history: String { folder + "/history" }
  private var visited: String { folder + "/visited" }
  private var messages: String { folder + "/told" }
  private var views: String { folder + "/views" }

  /// The saved state; empty if there is none or it cannot be read. Deletes incomplete files of a
  /// killed process.
  func read() -> SessionState {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasPrefix("history.") || name.hasPrefix("visited.")
      || name.hasPrefix("views.") || name.hasPrefix("told.")
    {
      unlink("\(folder)/\(name)")
    }
    var state = SessionState.empty
    state.lines = lines(of: history)
    state.visited = lines(of: visited)
    state.views = lines(of: views)
    state.messages = lines(of: messages)
    return state
  }

  private func lines(of path: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.maxBytes
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(Self.maxLines)
  }

  /// Ignores write errors: the next session then starts without that state.
  func write(_ memory: SessionState) {
    Paths.makePrivateFolder(folder)
    replace(history, by: memory.lines)
    replace(visited, by: memory.visited)
    replace(views, by: memory.views)
    replace(messages, by: memory.messages)
  }

  private func replace(_ path: String, by lines: [String]) {
    let saved = lines.suffix(Self.maxLines).map { $0.replacing("\n", with: " ") + "\n" }
    let draft = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    guard (try? OutputFile.write(Array(saved.joined().utf8), to: draft)) != nil else { return }
    if rename(draft, path) != 0 { unlink(draft) }
  }
}
