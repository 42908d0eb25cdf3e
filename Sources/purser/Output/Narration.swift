import Foundation
import Receipts

/// Words for the person at the terminal, on standard error: standard output is for data.
enum Narration {
  /// Nobody may be there to read it any more; that is no reason to fail.
  static func say(_ text: String) {
    _ = StandardStream.write(Array((PlainText.safe(text) + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// A refusal as a sentence: the place, and what is wrong there.
  static func sentence(_ rejection: Rejection) -> String {
    sentence(rejection.place, rejection.detail)
  }

  static func sentence(_ place: String?, _ detail: String) -> String {
    (place.map { "at \($0): " } ?? "") + detail
  }
}
