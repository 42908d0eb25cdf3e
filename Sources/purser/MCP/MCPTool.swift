import Basics
import Dashboard
import Entitlements
import Foundation

/// What an assistant may ask.
enum MCPTool: String, CaseIterable, Sendable {
  case why, find, user, timeline, receipt, overview
  case explainCode = "explain_code"
  case propose, proposal

  /// Those of a server: without `--propose` all only read.
  static func available(proposes: Bool) -> [MCPTool] {
    allCases.filter { proposes || $0 != .propose && $0 != .proposal }
  }

  /// A tool's argument.
  struct Parameter: Sendable {
    enum Kind: Sendable {
      case text, number
      case choice([String])
      /// An object with texts: the names of the members, and what each means.
      case texts([(name: String, about: String)])
    }

    let name: String
    let kind: Kind
    let isRequired: Bool
    let description: String

    init(
      _ name: String,
      _ kind: Kind = .text,
      isRequired: Bool = false,
      about description: String
    ) {
      (self.name, self.kind, self.isRequired) = (name, kind, isRequired)
      self.description = description
    }

    fileprivate var schema: JSONValue {
      switch kind {
      case .text: ["type": "string", "description": .string(description)]
      case .number: ["type": "integer", "minimum": 1, "description": .string(description)]
      case .choice(let words):
        ["type": "string", "enum": .texts(words), "description": .string(description)]
      case .texts(let members):
        [
          "type": "object", "description": .string(description), "additionalProperties": false,
          "properties": .object(
            members.map {
              .init($0.name, ["type": "string", "description": .string($0.about)])
            }
          ),
        ]
      }
    }
  }

  var parameters: [Parameter] {
    switch self {
    case .why:
      [
        Parameter(
          "text",
          isRequired: true,
          about: "The customer's whole message, or any ID, e-mail address or token."
        ),
        Parameter(
          "question",
          .choice(TicketCategory.allCases.map(\.rawValue)),
          about: "Answer this question, whatever the text asks."
        ),
        Parameter(
          "language",
          .choice(MessageLanguage.allCases.map(\.rawValue)),
          about: "The language of the text for the customer. Default: the message's."
        ), Self.at,
      ]
    case .find:
      [
        Parameter(
          "list",
          .choice(RowList.allCases.map(\.rawValue)),
          isRequired: true,
          about: "The list."
        ),
        Parameter(
          "query",
          about:
            "Words and conditions, such as state:grace store:google price>10 since:7d. Default: all rows."
        ), Parameter("limit", .number, about: "The maximum number of rows."),
        Parameter("after", about: "Continue after this cursor of the previous page."), Self.at,
      ]
    case .user: [Parameter("id", isRequired: true, about: "The user's ID."), Self.at]
    case .timeline:
      [
        Parameter(
          "text",
          isRequired: true,
          about: "A user, order or transaction ID, or another text."
        ),
        Self.at,
      ]
    case .receipt:
      [Parameter("id", isRequired: true, about: "The document's ID: the SHA-256 of its bytes.")]
    case .overview: [Self.at]
    case .explainCode:
      [Parameter("code", isRequired: true, about: "The code or word, such as grace or 21007.")]
    case .propose:
      [
        Parameter(
          "action",
          .choice(Action.proposable.map(\.rawValue)),
          isRequired: true,
          about: "The action. " + Self.actions
        ),
        Parameter("target", isRequired: true, about: "The ID of what it is about, on file."),
        Parameter(
          "values",
          .texts(ProposalField.allCases.map { ($0.rawValue, $0.help) }),
          about: "Values for the dialog's fields; the operator may change them."
        ),
        Parameter(
          "reason",
          isRequired: true,
          about: "Why, in one line for the operator, of at most \(Proposal.maxReason) characters."
        ),
      ]
    case .proposal:
      [Parameter("id", isRequired: true, about: "The proposal's ID, which propose returned.")]
    }
  }

  /// What each action takes: `refund: an order; endAccess, reason.`
  private static let actions = Action.proposable.map { action in
    let fields = action.proposalFields.map(\.rawValue).joined(separator: ", ")
    let target = action.proposalTarget.map(\.rawValue) ?? ""
    return "\(action.rawValue): target \(target)\(fields.isEmpty ? "" : "; \(fields)")."
  }.joined(separator: " ")

  private static let at = Parameter(
    "at",
    about: "Answer as of this time, past or future: 2026-11-21, or 2026-11-21T10:00:00Z."
  )

  /// Whether a name in the answer is a person's; those of `overview` are of queues.
  var namesPeople: Bool { self != .overview }

