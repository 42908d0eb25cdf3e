import Entitlements
import Foundation
import ServiceCore
import Stores

/// `[directory]`: the team's own back end, which is asked who a user is.
struct DirectorySettings {
  let configuration: DirectoryConfiguration
  let policy: DirectoryPolicy

  init(_ table: SettingsTable) throws {
    let userURL = try table.required("user-url")
    let emailURL = try table.text("email-url")
    let token = try table.secret("token")
    let seconds = try table.number("seconds", atMost: Self.maxSeconds) ?? 5
    do throws(DirectoryConfiguration.Fault) {
      configuration = try DirectoryConfiguration(
        userURL: userURL,
        emailURL: emailURL,
        token: token,
        timeout: .seconds(seconds)
      )
    } catch {
      throw table.fault(error == .userURL ? "user-url" : "email-url", error.expected)
    }
    var policy = DirectoryPolicy()
    if let minutes = try table.number("cache-minutes") { policy.keepsFor = Double(minutes) * 60 }
    if let minutes = try table.number("missing-minutes") {
      policy.keepsMissingFor = Double(minutes) * 60
    }
    policy.maxEntries = min(try table.number("max-entries") ?? policy.maxEntries, Self.maxEntries)
    policy.maxPerMinute = try table.number("per-minute") ?? policy.maxPerMinute
    self.policy = policy
  }

  private static let maxSeconds = 60
  private static let maxEntries = 1_000_000
}

/// The directory of the settings, and its connections.
struct DirectoryAccess: Sendable {
  let directory: Directory
  private let client: DirectoryHTTPClient

  /// `nil` if the settings have no directory.
  init?(_ settings: Settings) {
    guard let directory = settings.directory else { return nil }
    client = DirectoryHTTPClient(directory.configuration)
    self.directory = Directory(client.client, policy: directory.policy)
  }

  /// Asks about a user that nobody has: an answer without one is a good one.
  func check() async -> (line: String, isWell: Bool) {
    switch await directory.answer(about: ID("purser-check-\(UUID().uuidString)")) {
    case .unknown, .profile: ("directory: ok", true)
    case .failed(let error): ("directory: \(error)", false)
    }
  }

  func close() async { await client.shutdown() }
}
