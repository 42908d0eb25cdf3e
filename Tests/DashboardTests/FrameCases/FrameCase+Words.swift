import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// What the words of the command line lead to that open no screen, or say.
  static let words: [FrameCase] =
    Size.all.flatMap { size in
      [
        word("error", size, ":userz"), word("said-cli", size, ":cli"),
        word("said-explain", size, ":orders state:grace since:7d", ":explain"),
        word("said-tz", size, ":tz relative"), word("said-set", size, ":set glyphs ascii"),
        word("said-write", size, ":write on"), word("said-sort", size, ":sort purchased reverse"),
        word("said-export", size, ":export nosuch"), word("said-theme", size, ":theme"),
        word("help-word", size, ":help"),
        FrameCase(name: "chord-go", size: size) { $0.type("g") },
        FrameCase(name: "chord-copy-why", size: size) { $0.type("wy") },
        FrameCase(name: "quit", size: size) { $0.press(.control("c"), .control("c")) },
        FrameCase(name: "help-home", size: size, list: nil) { $0.type("?") },
        FrameCase(name: "help-last", size: size) { player in
          player.type("?")
          player.press(.end)
        },
        FrameCase(name: "palette-nothing", size: size) { player in
          player.press(.control("p"))
          player.type("qqqq")
        },
      ]
    }

  private static func word(_ name: String, _ size: Size, _ lines: String...) -> FrameCase {
    FrameCase(name: name, size: size) { player in
      for line in lines {
        player.type(line)
        player.press(.enter)
      }
    }
  }
}
