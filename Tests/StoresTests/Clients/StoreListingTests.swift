import Basics
import Entitlements
import Foundation
import JWTKit
import ServiceCore
import Stores
import Testing

/// What the stores list as the developer's apps and products.
struct StoreListingTests {
  private struct Visit: Sendable {
    var catalog: StoreCatalog?
    var apps: [StoreApp]?
    var error: StoreClientError?
    var received: [Received]
  }

  private func visit(
    _ store: Store,
    apps: Bool = false,
    script: @escaping @Sendable (Received) -> Reply
  ) async throws -> Visit {
    try await ScriptedStore.run {
      Counter.token(for: $0) ?? script($0)
    } use: { url, journal in
      var configuration = Counter.configuration(at: url)
      configuration.apple.connect = url
      configuration.apple.apps[0].connectKey = AppStoreKey(
        id: "CONNECT1",
        issuer: "57246542-96fe-1a63-e053-0824d011072a",
        privateKey: Secret(Counter.appleKey.pemRepresentation)
      )
      configuration.google.reporting = url
      configuration.microsoft.partnerCenter = url
      return try await Counter.visit(configuration) { clients in
        var visit = Visit(received: [])
        let listing = try #require(clients.clients[store]?.listing)
        do throws(StoreClientError) {
          if apps {
            visit.apps = try await listing.apps?()
          } else {
            visit.catalog = try await listing.catalog(Counter.app)
          }
        } catch {
          visit.error = error
        }
        visit.received = journal()
        return visit
      }
    }
  }

