import Foundation

/// A folder of its own in which the built program is run.
package final class Workbench {
  package struct Answer {
    package var status: Int32
    /// Standard output and standard error.
    package var output: String
    package var narration: String
  }

  private struct NotBuilt: Error {}

  package let program: String
  private let folder: URL

  package init() throws {
    guard let program = builtProgram(named: "purser") else { throw NotBuilt() }
    self.program = program
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("purser-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the program to its end, with nobody's settings but its own.
  package func run(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:],
    mask: String? = nil
  ) throws -> Answer {
    // The mask of this process is that of all tests.
    let umask = mask.map { ["/bin/sh", "-c", "umask $0; exec \"$@\"", $0] } ?? []
    try write(Array(input.utf8), to: ".input")
    // Files, not pipes: nobody has to read while the program writes.
    let status = try ChildProcess(
      umask + [program] + arguments,
      in: folder.path,
      environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
        .merging(environment) { $1 },
      input: path(of: ".input"),
      output: .file(path(of: ".output")),
      errors: .file(path(of: ".narration"))
    ).waitUntilExit()
    return Answer(
      status: status,
      output: String(decoding: try read(".output"), as: UTF8.self),
      narration: String(decoding: try read(".narration"), as: UTF8.self)
    )
  }

  /// Starts the program, with nobody's settings but its own.
  package func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(program, arguments, in: folder)
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(name),
      withIntermediateDirectories: false
    )
  }

  /// A file of so many NUL bytes that takes no room.
  package func makeHole(of bytes: UInt64, named name: String) throws {
    try write([], to: name)
    let handle = try FileHandle(forWritingTo: folder.appendingPathComponent(name))
    try handle.truncate(atOffset: bytes)
    try handle.close()
  }

  /// The file's permissions.
  package func mode(of name: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(
      atPath: folder.appendingPathComponent(name).path
    )
    return facts[.posixPermissions] as? Int ?? 0
  }

  package func path(of name: String) -> String { folder.appendingPathComponent(name).path }

  package func files(beginning prefix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted()
  }
}
