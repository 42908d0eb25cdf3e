import Basics
import Foundation
import Testing

/// Packed files and archives, as the system's own programs write them.
@Suite struct `Archives` {
  /// Text that repeats itself here and there, so that every kind of code occurs.
  private static let text: [UInt8] = {
    var state: UInt64 = 42
    var bytes: [UInt8] = []
    while bytes.count < 300_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let start = Int(state >> 40) % max(bytes.count, 1)
      if state >> 62 == 0, bytes.count > 1_000 {
        bytes += bytes[start..<min(start + 300, bytes.count)]
      } else {
        bytes += "\(state >> 33),".utf8
      }
    }
    return bytes
  }()

  private static func run(_ command: String, _ input: [UInt8]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(input).write(to: folder.appending(path: "in"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "cd '\(folder.path)' && { \(command); } > out"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return Array(try Data(contentsOf: folder.appending(path: "out")))
  }

  /// Unpacks it in parts of this size.
  private func unpacked(_ packed: [UInt8], by size: Int) throws(Gunzip.Fault) -> [UInt8] {
    var gunzip = Gunzip()
    var output: [UInt8] = []
    for start in stride(from: 0, to: packed.count, by: size) {
      gunzip.feed(packed[start..<min(start + size, packed.count)])
      while case let part = try gunzip.next(), !part.isEmpty { output += part }
    }
    try gunzip.finish()
    return output
  }

  @Test(arguments: [1, 2, 4, 6, 9])
  func `what gzip packs is unpacked, however it arrives`(level: Int) throws {
    let packed = try Self.run("gzip -\(level) < in", Self.text)
    for size in [1_000_000, 4_096, 1_021] {
      #expect(try unpacked(packed, by: size) == Self.text)
    }
    let short = try Self.run("gzip -\(level) < in", Array("hello, hello, hello".utf8))
    #expect(try unpacked(short, by: 1) == Array("hello, hello, hello".utf8))
  }

  @Test func `stored blocks, several members, names and padding are read`() throws {
    var state: UInt64 = 7
    let noise = (0..<100_000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let packed = try Self.run(
      "gzip -1 < in; gzip -N in -c; printf '' | gzip; head -c 9 /dev/zero",
      noise
    )
    #expect(try unpacked(packed, by: 3_000) == noise + noise)
    // A gzip that is cut after its first member's stored blocks is no whole one.
    #expect(throws: Gunzip.Fault.cut) { try unpacked(Array(packed.prefix(90_000)), by: 3_000) }
  }

  @Test func `damaged and cut files are refused and never trap`() throws {
    let packed = try Self.run("gzip < in", Array(Self.text.prefix(20_000)))
    for count in stride(from: 0, to: packed.count, by: 97) {
      #expect(throws: Gunzip.Fault.self) { try unpacked(Array(packed.prefix(count)), by: 512) }
    }
    var unnoticed = 0
    for index in stride(from: 0, to: packed.count, by: 7) {
      var damaged = packed
      damaged[index] ^= UInt8(1 << (index % 8))
      if let output = try? unpacked(damaged, by: 512) {
        #expect(output == Array(Self.text.prefix(20_000)))
        unnoticed += 1
      }
    }
    // The header has bytes that say nothing about the content.
    #expect(unnoticed <= 2)
    #expect(throws: Gunzip.Fault.trailing) { try unpacked(packed + [1, 2, 3], by: 512) }
    #expect(throws: Gunzip.Fault.header) { try unpacked(Array("no gzip at all".utf8), by: 512) }
  }

  private func entries(_ archive: [UInt8], by size: Int) throws -> [String: [UInt8]] {
    var reader = TarReader()
    var files: [String: [UInt8]] = [:]
    var current = ""
    func take(_ event: TarReader.Event) {
      switch event {
      case .file(let name, _): (current, files[name]) = (name, [])
      case .data(let bytes): files[current, default: []] += bytes
      case .passedOver(let name, let kind): files["\(name) (\(kind))"] = []
      case .fileEnd, .end: break
      }
    }
    for start in stride(from: 0, to: archive.count, by: size) {
      reader.feed(archive[start..<min(start + size, archive.count)])
      while let event = try reader.next(), event != .end { take(event) }
    }
    try reader.finish()
    return files
  }

  @Test(arguments: ["ustar", "gnu", "pax"])
  func `what tar writes is read, with long names, and links are passed over`(format: String) throws
  {
    let folder = String(repeating: "f", count: 80)
    let long =
      format == "ustar" ? String(repeating: "g", count: 90) : String(repeating: "g", count: 200)
    let archive = try Self.run(
      """
      mkdir -p \(folder) && cp in \(folder)/\(long) && : > empty && ln -s /etc/passwd link &&
      printf x > x && ln x hard && tar --format=\(format) -cf - \(folder) empty link x hard
      """,
      Array(Self.text.prefix(70_001))
    )
    #expect(TarReader.isTar(archive))
    for size in [1_000_000, 777] {
      let files = try entries(archive, by: size)
      #expect(files["\(folder)/\(long)"] == Array(Self.text.prefix(70_001)))
      #expect(files["empty"] == [])
      #expect(files["x"] == [UInt8(ascii: "x")])
      #expect(Set(files.keys).isSuperset(of: ["link (a link)", "hard (a link)"]))
      #expect(files.count == 5)
    }
  }

  @Test func `a damaged or cut archive is refused and never traps`() throws {
    let archive = try Self.run("cp in a && tar -cf - a", Array(Self.text.prefix(3_000)))
    #expect(throws: TarReader.Fault.cut) { try entries(Array(archive.prefix(2_000)), by: 512) }
    // What ends the field of the checksum has no meaning.
    for index in 0..<512 where archive[index] != 0 && !(154..<156).contains(index) {
      var damaged = archive
      damaged[index] ^= 0x15
      #expect(throws: TarReader.Fault.self) { try entries(damaged, by: 512) }
    }
  }
}
