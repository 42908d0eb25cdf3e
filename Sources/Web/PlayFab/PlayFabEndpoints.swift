import Basics
import Receipts
import ServiceCore

/// PlayFab's client calls: POST /Client/… (seed-endpoints.md §2).
enum PlayFabEndpoints {
  static let name = "playfab"

  static func state(_ configuration: WebConfiguration, _ core: WebDependencies) -> EndpointState {
    guard let settings = configuration.playFab else {
      return .closed(name: name, missing: "[serve.playfab] title is not set")
    }
    let handler = PlayFabHandler(settings: settings, core: core)
    return .open(
      EndpointGroup(name, routes: routes(handler)) { rejection, request in
        WebResponse(PlayFabError(rejection), asSuccess: PlayFabCall.wantsSuccess(request))
      }
      .described(by: description)
    )
  }

  /// The headers that JavaScript clients send.
  private static let crossOriginHeaders = """
    Content-Type, Accept, X-Authorization, X-Authentication, X-PlayFabSDK, X-ReportErrorAsSuccess
    """
  private static let shortBytes = 64 << 10
  /// A receipt in base64, and the rest of the body.
  private static let maxReceiptBytes = ReceiptText.maxCharacters + (64 << 10)

  private static func routes(_ handler: PlayFabHandler) -> [Route] {
    func route(
      _ method: String,
      _ maxBytes: Int,
      _ answer: @escaping @Sendable (PlayFabCall) async throws(PlayFabError) -> JSONValue
    ) -> Route {
      Route(
        .post,
        "/Client/\(method)",
        maxBytes: maxBytes,
        // The Unity SDK before 2.110 compresses all bodies.
        readsGzip: true,
        isCrossOrigin: true,
        crossOriginHeaders: crossOriginHeaders,
        refusalByHead: { request in
          // A long receipt needs a valid session before it is read; short bodies are checked later.
          guard maxBytes > shortBytes, request.isGzip || request.isLonger(than: shortBytes) else {
            return nil
          }
          do throws(PlayFabError) {
            _ = try await handler.player(bearing: PlayFabCall.ticket(of: request))
            return nil
          } catch {
            return WebResponse(error, asSuccess: PlayFabCall.wantsSuccess(request))
          }
        }
      ) { request in
        do throws(PlayFabError) {
          return WebResponse(playFab: try await answer(try PlayFabCall(request)))
        } catch {
          return WebResponse(error, asSuccess: PlayFabCall.wantsSuccess(request))
        }
      }
    }
    return [
      route("LoginWithCustomID", shortBytes) { call throws(PlayFabError) in
        try await handler.logIn(call, .custom, by: "CustomId")
      },
      route("LoginWithIOSDeviceID", shortBytes) { call throws(PlayFabError) in
        try await handler.logIn(call, .ios, by: "DeviceId")
      },
      route("LoginWithAndroidDeviceID", shortBytes) { call throws(PlayFabError) in
        try await handler.logIn(call, .android, by: "AndroidDeviceId")
      },
      route("GetUserInventory", shortBytes, handler.inventory),
      route("GetCatalogItems", shortBytes, handler.catalogItems),
      route("ConsumeItem", shortBytes, handler.consume),
      route("RestoreIOSPurchases", maxReceiptBytes, handler.restore),
      route("ValidateIOSReceipt", maxReceiptBytes, handler.validateApple),
      route("ValidateGooglePlayPurchase", 2 << 20, handler.validateGoogle),
      Route(
        .post,
        "/Client/{method}",
        isCrossOrigin: true,
        crossOriginHeaders: crossOriginHeaders
      ) { request in
        WebResponse(.noSuchCall, asSuccess: PlayFabCall.wantsSuccess(request))
      },
    ]
  }
}
