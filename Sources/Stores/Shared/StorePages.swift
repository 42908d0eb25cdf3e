import Basics
import ServiceCore

extension StoreHTTPClient {
  /// More pages than any developer's products fill.
  private static let maxListPages = 200

  /// The items of a list in all its pages. `request` takes the cursor of a page, `nil` for the
  /// first.
  ///
  /// - Throws: `unusable` for a page without the list, and for a list that never ends.
  func items(
    _ name: String,
    of store: TokenSource,
    next cursor: (JSONValue) -> String?,
    _ request: (String?) -> StoreRequest
  ) async throws(StoreClientError) -> [JSONValue] {
    var items: [JSONValue] = []
    var page: String?
    for _ in 0..<Self.maxListPages {
      let request = request(page)
      let reply = try await answer(request, as: store)
      // Google's empty list is an empty object.
      let json = try reply.json { $0[name]?.array != nil || $0.members?.isEmpty == true }
      items += json[name]?.array ?? []
      let next = cursor(json).flatMap { $0.isEmpty ? nil : $0 }
      guard let next else { return items }
      guard next != page else { throw .unusable(request.service.store, .wrongShape) }
      page = next
    }
    throw .unusable(request(nil).service.store, .tooLarge)
  }
}
