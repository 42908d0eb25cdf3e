/// Where a file that a person wrote says something that cannot be meant.
struct FileFault: Error, Equatable, CustomStringConvertible {
  /// `item 3, prices`, `line 12`.
  var place: String
  var expected: String

  var description: String { "\(place) must be \(expected)." }
}
