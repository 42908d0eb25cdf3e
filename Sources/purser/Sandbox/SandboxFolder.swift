import Basics
import Foundation
import StoreSimulator

/// A sandbox cannot be opened.
enum SandboxError: Error, Equatable, CustomStringConvertible {
  case foreignFolder(String)
  case missing(String)
  case stopped(String)
  case inUse(String)
  case portInUse(Int)
  case advancing
  case tooFar

  var description: String {
    switch self {
    case .foreignFolder(let path):
      "\(path) is not empty, and no sandbox made it. Name another folder with --dir."
    case .missing(let path):
      "\(path) has no sandbox that was started. Start one there: purser sandbox --dir \(path)."
    case .stopped(let path):
      "The sandbox in \(path) is not running. Start it: purser sandbox --dir \(path)."
    case .inUse(let path):
      "Another process runs the sandbox in \(path). Quit it, or name another folder with --dir."
    case .portInUse(let port):
      "Port \(port) of this machine is in use. Name another one, or 0 for any free one."
    case .advancing: "The clock is being advanced. Wait until that is done."
    case .tooFar: "A sandbox ends five years after its beginning. Begin another with --dir."
    }
  }
}

/// A sandbox's folder: its ledger, its settings, and its stores' keys and state.
struct SandboxFolder: Sendable {
  /// The file that tells a sandbox's folder from others.
  private static let mark = "sandbox.json"

  /// What a sandbox remembers of itself.
  struct Description: Codable, Sendable {
    var schemaVersion = 1
    /// The sandbox's time when it was made.
    var beganAt: Date
    var storesPort: Int
    var serverPort: Int
    /// Whether the first purchases were made.
    var isFilled = false

    private enum CodingKeys: String, CodingKey {
      case schemaVersion = "schemaVersion", beganAt = "beganAt", storesPort = "storesPort"
      case serverPort = "serverPort", isFilled = "isFilled"
    }
  }

  /// The absolute path.
  let path: String
  let stores: SimulatorFolder
  private let lock: FolderLock

  /// Opens the folder of a sandbox, or makes one of a new or empty folder.
  init(_ given: String) throws {
    path = URL(fileURLWithPath: given).standardizedFileURL.path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard files.isEmpty || files.contains(Self.mark) || files == [FolderLock.name] else {
      throw SandboxError.foreignFolder(given)
    }
    stores = try SimulatorFolder(path)
    // An empty folder may be anybody's.
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    guard let lock = FolderLock(path) else { throw SandboxError.inUse(given) }
    self.lock = lock
  }

  /// `nil` in a new folder.
  func description() throws -> Description? {
    guard let saved = FileManager.default.contents(atPath: file(Self.mark)) else { return nil }
    return try JSONDecoder().decode(Description.self, from: saved)
  }

  func save(_ description: Description) throws {
    try OutputFile.replace(file(Self.mark), by: Array(JSONEncoder().encode(description)))
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  var ledger: String { file("ledger.sqlite") }
  var settings: String { file("settings.toml") }

  /// Whether the ledger is in a sandbox's folder.
  static func contains(ledger path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
    return access(folder.appendingPathComponent(mark).path, F_OK) == 0
  }

  /// The file with the sandbox's time.
  private static let clock = "clock.json"

  /// The time that the sandbox showed at an instant of the real clock.
  private struct ClockState: Codable {
    var shown: Date
    var real: Date
    /// Whether the clock went on after that.
    var isGoing: Bool

    private enum CodingKeys: String, CodingKey {
      case shown = "shown", real = "real", isGoing = "isGoing"
    }
  }

  /// Saves the sandbox's time for other processes; `isGoing` is whether its clock goes on.
  func saveClock(_ now: Date, isGoing: Bool) throws {
    let state = ClockState(shown: now, real: Date(), isGoing: isGoing)
    try OutputFile.replace(file(Self.clock), by: Array(JSONEncoder().encode(state)))
  }

  /// The present time of the sandbox that the ledger belongs to; `nil` for other ledgers.
  static func now(ofLedger path: String, realNow: Date = Date()) -> Date? {
    let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent()
    guard contains(ledger: path),
      let saved = try? Data(contentsOf: folder.appendingPathComponent(clock)),
      let state = try? JSONDecoder().decode(ClockState.self, from: saved)
    else { return nil }
    return state.isGoing
      ? state.shown.addingTimeInterval(max(0, realNow.timeIntervalSince(state.real))) : state.shown
  }

  /// The clock of a ledger: that of the sandbox that it belongs to, or else the machine's.
  static func clock(ofLedger path: String) -> @Sendable () -> Date {
    guard contains(ledger: path) else { return { Date() } }
    return { now(ofLedger: path) ?? Date() }
  }

  /// What the sandbox in a folder remembers, which another process may be running.
  static func description(at path: String) throws -> Description {
    let file = URL(fileURLWithPath: path).appendingPathComponent(mark)
    guard let saved = try? Data(contentsOf: file),
      let description = try? JSONDecoder().decode(Description.self, from: saved)
    else { throw SandboxError.missing(path) }
    return description
  }
}

/// The right of one process to run the sandbox in a folder, until it is released or the process
/// ends.
private final class FolderLock: Sendable {
  static let name = "lock"

  private let descriptor: Int32

  /// `nil` if another process has the right, or the file cannot be made.
  init?(_ folder: String) {
    descriptor = open("\(folder)/\(Self.name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

/// Ports of this machine.
enum LoopbackPort {
  /// The port if it is free; any free one instead of 0.
  static func free(_ port: Int) -> Int? {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isFree = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    return isFree ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}
