/// The memory use of this process, in kB.
struct ProcessMemory {
  /// Memory that is not backed by a file: heap and stacks.
  var anonymous: Int
  /// All resident memory, including shared pages.
  var resident: Int

  /// Reads the kernel's counters, on Linux only (proc(5), smaps_rollup).
  static func now() throws(InputError) -> ProcessMemory {
    let table = try InputFile.read(file: "/proc/self/smaps_rollup")
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    func kilobytes(_ name: String) -> Int {
      let line = lines.first { $0.hasPrefix(name + ":") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return ProcessMemory(anonymous: kilobytes("Anonymous"), resident: kilobytes("Rss"))
  }
}
