import Basics
import Entitlements
import Foundation
import Logging
import Receipts
import ServiceCore

/// The verification endpoint of webtoapp.design: POST /verify (seed-endpoints.md §3).
///
/// Whatever it answers with 200 is final for the app: it completes the purchase, or takes it for
/// invalid. So 200 is only said where that is decided, and everything else has the app ask again.
enum VerificationDoor {
  static let name = "verify"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    guard let own = configuration.verification, own.token?.isEmpty == false || own.isAnonymous
    else {
      return .closed(name: name, missing: "[serve.verify] token-file, or anonymous = true")
    }
    let verifier = Verifier(core: core, apps: own.apps, accepted: own.accepted)
    var routes: [Route] = []
    if let token = own.token, !token.isEmpty {
      routes.append(
        Route(
          .post,
          "/verify/{token}",
          mostBytes: mostBytes,
          refusalByHead: { request in
            guard !isSame(request.parameters["token"] ?? "", as: token) else { return nil }
            return WebResponse(401, ["error": "unknown token"], note: "unknown-token")
          }
        ) { request in await verifier.answer(request) }
      )
    }
    if own.isAnonymous {
      routes.append(
        Route(.post, "/verify", mostBytes: mostBytes) { request in await verifier.answer(request) }
      )
    }
    return .open(Door(name, routes: routes))
  }

  /// An app receipt of many years comes twice in a body, in base64.
  private static let mostBytes = 4 << 20
}

private struct Verifier: Sendable {
  var core: WebCore
  var apps: [VerificationConfiguration.App]
  var accepted: AcceptedEnvironments

  func answer(_ request: WebRequest) async -> WebResponse {
    let asked: VerificationRequest
    do throws(VerificationFault) {
      asked = try VerificationRequest(request, apps: apps)
    } catch {
      return WebResponse(400, ["error": .string(error.description)], note: error.note)
    }
    guard let proof = asked.proof.handedIn else { return Self.answer(.refused("no-token")) }
    if case .google(_, let package) = asked.proof, !core.isOurs(app: package, at: .google) {
      return Self.answer(.refused("wrong-app"))
    }
    var environments = accepted.environments(for: asked.user)
    // What is no purchase of the app's, however genuine, is not filed as its user's.
    if case .apple(let text) = asked.proof {
      let document = core.service.look(at: Array(text.utf8))
      environments = accepted.environments(for: asked.user, appVersion: document.appVersion)
      if let flaw = VerificationDecision.flaw(of: document, asked, environments) {
        return Self.answer(.refused(flaw))
      }
    }
    do throws(ServiceError) {
      guard try await core.admits(asked.user) else { return Self.answer(.refused("unknown-user")) }
      let settled = try await core.settle(
        proof,
        for: asked.user,
        of: Client(endpoint: .verify, peer: request.peer),
        claims: false
      )
      let settlement = settled.within(environments)
      guard !settlement.purchases.isEmpty || settled.purchases.isEmpty else {
        return Self.answer(.refused("wrong-environment"))
      }
      let decision = VerificationDecision(asked, settlement, at: core.now())
      if !decision.isRefused {
        _ = try await core.service.claim(settlement, for: asked.user, at: .verify)
      }
      return Self.answer(decision)
    } catch {
      if let seconds = error.secondsUntilFree(at: core.now()) {
        return Self.answer(.undecided("over-quota", retryAfter: seconds))
      }
      core.log.error("A purchase could not be verified.", metadata: ["reason": "\(error)"])
      return Self.answer(.undecided("failure", retryAfter: 30))
    }
  }

  private static func answer(_ decision: VerificationDecision) -> WebResponse {
    switch decision {
    case .complete: WebResponse(200, ["complete_purchase": true], note: "complete")
    case .refused(let note): WebResponse(200, ["complete_purchase": false], note: note)
    case .undecided(let note, let seconds):
      WebResponse(503, ["error": "this cannot be decided now; ask again later"], note: note)
        .with("Retry-After", "\(seconds)")
    }
  }
}
