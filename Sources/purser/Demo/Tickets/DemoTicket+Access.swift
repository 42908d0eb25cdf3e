// Tickets about missing access.

extension DemoTicket {
  static let noAccess = DemoTicket(
    title: "I paid and have no access",
    message: """
      Hi there,

      I bought Premium two days ago and paid for it, but the app still asks me to subscribe! My
      Google receipt says order number GPA.3385-1204-7765-81230, 9,99 EUR. I'm signed in as
      maren.vogel@example.net.

      Maren
      """,
    step: "The purchase is valid but belongs to a guest. Enter on the order shows when.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "owned-by-other-user"
      ticket = "noAccess"
      recommendation = "transfer"

      # The app submitted it at its first start, before a sign-in.
      [[document]]
      kind = "google-subscription"
      received = <-2d>
      user = "guest-4471"
      token = "hcklmpoqgnbfjiaejbdlcofg.AO-J1OxT3Yt0q6wq8R1y"
      [document.fields]
      kind = "androidpublisher#subscriptionPurchaseV2"
      startTime = <-2d10s>
      regionCode = "DE"
      subscriptionState = "SUBSCRIPTION_STATE_ACTIVE"
      latestOrderId = "GPA.3385-1204-7765-81230"
      acknowledgementState = "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED"
      [[document.fields.lineItems]]
      productId = "premium"
      expiryTime = <+28d>
      latestSuccessfulOrderId = "GPA.3385-1204-7765-81230"
      autoRenewingPlan = { autoRenewEnabled = true }
      offerDetails = { basePlanId = "monthly" }

      # Her sign-in is known from a theme purchase long ago.
      [[document]]
      kind = "google-product"
      received = <-120d>
      user = "maren"
      name = "Maren Vogel"
      email = "maren.vogel@example.net"
      token = "bkdjfhgmnaoeiclpqwnfhdja.AO-J1OyLp2Bn7Zk"
      product-kind = "nonConsumable"
      [document.fields]
      kind = "androidpublisher#productPurchase"
      purchaseTimeMillis = <-120d9s>
      purchaseState = 0
      consumptionState = 0
      acknowledgementState = 1
      productId = "theme.dark"
      orderId = "GPA.3311-8812-0932-10231"
      regionCode = "DE"
      """
  )

  static let restoreFails = DemoTicket(
    title: "Restore does not work",
    message: """
      Restore purchases says "nothing to restore". I bought the app's full version years ago.
      tom.byrne@example.ie
      """,
    step: "Genuine, but without purchases: another Apple account bought. Enter opens it.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "receipt-without-purchases"
      ticket = "restoreFails"
      recommendation = "check-store-account"

      [[document]]
      kind = "app-receipt"
      received = <-2h>
      user = "tom.byrne"
      name = "Tom Byrne"
      email = "tom.byrne@example.ie"
      [document.fields]
      appVersion = "3310"
      originalAppVersion = "1204"
      """
  )

  static let vanished = DemoTicket(
    title: "My subscription has vanished",
    message: """
      My subscription vanished after my sister signed in on my iPad with her account! I'm
      grace.okafor@example.com, transaction 720001990012200
      """,
    step: "Two users sent the same transaction, and the newer one has it. t shows when it moved.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "moved-to-other-user"
      ticket = "vanished"
      recommendation = "keep-or-transfer"

      [[document]]
      kind = "jws-transaction"
      received = <-21d>
      user = "grace.okafor"
      name = "Grace Okafor"
      email = "grace.okafor@example.com"
      [document.fields]
      transactionId = "720001990012200"
      originalTransactionId = "720001990012200"
      productId = "premium.monthly"
      purchaseDate = <-21d9s>
      originalPurchaseDate = <-21d9s>
      expiresDate = <+9d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 9990
      currency = "USD"
      signedDate = <-21d>

      [[document]]
      kind = "jws-transaction"
      received = <-22h>
      user = "hope.okafor"
      name = "Hope Okafor"
      email = "hope.okafor@example.com"
      [document.fields]
      transactionId = "720001990012200"
      originalTransactionId = "720001990012200"
      productId = "premium.monthly"
      purchaseDate = <-21d9s>
      originalPurchaseDate = <-21d9s>
      expiresDate = <+9d>
      quantity = 1
      type = "Auto-Renewable Subscription"
      inAppOwnershipType = "PURCHASED"
      storefront = "USA"
      price = 9990
      currency = "USD"
      signedDate = <-22h>
      """
  )

  static let lostAccess = DemoTicket(
    title: "Lost Premium though I pay",
    message: """
      I have been paying every month and suddenly Premium stopped working. Please fix it! Order
      GPA.3344-5566-7788-99001
      """,
    step: "The card was declined: no access while Google retries. t shows the hold.",
    expanded: """
      app = "com.example.recipes"
      [expect]
      verdict = "payment-on-hold"
      ticket = "lostAccess"
      recommendation = "fix-payment"

      [[document]]
      kind = "google-subscription"
      received = <-36d>
      user = "mei.chan"
      name = "Mei Chan"
      email = "mei.chan@example.hk"
      token = "ookdjfhbgnamclpoieqwtury.AO-J1Oo1"
      [document.fields]
      startTime = <-36d10s>
      regionCode = "HK"
      subscriptionState = "SUBSCRIPTION_STATE_ACTIVE"
      latestOrderId = "GPA.3344-5566-7788-99001"
      [[document.fields.lineItems]]
      productId = "premium"
      expiryTime = <-6d>
      latestSuccessfulOrderId = "GPA.3344-5566-7788-99001"
      autoRenewingPlan = { autoRenewEnabled = true }
      offerDetails = { basePlanId = "monthly" }

      [[document]]
      kind = "google-rtdn"
      received = <-3d2s>
      [document.fields.subscriptionNotification]
      version = "1.0"
      notificationType = 5
      purchaseToken = "ookdjfhbgnamclpoieqwtury.AO-J1Oo1"
      subscriptionId = "premium"

      [[document]]
      kind = "google-subscription"
      received = <-3d>
      token = "ookdjfhbgnamclpoieqwtury.AO-J1Oo1"
      [document.fields]
      startTime = <-36d10s>
      regionCode = "HK"
      subscriptionState = "SUBSCRIPTION_STATE_ON_HOLD"
      latestOrderId = "GPA.3344-5566-7788-99001..0"
      [[document.fields.lineItems]]
      productId = "premium"
      expiryTime = <-3d>
      latestSuccessfulOrderId = "GPA.3344-5566-7788-99001"
      autoRenewingPlan = { autoRenewEnabled = true }
      offerDetails = { basePlanId = "monthly" }
      """
  )
}
