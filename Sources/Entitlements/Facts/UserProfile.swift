package import Foundation

/// What a team states about one of its users. It serves to find and to address the user; it never
/// decides whose a purchase is.
package struct UserProfile: Equatable, Sendable {
  /// A part of a profile, by its name in JSON.
  package enum Field: String, Sendable {
    case user = "id", names = "names", emails = "emails", accounts = "accounts"
    case locale = "locale", timeZone = "timeZone"
  }

  /// A part that cannot be used.
  package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    package var field: Field
    /// A sentence without the value, which may be anything.
    package var description: String
  }

  package let user: ID<User>
  /// The first one is shown; all are searched.
  package let names: [String]
  /// The first one is shown; all are searched.
  package let emails: [String]
  /// What the app tells the stores of the user: `appAccountToken`, `obfuscatedAccountId`.
  package let accounts: [String]
  /// A language tag, such as `de-AT`.
  package let locale: String?
  /// A name of the time zone database, such as `Europe/Vienna`.
  package let timeZone: String?

  package static let maxNames = 8
  package static let maxEmails = 16
  package static let maxAccounts = 64
  package static let maxLength = 256

  /// Removes surrounding white space, empty values and repetitions.
  package init(
    _ user: ID<User>,
    names: [String] = [],
    emails: [String] = [],
    accounts: [String] = [],
    locale: String? = nil,
    timeZone: String? = nil
  ) throws(Fault) {
    guard (1...Self.maxLength).contains(user.raw.utf8.count), user.raw.isLine else {
      throw Fault(
        field: .user,
        description: "A user ID has 1 to \(Self.maxLength) bytes and no control characters."
      )
    }
    self.user = user
    self.names = try Self.list(names.map(Self.joined), .names, Self.maxNames)
    self.emails = try Self.list(emails.map(Self.trimmed), .emails, Self.maxEmails)
    self.accounts = try Self.list(accounts.map(Self.trimmed), .accounts, Self.maxAccounts)
    guard self.emails.allSatisfy(Self.isAddress) else {
      throw Fault(field: .emails, description: "This is no e-mail address.")
    }
    self.locale = try Self.tag(locale, .locale, "a language tag, such as de-AT")
    self.timeZone = try Self.tag(timeZone, .timeZone, "a time zone, such as Europe/Vienna")
  }

  /// Whether it states nothing but the user's ID.
  package var isEmpty: Bool {
    names.isEmpty && emails.isEmpty && accounts.isEmpty && locale == nil && timeZone == nil
  }

  private static func list(
    _ values: [String],
    _ field: Field,
    _ limit: Int
  ) throws(Fault) -> [String] {
    var list: [String] = []
    // The search ignores the case of addresses.
    var seen: Set<String> = []
    for value in values where !value.isEmpty {
      guard value.utf8.count <= maxLength, value.isLine else {
        throw Fault(
          field: field,
          description: "A value has at most \(maxLength) bytes and no control characters."
        )
      }
      if seen.insert(field == .emails ? value.lowercased() : value).inserted { list.append(value) }
    }
    guard list.count <= limit else {
      throw Fault(field: field, description: "There are more than \(limit) of them.")
    }
    return list
  }

  private static func tag(
    _ text: String?,
    _ field: Field,
    _ expected: String
  ) throws(Fault) -> String? {
    guard let tag = text.map(trimmed), !tag.isEmpty else { return nil }
    let isPlain = tag.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      // "_", "-", "+", "/"
      default: [0x5F, 0x2D, 0x2B, 0x2F].contains(byte)
      }
    }
    guard isPlain, tag.utf8.count <= 64 else {
      throw Fault(field: field, description: "This is not \(expected).")
    }
    return tag
  }

  /// Without white space around it, and with single spaces in it.
  private static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func isAddress(_ text: String) -> Bool {
    guard text.utf8.count <= 254, !text.contains(where: \.isWhitespace),
      let at = text.lastIndex(of: "@")
    else { return false }
    return at > text.startIndex && text.index(after: at) < text.endIndex
  }
}

extension Document {
  /// The kind of a document that states a user's profile. Only the team files it: no document that
  /// is handed in is read as this kind.
  package static let profileKind = "profile"
}

/// A profile as a stored JSON document: what was stated, by whom and when.
package struct StatedProfile: Equatable, Sendable {
  package var profile: UserProfile
  package var actor: String
  /// In whole milliseconds.
  package var at: Date

  package init(_ profile: UserProfile, by actor: String, at instant: Date) {
    (self.profile, self.actor) = (profile, actor)
    at = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 * 1_000).rounded() / 1_000)
  }

  /// `nil` if the bytes have another form.
  package init?(_ bytes: [UInt8]) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)),
      Form.instants.contains(form.at)
    else { return nil }
    let profile = try? UserProfile(
      ID(form.user),
      names: form.names ?? [],
      emails: form.emails ?? [],
      accounts: form.accounts ?? [],
      locale: form.locale,
      timeZone: form.timeZone
    )
    guard let profile else { return nil }
    self.init(profile, by: form.actor, at: Date(timeIntervalSince1970: Double(form.at) / 1_000))
  }

  package func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(Form(self)))
  }

  /// The stored form; its keys are pinned.
  private struct Form: Codable {
    var schemaVersion = 1
    var user: String
    var names: [String]?
    var emails: [String]?
    var accounts: [String]?
    var locale: String?
    var timeZone: String?
    var actor: String
    /// Milliseconds since 1970.
    var at: Int64

    /// Until the end of the year 9999.
    static let instants: ClosedRange<Int64> = 0...253_402_300_799_999

    private enum CodingKeys: String, CodingKey {
      case schemaVersion = "schemaVersion", user = "user", names = "names", emails = "emails"
      case accounts = "accounts", locale = "locale", timeZone = "timeZone", actor = "actor"
      case at = "at"
    }

    init(_ stated: StatedProfile) {
      let profile = stated.profile
      user = profile.user.raw
      names = profile.names.isEmpty ? nil : profile.names
      emails = profile.emails.isEmpty ? nil : profile.emails
      accounts = profile.accounts.isEmpty ? nil : profile.accounts
      (locale, timeZone) = (profile.locale, profile.timeZone)
      actor = stated.actor
      at = Int64((stated.at.timeIntervalSince1970 * 1_000).rounded())
    }
  }
}
