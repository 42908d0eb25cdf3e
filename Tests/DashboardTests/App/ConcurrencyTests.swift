import Entitlements
import Foundation
import Testing

@testable import Dashboard

/// Anything in any order: keys, the mouse, pastes, sizes, and answers that come late, twice, for
/// other questions, as failures, or never.
@Suite struct ConcurrencyTests {
  private static let steps = 2_000

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `nothing traps, the frame fits, and escape leads home`(_ seed: UInt64) {
    var turmoil = Turmoil(seed: seed)
    for step in 0..<Self.steps {
      turmoil.play(step)
      let frame = view(turmoil.player.state)
      let size = turmoil.player.state.view.size
      #expect(frame.size == size && frame.cells.count == size.columns * size.rows)
      let unprepared = turmoil.player.state.unprepared
      #expect(frame == view(unprepared), "seed \(seed): what was prepared is not what is there")
      // Rounded up to seconds from another instant.
      let ticks = [turmoil.player.state, unprepared].map { nextTick($0) ?? .distantFuture }
      #expect(abs(ticks[0].timeIntervalSince(ticks[1])) < 1.001)
      guard !turmoil.player.effects.contains(.quit) || step.isMultiple(of: 2) else { continue }
      turmoil.player.effects = []
    }
    for _ in 0..<3_000 where !turmoil.player.state.isAtRest { turmoil.player.press(.escape) }
    #expect(turmoil.player.state.isAtRest, "seed \(seed): Esc does not lead home")
    #expect(turmoil.screens.count >= 8, "seed \(seed) has seen \(turmoil.screens) only")
    #expect(turmoil.dialogs > 20, "seed \(seed)")
  }
}

extension State {
  /// The same with nothing prepared for the next frame.
  fileprivate var unprepared: State {
    var state = self
    if var list = state.front as? TableScreen {
      list.prepared = RowCache()
      state.front = list
    }
    return state
  }

  /// The first screen, with nothing open in it.
  var isAtRest: Bool {
    isHome && field == nil && helpTop == nil && !isConfirmingQuit && palette == nil && dialog == nil
      && chord.isEmpty
  }
}

private struct Turmoil {
  private var random: Seeded
  private(set) var screens: Set<String> = []
  /// In how many steps one was open.
  private(set) var dialogs = 0
  var player: Player
  /// What is asked and not answered.
  private var open: [Effect] = []

  init(seed: UInt64) {
    random = Seeded(state: seed)
    player = Player(
      Sample.state(80, 24, writeMode: .allowed, takesMouse: true),
      answers: false
    )
    player.jobs = Sample.jobs
    open = player.effects
  }

  mutating func play(_ step: Int) {
    let known = player.effects.count
    send(event(step))
    open += player.effects.dropFirst(known)
    screens.insert("\(type(of: player.state.front))")
    if player.state.dialog != nil { dialogs += 1 }
  }

  private mutating func send(_ event: Event?) { if let event { player.send(event) } }

  private mutating func event(_ step: Int) -> Event? {
    switch number(below: 48) {
    case 0: .resized(Size(columns: number(below: 220), rows: number(below: 60)))
    case 1: .pasted(pick(Self.pastes))
    case 2: .ledgerChanged(bytes: nil)
    case 3: .ticked(Sample.now.addingTimeInterval(Double(step) / 7))
    case 4...8:
      .mouse(
        Mouse(
          pick([.press, .press, .press, .release, .drag, .wheelUp, .wheelDown]),
          column: number(below: 130) - 5,
          row: number(below: 48) - 4
        )
      )
    case 9: line(pick(Self.lines))
    case 45: dialog()
    case 10: pick([.themesChanged, .writing(.value(.allowed)), .writing(.failure("no"))])
    case 11...24: answer()
    default: .key(pick(Self.keys))
    }
  }

  /// Types a line, so that every screen is come upon.
  private mutating func line(_ text: String) -> Event {
    for _ in 0..<3 { player.press(.escape) }
    player.type(":" + text)
    return .key(.enter)
  }

  /// Opens a list, and on its first row a dialog.
  private mutating func dialog() -> Event {
    let known = player.effects.count
    player.send(line(pick(["users", "orders", "ent", "jobs", "user ada"])))
    for effect in player.effects.dropFirst(known) { send(player.answer(to: effect)) }
    player.press(.character("a"))
    return .key(.character(pick(["r", "R", "s", "t", "g", "k", "n", "c"])))
  }

  /// One answer of those that are waited for, which may be wrong, or come again later.
  private mutating func answer() -> Event? {
    guard !open.isEmpty else { return nil }
    let place = number(below: 3) == 0 ? open.count - 1 : number(below: open.count)
    let effect = open[place]
    switch number(below: 12) {
    case 0: open.remove(at: place)
    case 1: break
    default:
      open.remove(at: place)
      return right(effect)
    }
    guard let request = effect.request else { return right(effect) }
    if case .execute(let actionRequest, _) = effect {
      return .executed(request: request, actionRequest, .failure("The store\u{1B}[2J is away."))
    }
    return pick([
      .answered(request: request, .failure("The ledger is\u{202E} busy.")),
      .answered(request: request, .value(.count(.exact(3)))),
      .answered(request: request, .value(.bytes(nil))),
      .answered(request: request + 1, .value(.user(nil))),
    ])
  }

  private func right(_ effect: Effect) -> Event? { player.answer(to: effect) }

  private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(below: values.count)]
  }

  private static let pastes = [
    "ada", "\u{1B}]52;c;AAAA\u{7}", "山田\u{202E}", String(repeating: "é", count: 3000), "\n",
    "I paid!\nGPA.3372-4648-1234-56789", "",
  ]
  private static let lines =
    ListKind.allCases.map(\.rawValue) + [
      "user ada", "user nobody", "receipt \(Sample.digest("a"))", "why ada", "timeline ada", "sql",
      "diff \(Sample.digest("a")) \(Sample.digest("f"))", "sql select 1", "themes", "keys", "log",
      "config", "about", "write on", "tz relative", "set glyphs ascii", "orders state:grace",
    ]
  private static let keys: [Key] =
    Keymap.standard.bindings.flatMap(\.keys)
    + ["a", "é", "山", "x", " ", "5"].map { .character($0) }
    + [.enter, .enter, .insert, .delete, .control("w"), .function(12), .escape, .tab]
}

/// SplitMix64: the same sequence on every machine.
struct Seeded {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
