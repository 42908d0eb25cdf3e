import Entitlements
import Foundation

/// A user's entitlements and subscriptions, a line each.
struct OverviewRights {
  private(set) var lines: [StyledLine] = []

  private let userDetails: UserDetails
  private let sources: UserDetails.Sources
  private let view: ViewContext
  private let width: Int

  private struct Entry {
    var state: SubscriptionState
    var label: SafeText
    var environment: Environment
    var sentence: SafeText
    var tail: SafeText = .empty
  }

  init(_ userDetails: UserDetails, _ view: ViewContext, width: Int) {
    self.userDetails = userDetails
    sources = userDetails.sources
    self.view = view
    self.width = width
    add(
      "ENTITLEMENTS",
      userDetails.entitlements.map { right in
        let state = userDetails.state(of: right, from: sources, at: view.now)
        return Entry(
          state: state,
          label: label(right),
          environment: right.environment,
          sentence: sentence(right, state)
        )
      }
    )
    guard !userDetails.subscriptions.isEmpty else { return }
    let entries = userDetails.subscriptions.map(entry)
    let names = zip(userDetails.subscriptions, entries).map { chain, entry in
      let id = Subscription.Name(chain.id)?.originalTransactionID ?? chain.id.raw
      return AmbiguousName(name: entry.label, mark: chain.environment.mark.text, id: id)
    }
    let described = zip(entries, names.disambiguated(view.glyphs)).map { entry, label in
      var entry = entry
      entry.label = label
      return entry
    }
    add("SUBSCRIPTIONS", described)
  }

  private mutating func add(_ title: SafeText, _ entries: [Entry]) {
    lines.append(StyledLine(title, .columnTitle))
    if entries.isEmpty {
      lines.append(StyledLine("none: no purchase on file grants a lasting entitlement", .secondary))
    }
    let longest = entries.map(\.label.width).max() ?? 0
    let room = min(longest, max(12, width * 2 / 5))
    let isMarked = entries.contains { $0.environment != .production }
    for entry in entries {
      let badge = Badge(entry.state, view.glyphs)
      var line = StyledLine(badge.text, badge.role)
      let mark = entry.environment.mark
      if view.layout.usesCards {
        line.add(entry.label.truncated(to: width - 12, .middle, view.glyphs), .text, at: 7)
        line.add(mark.text, .sandbox, at: width - 3)
        let sentence = entry.sentence.truncated(to: width - 7, view.glyphs)
        lines += [line, StyledLine(sentence, .secondary, at: 7)]
        continue
      }
      line.add(entry.label.truncated(to: room, .middle, view.glyphs), .text, at: 7)
      line.add(mark.text, mark.role, at: 9 + room)
      let start = 9 + room + (isMarked ? 5 : 0)
      line.add(entry.sentence.truncated(to: width - start, view.glyphs), .secondary, at: start)
      if line.end + 2 + entry.tail.width <= width { line.add(entry.tail, .muted, at: line.end + 2) }
      lines.append(line)
    }
    lines.append(.blank)
  }

  // Entitlements.

  private func label(_ right: Entitlement) -> SafeText {
    let source = right.source.flatMap { sources[$0] }
    return source.map { .product(right.key, of: $0.app) } ?? SafeText(right.key)
  }

  private func sentence(_ right: Entitlement, _ state: SubscriptionState) -> SafeText {
    guard right.isActive(at: view.now) else {
      guard let until = right.until, until <= view.now else { return "begins \(at(right.from))" }
      switch state {
      case .billingRetry: return "no access while the store retries, since \(at(until))"
      case .paused, .refunded, .revoked: return "\(phrase(state)) \(at(until))"
      default: return "ended \(at(until))"
      }
    }
    let end = right.until.map { "until \(at($0))" as SafeText } ?? "without end"
    let source = right.source.flatMap { sources[$0] }
    if source?.isFamilyShared == true { return "shared by a family member \(end)" }
    switch state {
    case .trial, .gracePeriod: return "\(phrase(state)) \(end)"
    case .autoRenewOff: return "\(end), no renewal"
    default: return end
    }
  }

  // Subscriptions.

  private func entry(_ chain: Subscription) -> Entry {
    let state = userDetails.state(of: chain, at: view.now)
    let phase = userDetails.lives[chain.id]?.last { $0.contains(view.now) }
    let newest = chain.periods.last.flatMap { sources[$0.order] }
    let tail = [newest?.terms?.price.map { SafeText($0.description) }, chain.store.word]
    return Entry(
      state: state,
      label: .product(chain.productID, of: chain.app),
      environment: chain.environment,
      sentence: sentence(chain, state, phase),
      tail: .joined(tail.compactMap(\.self), by: ", ")
    )
  }

