import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Operations that change something: operators' grants, withdrawals and account links. Each is
/// filed as an operator action and recorded in the audit log under the API key's name.
enum APIActions {
  static let request = APIParameter(
    location: .header,
    name: "Idempotency-Key",
    form: .token(most: 255),
    about:
      "The asker's own name for the request: sent again under it, nothing more is done, and the first "
      + "answer is returned again.",
    example: "6f9619ff-8b86-d011-b42d-00c04fc964ff"
  )
  private static let world = APIForm.word(Environment.allCases.map(\.rawValue))
  private static let key = APIBodyForm.Member(
    name: "key",
    form: .line(most: 256),
    about: "The right's name, as the catalog has it.",
    isRequired: true
  )
  private static let environment = APIBodyForm.Member(
    name: "environment",
    form: world,
    about: "In which of the user's worlds.",
    standard: "production"
  )
  private static let note = APIBodyForm.Member(
    name: "note",
    form: .prose(most: 4_000),
    about: "Why; kept as a note about the user."
  )

  static let all = [grant, withdrawal, accounts]

  private static let grantForm = APIBodyForm(
    name: "Grant",
    members: [
      key, environment,
      .init(
        name: "until",
        form: .maybe(.instant),
        about: "When it ends; null, or left out, for a right without end."
      ), note,
      .init(
        name: "new",
        form: .flag,
        about: "Whether a user whom nobody has heard of is made.",
        standard: false
      ),
    ],
    example: ["key": "pro", "until": "2099-01-01T00:00:00Z", "note": "winner of the raffle"]
  )

  private static let withdrawalForm = APIBodyForm(
    name: "Withdrawal",
    members: [key, environment, note],
    example: ["key": "pro", "note": "given by mistake"]
  )

  private static let grant = APIOperation(
    id: "grant",
    method: .post,
    path: "/v1/users/{id}/grants",
    summary: "Give a right by hand",
    about: "It holds from now on, beside whatever was bought.",
    scope: .write,
    parameters: [APIReads.id, request],
    body: grantForm,
    answer: .init(status: 201, about: "It is given.", schema: "Act", example: APIExamples.grant),
    problems: [.unknownUser, .alreadyOver, .requestReused]
  ) { call async throws(APIProblem) in
    let form = try grantForm.read(call.request)
    let user: ID<User>
    if let known = try await call.rights() {
      user = known.user
    } else if form["new"]?.bool == true {
      try await call.expectNameable(call.user)
      user = call.user
    } else {
      throw call.unknownUser()
    }
    let until = form["until"]?.string.flatMap(APIInstant.read)
    let action = OperatorAction.Kind.grant(user, key: form.key, form.environment, until: until)
    if let before = try await call.performed(action) { return before }
    guard until.map({ $0 > call.core.now() }) ?? true else {
      throw APIProblem(.alreadyOver, "until is past.", parameter: "until")
    }
    let isNew = form["new"]?.bool == true
    return try await call.perform(action, about: user, "granted", form, isConditional: !isNew) {
      call.unknownUser()
    }
  }

  private static let accountsForm = APIBodyForm(
    name: "Accounts",
    members: [
      .init(
        name: "accounts",
        form: .list(.line(most: 256), most: 64),
        about: "What the app told the stores of this user: appAccountToken, "
          + "obfuscatedExternalAccountId, Amazon's user ID.",
        isRequired: true
      )
    ],
    example: ["accounts": ["9f9d51bc-70ef-31ca-9c14-f307980a29d8"]]
  )

  private static let accounts = APIOperation(
    id: "putAccounts",
    method: .put,
    path: "/v1/users/{id}/accounts",
    summary: "Say which app accounts stand for a user",
    about: """
      Every purchase made under one of them is the user's, unless an operator transferred it. The list \
      takes the place of the one before.
      """,
    scope: .write,
    parameters: [APIReads.id],
    body: accountsForm,
    answer: .init(
      status: 200,
      about: "They stand for the user.",
      schema: "LinkedAccounts",
      example: APIExamples.accounts
    )
  ) { call async throws(APIProblem) in
    let form = try accountsForm.read(call.request)
    try await call.expectNameable(call.user)
    let accounts = form["accounts"]?.array?.compactMap(\.string) ?? []
    let user = try await call.rights()?.user ?? call.user
    let linked = try await call.ask { () throws(ServiceError) in
      try await call.service.actions.link(
        accounts: accounts,
        with: user,
        by: call.key?.name ?? ""
      )
    }
    return WebResponse(
      200,
      ["user": .string(user.raw), "accounts": .array(linked.map { .string($0) })]
    )
  }

