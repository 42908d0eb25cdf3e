extension SimulatedWorld {
  /// Takes up purchases that were made before this world began. What they say of themselves must
  /// hold now: nothing of the past happens again.
  package mutating func adopt(_ purchases: [SimulatedPurchase]) {
    for purchase in purchases {
      let place = append(purchase)
      for charge in purchase.charges {
        places[charge.id] = place
        if places[charge.order] == nil { places[charge.order] = place }
      }
    }
  }
}
