package import Entitlements

/// Asks the team's own back end who a user is: live in `Stores`, scripted in tests.
package struct DirectoryClient: Sendable {
  /// The profile stated for exactly this ID; `nil` if the back end knows no such user.
  package var profile: @Sendable (ID<User>) async throws(DirectoryError) -> UserProfile?
  /// The users with this e-mail address; `nil` if the back end has no such search.
  package var users: (@Sendable (_ email: String) async throws(DirectoryError) -> [UserProfile])?

  package init(
    profile: @escaping @Sendable (ID<User>) async throws(DirectoryError) -> UserProfile?,
    users: (@Sendable (_ email: String) async throws(DirectoryError) -> [UserProfile])? = nil
  ) {
    (self.profile, self.users) = (profile, users)
  }
}

/// Why the directory gave no profile. None of them says that there is no such user.
package enum DirectoryError: Error, Equatable, Sendable, CustomStringConvertible {
  case unreachable(StoreClientError.Fault)
  /// A status other than 200, 404 and 410.
  case refused(http: Int)
  /// The answer is not a profile.
  case unusable
  /// The answer is about another user.
  case otherUser
  case tooLarge
  /// The ID cannot be part of an address.
  case unusableID
  /// The limits of the settings allow no request now.
  case busy
  case cancelled

  package var description: String {
    switch self {
    case .unreachable(.timeout): "it took too long"
    case .unreachable(.tls): "its certificate is not trusted. Check it, and this machine's clock"
    case .unreachable(.unresolved): "its name has no address. Check [directory] user-url"
    case .unreachable: "it could not be reached. Check that it is running"
    case .refused(401), .refused(403):
      "it refused the token. Check [directory] token-file"
    case .refused(let http) where (300...399).contains(http):
      "it answered \(http); redirections are not followed. Set the new address"
    case .refused(let http): "it answered \(http)"
    case .unusable: "its answer is not a profile"
    case .otherUser: "its answer is about another user"
    case .tooLarge: "its answer is too long"
    case .unusableID: "this ID cannot be part of an address"
    case .busy: "too many questions now; purser asks again later"
    case .cancelled: "it was cancelled"
    }
  }
}

/// What is known of a user by the directory.
package enum DirectoryAnswer: Equatable, Sendable {
  case profile(UserProfile)
  /// The directory knows no such user.
  case unknown
  case failed(DirectoryError)

  package var profile: UserProfile? {
    if case .profile(let profile) = self { profile } else { nil }
  }

  /// What it says beside the profile, for people; `nil` if it gave one.
  package var note: String? {
    switch self {
    case .profile: nil
    case .unknown: "no such user"
    case .failed(let error): "not known: \(error)"
    }
  }
}
