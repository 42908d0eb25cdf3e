import Entitlements
import Foundation

extension ViewContext {
  /// The other operators who have the user's case open, without repetition.
  func others(at user: ID<User>) -> [CasePresence] {
    guard let all = presences[user] else { return [] }
    var names: Set<String> = []
    return all.filter { $0.isCurrent(at: now) }.sorted { ($0.name, $0.at) < ($1.name, $1.at) }
      .filter { names.insert($0.name).inserted }
  }

  func isOpenElsewhere(_ user: ID<User>?) -> Bool {
    guard !presences.isEmpty, let user else { return false }
    return !others(at: user).isEmpty
  }
}

extension State {
  /// Adds who has the user's case open, and to whom it is assigned.
  func describeCase(of user: ID<User>?, in status: inout Status) {
    guard let user else { return }
    for presence in view.others(at: user) {
      status.add("\(view.glyphs.present) \(SafeText(presence.name)) looks at this case", .warn)
    }
    if let assignee = front.assignee(of: user) {
      let isMine = assignee == me.name
      status.add(isMine ? "assigned to you" : "assigned to \(SafeText(assignee))", .accent)
    }
  }
}

extension Screen {
  /// To whom the case of the user is assigned, as far as the screen has loaded it.
  fileprivate func assignee(of user: ID<User>) -> String? {
    for case .user(let row) in records where row.id == user { return row.assignee }
    return nil
  }
}

extension State {
  /// `:assign NAME` assigns the cases of the marked rows or of the screen; without a name, to
  /// oneself.
  mutating func assign(_ argument: String) {
    if let refusal = refusal(of: .assign) { return toast(.warning, refusal) }
    let users = front.records(for: .assign).compactMap(\.user).unique
    guard !users.isEmpty else { return toast(.info, "There is no user here.") }
    let assignee: String? =
      switch argument {
      case "nobody": nil
      case "", "me": me.name
      default: argument
      }
    let isKnown = assignee.map { colleagues.isEmpty || colleagues.contains($0) } ?? true
    guard isKnown, assignee?.isEmpty != true else {
      let names = colleagues.joined(separator: ", ")
      return toast(.error, ":assign takes me, nobody or \(names.isEmpty ? "a name" : names).")
    }
    let action = ActionRequest.assign(to: assignee, users, note: "")
    let number = newRequest()
    effects.append(.execute(action, request: number))
  }
}
