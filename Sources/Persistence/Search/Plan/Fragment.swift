/// A piece of SQL with the values that are bound in it.
///
/// It is written as a text whose interpolated values are always bound, never spliced: only another
/// fragment joins the text itself. Whatever somebody searches for therefore stays a value.
struct Fragment: Sendable, ExpressibleByStringInterpolation {
  var sql: String
  var arguments: [KeptArgument] = []

  static let always: Fragment = "TRUE"
  static let never: Fragment = "FALSE"

  init(stringLiteral sql: String) { self.sql = sql }

  init(stringInterpolation: Interpolation) {
    sql = stringInterpolation.sql
    arguments = stringInterpolation.arguments
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var arguments: [KeptArgument] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql += literal }

    mutating func appendInterpolation(_ value: String) { bind(value) }
    mutating func appendInterpolation(_ value: Int64) { bind(value) }
    mutating func appendInterpolation(_ value: Int) { bind(value) }

    mutating func appendInterpolation(_ fragment: Fragment) {
      sql += fragment.sql
      arguments += fragment.arguments
    }

    /// The values with commas between them.
    mutating func appendInterpolation(_ values: [some KeptValue]) {
      sql += values.map { _ in "?" }.joined(separator: ", ")
      arguments += values.map(\.kept)
    }

    private mutating func bind(_ value: KeptArgument) {
      sql += "?"
      arguments.append(value)
    }
  }
}

/// What lists of values are made of.
protocol KeptValue { var kept: KeptArgument { get } }
extension String: KeptValue { var kept: KeptArgument { self } }
extension Int: KeptValue { var kept: KeptArgument { self } }
extension Int64: KeptValue { var kept: KeptArgument { self } }

extension Fragment {
  /// What all of the conditions meet.
  static func all(_ parts: [Fragment]) -> Fragment { joined(parts[...], " AND ", .always) }

  /// What any of the conditions meets.
  static func any(_ parts: [Fragment]) -> Fragment { joined(parts[...], " OR ", .never) }

  /// The parts with commas between them.
  static func list(_ parts: [Fragment]) -> Fragment {
    parts.dropFirst().reduce(parts.first ?? "") { "\($0), \($1)" }
  }

  /// Where the condition is false or cannot be told.
  var negated: Fragment { "((\(self)) IS NOT TRUE)" }

  // Halves of halves: SQLite limits the depth of expressions, and a long list would be one arm.
  private static func joined(
    _ parts: ArraySlice<Fragment>,
    _ word: Fragment,
    _ neutral: Fragment
  ) -> Fragment {
    guard let first = parts.first else { return neutral }
    if parts.count == 1 { return first }
    let middle = parts.startIndex + parts.count / 2
    let halves = (
      joined(parts[..<middle], word, neutral), joined(parts[middle...], word, neutral)
    )
    return "(\(halves.0)\(word)\(halves.1))"
  }
}
