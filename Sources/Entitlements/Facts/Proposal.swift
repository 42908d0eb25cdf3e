package import Foundation

/// An operator action that an assistant proposes, and what the operator decided.
///
/// A proposal names the action and its target and suggests values. What the operator confirms is
/// looked up in the ledger.
package struct Proposal: Codable, Hashable, Sendable {
  package enum Decision: String, Codable, Sendable { case confirmed, declined }

  package enum State: String, Sendable { case waiting, confirmed, declined, expired }

  /// What the operator decided, and what came of it.
  package struct Answer: Codable, Hashable, Sendable {
    package var decision: Decision
    /// The operator's name.
    package var by: String
    package var at: Date
    /// The process that the operator decided in, which alone may execute the action.
    package var process: String
    /// What was executed, a line for each target; the operator may have changed values.
    package var executed: [String] = []
    /// The result, in words; `nil` while the action is being executed.
    package var result: String?
    /// The batch of the jobs that were enqueued.
    package var batch: String?

    package init(_ decision: Decision, by name: String, in process: String, at instant: Date) {
      (self.decision, by, self.process, at) = (decision, name, process, instant)
    }

    private enum CodingKeys: String, CodingKey {
      case decision = "decision", by = "by", at = "at", process = "process"
      case executed = "executed", result = "result", batch = "batch"
    }
  }

  package let id: String
  /// The action's name in key files.
  package var action: String
  /// The ID of the user, purchase, order or job that it is about.
  package var target: String
  /// The suggested values, by the names of fields.
  package var values: [String: String]
  /// Why, in the assistant's words.
  package var reason: String
  /// The assistant's name in the audit log.
  package var by: String
  package var at: Date
  package var answer: Answer?

  /// How long it waits for a decision, in seconds.
  package static let timeout: TimeInterval = 3_600
  /// The maximum numbers of characters, and of values.
  package static let (maxReason, maxValue, maxValues) = (200, 1_000, 12)
  private static let maxBytes = 16_384

  package init(
    id: String,
    _ action: String,
    on target: String,
    values: [String: String] = [:],
    because reason: String,
    by assistant: String,
    at instant: Date
  ) {
    (self.id, self.action, self.target) = (id, action, target)
    (self.values, self.reason) = (values, reason)
    (by, at) = (assistant, instant)
  }

  private enum CodingKeys: String, CodingKey {
    case id = "id", action = "action", target = "target", values = "values", reason = "reason"
    case by = "by", at = "at", answer = "answer"
  }

  package func state(at now: Date) -> State {
    if let answer { return answer.decision == .confirmed ? .confirmed : .declined }
    return isExpired(at: now) ? .expired : .waiting
  }

  /// A clock that is set back must not prolong it.
  private func isExpired(at now: Date) -> Bool {
    abs(now.timeIntervalSince(at)) >= Self.timeout
  }

  package func isWaiting(at now: Date) -> Bool { state(at: now) == .waiting }
}

extension Proposal {
  /// Why its texts are not acceptable, as a sentence; `nil` if they are.
  package var fault: String? {
    guard !reason.isEmpty, reason.count <= Self.maxReason else {
      return "reason takes 1 to \(Self.maxReason) characters."
    }
    guard !target.isEmpty, target.count <= Self.maxValue else {
      return "target takes 1 to \(Self.maxValue) characters."
    }
    guard values.count <= Self.maxValues, values.keys.allSatisfy({ $0.count <= 64 }) else {
      return "values takes at most \(Self.maxValues) fields."
    }
    guard values.values.allSatisfy({ $0.count <= Self.maxValue }) else {
      return "A value takes at most \(Self.maxValue) characters."
    }
    guard id.count <= 64, action.count <= 64, by.count <= 512 else { return "A name is too long." }
    let texts = [id, action, target, reason, by] + values.keys + values.values
    guard texts.reduce(0, { $0 + $1.utf8.count }) <= Self.maxBytes else {
      return "A proposal takes at most \(Self.maxBytes) bytes."
    }
    return texts.allSatisfy(Self.isOneLine)
      ? nil : "Control characters and line breaks are not allowed."
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
      default: true
      }
    }
  }

  /// The text with each run of white space as one space, cut to the length of a reason.
  package static func line(_ text: String) -> String {
    String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(maxReason))
  }
}
