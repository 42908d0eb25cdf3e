import Basics
import Receipts
import ServiceCore

/// PlayFab's client calls: POST /Client/… (seed-endpoints.md §2).
enum PlayFabDoor {
  static let name = "playfab"

  static func state(_ configuration: WebConfiguration, _ core: WebCore) -> DoorState {
    guard let settings = configuration.playFab else {
      return .closed(name: name, missing: "[serve.playfab] title")
    }
    let desk = PlayFabDesk(settings: settings, core: core)
    return .open(Door(name, routes: routes(desk), refusal: { WebResponse(PlayFabFault($0)) }))
  }

  /// What the clients for JavaScript send.
  private static let crossOriginHeaders = """
    Content-Type, Accept, X-Authorization, X-Authentication, X-PlayFabSDK, X-ReportErrorAsSuccess
    """
  private static let shortBytes = 64 << 10
  /// A receipt in base64, and what stands around it.
  private static let mostReceiptBytes = ReceiptText.mostCharacters + (64 << 10)

  private static func routes(_ desk: PlayFabDesk) -> [Route] {
    func route(
      _ method: String,
      _ mostBytes: Int = shortBytes,
      _ answer: @escaping @Sendable (PlayFabCall) async throws(PlayFabFault) -> JSONValue
    ) -> Route {
      Self.route(method, mostBytes, desk, answer)
    }
    return [
      route("LoginWithCustomID") { call throws(PlayFabFault) in
        try await desk.logIn(call, .custom, by: "CustomId")
      },
      route("LoginWithIOSDeviceID") { call throws(PlayFabFault) in
        try await desk.logIn(call, .ios, by: "DeviceId")
      },
      route("LoginWithAndroidDeviceID") { call throws(PlayFabFault) in
        try await desk.logIn(call, .android, by: "AndroidDeviceId")
      },
      route("GetUserInventory") { call throws(PlayFabFault) in try await desk.inventory(call) },
      route("GetCatalogItems") { call throws(PlayFabFault) in try await desk.catalogItems(call) },
      route("ConsumeItem") { call throws(PlayFabFault) in try await desk.consume(call) },
      route("RestoreIOSPurchases", mostReceiptBytes) { call throws(PlayFabFault) in
        try await desk.restore(call)
      },
      route("ValidateIOSReceipt", mostReceiptBytes) { call throws(PlayFabFault) in
        try await desk.validateApple(call)
      },
      route("ValidateGooglePlayPurchase", 2 << 20) { call throws(PlayFabFault) in
        try await desk.validateGoogle(call)
      },
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

  private static func route(
    _ method: String,
    _ mostBytes: Int,
    _ desk: PlayFabDesk,
    _ answer: @escaping @Sendable (PlayFabCall) async throws(PlayFabFault) -> JSONValue
  ) -> Route {
    Route(
      .post,
      "/Client/\(method)",
      mostBytes: mostBytes,
      isCrossOrigin: true,
      crossOriginHeaders: crossOriginHeaders,
      refusalByHead: { request in
        // Whoever sends a receipt is logged in; a short body says so itself.
        guard mostBytes > shortBytes, request.isLonger(than: shortBytes) else { return nil }
        do throws(PlayFabFault) {
          _ = try await desk.player(bearing: PlayFabCall.ticket(of: request))
          return nil
        } catch {
          return WebResponse(error, asSuccess: PlayFabCall.wantsSuccess(request))
        }
      }
    ) { request in
      do throws(PlayFabFault) {
        return WebResponse(playFab: try await answer(try PlayFabCall(request)))
      } catch {
        return WebResponse(error, asSuccess: PlayFabCall.wantsSuccess(request))
      }
    }
  }
}
