import Basics
import Entitlements
import Receipts

extension DemoTicket {
  /// All tickets, in the order of `TicketCategory`.
  static let all = [
    noAccess, chargedTwice, refundApple, refundGoogle, restoreFails, vanished,
    cancelledButCharged, lostAccess, wrongPlan, consumableMissing, trialOrOffer, family,
  ]

  private static let noAccess = DemoTicket(
    title: "I paid and have no access",
    message: """
      Hi there,

      I bought Premium two days ago and paid for it, but the app still asks me to subscribe! My
      Google receipt says order number GPA.3385-1204-7765-81230, 9,99 EUR. I'm signed in as
      maren.vogel@example.net.

      Maren
      """,
    step: "The purchase is valid but belongs to a guest. Enter on the order shows when.",
    documents: [
      // The app submitted it at its first start, before a sign-in.
      .subscription(
        DemoPurchase(
          order: "GPA.3385-1204-7765-81230",
          token: "hcklmpoqgnbfjiaejbdlcofg.AO-J1OxT3Yt0q6wq8R1y",
          started: "-2d10s",
          region: "DE"
        ),
        until: "+28d",
        received: "-2d",
        from: TicketAuthor(id: "guest-4471"),
        [
          "kind": "androidpublisher#subscriptionPurchaseV2",
          "acknowledgementState": "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",
        ]
      ),
      // Her sign-in is known from a theme purchase long ago.
      DemoDocument(
        received: "-120d",
        user: TicketAuthor(id: "maren", name: "Maren Vogel", email: "maren.vogel@example.net"),
        token: "bkdjfhgmnaoeiclpqwnfhdja.AO-J1OyLp2Bn7Zk",
        productKind: .nonConsumable,
        kind: .googleProduct,
        fields: [
          "kind": "androidpublisher#productPurchase", "purchaseTimeMillis": "-120d9s",
          "purchaseState": 0, "consumptionState": 0, "acknowledgementState": 1,
          "productId": "theme.dark", "orderId": "GPA.3311-8812-0932-10231", "regionCode": "DE",
        ]
      ),
    ]
  )

  private static let chargedTwice = DemoTicket(
    title: "Charged twice",
    message: """
      Why did you charge me twice this month?? I see $9.99 on <day -17d> and again $9.99 on
      <day -3d>. I only have ONE account (rosa.marquez@example.com).
      """,
    step: "One user, two Apple accounts: two chains run side by side. t shows both.",
    documents: [
      .submitted(
        .transaction("450000911223301", "-17d9s", "+13d"),
        "-17d",
        TicketAuthor("Rosa Marquez", "example.com")
      ),
      // Her tablet is signed in with her husband's Apple account.
      .submitted(
        .transaction("190001300418802", "-3d8s", "+27d"),
        "-3d",
        TicketAuthor(id: "rosa.marquez")
      ),
    ]
  )

  private static let refundApple = DemoTicket(
    title: "Refund me (Apple)",
    message: """
      I want my money back! My kid subscribed on my iPhone by accident. Refund please.
      oliver.hart@example.co.uk
      """,
    step: "Only Apple refunds. It asked for consumption data; you have hours left to answer.",
    documents: [
      .notified(
        "SUBSCRIBED/INITIAL_BUY d301",
        "-42h",
        britishYear.with([
          "subscriptionGroupIdentifier": "21330987", "transactionReason": "PURCHASE",
        ]),
        renewal: ["renewalDate": "+363d"],
        data: ["appAppleId": 1_448_110_021],
        TicketAuthor("Oliver Hart", "example.co.uk")
      ),
      .notified(
        "CONSUMPTION_REQUEST d302",
        "-3h",
        britishYear,
        renewal: ["renewalDate": "+363d"],
        data: ["appAppleId": 1_448_110_021, "consumptionRequestReason": "UNINTENDED_PURCHASE"]
      ),
    ]
  )

