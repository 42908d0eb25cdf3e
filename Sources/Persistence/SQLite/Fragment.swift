/// A piece of SQL with its bound values.
///
/// Interpolated values are always bound, never spliced; only fragments are inserted as SQL. So
/// search texts always stay values.
struct Fragment: Sendable, ExpressibleByStringInterpolation {
  var sql: String
  var arguments: [Argument] = []

  static let always: Fragment = "TRUE"
  static let never: Fragment = "FALSE"

  init(stringLiteral sql: String) { self.sql = sql }

  init(stringInterpolation: Interpolation) {
    sql = stringInterpolation.sql
    arguments = stringInterpolation.arguments
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var arguments: [Argument] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql += literal }

    mutating func appendInterpolation(_ value: some Bindable) {
      sql += "?"
      arguments.append(value)
    }

    mutating func appendInterpolation(_ fragment: Fragment) {
      sql += fragment.sql
      arguments += fragment.arguments
    }

    /// Appends SQL that is a constant of this module.
    mutating func appendInterpolation(sql: String) { self.sql += sql }

    /// Appends the values, separated by commas.
    mutating func appendInterpolation(_ values: [some Bindable]) {
      sql += values.map { _ in "?" }.joined(separator: ", ")
      for value in values { arguments.append(value) }
    }
  }
}

extension Fragment {
  /// The conjunction of the conditions.
  static func all(_ parts: [Fragment]) -> Fragment { joined(parts[...], " AND ", .always) }

  /// The disjunction of the conditions.
  static func any(_ parts: [Fragment]) -> Fragment { joined(parts[...], " OR ", .never) }

  /// The parts, separated by commas.
  static func list(_ parts: [Fragment]) -> Fragment {
    parts.dropFirst().reduce(parts.first ?? "") { "\($0), \($1)" }
  }

  /// True if the condition is false or unknown.
  var negated: Fragment { "((\(self)) IS NOT TRUE)" }

  // Builds a balanced tree, because SQLite limits the depth of expressions.
  private static func joined(
    _ parts: ArraySlice<Fragment>,
    _ separator: Fragment,
    _ neutral: Fragment
  ) -> Fragment {
    guard let first = parts.first else { return neutral }
    if parts.count == 1 { return first }
    let middle = parts.startIndex + parts.count / 2
    let halves = (
      joined(parts[..<middle], separator, neutral), joined(parts[middle...], separator, neutral)
    )
    return "(\(halves.0)\(separator)\(halves.1))"
  }
}
