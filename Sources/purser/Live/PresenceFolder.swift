import Dashboard
import Entitlements
import Foundation
import Persistence
import Terminal

/// The cases that operators have open, in a folder beside the ledger: one file for each dashboard,
/// which holds a lock on it while it runs.
final class PresenceFolder: Sendable {
  private let folder: String
  private let sideFile: SideFile
  private let path: String
  /// Holds the lock.
  private let descriptor: Int32
  private let name: String
  private let changes: AsyncStream<CasePresence?>.Continuation
  private let writing: Task<Void, Never>

  private static let maxBytes = 4_096
  private static let maxFiles = 500

  /// `nil` if the folder or the file cannot be made; then nobody sees this operator.
  init?(ledger: String, name: String) {
    folder = Self.folder(ledger: ledger)
    sideFile = SideFile(ledger: ledger)
    self.name = name
    path = "\(folder)/\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    guard sideFile.makeFolder(folder) else { return nil }
    descriptor = sideFile.open(path, O_RDWR)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX)
    let (stream, continuation) = AsyncStream.makeStream(
      of: CasePresence?.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    changes = continuation
    writing = Task.detached { [path] in
      for await presence in stream { Self.write(presence, to: path) }
    }
  }

  static func folder(ledger: String) -> String { ledger + "-presence" }

  /// States the case that is open now, in the background.
  func open(_ user: ID<User>?, at now: Date) {
    changes.yield(user.map { CasePresence(name: name, user: $0, at: now) })
  }

  /// Posts the cases of others now, and whenever one changes.
  func follow(_ mailbox: Mailbox<Event>) {
    FileWatcher.start([folder]) { [self] _ in mailbox.post(.presencesChanged(others())) }
    let now = others()
    if !now.isEmpty { mailbox.post(.presencesChanged(now)) }
  }

  /// Removes the file, and the folder with the last file in it.
  func close() async {
    changes.finish()
    await writing.value
    unlink(path)
    #if canImport(Glibc)
    Glibc.close(descriptor)
    #endif
    rmdir(folder)
  }

  /// The cases that other dashboards have open. Removes what a killed one left.
  private func others() -> [CasePresence] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let own = (path as NSString).lastPathComponent
    return names.sorted().prefix(Self.maxFiles).compactMap { name in
      name == own ? nil : Self.read("\(folder)/\(name)")
    }
  }

  // Written through another descriptor, whose closing wakes the watchers of the folder.
  private static func write(_ presence: CasePresence?, to path: String) {
    let file = Foundation.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { Foundation.close(file) }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    guard let presence, let bytes = try? encoder.encode(presence) else { return }
    _ = StandardStream.write(Array(bytes)[...], to: file)
  }

  private static func read(_ path: String) -> CasePresence? {
    let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { Foundation.close(file) }
    if flock(file, LOCK_SH | LOCK_NB) == 0 {
      unlink(path)
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: maxBytes)
    let count = Foundation.read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return try? decoder.decode(CasePresence.self, from: Data(buffer[..<count]))
  }
}
