package import Foundation

/// Time, and nothing else so far: what the service core takes from the world around it.
package struct Surroundings: Sendable {
  package var now: @Sendable () -> Date

  package init(now: @escaping @Sendable () -> Date) { self.now = now }

  package static let live = Surroundings(now: { Date() })
}
