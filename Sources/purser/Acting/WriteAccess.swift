import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// How a dashboard comes to act on its ledger once somebody asks for that.
struct WriteAccess {
  /// A ledger that is open for writing, and what goes on in it.
  struct Opened {
    var session: StoreSession
    var acting: Acting
    /// Does the jobs that wait; `nil` where no store could be asked, or others do them.
    var work: (@Sendable () async throws -> Void)?
    var close: @Sendable () async -> Void
  }

  let open: () throws -> Opened
}

/// Whether the dashboard acts now, and by what.
struct Writing {
  private let access: WriteAccess
  private let mailbox: Mailbox<Event>
  private var opened: (WriteAccess.Opened, BackgroundWork)?

  init(_ access: WriteAccess, _ mailbox: Mailbox<Event>) {
    self.access = access
    self.mailbox = mailbox
  }

  var session: StoreSession? { opened?.0.session }

  /// Opens the ledger for writing, unless it is.
  mutating func begin() throws -> Acting {
    if let (opened, _) = opened { return opened.acting }
    let new = try access.open()
    var background = BackgroundWork(mailbox)
    if let work = new.work { background.begin(work) }
    opened = (new, background)
    return new.acting
  }

  /// What ends it: jobs in hand are given back first.
  mutating func end() -> @Sendable () async -> Void {
    guard let (ended, background) = opened else { return {} }
    opened = nil
    let close = ended.close
    return {
      await background.end()
      await close()
    }
  }
}