  private static let britishYear = JSONValue.transaction("270001911330044", "-42h13s", "+363d")
    .with([
      "productId": "premium.yearly", "originalPurchaseDate": "-42h12s", "storefront": "GBR",
      "price": 49990, "currency": "GBP",
    ])

  private static let refundGoogle = DemoTicket(
    title: "Refund me (Google)",
    message: """
      Where is my refund? I asked Google for it a week ago. GPA.3399-0011-2233-44556
      """,
    step: "Google refunded it days ago; the bank is slow. t shows when.",
    documents: [
      .subscription(
        refunded,
        until: "+20d",
        received: "-10d",
        from: TicketAuthor("Tess Miller", "example.org")
      ),
      DemoDocument(
        received: "-4d",
        kind: .googleVoided,
        fields: [
          "voidedPurchases": [
            [
              "kind": "androidpublisher#voidedPurchase", "purchaseToken": .string(refunded.token),
              "orderId": .string(refunded.order), "purchaseTimeMillis": "-10d11s",
              "voidedTimeMillis": "-4d13h", "voidedSource": 0, "voidedReason": 1,
            ]
          ]
        ]
      ),
    ]
  )

  private static let refunded = DemoPurchase(
    order: "GPA.3399-0011-2233-44556",
    token: "yykdjfhbgnamclpoieqwtury.AO-J1Oz8",
    started: "-10d11s",
    region: "US"
  )

  private static let restoreFails = DemoTicket(
    title: "Restore does not work",
    message: """
      Restore purchases says "nothing to restore". I bought the app's full version years ago.
      tom.byrne@example.ie
      """,
    step: "Genuine, but without purchases: another Apple account bought. Enter opens it.",
    documents: [
      DemoDocument(
        received: "-2h",
        user: TicketAuthor("Tom Byrne", "example.ie"),
        kind: .appReceipt,
        fields: ["appVersion": "3310", "originalAppVersion": "1204"]
      )
    ]
  )

  private static let vanished = DemoTicket(
    title: "My subscription has vanished",
    message: """
      My subscription vanished after my sister signed in on my iPad with her account! I'm
      grace.okafor@example.com, transaction 720001990012200
      """,
    step: "Two users sent the same transaction, and the newer one has it. t shows when it moved.",
    documents: [("-21d", "Grace Okafor"), ("-22h", "Hope Okafor")].map { received, name in
      .submitted(
        .transaction("720001990012200", "-21d9s", "+9d").with(["signedDate": .string(received)]),
        received,
        TicketAuthor(name, "example.com")
      )
    }
  )

  private static let cancelledButCharged = DemoTicket(
    title: "I cancelled and was charged",
    message: """
      Ich habe mein Abo gekündigt, trotzdem wurde abgebucht. ute.lang@example.de
      """,
    step: "Turned off ten hours before the renewal; Apple needs 24. t shows the order.",
    documents: [
      .submitted(germanMonth, "-31d", TicketAuthor("Ute Lang", "example.de")),
      .notified(
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED d701",
        "-1d10h",
        germanMonth.with(["storefront": .null, "price": .null, "currency": .null]),
        renewal: ["autoRenewStatus": 0]
      ),
      // Apple had started the renewal; renewal is off from then on.
      .notified(
        "DID_RENEW d702",
        "-23h58m",
        germanMonth.renewed("880001120000404", "-1d", "+29d"),
        renewal: ["autoRenewStatus": 0]
      ),
    ]
  )

  private static let germanMonth = JSONValue.transaction("880001120000303", "-31d5s", "-1d")
    .with(["storefront": "DEU", "currency": "EUR"])

