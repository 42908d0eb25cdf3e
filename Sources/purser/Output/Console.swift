import Foundation
import Receipts

/// Prints messages for people to standard error; standard output is for data.
enum Console {
  /// Prints a line; ignores write errors, such as a closed terminal.
  static func say(_ text: String) {
    _ = StandardStream.write(Array((PlainText.safe(text) + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// The rejection's location and detail as a sentence.
  static func sentence(_ rejection: Rejection) -> String {
    sentence(rejection.place, rejection.detail)
  }

  static func sentence(_ place: String?, _ detail: String) -> String {
    (place.map { "at \($0): " } ?? "") + detail
  }
}
