/// The plural form for a number: the `Plural-Forms` line of a catalog's header, a C expression over
/// `n` ("Plural forms" in GNU gettext's manual).
struct PluralRule: Sendable {
  /// One, and more than one.
  static let germanic = PluralRule(Expression.comparison("!=", .number, .literal(1)))

  private let expression: Expression

  private init(_ expression: Expression) { self.expression = expression }

  /// `nil` if the header has no such line, or an invalid one.
  init?(header: String) {
    guard let line = header.split(separator: "\n").first(where: { $0.hasPrefix("Plural-Forms:") }),
      let assignment = line.firstRange(of: "plural=")
    else { return nil }
    var parser = Parser(line[assignment.upperBound...].prefix { $0 != ";" })
    guard let expression = parser.conditional(), parser.isAtEnd else { return nil }
    self.init(expression)
  }

  func form(of count: Int) -> Int { expression.value(of: Int(clamping: count.magnitude)) }

  private indirect enum Expression: Sendable {
    case number
    case literal(Int)
    case comparison(String, Expression, Expression)
    case choice(Expression, Expression, Expression)

    func value(of n: Int) -> Int {
      switch self {
      case .number: return n
      case .literal(let value): return value
      case .choice(let condition, let then, let otherwise):
        return (condition.value(of: n) != 0 ? then : otherwise).value(of: n)
      case .comparison(let name, let left, let right):
        let (one, other) = (left.value(of: n), right.value(of: n))
        return switch name {
        case "||": one != 0 || other != 0 ? 1 : 0
        case "&&": one != 0 && other != 0 ? 1 : 0
        case "==": one == other ? 1 : 0
        case "!=": one != other ? 1 : 0
        case "<=": one <= other ? 1 : 0
        case ">=": one >= other ? 1 : 0
        case "<": one < other ? 1 : 0
        case ">": one > other ? 1 : 0
        default: other == 0 ? 0 : one % other
        }
      }
    }
  }

  /// A recursive descent parser; the levels are in order of precedence, lowest first.
  private struct Parser {
    private var rest: Substring
    private var depth = 0
    /// No language's rule is nested nearly as deeply; the stack has an end.
    private static let maxDepth = 64
    private static let levels = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["%"]]

    init(_ text: Substring) { rest = text[...] }

    var isAtEnd: Bool { rest.allSatisfy { $0 == " " } }

    mutating func conditional() -> Expression? {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maxDepth else { return nil }
      guard let condition = binary(0) else { return nil }
      guard take("?") else { return condition }
      guard let then = conditional(), take(":"), let otherwise = conditional() else { return nil }
      return .choice(condition, then, otherwise)
    }

    private mutating func binary(_ level: Int) -> Expression? {
      guard level < Self.levels.count else { return operand() }
      guard var left = binary(level + 1) else { return nil }
      while let name = Self.levels[level].first(where: { take($0) }) {
        guard let right = binary(level + 1) else { return nil }
        left = .comparison(name, left, right)
      }
      return left
    }

    private mutating func operand() -> Expression? {
      if take("n") { return .number }
      if take("(") {
        let inner = conditional()
        return take(")") ? inner : nil
      }
      let digits = rest.prefix(while: \.isNumber)
      guard let value = Int(digits) else { return nil }
      rest = rest[digits.endIndex...]
      return .literal(value)
    }

    private mutating func take(_ text: String) -> Bool {
      rest = rest.drop { $0 == " " }
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }
  }
}
