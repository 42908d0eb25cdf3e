import Foundation
import ServiceCore

/// Who asks. The name and the key come as a Basic header or in the query, where the client writes
/// them without encoding: a browser's engine has encoded some letters on the way, or none.
enum ValidatorAccess {
  /// The app whose name and key these are.
  static func app(
    asking request: WebRequest,
    among apps: [ValidatorConfiguration.App]
  ) -> ValidatorConfiguration.App? {
    var given = spellings(of: request.rawQuery)
    if let (name, password) = request.basic { given.append((name, password)) }
    if let name = request.value("appName"), let key = request.value("apiKey") {
      given.append((name, key))
    }
    var found: ValidatorConfiguration.App?
    // All are compared, so that the time tells nothing.
    for app in apps {
      for (name, key) in given where isSame(key, as: app.key) && name == app.name {
        found = found ?? app
      }
    }
    return found
  }

  /// What the two may have been before they were put there: as they stand, and decoded. A key may
  /// itself hold what separates the two.
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
