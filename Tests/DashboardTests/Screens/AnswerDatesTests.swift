import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

@Suite struct `The dates of an answer on screen` {
  /// Of purchases made in Germany.
  private static let inquiry: InquiryAnswer = {
    var file = Sample.caseFile
    for chain in file.chains.indices {
      file.chains[chain].sales = file.chains[chain].sales.map { sale in
        sale.changing {
          $0.terms = Order.Terms(country: "DEU", statementSource: sale.statementSource)
        }
      }
    }
    var inquiry = Sample.inquiry
    inquiry.diagnosis = Diagnosis.diagnose(
      file,
      ticketCategories: [.cancelledButCharged],
      at: Sample.now
    )
    return inquiry
  }()

  private func player(_ locale: String?, zone: ClockZone = .utc) -> Player {
    var player = Player(Sample.state(140, 40, zone: zone, locale: locale))
    player.inquiry = Self.inquiry
    player.press(.down)
    player.type("w")
    return player
  }

  private func text(_ player: Player) -> String { FrameText.text(of: view(player.state)) }

  @Test func `are the locale's in sentences, and the clock's in the evidence`() {
    let player = player("de_DE")
    let shown = text(player)
    let sentence = Self.inquiry.diagnosis.verdict.sentence(
      DateStyle(locale: "de_DE", zone: TimeZone(identifier: "Europe/Berlin"))
    )
    #expect(sentence.contains("November 2026, 03:40 MEZ"), "\(sentence)")
    #expect(shown.contains("November 2026, 03:40 MEZ"), "\(shown)")
    #expect(shown.contains("bought on 4. November 2026"), "\(shown)")
    #expect(shown.contains("2026-11-04 02:40"), "\(shown)")
    #expect(!shown.contains("02:40 UTC)"))
  }

  @Test func `have UTC beside them after C, and not after another`() {
    var player = player("de_DE")
    let before = text(player)
    #expect(before.contains("C UTC"), "\(before)")
    #expect(player.state.front.equivalentCommand == ["why", "ada"])
    player.type("C")
    #expect(text(player).contains("03:40 MEZ (02:40 UTC)"), "\(text(player))")
    #expect(text(player).contains("C no UTC"), "\(text(player))")
    #expect(player.state.front.equivalentCommand == ["why", "--utc", "ada"])
    player.type("C")
    #expect(!text(player).contains("(02:40 UTC)"))
    #expect(player.state.front.equivalentCommand == ["why", "ada"])
  }

  @Test func `are ISO 8601 without a locale, and C does nothing`() {
    var player = player(nil)
    let before = text(player)
    #expect(before.contains("02:40 UTC"), "\(before)")
    #expect(!before.contains("C UTC") && !before.contains("MEZ"))
    player.type("C")
    #expect(text(player) == before)
    #expect(player.state.front.equivalentCommand == ["why", "ada"])
  }

  @Test func `of purchases are relative where the clock is`() {
    #expect(text(player("de_DE", zone: .relative)).contains("bought on 17 d ago"))
  }

  @Test func `are switched by a key that the help tells of where there is a locale`() {
    var german = player("de_DE")
    german.type("?")
    #expect(text(german).contains("or show UTC"), "\(text(german))")
    var plain = player(nil)
    plain.type("?")
    #expect(!text(plain).contains("or show UTC"))
  }
}
