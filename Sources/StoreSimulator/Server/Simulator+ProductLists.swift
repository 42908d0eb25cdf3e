import Basics
import Foundation

// The stores' services that list what a developer has entered there.
extension Simulator {
  /// The App Store Connect API, below `/connect`. Resources have the IDs of apps, groups and
  /// products.
  func appStoreConnect(_ request: SimulatorRequest) async throws -> SimulatorResponse {
    guard await tokenService.allowsConnect(request.bearer, at: realNow()) else {
      throw Refusal(401, ["errors": [["status": "401", "code": "NOT_AUTHORIZED"]]])
    }
    if let answer = try await answer(request, by: Self.connectRoutes, ()) { return answer }
    throw Refusal(404, ["errors": [["status": "404", "code": "NOT_FOUND"]]])
  }

  private static let connectRoutes: [SimulatorRoute<Void>] = [
    .init("GET v1/apps") { simulator, request, _, _ in
      let wanted = request.value("filter[bundleId]")
      let apps = simulator.apps(of: .apple).filter { wanted == nil || $0.hasPrefix(wanted ?? "") }
      return simulator.connectPage(
        apps.map { app in
          resource("apps", app, ["bundleId": .string(app), "name": .string(name(of: app))])
        },
        request
      )
    },
    .init("GET v1/apps/*/inAppPurchasesV2") { simulator, request, values, _ in
      let products = simulator.products(of: values[0], in: .apple)
        .filter { !$0.kind.isSubscription }
      return simulator.connectPage(
        products.map {
          resource(
            "inAppPurchases",
            $0.id,
            [
              "productId": .string($0.id), "name": .string($0.title),
              "inAppPurchaseType": .string($0.kind.connectType),
            ]
          )
        },
        request
      )
    },
    .init("GET v1/apps/*/subscriptionGroups") { simulator, request, values, _ in
      let products = simulator.products(of: values[0], in: .apple).filter(\.kind.isSubscription)
      return simulator.connectPage(
        Set(products.map(\.group)).sorted().map {
          resource("subscriptionGroups", "\(values[0]):\($0)", ["referenceName": .string($0)])
        },
        request
      )
    },
    .init("GET v1/subscriptionGroups/*/subscriptions") { simulator, request, values, _ in
      let parts = values[0].split(separator: ":", maxSplits: 1).map(String.init)
      let products = simulator.products(of: parts[0], in: .apple)
        .filter { $0.kind.isSubscription && $0.group == parts.last }
      return simulator.connectPage(
        products.map {
          resource(
            "subscriptions",
            $0.id,
            [
              "productId": .string($0.id), "name": .string($0.title),
              "groupLevel": .whole($0.level),
            ]
          )
        },
        request
      )
    },
  ]

  private static func resource(_ type: String, _ id: String, _ attributes: JSONValue) -> JSONValue {
    ["type": .string(type), "id": .string(id), "attributes": attributes]
  }

  private func connectPage(_ items: [JSONValue], _ request: SimulatorRequest) -> SimulatorResponse {
    let (page, next) = Self.page(of: items, request.value("limit"), request.value("cursor"))
    let path = request.path.joined(separator: "/")
    return SimulatorResponse(
      200,
      [
        "data": .array(page),
        "links": ["next": .text(next.map { "https://simulated.invalid/\(path)?cursor=\($0)" })],
      ]
    )
  }

  /// The Play Developer Reporting API's list of apps.
  func googleApps(_ request: SimulatorRequest) throws -> SimulatorResponse {
    guard isGood(request.bearer) else {
      throw Refusal.google(401, "authError", "Request had invalid authentication credentials.")
    }
    return googlePage(
      "apps",
      apps(of: .google).map {
        [
          "name": .string("apps/\($0)"), "packageName": .string($0),
          "displayName": .string(Self.name(of: $0)),
        ]
      },
      request
    )
  }

  /// `subscriptions` or `oneTimeProducts` of the Android Publisher API.
  func googleProducts(
    of app: String,
    areSubscriptions: Bool,
    _ request: SimulatorRequest
  ) -> SimulatorResponse {
    let products = products(of: app, in: .google)
      .filter { $0.kind.isSubscription == areSubscriptions }
    return googlePage(
      areSubscriptions ? "subscriptions" : "oneTimeProducts",
      products.map {
        areSubscriptions ? Self.googleSubscription($0) : Self.googleOneTimeProduct($0)
      },
      request
    )
  }

