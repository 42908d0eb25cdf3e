import Basics
import Foundation
import StoreSimulator
import Testing

/// 1 May 2026, noon.
let noon = Date(timeIntervalSince1970: 1_777_636_800)

func world(seed: UInt64 = 7) -> SimulatedWorld { SimulatedWorld(seed: seed, at: noon) }

/// A shipped scenario, read from its document.
func scenario(_ name: String) throws -> Scenario {
  let document = try #require(ShippedScenarios.documents[name])
  return try Scenario(TOMLReader.table(document))
}

func act(
  _ verb: SimulatedAction.Verb,
  of id: String? = nil,
  product: String? = nil
) -> SimulatedAction {
  var act = SimulatedAction(verb, of: id)
  act.product = product
  return act
}

extension SimulatedWorld {
  /// What was told of a purchase, in the order of time.
  func told(of id: String) -> [SimulatedNotification.Change] {
    notifications.filter { $0.purchase?.id == id }.map(\.change)
  }
}
