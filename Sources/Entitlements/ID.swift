/// An identifier that cannot be mistaken for another entity's: `ID<User>` is not `ID<Order>`.
package struct ID<Entity>: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let raw: String

  package init(_ raw: String) { self.raw = raw }

  package var description: String { raw }

  package static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}
