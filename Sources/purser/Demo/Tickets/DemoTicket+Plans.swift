// Tickets about plans, consumables, trials and families.

extension DemoTicket {
  static let wrongPlan = DemoTicket(
    title: "Wrong plan",
    message: """
      I switched to the Basic plan last week but the app still shows Premium, wrong plan!
      lou.berg@example.com
      """,
    step: "The change takes effect at the next renewal. p lists every check.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "plan-change-pending"
      ticket = "wrongPlan"
      recommendation = "explain-plan"

      [[document]]
      kind = "jws-transaction"
      received = <-16d>
      user = "lou.berg"
      name = "Lou Berg"
      email = "lou.berg@example.com"
      [document.fields]
      transactionId = "560001880012001"
      originalTransactionId = "560001880012001"
      productId = "premium.monthly"
      purchaseDate = <-16d9s>
      originalPurchaseDate = <-16d9s>
      expiresDate = <+15d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 9990
      currency = "USD"

      [[document]]
      kind = "jws-notification"
      received = <-7d>
      [document.fields]
      notificationType = "DID_CHANGE_RENEWAL_PREF"
      subtype = "DOWNGRADE"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000d901"
      [document.fields.data]
      status = 1
      [document.fields.data.signedTransactionInfo]
      transactionId = "560001880012001"
      originalTransactionId = "560001880012001"
      productId = "premium.monthly"
      purchaseDate = <-16d9s>
      originalPurchaseDate = <-16d9s>
      expiresDate = <+15d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 9990
      currency = "USD"
      [document.fields.data.signedRenewalInfo]
      originalTransactionId = "560001880012001"
      productId = "premium.monthly"
      autoRenewProductId = "basic.monthly"
      autoRenewStatus = 1
      renewalPrice = 4990
      currency = "USD"
      """
  )

  static let consumableMissing = DemoTicket(
    title: "My gems are missing",
    message: """
      I bought 500 gems and never received them!!! Transaction 990001220018801.
      zed.kaya@example.com
      """,
    step: "Paid and verified, but not delivered: deliver once. Enter shows the document.",
    expanded: """
      app = "com.example.castle"
      [expect]
      verdict = "consumable-not-delivered"
      ticket = "consumableMissing"
      recommendation = "deliver-once"

      [[document]]
      kind = "jws-notification"
      received = <-100m>
      user = "zed.kaya"
      name = "Zed Kaya"
      email = "zed.kaya@example.com"
      [document.fields]
      notificationType = "ONE_TIME_CHARGE"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000da01"
      [document.fields.data.signedTransactionInfo]
      transactionId = "990001220018801"
      originalTransactionId = "990001220018801"
      productId = "gems.500"
      purchaseDate = <-100m20s>
      originalPurchaseDate = <-100m20s>
      quantity = 1
      type = "Consumable"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 4990
      currency = "USD"
      """
  )

  static let trialOrOffer = DemoTicket(
    title: "The trial charged me",
    message: """
      I signed up for the FREE TRIAL and now you took $59.99! uma.patel@example.com
      """,
    step: "The week was free, the year was not. t shows when the trial became a charge.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "trial-converted"
      ticket = "trialOrOffer"
      recommendation = "explain-offer"

      [[document]]
      kind = "jws-transaction"
      received = <-9d>
      user = "uma.patel"
      name = "Uma Patel"
      email = "uma.patel@example.com"
      [document.fields]
      transactionId = "130001550011001"
      originalTransactionId = "130001550011001"
      productId = "premium.yearly"
      purchaseDate = <-9d9s>
      originalPurchaseDate = <-9d9s>
      expiresDate = <-2d9s>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 0
      currency = "USD"
      offerType = 1
      offerDiscountType = "FREE_TRIAL"
      offerPeriod = "P1W"

      [[document]]
      kind = "jws-notification"
      received = <-2d50m>
      [document.fields]
      notificationType = "DID_RENEW"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000db01"
      [document.fields.data]
      status = 1
      [document.fields.data.signedTransactionInfo]
      transactionId = "130001550011077"
      originalTransactionId = "130001550011001"
      productId = "premium.yearly"
      purchaseDate = <-2d9s>
      originalPurchaseDate = <-9d9s>
      expiresDate = <+363d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      transactionReason = "RENEWAL"
      storefront = "USA"
      price = 59990
      currency = "USD"
      [document.fields.data.signedRenewalInfo]
      originalTransactionId = "130001550011001"
      productId = "premium.yearly"
      autoRenewProductId = "premium.yearly"
      autoRenewStatus = 1
      """
  )

  static let family = DemoTicket(
    title: "Family Sharing stopped",
    message: """
      I had Premium through Family Sharing from my mother, and now it is gone.
      lena.voss@example.de
      """,
    step: "The family member stopped sharing: nothing to refund. Enter opens the event.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "family-access-ended"
      ticket = "pendingOrFamily"
      recommendation = "ask-organiser"

      [[document]]
      kind = "jws-transaction"
      received = <-21d>
      user = "lena.voss"
      name = "Lena Voss"
      email = "lena.voss@example.de"
      [document.fields]
      transactionId = "660001880055001"
      originalTransactionId = "660001880055001"
      productId = "premium.yearly"
      purchaseDate = <-80d>
      originalPurchaseDate = <-80d>
      expiresDate = <+285d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "FAMILY_SHARED"
      storefront = "DEU"

      [[document]]
      kind = "jws-notification"
      received = <-44h>
      [document.fields]
      notificationType = "REVOKE"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000dc01"
      [document.fields.data]
      status = 5
      [document.fields.data.signedTransactionInfo]
      transactionId = "660001880055001"
      originalTransactionId = "660001880055001"
      productId = "premium.yearly"
      purchaseDate = <-80d>
      originalPurchaseDate = <-80d>
      expiresDate = <+285d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "FAMILY_SHARED"
      storefront = "DEU"
      revocationDate = <-44h20s>
      revocationReason = 0
      """
  )
}
