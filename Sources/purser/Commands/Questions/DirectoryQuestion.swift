import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

/// A command's questions to the directory of the settings. What it answers is filed if the ledger may
/// be written, and else only shown.
struct DirectoryQuestion {
  let access: DirectoryAccess
  let place: LedgerAccess

  /// `nil` if the settings have no directory.
  init?(_ place: LedgerAccess) throws {
    guard let access = DirectoryAccess(try Assembly.settings(place.settings)) else { return nil }
    (self.access, self.place) = (access, place)
  }

  /// Asks about the user, unless there is nothing to ask.
  func answer(about user: ID<User>, on ledger: Ledger) throws -> DirectoryAnswer? {
    let reading = try service(on: ledger)
    let asks = try Blocking.wait { await reading.directoryProfiles.asks(about: user) }
    guard asks else { return nil }
    return try filing(or: ledger) { profiles, files in await profiles.complete(user, files: files) }
  }

  /// Asks for the users with these addresses, and files their profiles.
  ///
  /// - Returns: Whether there are any.
  func finds(_ emails: [String], on ledger: Ledger) throws -> Bool {
    guard access.directory.findsAddresses, !emails.isEmpty else { return false }
    return try filing(or: ledger) { profiles, files in
      var found: [UserProfile] = []
      for email in emails.prefix(Self.maxAddresses) {
        found += await profiles.users(with: email, files: files)
      }
      return !found.isEmpty
    }
  }

  private static let maxAddresses = 4

  private func filing<Answer: Sendable>(
    or reading: Ledger,
    _ ask: @escaping @Sendable (DirectoryProfiles, _ files: Bool) async -> Answer
  ) throws -> Answer {
    let writing = try? place.openUncurrent(isExisting: true)
    let service = try service(on: writing ?? reading)
    return try Blocking.wait { [access] in
      let answer = await ask(service.directoryProfiles, writing != nil)
      await access.close()
      await writing?.log?.stop()
      try await writing?.close()
      return answer
    }
  }

  private func service(on ledger: Ledger) throws -> EntitlementService {
    EntitlementService(
      ledger: ledger,
      receipts: try ReceiptVerifier(),
      directory: access.directory
    )
  }
}

extension UserDetails {
  /// With the name and the address of a profile that is not on file.
  func completed(by profile: UserProfile?) -> UserDetails {
    guard let profile, self.profile == nil else { return self }
    var details = self
    details.user = user.completed(by: profile)
    details.profile = profile
    return details
  }
}

extension User {
  /// With the name and the address of a profile, where none is on file.
  func completed(by profile: UserProfile?) -> User {
    var user = self
    user.name = name ?? profile?.names.first
    user.email = email ?? profile?.emails.first
    return user
  }
}
