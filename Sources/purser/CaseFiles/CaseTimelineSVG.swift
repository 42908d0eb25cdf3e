import Basics
import Entitlements
import Foundation

/// Draws the timeline of a case file: a lane for each subscription with its phases as bars, and the
/// events as numbered marks. The numbers are those of the list of events.
struct CaseTimelineSVG {
  private struct Lane {
    var title: String
    var phases: [CaseFile.Purchase.Phase]
    /// The events by number, from 1.
    var events: [(number: Int, at: Date)]
  }

  /// How a state is drawn.
  enum Look: String, CaseIterable {
    case access, trial, grace, hold, paused, ended, reversed, other

    init(_ state: String) {
      switch SubscriptionState(rawValue: state) {
      case .active, .autoRenewOff: self = .access
      case .trial, .introductory: self = .trial
      case .gracePeriod: self = .grace
      case .billingRetry: self = .hold
      case .paused: self = .paused
      case .expired: self = .ended
      case .refunded, .revoked: self = .reversed
      case .pending, .unverified, nil: self = .other
      }
    }

    var title: String {
      switch self {
      case .access: "access"
      case .trial: "trial or introductory price"
      case .grace: "grace period"
      case .hold: "on hold, no access"
      case .paused: "paused"
      case .ended: "expired"
      case .reversed: "refunded or revoked"
      case .other: "not begun, or not verified"
      }
    }

    /// Without access, the bar is thin: that is seen in print without colors, too.
    var height: Double {
      switch self {
      case .access, .trial, .grace: 14
      case .hold, .paused: 8
      case .ended, .reversed, .other: 4
      }
    }
  }

  private static let (width, left, laneHeight) = (960.0, 8.0, 66.0)
  private static let maxLanes = 24

  private let file: CaseFile
  private let axis: CaseAxis
  private let lanes: [Lane]

  /// `nil` if there is nothing to draw.
  init?(_ file: CaseFile) {
    self.file = file
    let events = file.events.enumerated().map { (number: $0 + 1, event: $1) }
    guard !events.isEmpty || file.purchases.contains(where: { !$0.phases.isEmpty }) else {
      return nil
    }
    func marks(_ isIncluded: (CaseFile.Event) -> Bool) -> [(number: Int, at: Date)] {
      events.filter { isIncluded($0.event) }.map { ($0.number, $0.event.at) }
    }
    let renewing = file.purchases.filter { !$0.phases.isEmpty }.suffix(Self.maxLanes)
    var lanes = renewing.map { purchase in
      let store = CaseText.name(ofStore: purchase.store)
      let test = purchase.environment == "production" ? "" : ", \(purchase.environment ?? "")"
      return Lane(
        title:
          "\(purchase.product) · \(store)\(test) · \(purchase.id.split(separator: ":").last ?? "")",
        phases: purchase.phases,
        events: marks { $0.purchase == purchase.id }
      )
    }
    let drawn = Set(renewing.map(\.id))
    let single = Set(file.purchases.map(\.id)).subtracting(drawn)
    let others = [
      ("other purchases", marks { $0.purchase.map(single.contains) ?? false }),
      (
        "user and documents",
        marks { $0.purchase.map { !drawn.contains($0) && !single.contains($0) } ?? true }
      ),
    ]
    lanes += others.filter { !$0.1.isEmpty }.map { Lane(title: $0.0, phases: [], events: $0.1) }
    self.lanes = lanes
    let phases = renewing.flatMap(\.phases)
    let dates =
      phases.flatMap { [$0.from, $0.until].compactMap(\.self) }
      + events.map(\.event.at) + [file.askedAt]
    axis = CaseAxis(dates, from: Self.left, to: Self.width - Self.left)
  }

