import Entitlements
import Foundation

// Purchases of test environments.
extension TableScreen {
  enum TestPurchases: Equatable, Sendable {
    /// Left out and counted.
    case hidden
    case shown
    /// Listed because nothing of production matches.
    case alone
  }

  /// What is listed: the rows of the filter, of production unless tests are shown.
  var query: Query {
    productionCondition.map { Query.and([filterQuery, $0]).normalized } ?? filterQuery
  }

  var productionCondition: Query? {
    tests == .hidden ? list.searched.flatMap { filterQuery.productionCondition(in: $0) } : nil
  }

  var leftOutQuery: Query? {
    tests == .hidden ? list.searched.flatMap { filterQuery.leftOut(of: $0) } : nil
  }

  /// How many matching rows are left out; `nil` if none are or that isn't known.
  var leftOut: Count? {
    guard tests == .hidden, let count = leftOutAnswer.value, count != .exact(0) else { return nil }
    return count
  }

  /// Says which purchases are left out.
  func describeTests(in status: inout Status) {
    guard !window.rows.isEmpty else { return }
    switch tests {
    case .hidden:
      guard let leftOut else { return }
      let count: SafeText = leftOut == .atLeast(0) ? "some" : leftOut.text
      status.add("+ \(count) sandbox, S shows them", .secondary)
    case .shown: status.add("with sandbox, S hides it", .secondary)
    case .alone: status.add("sandbox only", .secondary)
    }
  }

  mutating func toggleTests(_ context: inout ScreenContext) {
    guard let list = list.searched, filterQuery.productionCondition(in: list) != nil else {
      let reason =
        filterQuery.namesEnvironment
        ? "The filter names the environment." : "This list shows all environments."
      return context.notify(.info, reason)
    }
    resetTests(to: tests == .hidden ? .shown : .hidden)
    window.restart()
  }

  mutating func resetTests(to tests: TestPurchases) {
    self.tests = tests
    (exactCount, countFailure, marking.start) = (nil, nil, nil)
    leftOutAnswer = Fetched()
  }

  /// Lists test purchases if nothing of production matches; `false` otherwise.
  mutating func listsTests(after outcome: Outcome<LedgerAnswer>) -> Bool {
    guard productionCondition != nil, case .value(.page(let page)) = outcome,
      page.page.rows.isEmpty, !page.page.hasBefore, !page.page.hasAfter
    else { return false }
    resetTests(to: .alone)
    window.restart()
    return true
  }
}
