import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Operations that only read.
enum APIReads {
  static let id = APIParameter(
    location: .path,
    name: "id",
    form: .line(most: 256),
    about: "The app's own ID of the user.",
    example: "ada"
  )
  private static let unlessMatching = APIParameter(
    location: .header,
    name: "If-None-Match",
    form: .anything,
    about: "The ETag of an answer at hand: 304 says that it still holds."
  )
  private static let environment = APIParameter(
    location: .query,
    name: "environment",
    form: .word(Environment.allCases.map(\.rawValue) + ["any"]),
    about:
      "What a sandbox sold is worth nothing elsewhere: each environment is asked about by itself.",
    standard: "production"
  )

  static let all = [user, rights, orders, order, catalog]

  private static let user = APIOperation(
    id: "getUser",
    path: "/v1/users/{id}",
    summary: "A user, and how they stand now",
    about: "E-mail address and name are returned only to keys with the scope personal.",
    scope: .read,
    parameters: [id, environment, unlessMatching],
    answer: .init(status: 200, about: "How they stand.", schema: "User", example: APIExamples.user),
    problems: [.unknownUser]
  ) { call async throws(APIProblem) in
    let found = try await call.ask { () throws(ServiceError) in
      try await call.service.users.account(of: call.user)
    }
    guard let found else { throw call.unknownUser() }
    return call.tagged(
      found.json(at: call.core.now(), in: call.environment, isPersonal: call.isPersonal)
    )
  }

  private static let rights = APIOperation(
    id: "getEntitlements",
    path: "/v1/users/{id}/entitlements",
    summary: "The rights that a user holds",
    about: """
      One short look into the ledger: meant to be asked on every request of an app. Until changesAt \
      the answer changes only by what stores and operators tell.
      """,
    scope: .read,
    parameters: [
      id, environment,
      APIParameter(
        location: .query,
        name: "at",
        form: .instant,
        about: "Another instant than now, past or future.",
        example: "2026-01-01T00:00:00Z"
      ),
      APIParameter(
        location: .query,
        name: "all",
        form: .flag,
        about: "Also those that are over, and those to come.",
        standard: false
      ), unlessMatching,
    ],
    answer: .init(
      status: 200,
      about: "The rights, by key and time.",
      schema: "Entitlements",
      example: APIExamples.rights
    ),
    problems: [.unknownUser]
  ) { call async throws(APIProblem) in
    let found = try await call.ask { () throws(ServiceError) in
      try await call.service.users.heldRights(of: call.user)
    }
    guard let found else { throw call.unknownUser() }
    let instant = call.instant("at") ?? call.core.now()
    return call.tagged(found.limited(to: call.environment).json(at: instant, all: call.flag("all")))
  }

  private static let orders = APIOperation(
    id: "getOrders",
    path: "/v1/users/{id}/orders",
    summary: "A user's orders, the newest first",
    about: "Of all environments. A page that says next is followed by another.",
    scope: .read,
    parameters: [
      id,
      APIParameter(
        location: .query,
        name: "limit",
        form: .number(1...200),
        about: "How many at most.",
        standard: 50
      ),
      APIParameter(
        location: .query,
        name: "after",
        form: .pagePosition,
        about: "The next of the page before.",
        example: "1767225600000.90ab12cd34ef56ab"
      ), unlessMatching,
    ],
    answer: .init(status: 200, about: "A page.", schema: "Orders", example: APIExamples.orders),
    problems: [.unknownUser]
  ) { call async throws(APIProblem) in
    let start = call.text("after").flatMap { SalePosition($0) }
    let found = try await call.ask { () throws(ServiceError) in
      try await call.service.users.sales(
        of: call.user,
        after: start,
        limit: call.number("limit") ?? 50
      )
    }
    guard var page = found else { throw call.unknownUser() }
    page.sales = try await call.withKinds(page.sales)
    return call.tagged(page.json(at: call.core.now()))
  }

  private static let order = APIOperation(
    id: "getOrder",
    path: "/v1/orders/{id}",
    summary: "One order",
    about: """
      By the ID that other answers tell, or by a number that its store gives: a transaction ID, GPA.…, \
      or what an e-mail to the customer shows.
      """,
    scope: .read,
    parameters: [
      APIParameter(
        location: .path,
        name: "id",
        form: .line(most: 1_024),
        about: "The order's ID, or its store's number.",
        example: "apple:production:com.example.reader:1000000000000001"
      ), unlessMatching,
    ],
    answer: .init(status: 200, about: "The order.", schema: "Order", example: APIExamples.order),
    problems: [.unknownOrder, .ambiguousOrder]
  ) { call async throws(APIProblem) in
    let text = call.text("id") ?? ""
    let found = try await call.ask { () throws(ServiceError) in
      try await call.service.users.sales(named: text, limit: 20)
    }
    guard var sale = found.first else {
      throw APIProblem(.unknownOrder, "The ledger has heard of no such sale.", parameter: "id")
    }
    guard found.count == 1 else {
      let names = found.map(\.order.publicName).sorted()
      throw APIProblem(.ambiguousOrder, "Ask for one of them by its ID.", orders: names)
    }
    sale.order = try await call.withKinds([sale.order]).first ?? sale.order
    return call.tagged(sale.json(at: call.core.now()))
  }

  private static let catalog = APIOperation(
    id: "getCatalog",
    path: "/v1/catalog",
    summary: "What the app sells, and what each sale gives",
    about: "The primary catalog.",
    scope: .read,
    parameters: [unlessMatching],
    answer: .init(
      status: 200,
      about: "The catalog.",
      schema: "Catalog",
      example: APIExamples.catalog
    ),
    problems: [.noCatalog]
  ) { call async throws(APIProblem) in
    let found = try await call.ask { () throws(ServiceError) in
      try await call.service.primaryCatalog()
    }
    guard let found else { throw APIProblem(.noCatalog, "File one with purser catalog import.") }
    return call.tagged(found.json)
  }
}

extension APICall {
  /// `nil` for all environments.
  fileprivate var environment: Environment? {
    Environment(rawValue: text("environment") ?? Environment.production.rawValue)
  }

  /// The sales with the kinds that the catalog states where their stores state none. Every store
  /// states what renews.
  fileprivate func withKinds(_ sales: [Order]) async throws(APIProblem) -> [Order] {
    guard sales.contains(where: { $0.kind == .unknown }) else { return sales }
    let catalog = try await ask { () throws(ServiceError) in try await service.catalog() }
    return sales.map { sale in
      guard sale.kind == .unknown,
        let item = catalog?.item(for: Catalog.Product(sale.store, sale.productID)),
        item.kind != .autoRenewable
      else { return sale }
      return sale.changing { $0.kind = item.kind }
    }
  }
}

extension SaleRecord {
  fileprivate func json(at instant: Date) -> JSONValue {
    guard case .object(let members) = order.json(at: instant) else { return .null }
    let phase = phases.last { $0.contains(instant) } ?? phases.first
    let state = JSONValue.text(phase?.state.rawValue) ?? .null
    return .object(members + [.init("subscriptionState", state)])
  }
}