  private static let withdrawal = APIOperation(
    id: "withdraw",
    method: .post,
    path: "/v1/users/{id}/withdrawals",
    summary: "End a right that was given by hand",
    about: "What was bought is not touched by it.",
    scope: .write,
    parameters: [APIReads.id, request],
    body: withdrawalForm,
    answer: .init(
      status: 201,
      about: "It has ended.",
      schema: "Act",
      example: APIExamples.withdrawal
    ),
    problems: [.unknownUser, .nothingGranted, .requestReused]
  ) { call async throws(APIProblem) in
    let form = try withdrawalForm.read(call.request)
    guard let known = try await call.rights() else { throw call.unknownUser() }
    let action = OperatorAction.Kind.withdraw(known.user, key: form.key, form.environment)
    if let before = try await call.performed(action) { return before }
    // A grant hidden behind a longer purchase counts too, so the operator actions are searched.
    let isGranted = try await call.ask { () throws(ServiceError) in
      try await call.service.actions.isGranted(
        form.key,
        to: known.user,
        in: form.environment,
        at: call.core.now()
      )
    }
    let nothing = APIProblem(.nothingGranted, "No grant of that key holds.", parameter: "key")
    guard isGranted else { throw nothing }
    return try await call.perform(action, about: known.user, "revoked", form) { nothing }
  }
}

extension [String: JSONValue] {
  fileprivate var key: String { self["key"]?.string ?? "" }

  fileprivate var environment: Environment {
    self["environment"]?.string.flatMap(Environment.init) ?? .production
  }
}

extension APICall {
  private var actor: String { key?.name ?? "" }
  private var name: String? { text("Idempotency-Key") }

  fileprivate func rights() async throws(APIProblem) -> UserEntitlements? {
    try await ask { () throws(ServiceError) in try await service.users.heldRights(of: user) }
  }

  /// The answer of an earlier request with the same key; `nil` if there was none.
  fileprivate func performed(_ action: OperatorAction.Kind) async throws(APIProblem) -> WebResponse?
  {
    guard let name else { return nil }
    let before = try await ask { () throws(ServiceError) in
      try await service.actions.performed(action, by: actor, request: name)
    }
    return try before.map(answer)
  }

  fileprivate func perform(
    _ action: OperatorAction.Kind,
    about user: ID<User>,
    _ verb: String,
    _ form: [String: JSONValue],
    isConditional: Bool = true,
    ifImpossible problem: () -> APIProblem
  ) async throws(APIProblem) -> WebResponse {
    let note = form["note"]?.string.map {
      OperatorAction.Kind.note(user, "\(verb) \(form.key): \($0)")
    }
    let act = try await ask { () throws(ServiceError) in
      try await service.actions.perform(
        action,
        noting: note,
        by: actor,
        request: name,
        isConditional: isConditional
      )
    }
    if act == .impossible { throw problem() }
    return try answer(act)
  }

  private func answer(_ act: OperatorActionResult) throws(APIProblem) -> WebResponse {
    guard case .filed(let filed) = act else {
      throw APIProblem(
        .requestReused,
        "Something else was asked for under it. Choose another for each request.",
        parameter: "Idempotency-Key"
      )
    }
    let body = CompactJSON.bytes(filed.json(by: actor))
    let response = WebResponse(201, body: body, note: filed.isRepeated ? "repeated" : nil)
      .with("Content-Type", "application/json").with("Cache-Control", "no-store")
    return filed.isRepeated ? response.with("Idempotency-Replayed", "true") : response
  }
}
