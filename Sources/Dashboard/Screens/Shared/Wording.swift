import Entitlements

/// A state as a glyph, three letters and a role, so that none of them carries the meaning alone.
struct Badge: Equatable, Sendable {
  var glyph: SafeText
  var code: SafeText
  var role: Role

  var text: SafeText { "\(glyph) \(code)" }
  var cell: TableCell { TableCell(text, role) }

  init(_ state: SubscriptionState, _ glyphs: GlyphSet) {
    let isASCII = glyphs.isPlain
    func choose(_ full: SafeText, _ ascii: SafeText) -> SafeText { isASCII ? ascii : full }
    switch state {
    case .active: (glyph, code, role) = (choose("✓", "+"), "ACT", .good)
    case .trial: (glyph, code, role) = (choose("↻", "t"), "TRI", .info)
    case .introductory: (glyph, code, role) = (choose("◔", "i"), "INT", .info)
    case .gracePeriod: (glyph, code, role) = ("!", "GRA", .warn)
    case .billingRetry: (glyph, code, role) = (choose("∿", "~"), "HLD", .accent)
    case .paused: (glyph, code, role) = ("=", "PAU", .secondary)
    case .autoRenewOff: (glyph, code, role) = (choose("⊖", "-"), "OFF", .warn)
    case .expired: (glyph, code, role) = (choose("◦", "."), "EXP", .muted)
    case .refunded: (glyph, code, role) = (choose("↺", "<"), "REF", .accent)
    case .revoked: (glyph, code, role) = (choose("✗", "x"), "REV", .bad)
    case .pending: (glyph, code, role) = ("?", "PEN", .info)
    case .unverified: (glyph, code, role) = (choose("⊘", "#"), "UNV", .bad)
    }
  }
}

extension Store {
  var word: SafeText { SafeText(rawValue) }
}

extension Environment {
  /// The mark of the environment; production has none.
  var mark: TableCell {
    switch self {
    case .production: .empty
    case .sandbox: TableCell("[S]", .sandbox)
    case .xcode: TableCell("[X]", .sandbox)
    }
  }
}

extension ProductKind {
  var word: SafeText {
    switch self {
    case .consumable: "consumable"
    case .nonConsumable: "one-time"
    case .nonRenewing: "non-renewing"
    case .autoRenewable: "subscription"
    case .unknown: "unknown kind"
    }
  }
}

extension Order.Offer {
  var word: SafeText {
    switch self {
    case .trial: "trial"
    case .introductory: "intro"
    case .promotional(let name): "offer \(name)"
    }
  }
}

extension DocumentRow {
  /// The kind of document, for display.
  var kindWords: SafeText { SafeText(Wording.phrase(forDocument: kind)) }
}

extension User {
  /// The shorter one of the user's ID and e-mail address.
  var handle: String { email.map { $0.count < id.raw.count ? $0 : id.raw } ?? id.raw }
}

extension VerdictCode {
  /// The symbol before the verdict's sentence.
  func mark(_ glyphs: GlyphSet) -> (SafeText, Role) {
    switch weight {
    case .missing: ("?", .warn)
    case .problem: (glyphs.failed, .bad)
    case .answer: ("i", .info)
    case .fine: (glyphs.passed, .good)
    }
  }
}

extension Document.Verdict {
  func cell(_ glyphs: GlyphSet) -> TableCell {
    switch self {
    case .genuine: TableCell("\(glyphs.passed) genuine", .good)
    case .rejected(let code, _, _): TableCell("\(glyphs.failed) \(code)", .bad)
    }
  }

  /// The verdict without the error code.
  func word(_ glyphs: GlyphSet) -> TableCell {
    switch self {
    case .genuine: cell(glyphs)
    case .rejected: TableCell("\(glyphs.failed) rejected", .bad)
    }
  }

  /// Why the document was rejected, and where in it.
  var reason: SafeText {
    switch self {
    case .genuine: .empty
    case .rejected(_, let location?, let detail): "\(location): \(detail)"
    case .rejected(_, nil, let detail): SafeText(detail)
    }
  }
}

extension TicketCategory {
  /// The customer's request, in short.
  var phrase: SafeText {
    switch self {
    case .noAccess: "paid and has no access"
    case .chargedTwice: "charged twice"
    case .refundApple: "wants money back from Apple"
    case .refundGoogle: "wants money back from Google"
    case .restoreFails: "restore does not work"
    case .vanished: "purchases have vanished"
    case .cancelledButCharged: "cancelled and still charged"
    case .lostAccess: "lost access"
    case .wrongPlan: "has the wrong plan"
    case .consumableMissing: "did not get what was bought"
    case .trialOrOffer: "a trial or an offer"
    case .pendingOrFamily: "waiting for approval, or family"
    }
  }
}

extension Count {
  var text: SafeText {
    switch self {
    case .exact(let count): .grouped(count)
    // The estimate found none; an exact count may take long.
    case .atLeast(0): "uncounted"
    case .atLeast(let count): "\(SafeText.grouped(count))+"
    }
  }
}

extension SafeText {
  /// A product ID without the app's prefix.
  static func product(_ id: String, of app: String) -> SafeText {
    let (bytes, prefix) = (id.utf8, app.utf8)
    let rest = bytes.dropFirst(prefix.count)
    guard rest.count > 1, rest.first == UInt8(ascii: "."), bytes.starts(with: prefix) else {
      return SafeText(id)
    }
    return SafeText(String(Substring(rest.dropFirst())))
  }

  /// A sentence with product IDs shortened by the prefixes of the apps.
  static func sentence(_ text: String, of apps: some Collection<String>) -> SafeText {
    var text = text
    for app in apps.sorted(by: { $0.utf8.count > $1.utf8.count }) where text.contains(app + ".") {
      text = text.shortened(app + ".")
    }
    return SafeText(text)
  }

  /// The text with its first character in upper case.
  var capitalized: SafeText { SafeText(string.prefix(1).uppercased() + string.dropFirst()) }

  /// `1 order`, `2 orders`.
  static func plural(_ count: Int, _ noun: SafeText) -> SafeText {
    "\(SafeText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension String {
  /// The text without the prefix wherever it begins a word and something follows it.
  fileprivate func shortened(_ prefix: String) -> String {
    var shortened = ""
    var rest = self[...]
    while let found = rest.firstRange(of: prefix) {
      let isInside = (shortened + rest[..<found.lowerBound]).last.map {
        $0.isLetter || $0.isNumber || ".-_:".contains($0)
      }
      let goesOn = rest[found.upperBound...].first.map { $0.isLetter || $0.isNumber } ?? false
      shortened += rest[..<(isInside == true || !goesOn ? found.upperBound : found.lowerBound)]
      rest = rest[found.upperBound...]
    }
    return shortened + rest
  }
}
