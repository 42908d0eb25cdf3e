// Tickets about charges and refunds.

extension DemoTicket {
  static let chargedTwice = DemoTicket(
    title: "Charged twice",
    message: """
      Why did you charge me twice this month?? I see $9.99 on <day -17d> and again $9.99 on
      <day -3d>. I only have ONE account (rosa.marquez@example.com).
      """,
    step: "One user, two Apple accounts: two chains run side by side. t shows both.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "bought-with-two-accounts"
      ticket = "chargedTwice"
      recommendation = "cancel-duplicate"

      [[document]]
      kind = "jws-transaction"
      received = <-17d>
      user = "rosa.marquez"
      name = "Rosa Marquez"
      email = "rosa.marquez@example.com"
      [document.fields]
      transactionId = "450000911223301"
      originalTransactionId = "450000911223301"
      productId = "premium.monthly"
      purchaseDate = <-17d9s>
      originalPurchaseDate = <-17d9s>
      expiresDate = <+13d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 9990
      currency = "USD"

      # Her tablet is signed in with her husband's Apple account.
      [[document]]
      kind = "jws-transaction"
      received = <-3d>
      user = "rosa.marquez"
      [document.fields]
      transactionId = "190001300418802"
      originalTransactionId = "190001300418802"
      productId = "premium.monthly"
      purchaseDate = <-3d8s>
      originalPurchaseDate = <-3d8s>
      expiresDate = <+27d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 9990
      currency = "USD"
      """
  )

  static let refundApple = DemoTicket(
    title: "Refund me (Apple)",
    message: """
      I want my money back! My kid subscribed on my iPhone by accident. Refund please.
      oliver.hart@example.co.uk
      """,
    step: "Only Apple refunds. It asked for consumption data; you have hours left to answer.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "refund-request-open"
      ticket = "refundApple"
      recommendation = "answer-apple"

      [[document]]
      kind = "jws-notification"
      received = <-42h>
      user = "oliver.hart"
      name = "Oliver Hart"
      email = "oliver.hart@example.co.uk"
      [document.fields]
      notificationType = "SUBSCRIBED"
      subtype = "INITIAL_BUY"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000d301"
      [document.fields.data]
      appAppleId = 1448110021
      status = 1
      [document.fields.data.signedTransactionInfo]
      transactionId = "270001911330044"
      originalTransactionId = "270001911330044"
      productId = "premium.yearly"
      subscriptionGroupIdentifier = "21330987"
      purchaseDate = <-42h13s>
      originalPurchaseDate = <-42h12s>
      expiresDate = <+363d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      transactionReason = "PURCHASE"
      storefront = "GBR"
      price = 49990
      currency = "GBP"
      [document.fields.data.signedRenewalInfo]
      originalTransactionId = "270001911330044"
      productId = "premium.yearly"
      autoRenewProductId = "premium.yearly"
      autoRenewStatus = 1
      renewalDate = <+363d>

      [[document]]
      kind = "jws-notification"
      received = <-3h>
      [document.fields]
      notificationType = "CONSUMPTION_REQUEST"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000d302"
      [document.fields.data]
      appAppleId = 1448110021
      status = 1
      consumptionRequestReason = "UNINTENDED_PURCHASE"
      [document.fields.data.signedTransactionInfo]
      transactionId = "270001911330044"
      originalTransactionId = "270001911330044"
      productId = "premium.yearly"
      purchaseDate = <-42h13s>
      originalPurchaseDate = <-42h12s>
      expiresDate = <+363d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "GBR"
      price = 49990
      currency = "GBP"
      [document.fields.data.signedRenewalInfo]
      originalTransactionId = "270001911330044"
      productId = "premium.yearly"
      autoRenewProductId = "premium.yearly"
      autoRenewStatus = 1
      renewalDate = <+363d>
      """
  )

