/// What an operator may do; each role includes those before it. The raw values are the settings' words.
package enum OperatorRole: String, CaseIterable, Comparable, Sendable {
  /// Nothing but reading.
  case read
  /// Writing notes and assigning cases.
  case note
  /// Acting on the ledger and asking stores again.
  case act
  /// What moves money or cannot be undone.
  case money

  package static func < (one: Self, other: Self) -> Bool {
    allCases.firstIndex(of: one).map { $0 < (allCases.firstIndex(of: other) ?? 0) } ?? false
  }
}

/// A person who works with the ledger.
package struct Operator: Hashable, Sendable {
  /// The Unix account.
  package var account: String
  /// The name in the audit log, in notes and in assignments.
  package var name: String
  package var role: OperatorRole

  package init(account: String, name: String, role: OperatorRole) {
    (self.account, self.name, self.role) = (account, name, role)
  }
}

/// The operators that the settings name, and the rule for what one of them may not do alone.
package struct Team: Equatable, Sendable {
  package var operators: [Operator] = []
  /// Whether an action that needs the role `money` at a store waits for a second operator.
  package var wantsSecondPerson = false

  package init() {}

  /// The operator with that Unix account. Without operators in the settings everybody may do
  /// everything; with them, an account that they don't name may only read.
  package func person(account: String) -> Operator {
    operators.first { $0.account == account }
      ?? Operator(account: account, name: account, role: operators.isEmpty ? .money : .read)
  }
}
