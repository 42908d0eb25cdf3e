import Entitlements
import Foundation

@testable import Dashboard

extension FrameCase {
  /// The first screen of the demo, of one's own ledger, and of one without anything on file.
  static let homes: [FrameCase] = Size.all.flatMap { size in
    [
      FrameCase(
        name: "home-tickets",
        size: size,
        list: nil,
        tickets: Sample.tickets,
        queues: Sample.supportQueues,
        memory: Sample.memory
      ) { $0.press(.down) },
      FrameCase(
        name: "home-own",
        size: size,
        list: nil,
        tickets: [],
        queues: Sample.supportQueues,
        memory: Sample.memory
      ) { $0.press(.right) },
      FrameCase(
        name: "home-empty",
        size: size,
        list: nil,
        tickets: [],
        queues: Sample.supportQueues,
        health: Sample.nothing
      ) { _ in },
      FrameCase(
        name: "ledger-overview",
        size: size,
        list: nil,
        tickets: [],
        queues: Sample.supportQueues
      ) { player in
        player.type(":overview")
        player.press(.enter, .down)
      },
      FrameCase(
        name: "live",
        size: size,
        list: nil,
        tickets: [],
        queues: Sample.supportQueues
      ) { player in
        player.arrivals = { _ in Sample.arrivals }
        player.type(":live")
        player.press(.enter, .down)
      },
      FrameCase(
        name: "home-log",
        size: size,
        list: nil,
        tickets: [],
        queues: Sample.supportQueues,
        health: Sample.health(of: size == .smallest ? Sample.silentLog : Sample.log)
      ) { _ in },
    ]
  }

  static let searches: [FrameCase] = Size.all.flatMap { size in
    [
      FrameCase(name: "palette", size: size, memory: Sample.memory) {
        $0.press(.control("p"), .down)
      },
      FrameCase(name: "palette-found", size: size, memory: Sample.memory) { player in
        player.press(.control("p"))
        player.type("timeutc")
      },
      FrameCase(name: "complete-field", size: size) { $0.type("/store:apple p") },
      FrameCase(name: "complete-value", size: size) { $0.type(":orders state:") },
      FrameCase(name: "help-search", size: size) { $0.type("?/mark") },
    ]
  }
}
