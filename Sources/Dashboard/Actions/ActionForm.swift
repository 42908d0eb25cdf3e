import Entitlements
import Foundation

/// The confirmation form of an operator action: its targets, effects, inputs and resulting request.
struct ActionForm: Equatable, Sendable {
  /// A text field of the form.
  struct Input: Equatable, Sendable {
    enum Name: Equatable, Sendable {
      case named, user, app, key, until, environment, reason, text, confirmation, assignee
      case endsAccess, prorated, consent, sample, used, preference
    }

    var name: Name
    var label: SafeText
    /// The placeholder of an empty field.
    var hint: SafeText
    var editor: LineEditor
    /// Suggested values; Up and Down step through them.
    var choices: [String] = []

    init(
      _ name: Name,
      _ label: SafeText,
      _ hint: SafeText,
      _ text: String = "",
      of choices: [String] = []
    ) {
      self.name = name
      self.choices = choices
      self.label = label
      self.hint = hint
      editor = LineEditor(text)
    }

    var text: String { editor.text.trimmingCharacters(in: .whitespaces) }

    /// Replaces the text with the choice `distance` further on, wrapping around.
    mutating func choose(by distance: Int) {
      guard !choices.isEmpty else { return }
      let last = distance > 0 ? choices.count - 1 : 0
      let index = choices.firstIndex(of: text) ?? last
      editor = LineEditor(choices[(index + distance + choices.count) % choices.count])
    }
  }

  /// A row that names one target: its display name and its identifier.
  struct Target: Equatable, Sendable {
    var title: SafeText
    var detail: SafeText
  }

  /// A store environment, with the number of targets in it.
  struct Place: Equatable, Sendable {
    var text: SafeText
    var environment: Environment
  }

  var title: SafeText
  /// The label of the confirming button.
  var verb: SafeText
  /// The request, without the typed values.
  var draft: ActionRequest
  /// The user concerned, if it is exactly one.
  var person: Targets.Person?
  var places: [Place] = []
  var targets: [Target] = []
  /// Sentences on what is sent, what changes, and what cannot be undone.
  var statements: [SafeText] = []
  var inputs: [Input] = []
  /// The entitlement that nothing gives, and that the operator wants to grant nevertheless.
  var acceptedKey: String?
  /// Whether the typed text must be looked up before the action can be confirmed.
  var isSearching = false

  func text(of name: Input.Name) -> String { inputs.first { $0.name == name }?.text ?? "" }

  /// The text to type for confirmation: a count, or the end of an ID.
  var confirmation: String?

  var isConfirmed: Bool { confirmation.map { text(of: .confirmation) == $0 } ?? true }

  /// Adds a field in which `text` must be typed to confirm.
  mutating func confirm(by text: String, _ what: SafeText) {
    confirmation = text
    inputs.append(Input(.confirmation, "confirm", "type \(SafeText(text)), \(what)"))
  }

  /// A validation error of one field.
  struct Fault: Error, Equatable {
    var name: Input.Name
    var message: String
    /// Whether the operator may accept what was typed.
    var isQuestion = false

    init(_ name: Input.Name, _ message: String) {
      self.name = name
      self.message = message
    }
  }

  /// Returns the request with the typed values filled in.
  func actionRequest(at now: Date) throws(Fault) -> ActionRequest {
    switch draft {
    case .reverify, .restore, .cancel, .retry, .approve: return draft
    case .transfer(let purchases, _):
      return .transfer(purchases, to: ID(try expect(.user, "Name the new owner.")))
    case .grant(_, let users):
      let grant = Grant(
        key: try knownKey(),
        environment: try environment(),
        until: try Self.end(text(of: .until), at: now),
        reason: text(of: .reason)
      )
      return .grant(grant, to: users)
    case .revoke(let rights, _): return .revoke(rights, because: text(of: .reason))
    case .lookUp(let order, let store, _):
      return .lookUp(order: order, store, app: try expect(.app, "Name the app it was bought in."))
    case .sale(let kind, let order, _):
      return .sale(
        try typed(kind),
        order,
        because: try expect(.reason, "Type a reason; it is saved with the job.")
      )
    case .note(_, let users): return .note(try expect(.text, "Type the note."), about: users)
    case .assign(_, let users, _):
      let name = text(of: .assignee)
      return .assign(to: name.isEmpty ? nil : name, users, note: text(of: .text))
    }
  }

