package import Entitlements
import Foundation
import Persistence

/// Profiles from the team's own back end, for users on file about whom the team has stated nothing.
package struct DirectoryProfiles: ServiceInterface {
  let service: EntitlementService

  /// The actor of the profiles that are filed.
  package static let actor = "directory"

  /// Whether the directory would be asked about the user.
  package func asks(about user: ID<User>) async -> Bool {
    guard let directory = service.directory else { return false }
    return await isAskedFor(user, directory)
  }

  /// Asks the directory about the user, unless the team has stated a profile or the directory's own
  /// on file is fresh. With `files`, files what it answers.
  ///
  /// - Returns: `nil` if there was nothing to ask. Never throws: without an answer the user has no
  ///   name.
  package func complete(_ user: ID<User>, files: Bool) async -> DirectoryAnswer? {
    guard let directory = service.directory, await isAskedFor(user, directory) else { return nil }
    let answer = await directory.answer(about: user)
    guard files else { return answer }
    switch answer {
    case .profile(let profile): await file(profile)
    // Takes back what the directory itself stated earlier; else this files nothing.
    case .unknown: if let empty = try? UserProfile(user) { await file(empty) }
    case .failed: break
    }
    return answer
  }

  /// The users on file whose address the directory says this is. With `files`, files their
  /// profiles, so that the address finds them from then on.
  package func users(with email: String, files: Bool) async -> [UserProfile] {
    guard let directory = service.directory else { return [] }
    var found: [UserProfile] = []
    for profile in await directory.users(with: email)
    where await isAskedFor(profile.user, directory) {
      found.append(profile)
      if files { await file(profile) }
    }
    return found
  }

  /// Files it if the user is still on file: an erased user doesn't come back. Failing to file leaves
  /// the answer as it is.
  private func file(_ profile: UserProfile) async {
    guard let directory = service.directory, await isAskedFor(profile.user, directory) else {
      return
    }
    do throws(ServiceError) {
      _ = try await service.profiles.file([profile], by: Self.actor)
    } catch {
      // The ledger may be read-only or busy; the next question files it.
    }
  }

  /// Whether the user is on file under their own ID, without a profile by anybody else and without a
  /// fresh one.
  private func isAskedFor(_ user: ID<User>, _ directory: Directory) async -> Bool {
    guard !Erasure.isName(user) else { return false }
    do throws(LedgerError) {
      guard try await ledger.users.rights(of: user) != nil else { return false }
      guard let stated = try await ledger.users.profiles(of: [user])[user] else { return true }
      return stated.actor == Self.actor
        && now() >= stated.at.addingTimeInterval(directory.policy.keepsFor)
    } catch {
      return false
    }
  }
}
