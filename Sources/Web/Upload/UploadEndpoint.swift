import Basics
import Entitlements
import Foundation
import Logging
import Receipts
package import ServiceCore

/// Receives receipts from apps with the three legacy tables: POST /receipts (seed-endpoints.md §4).
///
/// Apple verifies the whole receipt, and its answer is filed; the tables are views of the filed
/// documents (`voucher`, `newestVoucher`, `voucherOrder`).
enum UploadEndpoint {
  static let name = "upload"

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.upload, let key = settings.key, !key.isEmpty else {
      let lack = configuration.upload?.key == nil ? "not set" : "empty"
      return .closed(name: name, missing: "[serve.upload] key-file is \(lack)")
    }
    let uploads = UploadHandler(core: core, accepted: settings.accepted)
    return .open(
      EndpointGroup(
        name,
        routes: [
          Route(
            .post,
            "/receipts",
            maxBytes: 4 << 20,
            refusalByHead: { request in
              let appKey = request.headers["x-app-key"] ?? request.value("key") ?? ""
              guard !isSame(appKey, as: key) else { return nil }
              return WebResponse(401, ["error": "unknown-app-key"], note: "unknown-key")
            }
          ) { request in await uploads.answer(request) }
        ]
      )
      .described(by: description)
    )
  }
}

private struct UploadHandler: Sendable {
  var core: WebDependencies
  var accepted: AcceptedEnvironments

  func answer(_ request: WebRequest) async -> WebResponse {
    let upload: Upload
    do throws(UploadError) {
      upload = try Upload(request)
    } catch {
      return WebResponse(
        400,
        ["error": .string(error.code), "message": .string(error.description)],
        note: error.code
      )
    }
    let document = core.service.submissions.examine(
      Array(upload.receipt.utf8),
      hints: DocumentHints(device: upload.device)
    )
    let receipt = document.submission
    guard receipt.isReceipt else { return UploadAnswer.noReceipt.response(nil) }
    let environments = accepted.environments(for: upload.user, appVersion: receipt.appVersion)
    if receipt.rejection == nil, !(receipt.environment.map(environments.contains) ?? false) {
      return UploadAnswer.wrongEnvironment(receipt.environment).response(nil)
    }
    do throws(ServiceError) {
      guard try await core.admits(upload.user) else {
        return UploadAnswer.unknownUser.response(nil)
      }
      var submissionResult = try await core.submit(
        .document(document),
        for: upload.user,
        of: SubmittingClient(endpoint: .upload, peer: request.peer),
        claims: false,
        sendsReceipt: true
      )
      let first = submissionResult.purchases.first
      submissionResult = submissionResult.within(environments)
      if let first, submissionResult.purchases.isEmpty {
        return UploadAnswer.wrongEnvironment(first.environment).response(nil)
      }
      let answer = UploadAnswer(submissionResult, at: core.now())
      // What Apple itself refuses moves nothing that is on file.
      if let user = upload.user, !answer.isFinalRefusal {
        submissionResult = try await core.service.submissions.claim(
          submissionResult,
          for: user,
          at: .upload
        )
      }
      return answer.response(submissionResult)
    } catch {
      if let seconds = error.secondsUntilFree(at: core.now()) {
        return UploadAnswer.overQuota(retryAfter: seconds).response(nil)
      }
      core.log.error("An upload could not be filed.", metadata: ["reason": "\(error)"])
      return UploadAnswer.failure.response(nil)
    }
  }
}

/// The fields of an upload, as JSON or as a form.
struct Upload {
  /// Base64.
  var receipt: String
  /// `uuid`: the device, as named by the app.
  var device: String
  /// `uid`: the user, if known to the app.
  var user: ID<User>?

  init(_ request: WebRequest) throws(UploadError) {
    let fields = try Self.fields(of: request)
    guard let receipt = fields("receipt-data"), !receipt.isEmpty else {
      throw .missing("receipt-data")
    }
    guard let device = fields("uuid"), !device.isEmpty else { throw .missing("uuid") }
    self.receipt = receipt
    self.device = try Self.name(device, "uuid")
    let user = fields("uid").flatMap { $0.isEmpty ? nil : $0 }
    if let user { self.user = ID(try Self.name(user, "uid")) }
  }

  private static func fields(of request: WebRequest) throws(UploadError) -> (String) -> String? {
    let type = request.headers["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    let isForm =
      type.contains("x-www-form-urlencoded")
      || (!type.contains("json") && request.body.first { $0 > 0x20 } != UInt8(ascii: "{"))
    guard !isForm else {
      guard let form = RequestTarget.form(request.body) else { throw .unreadable }
      return { name in
        let value = form.first { $0.name == name }?.value
        // Many apps do not escape the plus signs of base64, which a form decodes to spaces.
        return name == "receipt-data" ? value?.replacing(" ", with: "+") : value
      }
    }
    guard let body = try? request.json(), body.members != nil else { throw .unreadable }
    return { body[$0]?.looseText }
  }

  private static func name(_ text: String, _ field: String) throws(UploadError) -> String {
    guard isName(text) else { throw .wrong(field) }
    return text
  }
}

enum UploadError: Error, Equatable {
  case unreadable
  case missing(String)
  case wrong(String)

  var code: String {
    switch self {
    case .unreadable: "unreadable-request"
    case .missing(let field): "\(field)-missing"
    case .wrong(let field): "\(field)-unusable"
    }
  }

  var description: String {
    switch self {
    case .unreadable: "the body is neither a JSON object nor a form"
    case .missing(let field): "\(field) is required"
    case .wrong(let field): "\(field) has more than 256 bytes, or control characters"
    }
  }
}

extension ExaminedDocument {
  /// Whether it is, or was meant to be, a document that verifyReceipt accepts, and not another
  /// genuine one of Apple's.
  fileprivate var isReceipt: Bool {
    rejection != nil || kind == .appReceipt || kind == .legacyTransactionReceipt
  }
}

/// Settings of the `upload` endpoint.
package struct UploadConfiguration: Sendable {
  /// The key that apps send in the header `X-App-Key` or as `key` in the query.
  package var key: Secret?
  package var accepted = AcceptedEnvironments()

  package init(key: Secret?) { self.key = key }
}
