import Basics
package import Foundation

/// A story of purchases: what happens, and how long after its beginning.
package struct Scenario: Codable, Equatable, Sendable {
  package struct Step: Codable, Equatable, Sendable {
    /// How long after the beginning: `PT0S`, `P7D`, `P1DT2H`.
    package var at: String
    package var act: SimulatedAct

    package init(at: String, act: SimulatedAct) {
      self.at = at
      self.act = act
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      at = try container.decode(String.self, forKey: .at)
      act = try SimulatedAct(from: decoder)
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
  /// How long after its beginning it ends; with its last step where nothing is said.
  package var lasts: String?

  package init(name: String, title: String, step: [Step], lasts: String? = nil) {
    self.name = name
    self.title = title
    self.step = step
    self.lasts = lasts
  }

  /// The steps in the order of time, with their instants.
  package func timed(from start: Date) throws(ActRefused) -> [(at: Date, act: SimulatedAct)] {
    var steps: [(at: Date, act: SimulatedAct)] = []
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
  /// Plays a whole scenario from now on. Answers the purchases that were made or changed.
  @discardableResult
  package mutating func play(_ scenario: Scenario) throws(ActRefused) -> [String] {
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
