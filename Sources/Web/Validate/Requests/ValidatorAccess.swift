import Foundation
import ServiceCore

/// Identifies the client's app. Name and key come in a Basic header or in the query, where clients
/// write them unencoded; some browser engines have encoded some characters.
enum ValidatorAccess {
  /// The app with this name and key.
  static func app(
    asking request: WebRequest,
    among apps: [ValidatorConfiguration.App]
  ) -> ValidatorConfiguration.App? {
    var candidates = spellings(of: request.rawQuery)
    if let (name, password) = request.basic { candidates.append((name, password)) }
    if let name = request.value("appName"), let key = request.value("apiKey") {
      candidates.append((name, key))
    }
    var found: ValidatorConfiguration.App?
    // All are compared, so that the time reveals nothing.
    for app in apps {
      for (name, key) in candidates where isSame(key, as: app.key) && name == app.name {
        found = found ?? app
      }
    }
    return found
  }

  /// Possible values of name and key: unmodified and decoded. A key may itself contain the
  /// separator.
  private static func spellings(of query: String) -> [(name: String, key: String)] {
    let (first, second) = ("appName=", "&apiKey=")
    guard let start = query.range(of: first), let middle = query.range(of: second),
      start.upperBound <= middle.lowerBound
    else { return [] }
    let name = String(query[start.upperBound..<middle.lowerBound])
    let key = String(query[middle.upperBound...])
    return [
      (name, key), (name.removingPercentEncoding ?? name, key.removingPercentEncoding ?? key),
    ]
  }
}