  var svg: String {
    let bottom = 24 + Double(lanes.count) * Self.laneHeight
    let looks = Look.allCases.filter { look in
      lanes.contains { $0.phases.contains { Look($0.state) == look } }
    }
    let legend = legend(of: looks, top: bottom + 40)
    let height = legend.bottom + 4
    var svg = """
      <svg class="timeline" viewBox="0 0 960 \(Int(height))" role="img" \
      aria-labelledby="timeline-title timeline-text" xmlns="http://www.w3.org/2000/svg">
      <title id="timeline-title">Timeline</title>
      <desc id="timeline-text">\(CaseText.html(description))</desc>
      <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><rect class="grace" width="6" height="6"/>\
      <rect class="paper" width="2" height="6"/></pattern></defs>

      """
    for tick in axis.ticks {
      svg += line("grid", tick.x, 20, tick.x, bottom)
      svg += text("tick", tick.x, bottom + 14, tick.label, anchor: tick.anchor)
    }
    for (index, lane) in lanes.enumerated() {
      svg += draw(lane, top: 24 + Double(index) * Self.laneHeight)
    }
    let asked = axis.x(file.askedAt)
    svg += line("asked", asked, 16, asked, bottom)
    let anchor = asked > Self.width - 150 ? "end" : asked < 150 ? "start" : "middle"
    svg += text(
      "askedText",
      asked,
      11,
      "asked \(CaseText.time(file.askedAt).prefix(10))",
      anchor: anchor
    )
    return svg + legend.svg + "</svg>\n"
  }

  private var description: String {
    let parts = lanes.map { lane in
      let phases = lane.phases.map {
        "\(Look($0.state).title) from \($0.from.day) \($0.until.map { "until \($0.day)" } ?? "on")"
      }
      return "\(lane.title): \((phases + ["\(lane.events.count) events"]).joined(separator: ", "))."
    }
    return parts.joined(separator: " ")
  }

  private func draw(_ lane: Lane, top: Double) -> String {
    var svg = text("lane", Self.left, top + 12, String(lane.title.prefix(130)))
    let middle = top + 28
    for phase in lane.phases {
      let look = Look(phase.state)
      let from = axis.x(phase.from)
      let until = phase.until.map(axis.x) ?? axis.end
      let height = look.height
      let fill = look == .grace ? " fill=\"url(#hatch)\"" : ""
      let state = CaseText.phrase(forState: phase.state)
      let end = phase.until.map { " until \(CaseText.time($0))" } ?? ""
      svg += """
        <rect class="\(look.rawValue)"\(fill) x="\(from.digits)" y="\((middle - height / 2).digits)" \
        width="\(max(1.5, until - from).digits)" height="\(height.digits)" rx="2">\
        <title>\(CaseText.html("\(state) from \(CaseText.time(phase.from))\(end)"))</title></rect>

        """
    }
    return svg + marks(of: lane, at: middle + 19)
  }

  /// The events as marks that do not overlap: those that would are joined to one.
  private func marks(of lane: Lane, at y: Double) -> String {
    var groups: [(first: Int, last: Int, count: Int, x: Double, end: Double)] = []
    func width(_ first: Int, _ last: Int) -> Double {
      let label = first == last ? "\(first)" : "\(first)–\(last)"
      return max(16, Double(label.count) * 6.4 + 8)
    }
    for event in lane.events {
      let x = axis.x(event.at)
      let half = width(event.number, event.number) / 2
      if let group = groups.last, x - half < group.end + 2 {
        let last = groups.count - 1
        groups[last].last = event.number
        groups[last].count += 1
        let grown = width(group.first, event.number)
        groups[last].end = group.x - width(group.first, group.first) / 2 + grown
      } else {
        groups.append((event.number, event.number, 1, x, x + half))
      }
    }
    return groups.map { group in
      let label = group.first == group.last ? "\(group.first)" : "\(group.first)–\(group.last)"
      let wide = width(group.first, group.last)
      let start = min(
        max(Self.left, group.x - width(group.first, group.first) / 2),
        axis.end - wide
      )
      let shown = file.events[group.first - 1]
      let title =
        group.count > 1
        ? "\(group.count) events" : "\(CaseText.time(shown.at)): \(shown.sentence)"
      return """
        <g class="mark"><title>\(CaseText.html(title))</title>\
        <line x1="\(group.x.digits)" y1="\((y - 12).digits)" x2="\(group.x.digits)" \
        y2="\((y - 8).digits)"/><rect x="\(start.digits)" y="\((y - 8).digits)" \
        width="\(wide.digits)" height="16" rx="8"/>\
        <text x="\((start + wide / 2).digits)" y="\((y + 4).digits)" text-anchor="middle">\
        \(label)</text></g>

        """
    }.joined()
  }

