import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal

/// Opens the dashboard's ledger for writing on request.
struct WriteAccess {
  /// A ledger that is open for writing.
  struct Opened {
    var session: StoreSession
    var acting: WriteMode
    /// Runs waiting jobs; `nil` if no store is configured or another process runs them.
    var work: (@Sendable () async throws -> Void)?
    var close: @Sendable () async -> Void
  }

  let open: () throws -> Opened
}

/// The dashboard's current write session, if any.
struct Writing {
  private let access: WriteAccess
  private let mailbox: Mailbox<Event>
  private var opened: (WriteAccess.Opened, BackgroundWork)?

  init(_ access: WriteAccess, _ mailbox: Mailbox<Event>) {
    self.access = access
    self.mailbox = mailbox
  }

  var session: StoreSession? { opened?.0.session }

  /// Opens the ledger for writing unless it is open already.
  mutating func begin() throws -> WriteMode {
    if let (opened, _) = opened { return opened.acting }
    let new = try access.open()
    var background = BackgroundWork(mailbox)
    if let work = new.work { background.begin(work) }
    opened = (new, background)
    return new.acting
  }

  /// Returns a closure that releases running jobs, then closes the ledger.
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
