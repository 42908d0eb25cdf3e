import Basics
package import Entitlements
package import Foundation
import Synchronization

/// The limits on questions to the directory.
package struct DirectoryPolicy: Equatable, Sendable {
  /// How long a profile from the directory holds before it is asked for again.
  package var keepsFor: TimeInterval = 86_400
  /// How long it is remembered that there is no such user, and that a question failed.
  package var keepsMissingFor: TimeInterval = 600
  /// How many answers are remembered.
  package var maxEntries = 10_000
  package var maxPerMinute = 60
  /// How many questions are open at once.
  package var maxConcurrent = 4

  package init() {}
}

/// The directory with its memory and its limits. One for a process.
package final class Directory: Sendable {
  private struct Entry {
    var answer: DirectoryAnswer
    /// Those with an address that was asked for.
    var users: [UserProfile] = []
    var at: Date
  }

  private struct Memory {
    var entries: [String: Entry] = [:]
    var open: Set<String> = []
    var bucket: TokenBucket
  }

  private let client: DirectoryClient
  package let policy: DirectoryPolicy
  private let now: @Sendable () -> Date
  private let memory: Mutex<Memory>

  package init(
    _ client: DirectoryClient,
    policy: DirectoryPolicy = DirectoryPolicy(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.client, self.policy, self.now) = (client, policy, now)
    let rate = Double(max(1, policy.maxPerMinute))
    memory = Mutex(Memory(bucket: TokenBucket(capacity: rate, perSecond: rate / 60)))
  }

  /// Whether it is searched by e-mail address.
  package var findsAddresses: Bool { client.users != nil }

  /// What is remembered of the user, also if it is old. Asks nobody.
  package func remembered(_ user: ID<User>) -> DirectoryAnswer? {
    memory.withLock { $0.entries[Self.key(user)]?.answer }
  }

  /// What is remembered of the user, or else the directory's answer.
  package func answer(about user: ID<User>) async -> DirectoryAnswer {
    await entry(Self.key(user)) { () async throws(DirectoryError) in
      guard let profile = try await client.profile(user) else { return (.unknown, []) }
      guard profile.user.raw.utf8.elementsEqual(user.raw.utf8) else { throw .otherUser }
      return (.profile(profile), [])
    }
    .answer
  }

  /// The users with this address; empty if there are none, or none can be asked for.
  package func users(with email: String) async -> [UserProfile] {
    guard let users = client.users else { return [] }
    let wanted = email.lowercased()
    return await entry("email \(wanted)") { () async throws(DirectoryError) in
      (.unknown, try await users(email).filter { $0.emails.contains { $0.lowercased() == wanted } })
    }
    .users
  }

  private static func key(_ user: ID<User>) -> String { "user \(user.raw)" }

  private func entry(
    _ key: String,
    _ ask: () async throws(DirectoryError) -> (DirectoryAnswer, [UserProfile])
  ) async -> Entry {
    let instant = now()
    let known: Entry? = memory.withLock { memory in
      if let entry = memory.entries[key], instant < entry.at.addingTimeInterval(life(of: entry)) {
        return entry
      }
      guard !memory.open.contains(key), memory.open.count < policy.maxConcurrent,
        memory.bucket.take(at: instant)
      else { return Entry(answer: .failed(.busy), at: instant) }
      memory.open.insert(key)
      return nil
    }
    if let known { return known }
    var entry = Entry(answer: .unknown, at: instant)
    do throws(DirectoryError) {
      (entry.answer, entry.users) = try await ask()
    } catch {
      entry.answer = .failed(error)
    }
    memory.withLock { memory in
      memory.open.remove(key)
      guard entry.answer != .failed(.cancelled) else { return }
      makeRoom(in: &memory)
      memory.entries[key] = entry
    }
    return entry
  }

  private func life(of entry: Entry) -> TimeInterval {
    entry.answer.profile == nil ? policy.keepsMissingFor : policy.keepsFor
  }

  /// Removes the older half if the memory is full.
  private func makeRoom(in memory: inout Memory) {
    guard memory.entries.count >= max(1, policy.maxEntries) else { return }
    let newest = memory.entries.sorted { $0.value.at > $1.value.at }.prefix(policy.maxEntries / 2)
    memory.entries = Dictionary(newest.map { ($0.key, $0.value) }) { first, _ in first }
  }
}
