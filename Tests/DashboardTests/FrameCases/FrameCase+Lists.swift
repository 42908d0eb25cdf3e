import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// Every list with and without rows, and what stands in for them.
  static let lists: [FrameCase] =
    Size.all.flatMap { size in
      [
        FrameCase(name: "subs-list", size: size, list: .subs) { $0.press(.down) },
        FrameCase(name: "ent-list", size: size, list: .ent) { $0.press(.down) },
        FrameCase(name: "events-list", size: size, list: .events) { $0.press(.down) },
        FrameCase(name: "audit-list", size: size, list: .audit) { $0.press(.down) },
        FrameCase(name: "query-fault", size: size) { player in
          player.type("/state:grce")
          player.press(.enter)
        },
        FrameCase(name: "subs-preview", size: size, list: .subs) { player in
          player.press(.down, .character("p"))
        },
      ]
        + ListKind.allCases.map { list in
          FrameCase(name: "empty-\(list.rawValue)", size: size, list: nil) { player in
            player.users = []
            player.jobRows = []
            player.lists = [:]
            player.type(":\(list.rawValue)")
            player.press(.enter)
          }
        }
    }

  /// What is not there yet, or cannot be had.
  static let waits: [FrameCase] = Size.all.flatMap { size in
    [
      FrameCase(name: "loading", size: size) { player in
        player.answers = false
        player.send(.ledgerChanged(bytes: nil))
        player.send(.ticked(Sample.now.addingTimeInterval(1.2)))
      },
      FrameCase(name: "loading-first", size: size) { $0.wait(for: ":orders") },
      FrameCase(name: "loading-user", size: size) { $0.wait(for: ":user ada") },
      FrameCase(name: "loading-why", size: size) { $0.wait(for: ":why ada") },
      FrameCase(name: "failed-home", size: size, list: nil) { $0.fail(at: ":home") },
      FrameCase(name: "failed-list", size: size) { $0.fail(at: ":orders") },
      FrameCase(name: "failed-user", size: size) { $0.fail(at: ":user ada") },
      FrameCase(name: "failed-receipt", size: size) { player in
        player.fail(at: ":receipt \(Sample.digest("a"))")
      },
      FrameCase(name: "failed-why", size: size) { $0.fail(at: ":why ada") },
      FrameCase(name: "failed-timeline", size: size) { $0.fail(at: ":timeline ada") },
      FrameCase(name: "failed-sql", size: size) { $0.fail(at: ":sql select 1") },
      FrameCase(name: "failed-page", size: size) { $0.fail(at: ":config") },
      FrameCase(name: "nobody", size: size) { player in
        player.type(":user nobody")
        player.press(.enter)
      },
    ]
  }

  /// The screens that gain most of room.
  static let large: [FrameCase] = [
    FrameCase(name: "home-tickets", size: .largest, list: nil, tickets: Sample.tickets) {
      $0.press(.down)
    },
    FrameCase(name: "users", size: .largest) { $0.press(.down) },
    FrameCase(name: "overview", size: .largest) { $0.press(.down, .enter) },
    FrameCase(name: "user-spend", size: Size(columns: 120, rows: 40)) { spend(&$0) },
    FrameCase(name: "user-spend", size: .largest) { spend(&$0) },
    FrameCase(name: "timeline", size: .largest) { player in
      player.press(.down)
      player.type("t")
    },
    FrameCase(name: "why", size: .largest) { player in
      player.press(.down)
      player.type("w")
    },
    FrameCase(name: "why-message", size: .largest, list: nil) { player in
      player.send(.pasted("I paid for Pro!\nGPA.3372-4648-1234-56789, and there is no access"))
      player.press(.enter)
    },
    FrameCase(name: "receipt", size: .largest) { player in
      player.type(":receipts")
      player.press(.enter, .enter, .down, .down, .down)
    },
  ]

  /// A user's page with prices in two currencies.
  private static func spend(_ player: inout Player) {
    player.userDetails.orders += [
      Sample.priced("s1", 999, from: -17), Sample.priced("s2", 999, from: -47),
      Sample.priced("s3", 4_999, from: -107), Sample.priced("s4", 199, "USD", from: -200),
      Sample.priced("s5", 4_999, from: -20, cancelled: -18),
    ]
    player.press(.down, .enter)
  }
}

extension Player {
  /// Goes where an answer is waited for, and waits a while.
  fileprivate mutating func wait(for line: String) {
    answers = false
    type(line)
    press(.enter)
    send(.ticked(Sample.now.addingTimeInterval(1.2)))
  }

  fileprivate mutating func fail(at line: String) {
    fault = "/srv/purser/ledger.sqlite is not a ledger: file is not a database. Pass --ledger."
    type(line)
    press(.enter)
    if line == ":home" { send(.ledgerChanged(bytes: nil)) }
  }
}
