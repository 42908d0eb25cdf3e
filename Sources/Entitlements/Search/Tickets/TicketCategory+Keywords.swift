extension TicketCategory {
  /// The likely categories of a message, the likeliest first; empty if inconclusive. Only a hint.
  ///
  /// Supports Arabic, Chinese, Dutch, English, French, German, Hindi, Italian, Japanese, Korean,
  /// Polish, Portuguese, Russian, Spanish and Turkish.
  package static func kinds(in message: String) -> [TicketCategory] {
    let text = TicketText(message)
    let concepts = TicketConcepts(in: text)
    return TicketWeights.table.tickets(of: concepts).flatMap { ticket in
      ticket == .refundApple ? refunds(concepts, text) : [ticket]
    }
  }

  /// The stores that a refund may be requested from, by the store's name or its order ID.
  private static func refunds(_ concepts: TicketConcepts, _ text: TicketText) -> [TicketCategory] {
    let orders = Set(Identifier.all(in: text.own + text.quoted).map(\.kind))
    let apple = concepts.strength(of: .apple) + (orders.contains(.appleOrder) ? 3 : 0)
    let google = concepts.strength(of: .google) + (orders.contains(.googleOrder) ? 3 : 0)
    // Both are named if a phone's signature follows a message about the other store.
    let isGoogle = google > apple || (google == apple && google > 0)
    return isGoogle ? [.refundGoogle, .refundApple] : [.refundApple, .refundGoogle]
  }
}