  private static func googleSubscription(_ product: SimulatedProduct) -> JSONValue {
    [
      "packageName": .string(product.app), "productId": .string(product.id),
      "listings": [["languageCode": "en-US", "title": .string(product.title)]],
      "basePlans": [
        [
          "basePlanId": .string(product.plan), "state": "ACTIVE",
          "regionalConfigs": [["regionCode": "US", "price": price(of: product)]],
        ]
      ],
    ]
  }

  private static func googleOneTimeProduct(_ product: SimulatedProduct) -> JSONValue {
    [
      "packageName": .string(product.app), "productId": .string(product.id),
      "listings": [["languageCode": "en-US", "title": .string(product.title)]],
      "purchaseOptions": [
        [
          "purchaseOptionId": "buy", "state": "ACTIVE",
          "regionalPricingAndAvailabilityConfigs": [
            ["regionCode": "US", "price": price(of: product)]
          ],
        ]
      ],
    ]
  }

  /// `google.type.Money`.
  private static func price(of product: SimulatedProduct) -> JSONValue {
    [
      "currencyCode": .string(product.currency), "units": .string("\(product.price / 1_000)"),
      "nanos": .whole(Int(product.price % 1_000) * 1_000_000),
    ]
  }

  /// Without items, Google's answer has no list.
  private func googlePage(
    _ name: String,
    _ items: [JSONValue],
    _ request: SimulatorRequest
  ) -> SimulatorResponse {
    let (page, next) = Self.page(of: items, request.value("pageSize"), request.value("pageToken"))
    return SimulatorResponse(
      200,
      page.isEmpty ? [:] : [name: .array(page), "nextPageToken": .text(next)]
    )
  }

  /// Partner Center's add-ons of all apps.
  func addOns(_ request: SimulatorRequest) -> SimulatorResponse {
    let all = state.world.products.filter { $0.store == .microsoft }.map { product in
      [
        "id": .string(product.id), "productId": .string(product.id),
        "productType": .string(product.kind.partnerCenterType),
      ] as JSONValue
    }
    let (page, next) = Self.page(of: all, request.value("top"), request.value("skip"))
    return SimulatorResponse(
      200,
      [
        "value": .array(page), "totalCount": .whole(all.count),
        "@nextLink": .text(next.map { "inappproducts?skip=\($0)" }),
      ]
    )
  }

  private func apps(of store: SimulatedStore) -> [String] {
    Set(state.world.products.filter { $0.store == store }.map(\.app)).sorted()
  }

  private func products(of app: String, in store: SimulatedStore) -> [SimulatedProduct] {
    state.world.products.filter { $0.app == app && $0.store == store }
  }

  /// `Reader` for `com.example.reader`.
  private static func name(of app: String) -> String {
    (app.split(separator: ".").last.map(String.init) ?? app).capitalized
  }

  /// A page of at most `limit` items from the place that `cursor` names, and the next place.
  private static func page(
    of items: [JSONValue],
    _ limit: String?,
    _ cursor: String?
  ) -> (items: [JSONValue], next: String?) {
    let start = min(items.count, max(0, cursor.flatMap { Int($0) } ?? 0))
    let limit = max(1, limit.flatMap { Int($0) } ?? 50)
    let page = Array(items[start...].prefix(limit))
    let end = start + page.count
    return (page, end < items.count ? String(end) : nil)
  }
}

extension SimulatedProduct {
  /// `Plus monthly` for `plus.monthly`.
  fileprivate var title: String {
    let words = id.replacing(".", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension SimulatedProduct.Kind {
  fileprivate var connectType: String {
    switch self {
    case .consumable: "CONSUMABLE"
    case .nonConsumable: "NON_CONSUMABLE"
    case .nonRenewing, .subscription, .prepaid: "NON_RENEWING_SUBSCRIPTION"
    }
  }

  fileprivate var partnerCenterType: String {
    switch self {
    case .consumable: "Consumable"
    case .nonConsumable, .nonRenewing: "Durable"
    case .subscription, .prepaid: "Subscription"
    }
  }
}
