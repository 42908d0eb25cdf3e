import Entitlements
import Foundation

/// Which columns of a CSV file hold which part of a profile.
struct UserColumns: Equatable {
  enum Part: CaseIterable {
    case id, email, name, firstName, lastName, account, locale, timeZone

    /// The option that names a column for it.
    var option: String {
      switch self {
      case .id: "--id"
      case .email: "--email"
      case .name: "--name"
      case .firstName: "--first-name"
      case .lastName: "--last-name"
      case .account: "--account"
      case .locale: "--locale"
      case .timeZone: "--time-zone"
      }
    }

    /// Whether several columns may hold values of it.
    var isList: Bool { self == .email || self == .name || self == .account }

    /// Usual headings: small letters and digits only.
    var headings: [String] {
      switch self {
      case .id:
        ["id", "userid", "uid", "user", "customerid", "externalid", "playerid", "appuserid"]
      case .email:
        [
          "email", "emails", "emailaddress", "emailaddresses", "mail", "useremail", "customeremail",
          "primaryemail",
        ]
      case .name: ["name", "fullname", "displayname", "customername", "nickname"]
      case .firstName: ["firstname", "givenname", "forename"]
      case .lastName: ["lastname", "familyname", "surname"]
      case .account:
        [
          "account", "accounts", "appaccount", "appaccounts", "appaccounttoken", "appaccountid",
          "accounttoken", "obfuscatedaccountid", "obfuscatedexternalaccountid",
        ]
      case .locale: ["locale", "language", "lang"]
      case .timeZone: ["timezone", "tz"]
      }
    }
  }

  private var indices: [Part: [Int]] = [:]
  private let count: Int

  /// Takes the columns that `named` names, and recognises those of the other parts.
  init(_ header: [String], named: [Part: [String]]) throws(Fault) {
    count = header.count
    let names = header.map { $0.trimmingCharacters(in: .whitespaces) }
    // The faults below name the columns, and must name no people.
    guard !names.contains(where: { $0.contains("@") }) else {
      throw Fault("The first row has to name the columns, but it holds an e-mail address.")
    }
    for part in Part.allCases {
      if let wanted = named[part], !wanted.isEmpty {
        for name in wanted {
          indices[part, default: []].append(try names.column(named: name, for: part.option))
        }
        continue
      }
      let plain = names.map(Self.plain)
      let found = part.headings.flatMap { heading in plain.indices.filter { plain[$0] == heading } }
      guard found.count <= 1 || part.isList else {
        let columns = found.map { names[$0] }.joined(separator: ", ")
        throw Fault("More than one column fits \(part.option): \(columns). Name one with it.")
      }
      if !found.isEmpty { indices[part] = found.sorted() }
    }
    guard indices[.id] != nil else {
      throw Fault(
        "No column holds the users' IDs. Name it with --id: \(names.joined(separator: ", "))."
      )
    }
    guard indices.count > 1 else {
      throw Fault(
        "No column holds e-mail addresses or names. Name one, for example with --email: "
          + "\(names.joined(separator: ", "))."
      )
    }
  }

  /// The part without which the file is of no use: the ID, or else any other. `nil` if there is a
  /// column for it, or the header is none.
  static func missingPart(in header: [String], named: [Part: [String]]) -> Part? {
    guard !header.contains(where: { $0.contains("@") }) else { return nil }
    let plain = Set(header.map(Self.plain))
    func isThere(_ part: Part) -> Bool {
      named[part]?.isEmpty == false || part.headings.contains(where: plain.contains)
    }
    guard isThere(.id) else { return .id }
    return Part.allCases.contains { $0 != .id && isThere($0) } ? nil : .email
  }

  /// What the columns hold, for a person who wants to see how the file is read.
  func summary(of header: [String]) -> String {
    Part.allCases.compactMap { part in
      indices[part].map { found in
        let names = found.map { header[$0].trimmingCharacters(in: .whitespaces) }
        return "\(part.option.dropFirst(2)) = \(names.joined(separator: " + "))"
      }
    }.joined(separator: ", ")
  }

  /// The profile that a record states.
  func profile(in fields: [String]) throws(Fault) -> UserProfile {
    guard fields.count <= count || fields[count...].allSatisfy(\.isEmpty), !fields.isEmpty else {
      throw Fault("It has \(fields.count) fields, but the header has \(count).")
    }
    guard fields.count >= count else {
      throw Fault("It has \(fields.count) fields, but the header has \(count).")
    }
    func texts(_ part: Part) -> [String] { (indices[part] ?? []).map { fields[$0] } }
    let composed = (texts(.firstName) + texts(.lastName)).joined(separator: " ")
    do throws(UserProfile.Fault) {
      return try UserProfile(
        ID((texts(.id).first ?? "").trimmingCharacters(in: .whitespaces)),
        names: texts(.name) + [composed],
        emails: texts(.email).flatMap(Self.list),
        accounts: texts(.account).flatMap(Self.list),
        locale: texts(.locale).first,
        timeZone: texts(.timeZone).first
      )
    } catch {
      throw Fault("\(error.field.rawValue): \(error)")
    }
  }

  /// Several values of one field.
  private static func list(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// The heading without case, spaces and punctuation.
  static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