  private func sentence(
    _ chain: Subscription,
    _ state: SubscriptionState,
    _ phase: Phase?
  ) -> SafeText {
    let accessUntil = userDetails.accessUntil(of: chain) ?? chain.startedAt
    switch state {
    case .gracePeriod:
      return "payment failed, access until \(at(phase?.until ?? accessUntil))"
    case .billingRetry:
      return "payment failed, no access since \(at(phase?.from ?? accessUntil))"
    case .paused, .refunded, .revoked:
      return "\(phrase(state)) \(at(phase?.from ?? accessUntil))"
    case .pending where chain.startedAt <= view.now:
      return "not paid for yet, since \(at(phase?.from ?? chain.startedAt))"
    case .pending: return "begins \(at(chain.startedAt))"
    case .expired, .unverified: return "ended \(at(accessUntil))"
    case .active, .trial, .introductory, .autoRenewOff: break
    }
    let end = at(accessUntil)
    let newest = chain.periods.last.flatMap { sources[$0.order] }
    if newest?.isFamilyShared == true { return "shared by a family member until \(end)" }
    switch phase?.renews {
    case true?: return "renews \(end)"
    case false?: return "ends \(end), renewal off"
    case nil: return state == .autoRenewOff ? "ends \(end), renewal off" : "paid until \(end)"
    }
  }

  private func phrase(_ state: SubscriptionState) -> SafeText {
    SafeText(Wording.phrase(for: state))
  }

  /// The instant, and its distance from now.
  private func at(_ instant: Date) -> SafeText {
    view.clock.withDistance(instant) { view.clock.absolute($0) }
  }
}

extension Clock {
  /// The formatted instant and its distance from now; the distance alone on the relative clock.
  func withDistance(_ instant: Date, _ format: (Date) -> SafeText) -> SafeText {
    zone == .relative ? relative(instant) : "\(format(instant)) (\(relative(instant)))"
  }
}

extension UserDetails {
  typealias Sources = [ID<Order>: Order]

  /// The sales that grant entitlements, and the newest sales of chains, found in one pass.
  var sources: Sources {
    let ids = Set(entitlements.compactMap(\.source))
      .union(subscriptions.compactMap { $0.periods.last?.order })
    let found = orders.lazy.filter { ids.contains($0.id) }.map { ($0.id, $0) }
    return Dictionary(found) { first, _ in first }
  }

  /// The state of an entitlement: that of its chain if it is active, or if nothing of the chain
  /// came after it, as a chain's state is that of its newest plan; else expired.
  func state(of right: Entitlement, from sources: Sources, at now: Date) -> SubscriptionState {
    let plain = right.plainState(at: now)
    guard let source = right.source.flatMap({ sources[$0] }), plain != .pending else {
      return plain
    }
    let chain = subscriptions.first { $0.id == source.subscription }
    let state = chain.map { self.state(of: $0, at: now) } ?? source.state(at: now)
    let isLast = !entitlements.contains { other in
      other != right && (other.until ?? .distantFuture) > (right.until ?? .distantFuture)
        && chain != nil && other.source.flatMap { sources[$0]?.chain } == source.chain
    }
    return plain == .active || isLast ? right.state(of: state, at: now) : .expired
  }
}

extension Entitlement {
  /// The entitlement's state: its chain's state, unless they contradict each other.
  func state(of chain: SubscriptionState?, at now: Date) -> SubscriptionState {
    let plain = plainState(at: now)
    guard let chain, plain != .pending else { return plain }
    if plain == .active { return chain.grantsAccess ? chain : .active }
    return chain.grantsAccess || chain == .pending ? .expired : chain
  }
}

/// A name that several items on the screen may share.
struct AmbiguousName {
  var name: SafeText
  /// The mark that is always shown beside the name.
  var mark: SafeText
  var id: String

  fileprivate var displayed: SafeText { "\(name) \(mark)" }
}

extension [AmbiguousName] {
  /// The names, with as much of the IDs' ends as distinguishes equal ones.
  func disambiguated(_ glyphs: GlyphSet) -> [SafeText] {
    let groups = Dictionary(grouping: self, by: \.displayed)
    let lengths = groups.mapValues { group in
      let suffices = (4...12).first { length in
        Set(group.map { $0.id.suffix(length) }).count == group.count
      }
      return group.count < 2 ? 0 : suffices ?? 12
    }
    return map { item in
      guard let length = lengths[item.displayed], length > 0 else { return item.name }
      return "\(item.name) \(glyphs.ellipsis)\(String(item.id.suffix(length)))"
    }
  }
}
