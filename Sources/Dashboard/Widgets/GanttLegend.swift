// The glyphs, roles and names of bars and marks.

extension Gantt {
  func glyph(_ bar: Bar) -> Unicode.Scalar {
    switch bar {
    case .trial: glyphs.trial
    case .introductory: glyphs.introductory
    case .paid: glyphs.paid
    case .shared: glyphs.shared
    case .grace: glyphs.grace
    case .hold: glyphs.hold
    case .paused: glyphs.paused
    case .held: glyphs.held
    }
  }

  func role(_ bar: Bar) -> Role {
    switch bar {
    case .trial, .introductory: .info
    case .paid, .shared: .good
    case .grace: .warn
    case .hold: .accent
    case .paused, .held: .secondary
    }
  }

  func word(_ bar: Bar) -> SafeText {
    switch bar {
    case .trial: "free trial"
    case .introductory: "introductory"
    case .paid: "paid"
    case .shared: "shared by family"
    case .grace: "grace"
    case .hold: "on hold"
    case .paused: "paused"
    case .held: "entitled"
    }
  }

  func glyph(_ mark: Mark) -> Unicode.Scalar {
    switch mark {
    case .charge: glyphs.charge
    case .scheduled: glyphs.scheduled
    case .act: glyphs.act
    case .problem: "!"
    case .taken: glyphs.taken
    }
  }

  func role(_ mark: Mark) -> Role {
    switch mark {
    case .charge: .text
    case .scheduled: .info
    case .act: .accent
    case .problem: .warn
    case .taken: .bad
    }
  }

  func word(_ mark: Mark) -> SafeText {
    switch mark {
    case .charge: "purchase"
    case .scheduled: "due"
    case .act: "by hand"
    case .problem: "billing problem"
    case .taken: "refunded or revoked"
    }
  }
}