  private static let lostAccess = DemoTicket(
    title: "Lost Premium though I pay",
    message: """
      I have been paying every month and suddenly Premium stopped working. Please fix it! Order
      GPA.3344-5566-7788-99001
      """,
    step: "The card was declined: no access while Google retries. t shows the hold.",
    documents: [
      .subscription(
        unpaid,
        until: "-6d",
        received: "-36d",
        from: TicketAuthor("Mei Chan", "example.hk")
      ),
      DemoDocument(
        received: "-3d2s",
        kind: .googleRTDN,
        fields: [
          "subscriptionNotification": [
            "version": "1.0", "notificationType": 5, "purchaseToken": .string(unpaid.token),
            "subscriptionId": "premium",
          ]
        ]
      ),
      .subscription(
        unpaid,
        until: "-3d",
        received: "-3d",
        [
          "subscriptionState": "SUBSCRIPTION_STATE_ON_HOLD",
          "latestOrderId": .string("\(unpaid.order)..0"),
        ]
      ),
    ]
  )

  private static let unpaid = DemoPurchase(
    order: "GPA.3344-5566-7788-99001",
    token: "ookdjfhbgnamclpoieqwtury.AO-J1Oo1",
    started: "-36d10s",
    region: "HK"
  )

  private static let wrongPlan = DemoTicket(
    title: "Wrong plan",
    message: """
      I switched to the Basic plan last week but the app still shows Premium, wrong plan!
      lou.berg@example.com
      """,
    step: "The change takes effect at the next renewal. p lists every check.",
    documents: [
      .submitted(premium, "-16d", TicketAuthor("Lou Berg", "example.com")),
      .notified(
        "DID_CHANGE_RENEWAL_PREF/DOWNGRADE d901",
        "-7d",
        premium,
        renewal: ["autoRenewProductId": "basic.monthly", "renewalPrice": 4990, "currency": "USD"]
      ),
    ]
  )

  private static let premium = JSONValue.transaction("560001880012001", "-16d9s", "+15d")

  private static let consumableMissing = DemoTicket(
    title: "My gems are missing",
    message: """
      I bought 500 gems and never received them!!! Transaction 990001220018801.
      zed.kaya@example.com
      """,
    step: "Paid and verified, but not delivered: deliver once. Enter shows the document.",
    app: "com.example.castle",
    documents: [
      .notified(
        "ONE_TIME_CHARGE da01",
        "-100m",
        .transaction("990001220018801", "-100m20s", nil)
          .with(["productId": "gems.500", "type": "Consumable", "price": 4990]),
        data: ["status": .null],
        TicketAuthor("Zed Kaya", "example.com")
      )
    ]
  )

  private static let trialOrOffer = DemoTicket(
    title: "The trial charged me",
    message: """
      I signed up for the FREE TRIAL and now you took $59.99! uma.patel@example.com
      """,
    step: "The week was free, the year was not. t shows when the trial became a charge.",
    documents: [
      .submitted(
        trial.with([
          "price": 0, "offerType": 1, "offerDiscountType": "FREE_TRIAL", "offerPeriod": "P1W",
        ]),
        "-9d",
        TicketAuthor("Uma Patel", "example.com")
      ),
      .notified(
        "DID_RENEW db01",
        "-2d50m",
        trial.renewed("130001550011077", "-2d9s", "+363d").with(["price": 59990]),
        renewal: [:]
      ),
    ]
  )

  private static let trial = JSONValue.transaction("130001550011001", "-9d9s", "-2d9s")
    .with(["productId": "premium.yearly"])

  private static let family = DemoTicket(
    title: "Family Sharing stopped",
    message: """
      I had Premium through Family Sharing from my mother, and now it is gone.
      lena.voss@example.de
      """,
    step: "The family member stopped sharing: nothing to refund. Enter opens the event.",
    documents: [
      .submitted(shared, "-21d", TicketAuthor("Lena Voss", "example.de")),
      .notified(
        "REVOKE dc01",
        "-44h",
        shared.with(["revocationDate": "-44h20s", "revocationReason": 0]),
        data: ["status": 5]
      ),
    ]
  )

  private static let shared = JSONValue.transaction("660001880055001", "-80d", "+285d").with([
    "productId": "premium.yearly", "inAppOwnershipType": "FAMILY_SHARED", "storefront": "DEU",
    "price": .null, "currency": .null,
  ])
}
