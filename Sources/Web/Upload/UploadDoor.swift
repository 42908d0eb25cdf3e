import Basics
import Entitlements
import Foundation
import Logging
import Receipts
import ServiceCore

/// Receipts as apps of the three tables hand them in: POST /receipts (seed-endpoints.md §4).
///
/// Apple is shown the receipt as a whole, and what it answers about is filed; the tables are views of
/// that (`voucher`, `newestVoucher`, `voucherOrder`).
enum UploadDoor {
  static let name = "upload"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    guard let own = configuration.upload, !own.key.isEmpty else {
      return .closed(name: name, missing: "[serve.upload] key-file")
    }
    let uploads = Uploads(core: core, accepted: own.accepted)
    return .open(
      Door(
        name,
        routes: [
          Route(
            .post,
            "/receipts",
            mostBytes: 4 << 20,
            refusalByHead: { request in
              let given = request.headers["x-app-key"] ?? request.value("key") ?? ""
              guard !isSame(given, as: own.key) else { return nil }
              return WebResponse(401, ["error": "unknown-app-key"], note: "unknown-key")
            }
          ) { request in await uploads.answer(request) }
        ]
      )
    )
  }
}

private struct Uploads: Sendable {
  var core: WebCore
  var accepted: AcceptedEnvironments

  func answer(_ request: WebRequest) async -> WebResponse {
    let upload: Upload
    do throws(UploadFault) {
      upload = try Upload(request)
    } catch {
      return WebResponse(
        400,
        ["error": .string(error.code), "message": .string(error.description)],
        note: error.code
      )
    }
    let receipt = core.service.look(at: Array(upload.receipt.utf8))
    guard receipt.isReceipt else { return UploadAnswer.noReceipt.response(nil) }
    let environments = accepted.environments(for: upload.user, appVersion: receipt.appVersion)
    if receipt.rejection == nil, !(receipt.environment.map(environments.contains) ?? false) {
      return UploadAnswer.wrongEnvironment(receipt.environment).response(nil)
    }
    do throws(ServiceError) {
      guard try await core.admits(upload.user) else {
        return UploadAnswer.unknownUser.response(nil)
      }
      var settlement = try await core.settle(
        .document(Array(upload.receipt.utf8), Hints(device: upload.device)),
        for: upload.user,
        of: Client(endpoint: .upload, peer: request.peer),
        claims: false,
        wholly: true
      )
      let first = settlement.purchases.first
      settlement = settlement.within(environments)
      if let first, settlement.purchases.isEmpty {
        return UploadAnswer.wrongEnvironment(first.environment).response(nil)
      }
      if let user = upload.user {
        settlement = try await core.service.claim(settlement, for: user, at: .upload)
      }
      return UploadAnswer(settlement, at: core.now()).response(settlement)
    } catch {
      if let seconds = error.secondsUntilFree(at: core.now()) {
        return UploadAnswer.overQuota(retryAfter: seconds).response(nil)
      }
      core.log.error("An upload could not be filed.", metadata: ["reason": "\(error)"])
      return UploadAnswer.failure.response(nil)
    }
  }
}

/// What an app uploads, as JSON or as a form.
struct Upload {
  /// Base64.
  var receipt: String
  /// `uuid`: the device, as the app calls it.
  var device: String
  /// `uid`: the user, where the app knows one yet.
  var user: ID<User>?

  init(_ request: WebRequest) throws(UploadFault) {
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

  private static func fields(
    of request: WebRequest
  ) throws(UploadFault) -> (String) -> String? {
    let type = request.headers["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    let isForm =
      type.contains("x-www-form-urlencoded")
      || (!type.contains("json") && request.body.first { $0 > 0x20 } != UInt8(ascii: "{"))
    guard !isForm else {
      // A form is written as a query is.
      let form = WebRequest("POST", "/?" + String(decoding: request.body, as: UTF8.self))
      return { name in
        // Many an app forgets that a plus means a space there.
        form.value(name).map { name == "receipt-data" ? $0.replacing(" ", with: "+") : $0 }
      }
    }
    guard let body = try? request.json(), body.members != nil else { throw .unreadable }
    return { body[$0]?.looseText }
  }

  private static func name(_ text: String, _ field: String) throws(UploadFault) -> String {
    guard text.utf8.count <= 256, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
      throw .wrong(field)
    }
    return text
  }
}

enum UploadFault: Error, Equatable {
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

extension Submission {
  /// Whether it is, or should have been, what verifyReceipt takes: another document of Apple's is
  /// genuine, and nobody's receipt.
  fileprivate var isReceipt: Bool {
    rejection != nil || kind == .appReceipt || kind == .legacyTransactionReceipt
  }
}
