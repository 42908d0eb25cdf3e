import Basics
import Entitlements
import Foundation
import HTTPTypes
import Logging
import Persistence
import Receipts
import ServiceCore
import Synchronization
import Web

/// Every endpoint, open, over a ledger in memory, with secrets that begin with `fuzz-`. The stores that
/// they would ask do not answer.
final class OpenEndpoints: Sendable {
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
  private static let app = "com.example.reader"
  private static let keys: [(name: String, scopes: Set<APIConfiguration.Scope>)] = [
    ("reader", [.read]), ("crm", [.read, .write]), ("support", [.read, .personal]),
    ("directory", [.profiles]),
  ]
  /// What the secrets have in common.
  private static let mark = "fuzz-"
  /// So many requests share a ledger: what they leave there is not to decide what later ones find.
  private static let requests = 1_000

  private static let last = Mutex<(endpoints: OpenEndpoints, left: Int)?>(nil)

  /// Those of the requests before, unless these were many.
  static func current() async throws -> OpenEndpoints {
    let known = last.withLock { last -> OpenEndpoints? in
      guard let known = last, known.left > 0 else { return nil }
      last = (known.endpoints, known.left - 1)
      return known.endpoints
    }
    if let known { return known }
    let new = try await OpenEndpoints()
    last.withLock { $0 = (new, requests) }
    return new
  }

  private let router: WebRouter

  /// A player has logged in, whose session the kept requests know.
  private init() async throws {
    let ledger = try Ledger.inMemory()
    let receipts = try ReceiptVerifier()
    let service = EntitlementService(
      ledger: ledger,
      receipts: receipts,
      world: Dependencies(now: { Self.now })
    )
    var core = WebDependencies(
      service: service,
      now: { Self.now },
      fetch: { _ throws(FetchError) in throw .unreachable },
      log: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    )
    let calls = Mutex<UInt8>(0)
    core.random = { count in
      let call = calls.withLock { calls in
        calls &+= 1
        return calls
      }
      return Array(repeating: call, count: count)
    }
    let states = Endpoints.states(Self.configuration, core)
    let groups = states.compactMap { if case .open(let group) = $0 { group } else { nil } }
    guard groups.count == states.count else { throw Closed() }
    router = WebRouter(groups + [OpenAPIDocument.group(of: groups, at: nil, core)])
    let login = #"{"TitleId":"A1B2","CustomId":"ada","CreateAccount":true}"#
    let request = WebRequest("POST", "/Client/LoginWithCustomID", body: Array(login.utf8))
    guard await router.answer(request).status == 200 else { throw Closed() }
  }

  /// An endpoint has not opened.
  private struct Closed: Error {}

  private static var configuration: WebConfiguration {
    var configuration = WebConfiguration()
    (configuration.apps, configuration.packages) = ([app], [app])
    configuration.validator = ValidatorConfiguration(
      apps: [.init(name: "reader", key: secret("app"), bundleID: app, package: app)]
    )
    configuration.playFab = PlayFabConfiguration(title: "A1B2")
    configuration.verification = VerificationConfiguration(
      token: secret("token"),
      isAnonymous: true,
      apps: [.init(id: 1, bundleID: app, package: app)]
    )
    configuration.upload = UploadConfiguration(key: secret("upload"))
    configuration.apple = AppleNotificationConfiguration()
    var old = AppleV1NotificationConfiguration()
    old.password = secret("password")
    configuration.appleV1 = old
    var google = GoogleNotificationConfiguration()
    google.audience = "https://iap.example.com/notifications/google"
    google.email = "push@example.iam.gserviceaccount.com"
    google.subscriptions = ["projects/p/subscriptions/s"]
    configuration.google = google
    var amazon = AmazonNotificationConfiguration()
    amazon.topics = ["arn:aws:sns:us-east-1:123456789012:rtn"]
    configuration.amazon = amazon
    configuration.api = APIConfiguration(
      keys: keys.map { name, scopes in
        .init(
          name: name,
          digest: APIKeyDigest(of: secret(name)),
          scopes: scopes,
          perSecond: Int(Int32.max)
        )
      }
    )
    return configuration
  }

  private static func secret(_ name: String) -> Secret { Secret(mark + name) }

  func fault(_ text: RequestText) async -> String? {
    let request = text.request
    var group: String?
    if case .route(_, let found, _) = router.destination(of: request) { group = found.name }
    let answer = await router.answer(request)
    guard (200..<600).contains(answer.status), answer.status != 500 else {
      return "status \(answer.status)"
    }
    let isStranger = request.bearer.map { !$0.hasPrefix(Self.mark) } ?? true
    if group == APIEndpoints.name, isStranger, answer.status < 400 {
      return "the API answers a stranger with \(answer.status)"
    }
    for header in answer.headers {
      guard HTTPField.Name(header.name) != nil, HTTPField.isValidValue(header.value) else {
        return "a header that is none: \(header.name)"
      }
    }
    return Self.bodyFault(answer)
  }

  private static func bodyFault(_ answer: WebResponse) -> String? {
    let type = answer.headers.first { $0.name == "Content-Type" }?.value ?? ""
    guard type.contains("json") else { return nil }
    return (try? JSONReader.value(answer.body)) == nil ? "JSON that cannot be read" : nil
  }
}