  /// The entitlement; asks about one that nothing gives, which may be a typing error.
  private func knownKey() throws(Fault) -> String {
    let key = try expect(.key, "Name the entitlement.")
    let known = inputs.first { $0.name == .key }?.choices ?? []
    guard !known.isEmpty, !known.contains(key), key != acceptedKey else { return key }
    let meant = SpellingSuggestions.of(key, in: known).first.map { " Did you mean \($0)?" } ?? ""
    var fault = Fault(
      .key,
      "No product gives \(key), and nobody was granted it.\(meant) Grant again to grant it anyway."
    )
    fault.isQuestion = true
    throw fault
  }

  /// The maximum length of a typed text.
  private static let maxBytes = 4_096

  private func expect(_ name: Input.Name, _ message: String) throws(Fault) -> String {
    let text = text(of: name)
    guard !text.isEmpty else { throw Fault(name, message) }
    guard text.utf8.count <= Self.maxBytes else {
      let (count, limit) = (SafeText.grouped(text.utf8.count), SafeText.grouped(Self.maxBytes))
      throw Fault(name, "That is \(count.string) bytes long; at most \(limit.string) are allowed.")
    }
    guard !text.utf8.contains(0) else { throw Fault(name, "That holds a NUL character.") }
    return text
  }

  private func typed(_ kind: PurchaseAction) throws(Fault) -> PurchaseAction {
    switch kind {
    case .deliver: return kind
    case .refund:
      let answer = text(of: .endsAccess)
      guard ["", "no", "yes"].contains(answer) else { throw Fault(.endsAccess, "Type yes or no.") }
      return .refund(endsAccess: answer == "yes")
    case .revoke:
      let answer = text(of: .prorated)
      guard ["", "no", "yes"].contains(answer) else { throw Fault(.prorated, "Type yes or no.") }
      return .revoke(isProrated: answer == "yes")
    case .answerGoogle:
      guard let preference = GoogleRefundPreference(rawValue: text(of: .preference)) else {
        let names = GoogleRefundPreference.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(.preference, "Type one of \(names).")
      }
      let sample = text(of: .sample)
      guard ["no", "yes"].contains(sample) else { throw Fault(.sample, "Type yes or no.") }
      return .answerGoogle(
        preference,
        isSampleProvided: sample == "yes",
        percentUsed: try percentUsed()
      )
    case .answerApple:
      guard text(of: .consent) == "yes" else {
        throw Fault(.consent, "Apple requires the customer's consent: type yes.")
      }
      let percent = try percentUsed()
      let preferred = text(of: .preference)
      let preference = RefundPreference(rawValue: preferred)
      guard preferred.isEmpty || preference != nil else {
        let names = RefundPreference.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(.preference, "Type \(names), or nothing.")
      }
      return .answerApple(percentUsed: percent, preference: preference)
    }
  }

  private func percentUsed() throws(Fault) -> Int? {
    let used = text(of: .used)
    guard !used.isEmpty else { return nil }
    guard let percent = Int(used), (0...100).contains(percent) else {
      throw Fault(.used, "Type 0 to 100, or nothing if unknown.")
    }
    return percent
  }

  private func environment() throws(Fault) -> Environment {
    let typed = text(of: .environment).lowercased()
    let environment = Environment.allCases.first {
      typed.isEmpty ? $0 == .production : $0.rawValue.lowercased().hasPrefix(typed)
    }
    guard let environment else {
      throw Fault(.environment, "The environment is production, sandbox or xcode.")
    }
    return environment
  }

  /// Parses an entitlement's end as the query grammar writes future times: `30d`, `2027-01-31`.
  static func end(_ text: String, at now: Date) throws(Fault) -> Date? {
    guard !text.isEmpty else { return nil }
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x3A).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
    }
    let query = isPlain ? try? Query(reading: "expires:..\(text)", at: now) : nil
    guard case .field(.time(_, let ranges))? = query, let end = ranges.first?.until else {
      throw Fault(.until, "Type the end as 30d, 3mo, 1y or 2027-01-31; nothing means no end.")
    }
    guard end > now else { throw Fault(.until, "That lies in the past.") }
    return end
  }
}

extension ActionForm {
  /// A form for several targets of one kind.
  init(_ verb: SafeText, _ count: Int, _ noun: SafeText, _ draft: ActionRequest) {
    self.init(
      title: "\(verb) \(SafeText.plural(count, noun))",
      verb: "\(verb) \(SafeText.grouped(count))",
      draft: draft
    )
  }