  private var title: String {
    switch self {
    case .why: "Why somebody has or lacks access"
    case .find: "Find rows"
    case .user: "A user's purchases"
    case .timeline: "Events in order"
    case .receipt: "A document decoded"
    case .overview: "Counts"
    case .explainCode: "What a code means"
    case .propose: "Propose an action"
    case .proposal: "What the operator decided"
    }
  }

  private var description: String {
    switch self {
    case .why:
      """
      Explains why a customer has or lacks access: the verdict, how certain it is, the checks with \
      their evidence, what to do, and a text for the customer. Finds IDs in a whole message.
      """
    case .find: "Lists users, orders, subscriptions, entitlements, documents or events by query."
    case .user: "A user's entitlements, subscriptions, orders and documents."
    case .timeline:
      "The events of a user's purchases, by the store's clock, and when they arrived here."
    case .receipt: "Decodes a document on file, verifies it again, and shows its certificates."
    case .overview:
      """
      Whether everything is well: how many users, orders and documents there are, arrivals and \
      rejections by hour, delays, open jobs, what is due, revenue and refunds by day, and the queues \
      of what may need a person.
      """
    case .explainCode: "What the manual says of a code, state or word of purser or of a store."
    case .propose:
      """
      Puts an action before the operator as a dialog, in which a person confirms, changes or declines \
      it. Changes nothing itself. Returns the proposal's ID.
      """
    case .proposal:
      "Whether a proposal waits, was confirmed or declined, or has expired, and what came of it."
    }
  }

  var json: JSONValue {
    [
      "name": .string(rawValue), "title": .string(title), "description": .string(description),
      "inputSchema": [
        "type": "object",
        "properties": .object(parameters.map { .init($0.name, $0.schema) }),
        "required": .texts(parameters.filter(\.isRequired).map(\.name)),
        "additionalProperties": false,
      ],
      "annotations": [
        "readOnlyHint": .bool(self != .propose), "destructiveHint": false,
        "idempotentHint": .bool(self != .propose), "openWorldHint": false,
      ],
    ]
  }
}

/// The arguments of a call, checked against the tool's parameters.
struct MCPArguments: Sendable {
  private let values: [String: JSONValue]

  /// - Throws: `MCPRefusal` that says what the tool takes.
  init(_ arguments: JSONValue, of tool: MCPTool) throws(MCPRefusal) {
    guard let members = arguments.members else { throw MCPRefusal("Arguments are an object.") }
    let parameters = tool.parameters
    for member in members {
      guard let parameter = parameters.first(where: { $0.name == member.name }) else {
        let names = parameters.map(\.name).joined(separator: ", ")
        throw MCPRefusal("\(tool.rawValue) takes \(names), not \(member.name).")
      }
      try Self.check(member.value, as: parameter)
    }
    values = Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
    for parameter in parameters where parameter.isRequired && self[parameter.name] == nil {
      throw MCPRefusal("\(tool.rawValue) takes \(parameter.name), which is missing.")
    }
  }

  private static func check(
    _ value: JSONValue,
    as parameter: MCPTool.Parameter
  ) throws(MCPRefusal) {
    switch (parameter.kind, value) {
    case (_, .null), (.text, .string): break
    case (.number, .number) where (value.integer ?? 0) > 0: break
    case (.choice(let words), .string(let text)) where words.contains(text): break
    case (.texts, .object(let members))
    where members.allSatisfy({ $0.value.string != nil })
      && Set(members.map(\.name)).count == members.count:
      break
    case (.texts, _): throw MCPRefusal("\(parameter.name) takes an object with texts.")
    case (.text, _): throw MCPRefusal("\(parameter.name) takes a text.")
    case (.number, _): throw MCPRefusal("\(parameter.name) takes a whole number above 0.")
    case (.choice(let words), _):
      throw MCPRefusal("\(parameter.name) takes \(words.joined(separator: ", ")).")
    }
  }

  subscript(_ name: String) -> String? { values[name]?.string }

  /// The members of an object with texts; empty without it.
  func texts(_ name: String) -> [String: String] {
    let members = values[name]?.members ?? []
    return Dictionary(members.map { ($0.name, $0.value.string ?? "") }) { _, last in last }
  }

  func number(_ name: String) -> Int? { values[name]?.integer }

  /// The time of `at`; now without it.
  func instant() throws(MCPRefusal) -> Date {
    guard let text = self["at"] else { return Date() }
    guard let instant = WrittenTime.date(text) else {
      throw MCPRefusal("at takes 2026-11-21 or 2026-11-21T10:00:00Z.")
    }
    return instant
  }
}

/// A call that has no answer, for a reason that the assistant should read.
struct MCPRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
