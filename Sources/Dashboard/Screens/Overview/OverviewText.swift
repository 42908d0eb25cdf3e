package import Entitlements

/// The overview as plain text.
package enum OverviewText {
  package static func lines(
    of overview: Overview,
    _ queues: [SavedQueue],
    _ counts: [Count],
    columns: Int,
    _ glyphs: GlyphSet
  ) -> [String] {
    let size = Size(columns: min(columns, 110), rows: 24)
    let view = ViewContext(size: size, now: overview.at, utcOffset: 0, glyphs: glyphs)
    let known = Dictionary(
      uniqueKeysWithValues: counts.enumerated().map { ($0.offset, $0.element) }
    )
    return LedgerOverviewContent(overview, queues, known, view).text()
  }
}
