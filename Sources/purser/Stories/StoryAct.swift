import Entitlements
import Foundation

/// Reads an operator action of a story, with the ledger's names.
struct StoryAct {
  private enum Name: String, CaseIterable {
    case consume, grant, withdraw, merge, transfer, note, policy, account
  }

  private let fields: TOMLFields

  init(_ fields: TOMLFields) { self.fields = fields }

  func action() throws(FileFault) -> OperatorAction.Kind {
    guard let name = try fields.word("deed", of: Name.self) else {
      throw fields.fault(
        "deed",
        "one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))"
      )
    }
    switch name {
    case .consume:
      try fields.expectOnly(["deed", "order", "count"])
      let count = try fields.integer("count") ?? 1
      guard count > 0 else { throw fields.fault("count", "1 or more") }
      return .consume(ID(try fields.required("order")), count: count)
    case .grant:
      try fields.expectOnly(["deed", "user", "key", "environment", "until"])
      let until = try fields.instant("until")
      return .grant(try user(), key: try fields.required("key"), try environment(), until: until)
    case .withdraw:
      try fields.expectOnly(["deed", "user", "key", "environment"])
      return .withdraw(try user(), key: try fields.required("key"), try environment())
    case .merge:
      try fields.expectOnly(["deed", "user", "other"])
      return .merge(into: try user(), ID(try fields.required("other")))
    case .transfer:
      try fields.expectOnly(["deed", "user", "chain"])
      return .transfer(ID(try fields.required("chain")), to: try user())
    case .note:
      try fields.expectOnly(["deed", "user", "note"])
      return .note(try user(), try fields.required("note"))
    case .account:
      try fields.expectOnly(["deed", "user", "account"])
      return .account(try fields.required("account"), of: try user())
    case .policy:
      try fields.expectOnly(["deed", "policy"])
      guard let policy = OwnershipPolicy(rawValue: try fields.required("policy")) else {
        throw fields.fault("policy", "keep, transfer or share")
      }
      return .policy(policy)
    }
  }

  private func user() throws(FileFault) -> ID<User> { ID(try fields.required("user")) }

  private func environment() throws(FileFault) -> Environment {
    try fields.word("environment") ?? .production
  }
}
