package import Entitlements
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The cases that operators have open, in a folder beside the ledger: a file for each process that
/// states some. It holds a lock on the file, by which others know that it runs.
package final class PresenceFile: Sendable {
  /// Who states the cases.
  package enum Origin: String, CaseIterable, Sendable {
    /// A dashboard on this ledger.
    case dashboard
    /// The process that follows a shared log, for the dashboards on its other nodes.
    case log
  }

  private let folder: String
  let path: String
  private let descriptor: Int32

  private static let maxBytes = 65_536
  private static let maxFiles = 500

  /// `nil` if the folder or the file cannot be made.
  package init?(ledger: String, _ origin: Origin) {
    folder = Self.folder(ledger: ledger)
    path = "\(folder)/\(origin.rawValue)-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    // Until it is locked, others take the file for one that a killed process left.
    descriptor = SideFile(ledger: ledger).openLocked(path, in: folder)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package static func folder(ledger: String) -> String { ledger + "-presence" }

  /// Replaces the cases. Uses another descriptor, whose closing wakes the watchers of the folder.
  package func write(_ presences: [CasePresence]) {
    let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    guard !presences.isEmpty, let bytes = Self.encoded(presences) else { return }
    _ = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
  }

  /// Removes the file, and the folder with the last file in it.
  package func remove() {
    unlink(path)
    rmdir(folder)
  }

  /// The cases that all running processes but this one state. Removes what a killed one left.
  package func others() -> [CasePresence] {
    Self.presences(ledgerFolder: folder, except: (path as NSString).lastPathComponent)
  }

  /// The cases that dashboards on this ledger have open.
  static func local(ledger: String) -> [CasePresence] {
    presences(ledgerFolder: folder(ledger: ledger), only: .dashboard)
  }

  private static func presences(
    ledgerFolder folder: String,
    only origin: Origin? = nil,
    except own: String? = nil
  ) -> [CasePresence] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let origins = origin.map { [$0] } ?? Origin.allCases
    return names.sorted().prefix(maxFiles).filter { name in
      name != own && origins.contains { name.hasPrefix($0.rawValue + "-") }
    }.flatMap { read("\(folder)/\($0)") }
  }

  /// Whether a dashboard of this process's account is open on the ledger.
  package static func hasOwnDashboard(ledger: String) -> Bool {
    let folder = folder(ledger: ledger)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.prefix(maxFiles).contains { name in
      guard name.hasPrefix(Origin.dashboard.rawValue + "-") else { return false }
      let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { return false }
      defer { close(file) }
      var facts = stat()
      return fstat(file, &facts) == 0 && facts.st_uid == geteuid()
        && flock(file, LOCK_SH | LOCK_NB) != 0
    }
  }

  private static func read(_ path: String) -> [CasePresence] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    if flock(file, LOCK_SH | LOCK_NB) == 0 {
      unlink(path)
      return []
    }
    var buffer = [UInt8](repeating: 0, count: maxBytes)
    let count = Foundation.read(file, &buffer, buffer.count)
    return count > 0 ? decoded(Data(buffer[..<count])) : []
  }

  /// As JSON; the times in milliseconds since 1970.
  static func encoded(_ presences: [CasePresence]) -> Data? {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    return try? encoder.encode(presences)
  }

  /// Empty for anything else.
  static func decoded(_ bytes: Data) -> [CasePresence] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return (try? decoder.decode([CasePresence].self, from: bytes)) ?? []
  }
}
