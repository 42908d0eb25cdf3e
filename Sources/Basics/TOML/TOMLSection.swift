/// A table that is being read. TOML lets a later part of the text add to it, and says where not.
final class TOMLSection {
  /// What a key stands for.
  enum Member {
    /// Whole, as inline tables and arrays are: nothing may be added.
    case value(TOMLValue)
    case section(TOMLSection)
    case list(List)
  }

  /// The tables of an array, each with a header of its own.
  final class List {
    var sections: [TOMLSection]

    init(_ sections: [TOMLSection]) { self.sections = sections }
  }

  private var members: [String: Member] = [:]
  /// Whether a header has it, or dotted keys of an earlier section have: none of these may again.
  var isDefined: Bool

  init(isDefined: Bool = false) { self.isDefined = isDefined }

  var table: TOMLTable {
    TOMLTable(
      members.mapValues { member in
        switch member {
        case .value(let value): value
        case .section(let section): .table(section.table)
        case .list(let list): .array(list.sections.map { .table($0.table) })
        }
      }
    )
  }

  /// Sets a value; `false` if the key has one.
  func set(_ key: String, _ value: TOMLValue) -> Bool {
    guard members[key] == nil else { return false }
    members[key] = .value(value)
    return true
  }

  /// The section that a part of a header leads into, made if there is none; `nil` if the key has a
  /// value.
  func section(on path: String) -> TOMLSection? {
    switch members[path] {
    case nil: return add(TOMLSection(), path)
    case .section(let section): return section
    case .list(let list): return list.sections.last
    case .value: return nil
    }
  }

  /// The section of a header `[key]`; `nil` if it was defined before.
  func define(_ key: String) -> TOMLSection? {
    switch members[key] {
    case nil: return add(TOMLSection(isDefined: true), key)
    case .section(let section) where !section.isDefined:
      section.isDefined = true
      return section
    default: return nil
    }
  }

  /// The new section of a header `[[key]]`; `nil` if the key is no list of such.
  func append(to key: String) -> TOMLSection? {
    let section = TOMLSection(isDefined: true)
    switch members[key] {
    case nil: members[key] = .list(List([section]))
    case .list(let list): list.sections.append(section)
    default: return nil
    }
    return section
  }

  /// The section that a dotted key leads into, made if there is none; `nil` if it was defined before.
  func section(ofDotted part: String) -> TOMLSection? {
    switch members[part] {
    case nil: add(TOMLSection(), part)
    case .section(let section) where !section.isDefined: section
    default: nil
    }
  }

  private func add(_ section: TOMLSection, _ key: String) -> TOMLSection {
    members[key] = .section(section)
    return section
  }
}
