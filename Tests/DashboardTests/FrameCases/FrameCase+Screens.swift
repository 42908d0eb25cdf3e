import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// What is looked at most.
  static let screens: [FrameCase] =
    Size.all.flatMap { size in
      [
        FrameCase(name: "home", size: size, list: nil) { $0.press(.down) },
        FrameCase(name: "home-letter", size: size, list: nil) { player in
          player.send(.pasted("I paid!\nGPA.3372-4648-1234-56789, no access"))
        },
        FrameCase(name: "home-back", size: size, list: nil) { player in
          player.send(.pasted("I paid!\nGPA.3372-4648-1234-56789, no access"))
          player.press(.enter, .escape)
        },
        FrameCase(name: "home-leaving", size: size, list: nil) { $0.type("q") },
        FrameCase(name: "list-pasted", size: size, list: .orders) { player in
          player.send(.pasted("I paid!\nGPA.3372-4648-1234-56789, no access"))
        },
        FrameCase(name: "why", size: size) { $0.type("w") },
        FrameCase(name: "orders-list", size: size, list: .orders) {
          $0.press(.down, .character(" "))
        },
        FrameCase(name: "users", size: size) { $0.press(.down) },
        FrameCase(name: "filter", size: size) { $0.type("/a") },
        FrameCase(name: "no-match", size: size) { player in
          player.type("/grae")
          player.press(.enter)
        },
        FrameCase(name: "overview", size: size) { $0.press(.down, .enter) },
        FrameCase(name: "orders", size: size) { $0.press(.down, .enter, .character("4"), .down) },
        FrameCase(name: "subs", size: size) { $0.press(.down, .enter, .character("3")) },
        FrameCase(name: "entitlements", size: size) { $0.press(.down, .enter, .character("5")) },
        FrameCase(name: "user-receipts", size: size) { $0.press(.down, .enter, .character("6")) },
        FrameCase(name: "receipts", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .down)
        },
        FrameCase(name: "receipt", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .enter, .down, .down, .down)
        },
        FrameCase(name: "verification", size: size) { player in
          player.inspection = Sample.refused
          player.type(":receipts")
          player.press(.enter, .down, .enter)
          // Where there is room the panel stands there already.
          if size.columns < 110 { player.press(.character("p")) }
        },
        FrameCase(name: "search", size: size) { player in
          player.type(":receipts")
          player.press(.enter, .enter)
          player.type("/expires")
        },
        FrameCase(name: "command", size: size) { $0.type(":u") },
        FrameCase(name: "help", size: size) { $0.type("?") },
      ]
    } + [
      FrameCase(name: "overview-ascii", size: .usual, glyphs: .ascii) { $0.press(.down, .enter) },
      FrameCase(name: "users-ascii", size: .usual, glyphs: .ascii) { $0.press(.down) },
    ]
}
