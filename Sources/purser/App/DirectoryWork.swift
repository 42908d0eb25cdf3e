import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Synchronization
import Terminal

/// Asks the directory about the users that the dashboard shows, after it shows them: no screen waits
/// for an answer. While writing is on, profiles are filed; else they are shown from memory.
final class DirectoryWork: Sendable {
  private let directory: Directory
  private let reading: EntitlementService
  private let mailbox: Mailbox<Event>
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])
  private let numbers = Counter()

  /// `nil` if the service has no directory.
  init?(_ service: EntitlementService, _ directory: Directory?, _ mailbox: Mailbox<Event>) {
    guard let directory else { return nil }
    (self.directory, reading, self.mailbox) = (directory, service, mailbox)
  }

  /// Asks about those whom an answer shows. `filing` is the service while writing is on.
  func complete(_ answer: Outcome<LedgerAnswer>, filing: EntitlementService?, _ ledger: Ledger) {
    guard case .value(let answer) = answer else { return }
    var (user, emails): (ID<User>?, [String]) = (nil, [])
    switch answer {
    case .user(let details): user = details?.user.id
    case .inquiry(let inquiry):
      user = inquiry.user?.id
      // A filed address finds its user; one that is only remembered does not.
      if filing != nil { emails = inquiry.diagnosis.unknownAddresses }
    default: break
    }
    guard user != nil || !emails.isEmpty else { return }
    let number = numbers.next()
    let work = { @Sendable [self, user, emails] in
      let profiles = (filing ?? reading).directoryProfiles
      if let user {
        let before = directory.remembered(user)
        _ = await profiles.complete(user, files: filing != nil)
        // A commit reaches the screens by itself; what is only remembered does not.
        if !Task.isCancelled, directory.remembered(user) != before {
          mailbox.post(.ledgerChanged(bytes: ledger.fileBytes))
        }
      }
      for email in emails { _ = await profiles.users(with: email, files: true) }
      tasks.withLock { $0[number] = nil }
    }
    // The lock is held, so that a task that ends at once removes itself afterwards.
    tasks.withLock { $0[number] = Task.detached(priority: .utility) { await work() } }
  }

  /// Cancels all questions and waits for them.
  func end() async {
    let open = tasks.withLock { Array($0.values) }
    for task in open { task.cancel() }
    for task in open { await task.value }
  }
}

extension Diagnosis {
  /// The addresses in the text by which nothing was found.
  var unknownAddresses: [String] {
    let unknown = subject.identifiers.filter { $0.kind == "email" && !$0.isFound }.map(\.text)
    return Array(unknown.prefix(4))
  }
}
