/// Users who proved to be one person.
package struct Identities: Equatable, Sendable {
  private var into: [ID<User>: ID<User>] = [:]

  /// Of two merges of one user the better testimony counts.
  package init(_ acts: [Act] = []) {
    for act in acts.sorted(by: { $0.testimony < $1.testimony }) {
      if case .merge(let user, let other) = act.deed, user != other { into[other] = user }
    }
  }

  /// The user under whom everything of `user` is kept. Users merged in a circle are the least of
  /// them.
  package func canonical(_ user: ID<User>) -> ID<User> {
    var path: [ID<User>] = [user]
    while let next = into[path[path.count - 1]] {
      if let start = path.firstIndex(of: next) { return path[start...].min() ?? next }
      path.append(next)
    }
    return path[path.count - 1]
  }

  /// Those who are kept under another's name.
  package var merged: [ID<User>] { into.keys.sorted() }
}
