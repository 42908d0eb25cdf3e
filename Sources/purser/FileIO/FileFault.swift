/// An invalid value in a file that a person wrote, and its location.
struct FileFault: Error, Equatable, CustomStringConvertible {
  /// `item 3, prices`, `line 12`.
  var place: String
  var expected: String

  var description: String { "\(place) must be \(expected)." }
}
