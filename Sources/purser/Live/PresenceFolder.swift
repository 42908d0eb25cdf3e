import Dashboard
import Entitlements
import Foundation
import Persistence
import Terminal

/// States the case that this dashboard has open, and follows those of other operators and what the
/// account's assistants propose.
final class PresenceFolder: Sendable {
  /// Decides on the proposals of the account's assistants.
  let proposals: ProposalExecutor

  private let file: PresenceFile
  private let folder: String
  private let name: String
  private let changes: AsyncStream<CasePresence?>.Continuation
  private let writing: Task<Void, Never>

  /// `nil` if no file can be made beside the ledger; then nobody sees this operator.
  init?(ledger: String, name: String) {
    guard let file = PresenceFile(ledger: ledger, .dashboard) else { return nil }
    (self.file, self.name) = (file, name)
    proposals = ProposalExecutor(file: ProposalFile(ledger: ledger))
    folder = PresenceFile.folder(ledger: ledger)
    let (stream, continuation) = AsyncStream.makeStream(
      of: CasePresence?.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    changes = continuation
    writing = Task.detached {
      for await presence in stream { file.write(presence.map { [$0] } ?? []) }
    }
  }

  /// States the case that is open now, in the background.
  func open(_ user: ID<User>?, at now: Date) {
    changes.yield(user.map { CasePresence(name: name, user: $0, at: now) })
  }

  /// Posts the cases of others and the proposals now, and whenever one changes.
  func follow(_ mailbox: Mailbox<Event>) {
    let proposals = proposals.file
    FileWatcher.start([folder]) { [file] paths in
      if paths.contains(proposals.path) {
        mailbox.post(.proposalsChanged(proposals.waiting(at: Date())))
      }
      if paths != [proposals.path] { mailbox.post(.presencesChanged(file.others())) }
    }
    let now = file.others()
    if !now.isEmpty { mailbox.post(.presencesChanged(now)) }
    if !proposals.waiting(at: Date()).isEmpty { postProposals(to: mailbox) }
  }

  /// Posts the proposals that wait now.
  func postProposals(to mailbox: Mailbox<Event>) {
    mailbox.post(.proposalsChanged(proposals.file.waiting(at: Date())))
  }

  func close() async {
    changes.finish()
    await writing.value
    proposals.file.removeIfOld(at: Date())
    file.remove()
  }
}
