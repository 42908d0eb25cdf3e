import Foundation

/// A process as the system tells of it.
package struct RunningProcess: Sendable {
  package let id: Int32

  package init(id: Int32) {
    self.id = id
  }

  /// False for a process that is dead and not yet buried, too.
  package var isAlive: Bool {
    guard let status = Self.status(of: id) else { return false }
    return status.state != "Z" && status.state != "X"
  }

  /// Its children of one name.
  package func children(named name: String) -> [RunningProcess] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { Int32($0) }
      .filter { Self.status(of: $0).map { $0.parent == id && $0.name == name } ?? false }
      .map(RunningProcess.init)
  }

  /// The IDs of its threads of one name.
  package func threads(named name: String) -> [Int32] {
    let folder = "/proc/\(id)/task"
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.compactMap { Int32($0) }.filter { thread in
      (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)) == name + "\n"
    }
  }

  /// Memory that it shares with no other process, in kibibytes; nil where the system does not tell.
  package var privateKibibytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8) else {
      return nil
    }
    let figures = text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
      .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    return figures.isEmpty ? nil : figures.reduce(0, +)
  }

  package func send(_ signal: Int32) {
    kill(id, signal)
  }

  private static func status(of id: Int32) -> (name: String, state: String, parent: Int32)? {
    // proc_pid_stat(5): the name stands in parentheses and may hold some itself.
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
    else { return nil }
    let rest = text[text.index(after: close)...].split(separator: " ")
    guard rest.count > 1, let parent = Int32(rest[1]) else { return nil }
    return (String(text[text.index(after: open)..<close]), String(rest[0]), parent)
  }
}

/// The program under test, as it was built beside the tests.
package func builtProgram(named name: String) -> String? {
  // Linux runs the tests as a program of their own; macOS loads them as a bundle.
  let starts =
    ["/proc/self/exe"].compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: $0) }
    + CommandLine.arguments.filter { $0.contains("/") } + Bundle.allBundles.map(\.bundlePath)
  for start in starts {
    var folder = URL(fileURLWithPath: start)
    for _ in 0..<4 {
      folder.deleteLastPathComponent()
      let path = folder.appendingPathComponent(name).path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: path)
      {
        return path
      }
    }
  }
  return nil
}