  static let refundGoogle = DemoTicket(
    title: "Refund me (Google)",
    message: """
      Where is my refund? I asked Google for it a week ago. GPA.3399-0011-2233-44556
      """,
    step: "Google refunded it days ago; the bank is slow. t shows when.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "refunded-already"
      ticket = "refundGoogle"
      recommendation = "explain-refund"

      [[document]]
      kind = "google-subscription"
      received = <-10d>
      user = "tess.miller"
      name = "Tess Miller"
      email = "tess.miller@example.org"
      token = "yykdjfhbgnamclpoieqwtury.AO-J1Oz8"
      [document.fields]
      startTime = <-10d11s>
      regionCode = "US"
      subscriptionState = "SUBSCRIPTION_STATE_ACTIVE"
      latestOrderId = "GPA.3399-0011-2233-44556"
      [[document.fields.lineItems]]
      productId = "premium"
      expiryTime = <+20d>
      latestSuccessfulOrderId = "GPA.3399-0011-2233-44556"
      autoRenewingPlan = { autoRenewEnabled = true }
      offerDetails = { basePlanId = "monthly" }

      [[document]]
      kind = "google-voided"
      received = <-4d>
      [[document.fields.voidedPurchases]]
      kind = "androidpublisher#voidedPurchase"
      purchaseToken = "yykdjfhbgnamclpoieqwtury.AO-J1Oz8"
      orderId = "GPA.3399-0011-2233-44556"
      purchaseTimeMillis = <-10d11s>
      voidedTimeMillis = <-4d13h>
      voidedSource = 0
      voidedReason = 1
      """
  )

  static let cancelledButCharged = DemoTicket(
    title: "I cancelled and was charged",
    message: """
      Ich habe mein Abo gekündigt, trotzdem wurde abgebucht. ute.lang@example.de
      """,
    step: "Turned off ten hours before the renewal; Apple needs 24. t shows the order.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "renewal-off-too-late"
      ticket = "cancelledButCharged"
      recommendation = "explain-renewal"

      [[document]]
      kind = "jws-transaction"
      received = <-31d>
      user = "ute.lang"
      name = "Ute Lang"
      email = "ute.lang@example.de"
      [document.fields]
      transactionId = "880001120000303"
      originalTransactionId = "880001120000303"
      productId = "premium.monthly"
      purchaseDate = <-31d5s>
      originalPurchaseDate = <-31d5s>
      expiresDate = <-1d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "DEU"
      price = 9990
      currency = "EUR"

      [[document]]
      kind = "jws-notification"
      received = <-1d10h>
      [document.fields]
      notificationType = "DID_CHANGE_RENEWAL_STATUS"
      subtype = "AUTO_RENEW_DISABLED"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000d701"
      [document.fields.data]
      status = 1
      [document.fields.data.signedTransactionInfo]
      transactionId = "880001120000303"
      originalTransactionId = "880001120000303"
      productId = "premium.monthly"
      purchaseDate = <-31d5s>
      originalPurchaseDate = <-31d5s>
      expiresDate = <-1d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      [document.fields.data.signedRenewalInfo]
      originalTransactionId = "880001120000303"
      productId = "premium.monthly"
      autoRenewProductId = "premium.monthly"
      autoRenewStatus = 0

      # Apple had started the renewal; renewal is off from then on.
      [[document]]
      kind = "jws-notification"
      received = <-23h58m>
      [document.fields]
      notificationType = "DID_RENEW"
      notificationUUID = "7d2f8a10-0000-4000-8000-00000000d702"
      [document.fields.data]
      status = 1
      [document.fields.data.signedTransactionInfo]
      transactionId = "880001120000404"
      originalTransactionId = "880001120000303"
      productId = "premium.monthly"
      purchaseDate = <-1d>
      originalPurchaseDate = <-31d5s>
      expiresDate = <+29d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      transactionReason = "RENEWAL"
      storefront = "DEU"
      price = 9990
      currency = "EUR"
      [document.fields.data.signedRenewalInfo]
      originalTransactionId = "880001120000303"
      productId = "premium.monthly"
      autoRenewProductId = "premium.monthly"
      autoRenewStatus = 0
      """
  )
}
