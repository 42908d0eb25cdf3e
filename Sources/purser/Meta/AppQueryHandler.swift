import Dashboard
import Entitlements
import Foundation
import Persistence

/// Answers the dashboard's queries about the program itself, and the operator's SQL.
struct AppQueryHandler: Sendable {
  let ledger: Ledger
  let themes: ThemeFiles
  let look: Appearance
  /// The number of colours that the screen uses; `nil` without a screen.
  let colors: Int?
  /// Whether the ledger is deleted when the program ends.
  var isPassing = false
  /// The current time; constant while a script plays.
  var now: @Sendable () -> Date = { Date() }

  func answer(_ question: AppQuery) async throws -> LedgerAnswer {
    switch question {
    case .themes: return .themes(themes.cards())
    case .theme(let name): return .theme(try themes.load(name))
    case .settings: return .text(try SettingsReport(look, ledger: ledger.path).page)
    case .about: return .text(try await AboutReport(ledger, isPassing: isPassing).page())
    case .plan(let list, let query, let sort):
      let search = Search(query, at: now())
      return .text(try await PlanReport(list, sort, search, of: ledger).page)
    case .terminal: return .text(HealthReport(look, colors: colors).page)
    case .sql(let text):
      do throws(SQLFault) {
        return .sql(
          try await ledger.answer(sql: text, limit: SQLLimits.rows, seconds: SQLLimits.seconds)
        )
      } catch {
        return .fault(error)
      }
    }
  }
}
