import Foundation
import Receipts

/// Words for the person at the terminal, on standard error: standard output is for data.
enum Narration {
  static func say(_ text: String) {
    FileHandle.standardError.write(Data((PlainText.safe(text) + "\n").utf8))
  }

  /// A refusal as a sentence: the place, and what is wrong there.
  static func sentence(_ rejection: Rejection) -> String {
    (rejection.place.map { "at \($0): " } ?? "") + rejection.detail
  }
}
