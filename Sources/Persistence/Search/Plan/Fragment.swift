/// A piece of SQL with its bound values.
///
/// Interpolated values are always bound, never spliced; only fragments are inserted as SQL. So
/// search texts always stay values.
struct Fragment: Sendable, ExpressibleByStringInterpolation {
  var sql: String
  var arguments: [SendableArgument] = []

  static let always: Fragment = "TRUE"
  static let never: Fragment = "FALSE"

  init(stringLiteral sql: String) { self.sql = sql }

  init(stringInterpolation: Interpolation) {
    sql = stringInterpolation.sql
    arguments = stringInterpolation.arguments
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var arguments: [SendableArgument] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql += literal }

    mutating func appendInterpolation(_ value: String) { bind(value) }
    mutating func appendInterpolation(_ value: Int64) { bind(value) }
    mutating func appendInterpolation(_ value: Int) { bind(value) }

    mutating func appendInterpolation(_ fragment: Fragment) {
      sql += fragment.sql
      arguments += fragment.arguments
    }

    /// Appends the values, separated by commas.
    mutating func appendInterpolation(_ values: [some ListValue]) {
      sql += values.map { _ in "?" }.joined(separator: ", ")
      arguments += values.map(\.argument)
    }

    private mutating func bind(_ value: SendableArgument) {
      sql += "?"
      arguments.append(value)
    }
  }
}

/// An element of a list of values.
protocol ListValue { var argument: SendableArgument { get } }
extension String: ListValue { var argument: SendableArgument { self } }
extension Int: ListValue { var argument: SendableArgument { self } }
extension Int64: ListValue { var argument: SendableArgument { self } }

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
