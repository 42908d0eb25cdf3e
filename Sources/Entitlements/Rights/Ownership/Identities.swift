/// The users that operators merged because they are one person.
package struct Identities: Equatable, Sendable {
  private var into: [ID<User>: ID<User>] = [:]

  /// Of two merges of one user, the better statement counts.
  package init(_ acts: [OperatorAction] = []) {
    for act in acts.sorted(by: { $0.statementSource < $1.statementSource }) {
      if case .merge(let user, let other) = act.kind, user != other { into[other] = user }
    }
  }

  /// The user that `user` was merged into. Of users merged in a circle, the least one.
  package func canonical(_ user: ID<User>) -> ID<User> {
    var path: [ID<User>] = [user]
    while let next = into[path[path.count - 1]] {
      if let start = path.firstIndex(of: next) { return path[start...].min() ?? next }
      path.append(next)
    }
    return path[path.count - 1]
  }

  /// The users that were merged into another.
  package var merged: [ID<User>] { into.keys.sorted() }
}
