/// What this process holds of the machine's memory, in kB.
struct ProcessMemory {
  /// What no file stands behind: the heap and the stacks.
  var anonymous: Int
  /// All that is in memory now, shared or not.
  var resident: Int

  /// As the kernel counts it; only Linux tells (proc(5), smaps_rollup).
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
