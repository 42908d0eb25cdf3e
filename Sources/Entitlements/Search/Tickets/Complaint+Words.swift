extension Complaint {
  /// What a letter is about: the likeliest first; empty where its words don't tell. A hint, no more.
  ///
  /// It may be written in Arabic, Chinese, Dutch, English, French, German, Hindi, Italian, Japanese,
  /// Korean, Polish, Portuguese, Russian, Spanish or Turkish.
  package static func kinds(in letter: String) -> [Complaint] {
    let text = TicketText(letter)
    let concepts = TicketConcepts(in: text)
    return TicketWeights.table.tickets(of: concepts).flatMap { ticket in
      ticket == .refundApple ? refunds(concepts, text) : [ticket]
    }
  }

  /// Who wants money back seldom says from whom: the store's name or its order ID does.
  private static func refunds(_ concepts: TicketConcepts, _ text: TicketText) -> [Complaint] {
    let orders = Set(Identifier.all(in: text.own + text.quoted).map(\.kind))
    let apple = concepts.strength(of: .apple) + (orders.contains(.appleOrder) ? 3 : 0)
    let google = concepts.strength(of: .google) + (orders.contains(.googleOrder) ? 3 : 0)
    // Both are named where a phone's signature stands below what is said of the other store.
    let isGoogle = google > apple || (google == apple && google > 0)
    return isGoogle ? [.refundGoogle, .refundApple] : [.refundApple, .refundGoogle]
  }
}