  private static func connect(_ request: Received) -> Reply {
    let parts = URLComponents(string: request.target)
    let cursor = parts?.queryItems?.first { $0.name == "cursor" }?.value
    switch (request.path, cursor) {
    case ("/v1/apps", _):
      return .json(
        """
        {"data":[{"type":"apps","id":"7","attributes":{"bundleId":"com.example.apple","name":"A"}},
        {"type":"apps","id":"8","attributes":{"bundleId":"com.example.app","name":"Reader"}}],
        "links":{"self":"s"}}
        """
      )
    case ("/v1/apps/8/inAppPurchasesV2", nil):
      return .json(
        """
        {"data":[{"id":"1","attributes":{"productId":"coins","name":"Coins",
        "inAppPurchaseType":"CONSUMABLE"}}],
        "links":{"next":"https://elsewhere.example/v1/apps/8/x?cursor=Mg.A%2B&limit=200"}}
        """
      )
    case ("/v1/apps/8/inAppPurchasesV2", "Mg.A+"?):
      return .json(
        """
        {"data":[{"id":"2","attributes":{"productId":"lifetime","inAppPurchaseType":"NON_CONSUMABLE"}}],
        "links":{}}
        """
      )
    case ("/v1/apps/8/subscriptionGroups", _):
      return .json(
        #"{"data":[{"id":"30","attributes":{"referenceName":"Premium"}}],"links":{}}"#
      )
    case ("/v1/subscriptionGroups/30/subscriptions", _):
      return .json(
        """
        {"data":[{"id":"4","attributes":{"productId":"plus.monthly","name":"Plus","groupLevel":2,
        "subscriptionPeriod":"ONE_MONTH"}}],"links":{}}
        """
      )
    default: return .json(#"{"errors":[{"code":"NOT_FOUND","status":"404"}]}"#, 404)
    }
  }

  @Test func `App Store Connect lists purchases and subscriptions over all pages`() async throws {
    let visit = try await visit(.apple, script: Self.connect)
    let items = try #require(visit.catalog?.items)
    #expect(items.map(\.id) == ["coins", "lifetime", "plus.monthly"])
    #expect(items.map(\.kind) == [.consumable, .nonConsumable, .autoRenewable])
    #expect(items[2].group == "Premium" && items[2].rank == 2 && items[2].title == "Plus")
    #expect(items[0].products == [Catalog.Product(.apple, "coins")])
    // The token went to no address that an answer named.
    #expect(visit.received.allSatisfy { $0.headers["host"]?.hasPrefix("127.0.0.1") == true })
    #expect(visit.received.first?.query.contains("filter%5BbundleId%5D=com.example.app") == true)
  }

  @Test func `its token is the team's, for twenty minutes at most`() async throws {
    let visit = try await visit(.apple, apps: true, script: Self.connect)
    #expect(visit.apps?.map(\.id) == ["com.example.apple", "com.example.app"])
    let token = try #require(visit.received.first?.bearer)
    let parts = token.split(separator: ".").map(String.init)
    let header = try #require(Base64.bytes(parts[0]))
    let claims = try JSONReader.value(try #require(Base64.bytes(parts[1])))
    #expect(String(decoding: header, as: UTF8.self).contains("CONNECT1"))
    #expect(claims["aud"]?.string == "appstoreconnect-v1" && claims["bid"] == nil)
    let (issued, ends) = (claims["iat"]?.integer ?? 0, claims["exp"]?.integer ?? 9_999_999_999)
    #expect(ends - issued <= 1_200)
  }

  @Test func `an app that the team does not have is not taken for another`() async throws {
    let visit = try await visit(.apple) { _ in
      .json(#"{"data":[{"id":"7","attributes":{"bundleId":"com.example.apple"}}],"links":{}}"#)
    }
    #expect(visit.catalog == nil && visit.error?.remedy == .operatorAction)
  }

  @Test func `Google lists subscriptions and one-time products, with a price if there is one`()
    async throws
  {
    let visit = try await visit(.google) { request in
      if request.path.hasSuffix("/oneTimeProducts") {
        return .json(
          """
          {"oneTimeProducts":[{"productId":"coins","listings":[{"languageCode":"de","title":"Münzen"}],
          "purchaseOptions":[{"purchaseOptionId":"buy","regionalPricingAndAvailabilityConfigs":[
          {"regionCode":"US","price":{"currencyCode":"USD","nanos":990000000}}]}]}]}
          """
        )
      }
      if request.query.contains("pageToken=two") {
        return .json(#"{"subscriptions":[{"productId":"max","basePlans":[{},{}]}]}"#)
      }
      return .json(
        """
        {"subscriptions":[{"productId":"plus","listings":[{"languageCode":"de","title":"Mehr"},
        {"languageCode":"en-GB","title":"Plus"}],"basePlans":[{"basePlanId":"m","regionalConfigs":[
        {"regionCode":"DE","price":{"currencyCode":"EUR","units":"8"}},
        {"regionCode":"US","price":{"currencyCode":"USD","units":"7","nanos":990000000}}]}]}],
        "nextPageToken":"two"}
        """
      )
    }
    let items = try #require(visit.catalog?.items)
    #expect(items.map(\.id) == ["plus", "max", "coins"])
    #expect(items.map(\.title) == ["Plus", nil, "Münzen"])
    #expect(items.map(\.kind) == [.autoRenewable, .autoRenewable, .unknown])
    let dollars = try #require(Currency("USD"))
    #expect(items[0].prices == [Money(minorUnits: 799, dollars)])
    #expect(items[1].prices.isEmpty)
    #expect(items[2].prices == [Money(minorUnits: 99, dollars)])
    #expect(visit.catalog?.notices.count == 1)
  }

  @Test func `a developer without products gets an empty list`() async throws {
    let google = try await visit(.google) { _ in .json("{}") }
    #expect(google.catalog == StoreCatalog())
    let microsoft = try await visit(.microsoft) { _ in .json(#"{"value":[],"totalCount":0}"#) }
    #expect(microsoft.catalog == StoreCatalog())
  }

  @Test func `Google's apps come from the reporting service, with its own token`() async throws {
    let visit = try await visit(.google, apps: true) { _ in
      .json(#"{"apps":[{"name":"apps/a","packageName":"com.example.app","displayName":"Reader"}]}"#)
    }
    #expect(visit.apps == [StoreApp(id: "com.example.app", name: "Reader")])
    let assertion = visit.received.first?.form["assertion"] ?? ""
    let claims = assertion.split(separator: ".").dropFirst().first.map(String.init) ?? ""
    let text = String(decoding: Base64.bytes(claims) ?? [], as: UTF8.self)
    #expect(text.replacing("\\/", with: "/").contains("auth/playdeveloperreporting"))
  }

  @Test func `Partner Center lists add-ons by Store ID, over all pages`() async throws {
    let visit = try await visit(.microsoft) { request in
      request.query.contains("skip=100")
        ? .json(#"{"value":[{"id":"9B","productId":"plus","productType":"Subscription"}]}"#)
        : .json(
          """
          {"@nextLink":"inappproducts?skip=100&top=100","value":[
          {"id":"9A","productId":"coins","productType":"Consumable"}],"totalCount":2}
          """
        )
    }
    let items = try #require(visit.catalog?.items)
    #expect(items.map(\.id) == ["coins", "plus"])
    #expect(items.map(\.products) == [[.init(.microsoft, "9A")], [.init(.microsoft, "9B")]])
    #expect(items.map(\.kind) == [.consumable, .autoRenewable])
  }

  @Test(arguments: [Store.apple, .google])
  func `a list that never ends is refused`(_ store: Store) async throws {
    let visit = try await visit(store) { request in
      request.path == "/v1/apps"
        ? Self.connect(request)
        : .json(
          #"{"data":[],"subscriptions":[],"links":{"next":"x?cursor=1"},"nextPageToken":"1"}"#
        )
    }
    #expect(visit.error == .unusable(store, .wrongShape))
    #expect(visit.received.count < 8)
  }

  @Test func `refused credentials are the operator's to mend`() async throws {
    for store in [Store.apple, .google, .microsoft] {
      let visit = try await visit(store) { _ in .json("{}", 403) }
      #expect(visit.error?.remedy == .operatorAction, "\(store)")
    }
  }
}
