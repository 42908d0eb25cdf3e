package import Entitlements

/// What is shown of an arrival, on the live screen and by `purser tail`.
package struct ArrivalText {
  enum Tone { case plain, good, bad }

  package let kind: String
  /// What it is: `renewed`, `app receipt`, `POST validate`.
  package let title: String
  /// How it went: `filed`, `rejected`, `401`.
  package let result: String
  /// What it is about, and the reason of a refusal.
  package let detail: String
  let tone: Tone

  package init(_ arrival: Arrival) {
    switch arrival {
    case .document(let row):
      kind = "document"
      title = Wording.phrase(forDocument: row.kind)
      let isGenuine = row.verdict == .genuine
      result = isGenuine ? "filed" : "rejected"
      detail = Self.joined([
        isGenuine ? nil : row.verdict.reason.string, row.user?.raw, row.environment?.rawValue,
        row.app,
      ])
      tone = isGenuine ? .plain : .bad
    case .event(let row):
      kind = "event"
      title = Wording.phrase(forNotice: row.notice.kind)
      result = row.user == nil && row.notice.chain != nil ? "no user" : "filed"
      let name = row.notice.chain.flatMap { Subscription.Name($0) }
      let number = name?.originalTransactionID
      let shown = number.map { text in
        Identifier(lone: text).map { $0.isSecret ? $0.masked : text } ?? text
      }
      detail = Self.joined([
        row.user?.raw, name?.store.rawValue, shown, name?.environment.rawValue, row.notice.detail,
      ])
      tone = .good
    case .job(let row):
      kind = row.isWebhook ? "webhook" : "job"
      title = row.isWebhook ? "entitlements changed" : row.kindWord.string
      result = row.state.rawValue
      detail = Self.joined([row.handle, row.outcome, row.detail])
      tone = row.state == .failed ? .bad : row.state == .done ? .good : .plain
    case .request(let request):
      kind = "request"
      title = "\(request.method) \(request.group)"
      result = "\(request.status)"
      let tenths = (request.milliseconds * 10).rounded() / 10
      detail = Self.joined([request.note, "\(tenths) ms"])
      tone = request.status >= 400 ? .bad : .plain
    }
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
