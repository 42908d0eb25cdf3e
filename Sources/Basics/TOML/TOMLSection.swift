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

  private var members: [(key: String, member: Member)] = []
  /// Where each key is, once there are many: most tables are small.
  private var places: [String: Int] = [:]
  private static let fewMembers = 8
  /// Whether a header has it, or dotted keys of an earlier section have: none of these may again.
  var isDefined: Bool
  /// Where its header is, from 1; `nil` for the document and for inline tables.
  private var line: Int?
  /// Where each key was first.
  private var lines: [String: Int] = [:]

  init(isDefined: Bool = false, line: Int? = nil) {
    (self.isDefined, self.line) = (isDefined, line)
  }

  var table: TOMLTable {
    TOMLTable(
      members.map { key, member in
        switch member {
        case .value(let value): (key, value)
        case .section(let section): (key, .table(section.table))
        case .list(let list): (key, .array(list.sections.map { .table($0.table) }))
        }
      },
      lines: lines,
      line: line
    )
  }

  private func member(_ key: String) -> Member? {
    let place = places.isEmpty ? members.firstIndex { $0.key == key } : places[key]
    return place.map { members[$0].member }
  }

  private func add(_ member: Member, _ key: String, _ line: Int) {
    lines[key] = line
    members.append((key, member))
    if members.count > Self.fewMembers, places.isEmpty {
      for (place, member) in members.enumerated() { places[member.key] = place }
    } else if !places.isEmpty {
      places[key] = members.count - 1
    }
  }

  /// Sets a value; `false` if the key has one.
  func set(_ key: String, _ value: TOMLValue, _ line: Int) -> Bool {
    guard member(key) == nil else { return false }
    add(.value(value), key, line)
    return true
  }

  /// The section that a part of a header leads into, made if there is none; `nil` if the key has a
  /// value.
  func section(on path: String, _ line: Int) -> TOMLSection? {
    switch member(path) {
    case nil: return add(TOMLSection(line: line), path, line)
    case .section(let section): return section
    case .list(let list): return list.sections.last
    case .value: return nil
    }
  }

  /// The section of a header `[key]`; `nil` if it was defined before.
  func define(_ key: String, _ line: Int) -> TOMLSection? {
    switch member(key) {
    case nil: return add(TOMLSection(isDefined: true, line: line), key, line)
    case .section(let section) where !section.isDefined:
      (section.isDefined, section.line) = (true, line)
      return section
    default: return nil
    }
  }

  /// The new section of a header `[[key]]`; `nil` if the key is no list of such.
  func append(to key: String, _ line: Int) -> TOMLSection? {
    let section = TOMLSection(isDefined: true, line: line)
    switch member(key) {
    case nil: add(.list(List([section])), key, line)
    case .list(let list): list.sections.append(section)
    default: return nil
    }
    return section
  }

  /// The section that a dotted key leads into, made if there is none; `nil` if it was defined before.
  func section(ofDotted part: String, _ line: Int) -> TOMLSection? {
    switch member(part) {
    case nil: add(TOMLSection(line: line), part, line)
    case .section(let section) where !section.isDefined: section
    default: nil
    }
  }

  private func add(_ section: TOMLSection, _ key: String, _ line: Int) -> TOMLSection {
    add(.section(section), key, line)
    return section
  }
}