  private func legend(of looks: [Look], top: Double) -> (svg: String, bottom: Double) {
    var (svg, x, y) = ("", Self.left, top)
    for look in looks {
      let wide = 40 + Double(look.title.count) * 6.6
      if x + wide > Self.width { (x, y) = (Self.left, y + 20) }
      let fill = look == .grace ? " fill=\"url(#hatch)\"" : ""
      svg += """
        <rect class="\(look.rawValue)"\(fill) x="\(x.digits)" \
        y="\((y - 4 - look.height / 2).digits)" width="22" height="\(look.height.digits)" rx="2"/>

        """
      svg += text("tick", x + 28, y, look.title)
      x += wide
    }
    return (svg, y + 6)
  }

  private func line(
    _ name: String,
    _ x1: Double,
    _ y1: Double,
    _ x2: Double,
    _ y2: Double
  ) -> String {
    """
    <line class="\(name)" x1="\(x1.digits)" y1="\(y1.digits)" x2="\(x2.digits)" y2="\(y2.digits)"/>

    """
  }

  private func text(
    _ name: String,
    _ x: Double,
    _ y: Double,
    _ text: String,
    anchor: String = "start"
  ) -> String {
    """
    <text class="\(name)" x="\(x.digits)" y="\(y.digits)" text-anchor="\(anchor)">\
    \(CaseText.html(text))</text>

    """
  }
}

/// A time axis: where an instant is drawn, and labelled ticks that do not overlap.
struct CaseAxis {
  struct Tick {
    var x: Double
    var label: String
    var anchor: String
  }

  private let from: Date
  private let seconds: Double
  let start: Double
  let end: Double

  init(_ dates: [Date], from start: Double, to end: Double) {
    (self.start, self.end) = (start, end)
    let (first, last) = (dates.min() ?? .distantPast, dates.max() ?? .distantFuture)
    let length = max(60, last.timeIntervalSince(first))
    from = first.addingTimeInterval(-length * 0.02)
    seconds = length * 1.04
  }

  func x(_ date: Date) -> Double {
    min(end, max(start, start + date.timeIntervalSince(from) / seconds * (end - start)))
  }

  private static let steps: [Double] = [
    60, 300, 900, 3_600, 10_800, 43_200, 86_400, 172_800, 604_800, 1_209_600,
  ]
  private static let months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000]
  /// The least distance of two labels.
  private static let room = 92.0

  var ticks: [Tick] {
    let least = seconds * Self.room / (end - start)
    let calendar = Calendar.gmt
    if let step = Self.steps.first(where: { $0 >= least }) {
      let first = (from.timeIntervalSince1970 / step).rounded(.up) * step
      let dates = stride(from: first, to: from.timeIntervalSince1970 + seconds, by: step)
      return dates.map {
        let date = Date(timeIntervalSince1970: $0)
        let text = CaseText.time(date)
        return tick(date, step < 86_400 ? String(text.dropFirst(5).prefix(11)) : date.day)
      }
    }
    let step = Self.months.first { Double($0) * 2_629_746 >= least } ?? 12_000
    let parts = calendar.dateComponents([.year, .month], from: from)
    var month = (parts.year ?? 1970) * 12 + (parts.month ?? 1) - 1
    month += (step - month % step) % step
    var ticks: [Tick] = []
    while ticks.count < 40 {
      let parts = DateComponents(year: month / 12, month: month % 12 + 1, day: 1)
      guard let date = calendar.date(from: parts),
        date.timeIntervalSince(from) <= seconds
      else { break }
      if date >= from { ticks.append(tick(date, String(date.day.prefix(step < 12 ? 7 : 4)))) }
      month += step
    }
    return ticks
  }

  private func tick(_ date: Date, _ label: String) -> Tick {
    let x = x(date)
    let anchor = x < start + 34 ? "start" : x > end - 34 ? "end" : "middle"
    return Tick(x: x, label: label, anchor: anchor)
  }
}

extension Date {
  var day: String { Wording.day(self) }
}

extension Double {
  /// With one digit after the point, as SVG is written.
  var digits: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
