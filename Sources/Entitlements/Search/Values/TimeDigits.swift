/// A cursor over the parts of a written time.
struct TimeDigits {
  enum Unit: String, CaseIterable {
    case hours = "h"
    case days = "d"
    case weeks = "w"
    case months = "mo"
    case years = "y"
  }

  private var rest: Substring.UTF8View

  /// `word` in lower case.
  init(_ word: String) { rest = word[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Up to five digits.
  mutating func takeNumber() -> (value: Int, digits: Int)? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    rest = rest.dropFirst(digits.count)
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }

  /// A unit, if nothing follows it.
  func takeUnit() -> Unit? { Unit.allCases.first { $0.rawValue.utf8.elementsEqual(rest) } }

  /// The separator and two digits.
  mutating func takePair(after separator: Unicode.Scalar) -> Int? {
    var ahead = self
    guard ahead.take(separator), let number = ahead.takeNumber(), number.digits == 2 else {
      return nil
    }
    self = ahead
    return number.value
  }

  /// A full stop and one to three digits, as thousandths.
  mutating func takeThousandths() -> Int? {
    var ahead = self
    guard ahead.take("."), let number = ahead.takeNumber(), number.digits <= 3 else { return nil }
    self = ahead
    return number.value * (number.digits == 1 ? 100 : number.digits == 2 ? 10 : 1)
  }

  /// The offset from UTC in minutes, positive to the east; 0 for `Z` and if there is none.
  mutating func takeOffset() -> Int? {
    if isAtEnd || take("z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard let hours = takePair(after: isWest ? "-" : "+"), let minutes = takePair(after: ":"),
      hours < 24, minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }
}