  var touchesProduction: Bool { places.contains { $0.environment == .production } }

  /// Fills the form from the plan that was looked up; the action can then be confirmed.
  mutating func take(_ plan: RestorePlan) {
    guard case .restore(_, let user) = draft else { return }
    draft = .restore(plan, to: user)
    isSearching = false
    inputs = []
    switch plan.source {
    case .purchase(let purchase):
      add([purchase])
      statements = [
        "current owner: \(purchase.owner.map { SafeText($0.raw) } ?? "none")",
        "The purchase becomes this user's. The audit log records who did it.",
      ]
      if let store = purchase.name?.store {
        statements.append("Then \(store.title) is queried by \(store.handle).")
      }
    case .file(let bytes):
      targets = [Target(title: SafeText(plan.text), detail: .bytes(bytes))]
      statements = [
        "If genuine, it is filed as this user's; a rejected one grants nothing.",
        "Then the stores are queried about every purchase in it.",
        "If two users claim a purchase, the ownership policy decides.",
      ]
    }
    statements.append("Each query is a job; closing this dialog doesn't cancel it.")
  }

  mutating func add(_ purchases: [Purchase]) {
    for store in Store.allCases {
      for environment in Environment.allCases {
        let count = purchases.count {
          $0.name?.store == store && $0.name?.environment == environment
        }
        guard count > 0 else { continue }
        let text: SafeText =
          "\(store.title), \(environment.rawValue): \(SafeText.plural(count, "purchase"))"
        places.append(Place(text: text, environment: environment))
      }
    }
    targets = purchases.map { purchase in
      let app = purchase.name?.app ?? ""
      return Target(
        title: purchase.product.map { SafeText.product($0, of: app) } ?? SafeText(app),
        detail: SafeText(purchase.name?.originalTransactionID ?? purchase.chain.raw)
      )
    }
  }

  mutating func add(_ people: [Targets.Person]) {
    if people.count == 1 { return person = people[0] }
    targets = people.map { Target(title: SafeText($0.name ?? ""), detail: SafeText($0.id.raw)) }
  }

  mutating func add(_ jobs: [JobRow]) {
    targets = jobs.map { Target(title: "\($0.id) \($0.kindWord)", detail: SafeText($0.handle)) }
  }

  mutating func leave(_ count: Int, _ reason: SafeText) {
    guard count > 0 else { return }
    statements.append("left out: \(SafeText.plural(count, "job")), \(reason)")
  }

  /// Requires typing the count to act on several targets in production.
  mutating func confirmIfMany(_ count: Int, isProduction: Bool) {
    guard isProduction, count > 1 else { return }
    confirm(by: "\(count)", "how many there are")
  }
}

extension JobRow {
  /// The key without the kind it begins with. The user of a webhook's job. The app and days, or the
  /// order, of a task that its key has as JSON.
  var subject: String {
    let name = key.hasPrefix(kind + " ") ? String(key.dropFirst(kind.count + 1)) : key
    // The length of the user's ID, the ID, and perhaps a further name.
    if isWebhook, let end = name.firstIndex(of: " "), let length = Int(name[..<end]) {
      return String(decoding: name[end...].dropFirst().utf8.prefix(max(0, length)), as: UTF8.self)
    }
    guard let start = name.firstIndex(of: "{"),
      let object = try? JSONSerialization.jsonObject(with: Data(name[start...].utf8)),
      let values = (object as? [String: [String: Any]])?.values.first
    else { return name }
    let app = (values["_0"] as? [String: Any])?["app"] as? String
    let days = ["from", "until"].compactMap { (values[$0] as? NSNumber)?.doubleValue }
      .map { Wording.day(Date(timeIntervalSince1970: $0 / 1_000)) }
    let about = app ?? values["_0"] as? String
    let words = [about, days.isEmpty ? nil : days.joined(separator: " to ")].compactMap(\.self)
    return words.isEmpty ? name : name[..<start] + words.joined(separator: " ")
  }

  /// A purchase by its number, everything else as it is.
  var handle: String { Subscription.Name(ID(subject))?.originalTransactionID ?? subject }
}

extension Store {
  var title: SafeText { SafeText(Wording.name(of: self)) }

  /// What the store identifies a purchase by.
  var handle: SafeText {
    switch self {
    case .apple: "the transaction ID"
    case .google: "the purchase token and order ID"
    case .microsoft: "the customer's Store ID key"
    case .amazon: "the customer's ID and the receipt ID"
    }
  }
}
