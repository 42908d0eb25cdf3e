/// An identifier of one entity type: `ID<User>` is not `ID<Order>`.
package struct ID<Entity>: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
  package let raw: String

  package init(_ raw: String) { self.raw = raw }

  package init(from decoder: any Decoder) throws {
    raw = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw)
  }

  package var description: String { raw }

  package static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}
