extension SimulatedWorld {
  /// Adds purchases from before this world began. Their state must be current: past events are not
  /// repeated.
  package mutating func adopt(_ purchases: [SimulatedPurchase]) {
    for purchase in purchases {
      let position = append(purchase)
      for charge in purchase.charges {
        places[charge.id] = position
        if places[charge.order] == nil { places[charge.order] = position }
      }
    }
  }
}
