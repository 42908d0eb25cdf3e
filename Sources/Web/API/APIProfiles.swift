import Basics
import Entitlements
import ServiceCore

/// Operations by which a team states who its users are. Each profile is filed as a document, which
/// finds the user and never decides whose a purchase is.
enum APIProfiles {
  static let all = [putUser, postUsers]

  private static let line = APIForm.line(most: UserProfile.maxLength)

  private static let members: [APIBodyForm.Member] = [
    .init(
      name: "names",
      form: .list(line, most: UserProfile.maxNames),
      about: "What the user is called; the first one is shown."
    ),
    .init(
      name: "emails",
      form: .list(line, most: UserProfile.maxEmails),
      about: "E-mail addresses, each of which finds the user; the first one is shown."
    ),
    .init(
      name: "accounts",
      form: .list(line, most: UserProfile.maxAccounts),
      about: "What the app tells the stores of the user: appAccountToken, obfuscatedAccountId. It "
        + "finds the user; PUT /v1/users/{id}/accounts gives the purchases under it."
    ),
    .init(
      name: "locale",
      form: .maybe(.token(most: 64)),
      about: "A language tag, such as de-AT."
    ),
    .init(
      name: "timeZone",
      form: .maybe(.token(most: 64)),
      about: "A name of the time zone database, such as Europe/Vienna."
    ),
  ]

  private static let example: JSONValue = [
    "names": ["Ada Lovelace"], "emails": ["ada@example.com", "countess@example.org"],
    "locale": "en-GB", "timeZone": "Europe/London",
  ]

  private static let form = APIBodyForm(name: "Profile", members: members, example: example)

  private static let userForm = APIBodyForm(
    name: "UserProfile",
    members: [
      .init(name: "id", form: line, about: "The app's own ID of the user.", isRequired: true)
    ] + members,
    example: ["id": "ada", "names": ["Ada Lovelace"], "emails": ["ada@example.com"]]
  )

  private static let maxUsers = 500

  private static let listForm = APIBodyForm(
    name: "UserProfiles",
    members: [
      .init(
        name: "users",
        form: .objects(userForm, most: maxUsers),
        about: "The users, each once.",
        isRequired: true
      )
    ],
    example: [
      "users": [
        ["id": "ada", "emails": ["ada@example.com"]], ["id": "ben", "names": ["Ben"]],
      ]
    ]
  )

  private static let putUser = APIOperation(
    id: "putUser",
    method: .put,
    path: "/v1/users/{id}",
    summary: "State who a user is",
    about: """
      The profile takes the place of the one before: what it leaves out is no longer stated. It finds \
      the user in a search and in a message; it gives no rights. Sent again, it changes nothing.
      """,
    scope: .profiles,
    parameters: [APIReads.id],
    body: form,
    answer: .init(
      status: 200,
      about: "It is on file.",
      schema: "ProfileChange",
      example: APIExamples.profileChange
    )
  ) { call async throws(APIProblem) in
    let values = try form.read(call.request)
    try await call.expectNameable(call.user)
    let changes = try await call.file([try profile(of: call.user.raw, values, at: nil)])
    return WebResponse(200, changes.first ?? .null).with("Cache-Control", "no-store")
  }

  private static let postUsers = APIOperation(
    id: "postUsers",
    method: .post,
    path: "/v1/users",
    summary: "State who several users are",
    about: """
      As with PUT /v1/users/{id} for each of them, in one step: if one profile is refused, none is \
      filed.
      """,
    scope: .profiles,
    body: listForm,
    maxBodyBytes: 1 << 20,
    answer: .init(
      status: 200,
      about: "They are on file.",
      schema: "ProfileChanges",
      example: ["users": [APIExamples.profileChange]]
    )
  ) { call async throws(APIProblem) in
    let users = try listForm.read(call.request)["users"]?.array ?? []
    var stated: [UserProfile] = []
    var known: Set<ID<User>> = []
    for (index, user) in users.enumerated() {
      let place = "users[\(index)]"
      let values = try userForm.values(in: user, at: place)
      let next = try profile(of: values["id"]?.string ?? "", values, at: place)
      guard known.insert(next.user).inserted else {
        throw APIProblem(
          .invalidBody,
          "\(place).id comes more than once.",
          parameter: "\(place).id"
        )
      }
      try await call.expectNameable(next.user, .invalidBody, at: "\(place).id")
      stated.append(next)
    }
    let changes = try await call.file(stated)
    return WebResponse(200, ["users": .array(changes)]).with("Cache-Control", "no-store")
  }

  private static func profile(
    of id: String,
    _ values: [String: JSONValue],
    at place: String?
  ) throws(APIProblem) -> UserProfile {
    func list(_ name: String) -> [String] { values[name]?.array?.compactMap(\.string) ?? [] }
    do throws(UserProfile.Fault) {
      return try UserProfile(
        ID(id),
        names: list("names"),
        emails: list("emails"),
        accounts: list("accounts"),
        locale: values["locale"]?.string,
        timeZone: values["timeZone"]?.string
      )
    } catch {
      let name = error.field.rawValue
      if place == nil, error.field == .user {
        throw APIProblem(.invalidParameter, error.description, parameter: name)
      }
      let parameter = place.map { "\($0).\(name)" } ?? name
      throw APIProblem(.invalidBody, "\(parameter): \(error)", parameter: parameter)
    }
  }
}

extension APICall {
  /// Files the profiles under the key's name, and returns what each changed.
  fileprivate func file(_ profiles: [UserProfile]) async throws(APIProblem) -> [JSONValue] {
    let changes = try await ask { () throws(ServiceError) in
      try await service.profiles.file(profiles, by: key?.name ?? "")
    }
    let users = try await ask { () throws(ServiceError) in
      try await service.users.remaining(of: profiles.map(\.user))
    }
    return zip(users, changes).map { user, change in
      ["user": .string(user.raw), "change": .string(change.rawValue)]
    }
  }
}
