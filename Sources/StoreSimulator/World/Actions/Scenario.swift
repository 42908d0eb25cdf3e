import Basics
package import Foundation

/// A sequence of actions, each with its time since the beginning.
package struct Scenario: Codable, Equatable, Sendable {
  package struct Step: Codable, Equatable, Sendable {
    /// Time since the beginning: `PT0S`, `P7D`, `P1DT2H`.
    package var at: String
    package var act: SimulatedAction

    package init(at: String, act: SimulatedAction) {
      self.at = at
      self.act = act
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      at = try container.decode(String.self, forKey: .at)
      act = try SimulatedAction(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(at, forKey: .at)
      try act.encode(to: encoder)
    }

    private enum CodingKeys: String, CodingKey { case at }
  }

  package var name: String
  package var title: String
  package var step: [Step]
  /// The total duration; until the last step if absent.
  package var lasts: String?

  package init(name: String, title: String, step: [Step], lasts: String? = nil) {
    self.name = name
    self.title = title
    self.step = step
    self.lasts = lasts
  }

  /// The steps in order of time, with their dates.
  package func timed(from start: Date) throws(ActionError) -> [(at: Date, act: SimulatedAction)] {
    var steps: [(at: Date, act: SimulatedAction)] = []
    for step in step {
      guard let seconds = ISO8601Duration(step.at)?.timeInterval else {
        throw .missing("at, a length of time such as P3D or PT90M, and not \(step.at)")
      }
      steps.append((start.addingTimeInterval(seconds), step.act))
    }
    return steps.sorted { $0.at < $1.at }
  }

  package func end(from start: Date) -> Date? {
    lasts.flatMap(ISO8601Duration.init).map { start.addingTimeInterval($0.timeInterval) }
  }
}

extension SimulatedWorld {
  /// Plays a whole scenario from now on. Returns the purchases that were made or changed.
  @discardableResult
  package mutating func play(_ scenario: Scenario) throws(ActionError) -> [String] {
    let start = now
    var touched: [String] = []
    for step in try scenario.timed(from: start) {
      advance(to: step.at)
      if let id = try act(step.act), !touched.contains(id) { touched.append(id) }
    }
    if let end = scenario.end(from: start) { advance(to: end) }
    return touched
  }
}
