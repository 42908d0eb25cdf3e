import Entitlements
import Foundation
import Testing

/// Messages as people write them in fifteen languages, each with the ticket it is.
private struct Wordings {
  struct Message: Decodable {
    var language: String
    /// A ticket, or `none`.
    var ticket: String
    /// Tickets that are right, too.
    var also: [String]?
    var text: String
  }

  private(set) var right = 0
  private(set) var wrong = 0
  /// Messages about no purchase that were taken for a ticket.
  private(set) var invented = 0
  private(set) var byLanguage: [String: (right: Int, wrong: Int, count: Int)] = [:]
  let count: Int

  /// `de 40 right, 1 wrong of 44`, and so on.
  var figures: Comment {
    let languages = byLanguage.sorted { $0.key < $1.key }.map { language, figures in
      "\(language) \(figures.right) right, \(figures.wrong) wrong of \(figures.count)"
    }
    return "\(right) right, \(wrong) wrong, \(invented) invented of \(count): \(languages)"
  }

  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "Wordings/\(name).json")
    let messages = try JSONDecoder().decode([Message].self, from: Data(contentsOf: file))
    count = messages.count
    for message in messages {
      let answer = TicketCategory.kinds(in: message.text).first?.rawValue ?? "none"
      let isRight = answer == message.ticket || message.also?.contains(answer) == true
      let isWrong = !isRight && answer != "none"
      let before = byLanguage[message.language] ?? (0, 0, 0)
      byLanguage[message.language] = (
        before.right + (isRight ? 1 : 0), before.wrong + (isWrong ? 1 : 0), before.count + 1
      )
      right += isRight ? 1 : 0
      wrong += isWrong ? 1 : 0
      if !isRight, message.ticket == "none" { invented += 1 }
    }
  }
}

@Suite struct `Messages in fifteen languages` {
  @Test(
    arguments: [("development", 98), ("held", 98), ("further", 97), ("blind", 92)]
      as [(String, Int)]
  )
  func `that the weights were fitted to are understood or left open`(
    _ name: String,
    _ percentage: Int
  ) throws {
    let wordings = try Wordings(name)
    #expect(wordings.right * 100 >= wordings.count * percentage, wordings.figures)
    #expect(wordings.wrong * 100 <= wordings.count * 3, wordings.figures)
    #expect(wordings.invented <= 3, wordings.figures)
  }

  /// Nobody looked at these before the weights were fitted.
  @Test func `that were kept apart are understood in 95 of 100 cases`() throws {
    let wordings = try Wordings("unseen")
    #expect(wordings.right * 100 >= wordings.count * 95, wordings.figures)
    #expect(wordings.wrong * 100 <= wordings.count * 3, wordings.figures)
  }

  @Test(
    arguments: [
      ("I never asked for a refund, but premium is gone", [.lostAccess, .noAccess, .vanished]),
      ("I have not been charged twice, I just have no access", [.noAccess]),
      ("premium stopped, I did NOT cancel it. My card works.", [.lostAccess, .vanished]),
      (
        "Where did my Premium go? My card is fine and I did not cancel",
        [.lostAccess, .vanished]
      ),
      (
        "Warum ist mein Premium weg? Ich habe NICHT gekündigt, und dafür bezahle ich",
        [.lostAccess, .vanished]
      ),
      (
        "The month was over and I was not charged. Do I still have access?",
        [.noAccess, .lostAccess]
      ),
      ("You refunded February. Do I still have access in March?", [.noAccess, .lostAccess]),
      ("My promo code did not work, I was charged the full 9.99", [.trialOrOffer]),
      (
        "I had an old refund at Google; did I lose premium?? It should run at Amazon",
        [.lostAccess, .noAccess]
      ),
      ("Do I have access now? I don't want to pay again", [.noAccess]),
      ("I've written to you twice already!! charged, and no access!!!", [.noAccess]),
      ("For the second time: I was charged and the app is locked.", [.noAccess]),
      ("Tried it twice, cannot restore my purchase", [.restoreFails]),
      ("It's not that I lost access, it's that you charged me twice.", [.chargedTwice]),
      ("where is my receipt?", [.noAccess, .vanished]),
      ("I paid in January and it's locked", [.noAccess]),
      ("My son bought it on his iPad with my card, nothing unlocked on it.", [.noAccess]),
      ("Cancel my subscription and refund the last month please.", [.refundApple]),
      ("the app says 'refunded' since I upgraded and I have no access", [.noAccess]),
    ] as [(String, [TicketCategory])]
  )
  func `are not taken for what they deny`(_ message: String, _ tickets: [TicketCategory]) {
    let answer = TicketCategory.kinds(in: message).first
    let isRightOrOpen = answer.map { tickets.contains($0) } ?? true
    #expect(isRightOrOpen)
  }

  @Test(
    arguments: [
      ("chargd twicee for the same subscripton", .chargedTwice),
      ("I WAS CHARGED TWICE!!! 😡😡", .chargedTwice),
      ("Mir wurde zwei=\nmal abgebucht, bitte pr=C3=BCfen, f=C3=BCr November", .chargedTwice),
      ("> I was charged twice for November", .chargedTwice),
      ("> How do I restore purchases?\n\nI was charged twice this month", .chargedTwice),
      ("списали деньги дважды", .chargedTwice), ("مرتين انخصم المبلغ", .chargedTwice),
      ("두 번 결제됐어요", .chargedTwice), ("paise do baar kat gaye", .chargedTwice),
      ("I was charged 11.99 EUR for Chords Studio. I want a refund.", .refundApple),
      ("I was charged $11.99 and want my money back", .refundApple),
      ("I was charged 11.99 EUR for nothing. I want a refund.", .refundApple),
      ("The app keeps crashing, refund please.", .refundApple),
      ("My kid bought this without permission. I'd like my money back.", .refundApple),
      ("제 아이디는 u_22hh6입니다. 환불해 주세요.", .refundApple),
      ("I bought 5 lessons but they never arrived", .consumableMissing),
      (
        "I had Premium through Family Sharing from my mother, and now it is gone.", .pendingOrFamily
      ),
      ("Family Sharing stopped working.", .pendingOrFamily),
    ] as [(String, TicketCategory)]
  )
  func `are read through typing errors, quotations and encodings`(
    _ message: String,
    _ ticket: TicketCategory
  ) {
    #expect(TicketCategory.kinds(in: message).first == ticket)
  }
}
