import Basics
import Entitlements
import Foundation
import Logging
import Receipts
package import ServiceCore

/// The verification endpoint of webtoapp.design: POST /verify (seed-endpoints.md §3).
///
/// The app treats a 200 response as final: it completes the purchase or considers it invalid. All
/// undecided cases have another status, which makes the app retry.
enum VerifyEndpoint {
  static let name = "verify"

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    let settings = configuration.verification ?? VerificationConfiguration()
    guard settings.token?.isEmpty == false || settings.isAnonymous else {
      var required = RequiredSettings("[serve.verify]")
      required.expect(settings.token != nil, "token-file (or anonymous = true)")
      required.expectContent(settings.token, "token-file")
      return .closed(name: name, missing: required.missing ?? "")
    }
    let verifier = VerifyHandler(core: core, apps: settings.apps, accepted: settings.accepted)
    var routes: [Route] = []
    if let token = settings.token, !token.isEmpty {
      routes.append(
        Route(
          .post,
          "/verify/{token}",
          maxBytes: maxBytes,
          refusalByHead: { request in
            guard !isSame(request.parameters["token"] ?? "", as: token) else { return nil }
            return WebResponse(401, ["error": "unknown token"], note: "unknown-token")
          }
        ) { request in await verifier.answer(request) }
      )
    }
    if settings.isAnonymous {
      routes.append(
        Route(.post, "/verify", maxBytes: maxBytes) { request in await verifier.answer(request) }
      )
    }
    return .open(EndpointGroup(name, routes: routes).described(by: description))
  }

  /// A body may contain an app receipt of many years twice, in base64.
  private static let maxBytes = 4 << 20
}

private struct VerifyHandler: Sendable {
  var core: WebDependencies
  var apps: [VerificationConfiguration.App]
  var accepted: AcceptedEnvironments

  func answer(_ request: WebRequest) async -> WebResponse {
    let input: VerificationRequest
    do throws(VerificationError) {
      input = try VerificationRequest(request, apps: apps)
    } catch {
      return WebResponse(400, ["error": .string(error.description)], note: error.note)
    }
    guard input.proof.isPossible else { return Self.answer(.refused("no-token")) }
    let proof: Submission
    var environments = accepted.environments(for: input.user)
    switch input.proof {
    case .google(let token, let package):
      guard core.isOurs(app: package, at: .google) else {
        return Self.answer(.refused("wrong-app"))
      }
      proof = .googleToken(token, app: package)
    case .apple(let text):
      let document = core.service.submissions.examine(Array(text.utf8))
      environments = accepted.environments(
        for: input.user,
        appVersion: document.submission.appVersion
      )
      // A document that does not prove a purchase of the app is not filed for its user.
      if let flaw = VerificationDecision.flaw(of: document.submission, input, environments) {
        return Self.answer(.refused(flaw))
      }
      proof = .document(document)
    }
    do throws(ServiceError) {
      guard try await core.admits(input.user) else { return Self.answer(.refused("unknown-user")) }
      let decided = try await core.submit(
        proof,
        for: input.user,
        of: SubmittingClient(endpoint: .verify, peer: request.peer),
        claims: false
      )
      let submissionResult = decided.within(environments)
      guard !submissionResult.purchases.isEmpty || decided.purchases.isEmpty else {
        return Self.answer(.refused("wrong-environment"))
      }
      let decision = VerificationDecision(input, submissionResult, at: core.now())
      if !decision.isRefused {
        _ = try await core.service.submissions.claim(submissionResult, for: input.user, at: .verify)
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

/// Settings of the `verify` endpoint.
package struct VerificationConfiguration: Sendable {
  /// An app that uses the endpoint.
  package struct App: Equatable, Sendable {
    /// The app builder's number for it; `nil` if there is only one app.
    package var id: Int?
    /// Apple's bundle ID.
    package var bundleID: String?
    /// Google's package name.
    package var package: String?

    package init(id: Int?, bundleID: String?, package: String?) {
      self.id = id
      self.bundleID = bundleID
      self.package = package
    }
  }

  /// The last path segment of the endpoint; `nil` if it needs none.
  package var token: Secret?
  /// Whether the path without a token is available.
  package var isAnonymous: Bool
  /// Empty accepts any configured app.
  package var apps: [App]
  package var accepted = AcceptedEnvironments()

  package init(token: Secret? = nil, isAnonymous: Bool = false, apps: [App] = []) {
    self.token = token
    self.isAnonymous = isAnonymous
    self.apps = apps
  }

  /// A warning for the operator before the endpoint is enabled; `nil` if there is none.
  package var remark: String? {
    isAnonymous
      ? """
      POST /verify has no authentication: anybody may have a purchase verified and name the user \
      it is for. Set a token-file for POST /verify/TOKEN, and remove anonymous
      """ : nil
  }
}
