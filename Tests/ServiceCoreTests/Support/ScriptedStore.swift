import Entitlements
import Foundation
import ServiceCore
import Synchronization

/// A store that says what a test has it say, and remembers what it was asked.
final class ScriptedStore: Sendable {
  typealias Script = @Sendable (StoreQuery, StoreScope) throws(StoreClientError) -> StoreAnswer

  typealias Obedience = @Sendable (StoreAction) throws(StoreClientError) -> Void

  private let script: Mutex<Script>
  private let obedience: Mutex<Obedience?>
  private let heard = Mutex<[StoreQuery]>([])
  private let told = Mutex<[StoreAction]>([])
  private let apps: [String]

  init(
    apps: [String] = [],
    obeys: Obedience? = nil,
    _ script: @escaping Script
  ) {
    self.apps = apps
    self.script = Mutex(script)
    obedience = Mutex(obeys)
  }

  var questions: [StoreQuery] { heard.withLock(\.self) }
  var deeds: [StoreAction] { told.withLock(\.self) }

  /// From now on it takes deeds otherwise.
  func obey(_ obedience: @escaping Obedience) { self.obedience.withLock { $0 = obedience } }

  /// From now on it says something else.
  func change(to script: @escaping Script) { self.script.withLock { $0 = script } }

  var client: StoreClient {
    StoreClient(
      apps: apps,
      query: { question, storeScope async throws(StoreClientError) in
        self.heard.withLock { $0.append(question) }
        let script = self.script.withLock(\.self)
        return try script(question, storeScope)
      },
      act: { deed, _ async throws(StoreClientError) in
        self.told.withLock { $0.append(deed) }
        guard let obedience = self.obedience.withLock(\.self) else {
          throw .notConfigured(deed.store, missing: "anything")
        }
        try obedience(deed)
        return StoreAnswer(documents: [], environment: .production)
      },
      check: { [] }
    )
  }

  /// What Google says of a subscription that began 20 days before the fixture's time.
  static func subscription(
    state: String,
    until days: Double,
    renewal: String = ""
  ) -> StoreAnswer {
    func instant(_ days: Double) -> String {
      ServiceFixture.now.addingTimeInterval(days * ServiceFixture.day).formatted(.iso8601)
    }
    let json = """
      {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"\(instant(-20))",\
      "regionCode":"DE","subscriptionState":"SUBSCRIPTION_STATE_\(state)",\
      "latestOrderId":"GPA.1111-2222-3333-44444\(renewal)",\
      "acknowledgementState":"ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",\
      "lineItems":[{"productId":"pro","expiryTime":"\(instant(days))",\
      "latestSuccessfulOrderId":"GPA.1111-2222-3333-44444\(renewal)",\
      "autoRenewingPlan":{"autoRenewEnabled":\(state == "ACTIVE")},\
      "offerDetails":{"basePlanId":"monthly"}}]}
      """
    return StoreAnswer(
      documents: [
        StoreAnswer.Document(
          bytes: Array(json.utf8),
          hints: DocumentHints(
            app: "com.example.reader",
            environment: "production",
            purchaseToken: token
          )
        )
      ],
      environment: .production
    )
  }

  static let token = "hcklmpoqgnbfjiaejbdlcofg.AO-J1OxT3Yt0q6wq8R1y"
}

/// A clock that goes as far as it is told, and whose sleepers wake at once.
final class ScriptedClock: Sendable {
  private let instant = Mutex(ServiceFixture.now)

  func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }

  var world: Dependencies {
    Dependencies(
      now: { self.instant.withLock(\.self) },
      chance: { 0.5 },
      sleep: { self.advance(by: Double($0.components.seconds) + 1) }
    )
  }
}
