import Basics
import Entitlements
import Foundation
import ServiceCore

/// Masks in a case file what identifies a customer or allows actions, as `MCPMask` does, and
/// account IDs. Equal values get equal masks and different ones different masks, so that the file
/// still shows what belongs together.
struct CaseMask: Sendable {
  enum Kind: String, Codable, Sendable { case email, name, token, account, secret }

  /// A masked value, without the value.
  struct Entry: Codable, Equatable, Sendable {
    /// A raw value of `Kind`.
    var kind: String
    /// What the file shows instead.
    var shown: String
    /// The ID that the ledger gives a purchase without an order number, made from its token.
    var id: String?

    private enum CodingKeys: String, CodingKey {
      case kind = "kind", shown = "shown", id = "purchaseID"
    }
  }

  /// Members with keywords of this program, which are no personal data.
  private static let keywords: Set = [
    "code", "ticket", "result", "store", "environment", "origin", "trust", "kind", "severity",
    "state", "outcome", "redacted", "customerLanguage",
  ]
  /// Members with the customer's own words, in which also a part of a name is masked.
  private static let messages: Set = ["message"]
  /// Shorter values are masked only where they are the whole text.
  private static let minLength = 5

  private(set) var entries: [Entry] = []
  private var masks: [String: String] = [:]
  private var shown: Set<String> = []
  /// Values to find inside texts, the longest first.
  private var parts: [(value: [UInt8], mask: String)] = []
  private var names: [(name: String, mask: String)] = []
  private var givenNames: [(name: String, mask: String)] = []
  /// The user's ID, which a name in it does not mask.
  let user: String?

  init(user: String?) { self.user = user }

  /// Has a value masked from now on.
  mutating func add(_ value: String?, _ kind: Kind) {
    guard let value, value.contains(where: { !$0.isWhitespace }), masks[value] == nil else {
      return
    }
    let spelling = kind == .email ? value.lowercased() : value
    let known = masks[spelling]
    let mask = known ?? unique(Self.mask(spelling, kind))
    (masks[value], masks[spelling]) = (mask, mask)
    if known == nil {
      let id = kind == .token ? Self.id(of: value) : nil
      entries.append(Entry(kind: kind.rawValue, shown: mask, id: id))
    }
    guard kind != .name else { return addName(value, mask) }
    guard value.utf8.count >= Self.minLength else { return }
    let index = parts.firstIndex { $0.value.count < value.utf8.count } ?? parts.endIndex
    parts.insert((Array(value.utf8), mask), at: index)
  }

  private mutating func addName(_ name: String, _ mask: String) {
    names.append((name, mask))
    let words = name.split { !$0.isLetter }.filter { $0.count >= 3 }.map(String.init)
    guard words.count > 1 else { return }
    for word in words where word.lowercased() != user?.lowercased() {
      guard !givenNames.contains(where: { $0.name == word }) else { continue }
      let mask = unique(MCPMask.initials(of: word))
      givenNames.append((word, mask))
      entries.append(Entry(kind: Kind.name.rawValue, shown: mask))
    }
  }

  /// The ledger's ID of a purchase that has only this token.
  static func id(of token: String) -> String {
    "token-\(DocumentFiling.documentID(of: Array(token.utf8)).raw.prefix(32))"
  }

  private static func mask(_ value: String, _ kind: Kind) -> String {
    switch kind {
    case .email: MCPMask.masked(email: value)
    case .name: MCPMask.initials(of: value)
    case .token, .secret: Identifier(.purchaseToken, value, at: 0..<0).masked
    case .account: account(value)
    }
  }

  /// The first and last four characters of a longer ID.
  private static func account(_ value: String) -> String {
    value.count < 16 ? "\(value.prefix(1))…" : "\(value.prefix(4))…\(value.suffix(4))"
  }

  private mutating func unique(_ mask: String) -> String {
    var (candidate, number) = (mask, 1)
    while !shown.insert(candidate).inserted {
      number += 1
      candidate = "\(mask) #\(number)"
    }
    return candidate
  }

  /// The value with all texts masked. Adds the secrets and addresses that it finds.
  mutating func masked(_ value: JSONValue) -> JSONValue { masked(value, of: "") }

  private mutating func masked(_ value: JSONValue, of member: String) -> JSONValue {
    switch value {
    case .object(let members):
      var changed: [JSONValue.Member] = []
      for item in members {
        changed.append(.init(masked(text: item.name), masked(item.value, of: item.name)))
      }
      return .object(changed)
    case .array(let items):
      var changed: [JSONValue] = []
      for item in items { changed.append(masked(item, of: member)) }
      return .array(changed)
    case .string(let text):
      guard !Self.keywords.contains(member), value.instant == nil else { return value }
      return .string(masked(text: text, isMessage: Self.messages.contains(member)))
    case .null, .bool, .number: return value
    }
  }

  mutating func masked(text: String, isMessage: Bool = false) -> String {
    if let mask = masks[text] { return mask }
    guard text.utf8.count > 1 else { return text }
    for found in Identifier.all(in: text) where found.isSecret || found.kind == .email {
      add(Self.written(found, in: text), found.kind == .email ? .email : .token)
    }
    var masked = text
    for part in parts where masked.utf8.count >= part.value.count {
      guard masked.utf8.firstRange(of: part.value) != nil else { continue }
      masked.replace(String(decoding: part.value, as: UTF8.self), with: part.mask)
    }
    for name in names { masked = Self.replace(name.name, by: name.mask, in: masked) }
    guard isMessage else { return masked }
    for name in givenNames { masked = Self.replace(name.name, by: name.mask, in: masked) }
    return masked
  }

  /// An identifier as it is spelled in the text.
  private static func written(_ found: Identifier, in text: String) -> String {
    String(decoding: Array(text.utf8)[found.range], as: UTF8.self)
  }

  /// Replaces whole words, in upper or lower case.
  private static func replace(_ name: String, by mask: String, in text: String) -> String {
    var (result, rest) = ("", text[...])
    while let found = rest.range(of: name, options: .caseInsensitive) {
      let before =
        found.lowerBound == text.startIndex
        ? nil : text[text.index(before: found.lowerBound)]
      let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
      let isWord = !(before?.isWordPart ?? false) && !(after?.isWordPart ?? false)
      result += rest[..<found.lowerBound] + (isWord ? mask[...] : rest[found])
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
