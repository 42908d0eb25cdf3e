import Basics
import Entitlements
import Receipts
import ServiceCore

/// Google Play: the Android Publisher API, version 3.
struct GooglePlayClient: Sendable {
  let configuration: GoogleConfiguration
  let httpClient: StoreHTTPClient

  var client: StoreClient {
    StoreClient(
      apps: configuration.account == nil ? [] : configuration.packageNames,
      query: ask,
      act: act,
      check: check,
      listing: StoreListing(apps: apps, catalog: catalog)
    )
  }

  private func requests(_ shop: StoreScope) -> GoogleRequests {
    GoogleRequests(base: configuration.publisher, app: shop.app)
  }

  func token(
    for scope: GoogleAccount.Scope = .publisher
  ) throws(StoreClientError) -> TokenSource {
    guard let file = configuration.account, !file.isEmpty else {
      throw .notConfigured(.google, missing: "the service account's key file")
    }
    return try GoogleAccount(file, tokenURL: configuration.tokenURL)
      .source(for: scope, through: httpClient)
  }

  private func ask(
    _ question: StoreQuery,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    _ = try UnsupportedOperations.environment(shop, .google)
    let requests = requests(shop)
    var hints = DocumentHints(app: shop.app, environment: shop.environment?.rawValue)
    switch question {
    case .googleSubscription(let token):
      hints.purchaseToken = token
      return try await one(requests.subscription(token), .googleSubscription, hints)
    case .googleProduct(let token):
      hints.purchaseToken = token
      return try await one(requests.product(token), .googleProduct, hints)
    case .googleOrders(let ids): return try await orders(ids, requests, hints)
    case .googleVoided(let from, let until, let page):
      let request = requests.voided(from: from, until: until, page: page)
      return try await voided(question, request, page, hints)
    default: throw UnsupportedOperations.otherStore(.google)
    }
  }

  private func act(
    _ action: StoreAction,
    _ shop: StoreScope
  ) async throws(StoreClientError) -> StoreAnswer {
    _ = try UnsupportedOperations.environment(shop, .google)
    guard let request = requests(shop).action(action) else {
      throw UnsupportedOperations.otherStore(.google)
    }
    _ = try await httpClient.answer(request, as: try token())
    return StoreAnswer(documents: [], environment: shop.environment ?? .production)
  }

  /// An answer without documents.
  private static func answer(_ hints: DocumentHints) -> StoreAnswer {
    let environment = hints.environment.flatMap(Environment.init) ?? .production
    return StoreAnswer(documents: [], environment: environment)
  }

  private func one(
    _ request: StoreRequest,
    _ kind: ReceiptKind,
    _ hints: DocumentHints
  ) async throws(StoreClientError) -> StoreAnswer {
    let reply = try await httpClient.answer(request, as: try token())
    let json = try reply.json { GoogleDocument.kind(of: $0) == kind }
    // Google has one environment and marks its testers' purchases.
    let isTest = GoogleDocument.examine(json).environmentKind == .sandbox
    var answer = Self.answer(hints)
    answer.documents = [.init(bytes: reply.body, hints: hints)]
    answer.environment = isTest ? .sandbox : .production
    return answer
  }

  private func voided(
    _ question: StoreQuery,
    _ request: StoreRequest,
    _ page: String?,
    _ hints: DocumentHints
  ) async throws(StoreClientError) -> StoreAnswer {
    let reply = try await httpClient.answer(request, as: try token())
    // The response for an interval without voided purchases is an empty object.
    let json = try reply.json {
      $0.members?.isEmpty == true || GoogleDocument.kind(of: $0) == .googleVoided
        || ($0["voidedPurchases"] == nil && $0["pageInfo"]?.members != nil)
    }
    let next = json["tokenPagination"]?["nextPageToken"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    // The same page again would never end.
    guard next == nil || next != page else { throw .unusable(.google, .wrongShape) }
    var answer = Self.answer(hints)
    if json["voidedPurchases"]?.array?.isEmpty == false {
      answer.documents = [.init(bytes: reply.body, hints: hints)]
    }
    if let next, case .googleVoided(let from, let until, _) = question {
      answer.next = .googleVoided(from: from, until: until, page: next)
    }
    return answer
  }
}

extension GooglePlayClient {
  /// Queries as many orders as fit into one request; the others become the next query.
  private func orders(
    _ ids: [String],
    _ requests: GoogleRequests,
    _ hints: DocumentHints
  ) async throws(StoreClientError) -> StoreAnswer {
    var seen: Set<String> = []
    let distinct = ids.filter { seen.insert($0).inserted }
    var answer = Self.answer(hints)
    let now = Array(distinct.prefix(GoogleRequests.maxOrders))
    guard !now.isEmpty else { return answer }
    let rest = Array(distinct.dropFirst(now.count))
    answer.documents = try await documents(of: now, requests, hints)
    answer.next = rest.isEmpty ? nil : .googleOrders(rest)
    return answer
  }

  /// One unknown order fails the whole request without being named, so this splits the list in
  /// halves. Unknown orders have no document; throws `final` if all are unknown.
  private func documents(
    of ids: [String],
    _ requests: GoogleRequests,
    _ hints: DocumentHints
  ) async throws(StoreClientError) -> [StoreAnswer.Document] {
    do throws(StoreClientError) {
      let reply = try await httpClient.answer(requests.orders(ids), as: try token())
      try reply.json { GoogleDocument.kind(of: $0) == .googleOrder }
      return [.init(bytes: reply.body, hints: hints)]
    } catch {
      guard ids.count > 1, case .status(_, _, _, .final) = error else { throw error }
    }
    var documents: [StoreAnswer.Document] = []
    var unknown: StoreClientError?
    for half in [ids.prefix(ids.count / 2), ids.dropFirst(ids.count / 2)] {
      do throws(StoreClientError) {
        documents += try await self.documents(of: Array(half), requests, hints)
      } catch {
        guard case .status(_, _, _, .final) = error else { throw error }
        unknown = error
      }
    }
    if documents.isEmpty, let unknown { throw unknown }
    return documents
  }

  private func check() async -> [StoreCheck] {
    let name = "Google Play Android Publisher API"
    guard configuration.account != nil, !configuration.packageNames.isEmpty else {
      return [
        StoreCheck(
          service: name,
          state: .notConfigured,
          remedy:
            "Set Google's package names and the service account's key file in the settings file"
        )
      ]
    }
    var checks: [StoreCheck] = []
    for app in configuration.packageNames {
      let requests = requests(StoreScope(app: app))
      checks.append(
        await StoreCheck.of("\(name), \(app)", store: .google) {
          () async throws(StoreClientError) in
          // A token that cannot exist: "not found" means that our credentials were accepted.
          do throws(StoreClientError) {
            _ = try await httpClient.answer(requests.subscription("check"), as: try token())
          } catch {
            guard error.remedy == .final else { throw error }
          }
        }
      )
    }
    return checks
  }
}
