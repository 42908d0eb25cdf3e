/// The scenarios that come with the program: one TOML document each, in the same format as custom
/// ones.
package enum ShippedScenarios {
  package static let documents = first.merging(second) { one, _ in one }

  private static let first: [String: String] = [
    "ask-to-buy": """
    name = "ask-to-buy"
    title = "A child asks, and a parent approves"
    lasts = "P1D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    pending = true

    [[step]]
    at = "PT5H"
    act = "approve"
    of = "sub"
    """,
    "ask-to-buy-declined": """
    name = "ask-to-buy-declined"
    title = "A child asks, and a parent declines"
    lasts = "P1D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    pending = true

    [[step]]
    at = "PT5H"
    act = "decline"
    of = "sub"
    """,
    "billing-failure-grace-recover": """
    name = "billing-failure-grace-recover"
    title = "A renewal fails and is paid within the grace period"
    lasts = "P40D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P20D"
    act = "fail-billing"
    of = "sub"

    [[step]]
    at = "P34D"
    act = "fix-billing"
    of = "sub"
    """,
    "billing-failure-lapse": """
    name = "billing-failure-lapse"
    title = "A renewal fails and is never paid"
    lasts = "P120D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P20D"
    act = "fail-billing"
    of = "sub"
    """,
    "buy": """
    name = "buy"
    title = "A subscription is bought"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    """,
    "cancel": """
    name = "cancel"
    title = "Renewal is turned off, and the subscription ends with the paid period"
    lasts = "P40D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P5D"
    act = "cancel"
    of = "sub"
    """,
    "consumable": """
    name = "consumable"
    title = "Coins are bought, used, and bought again"
    lasts = "P2D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "coins.100"

    [[step]]
    at = "PT1M"
    act = "consume"
    of = "sub"

    [[step]]
    at = "P1D"
    act = "buy"
    as = "more"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "coins.100"
    quantity = 2
    """,
    "downgrade": """
    name = "downgrade"
    title = "A subscription is downgraded at its renewal"
    lasts = "P40D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "max.monthly"

    [[step]]
    at = "P10D"
    act = "downgrade"
    of = "sub"
    as = "sub"
    product = "plus.monthly"
    """,
    "family-share-and-revoke": """
    name = "family-share-and-revoke"
    title = "A family member gets a subscription and loses it"
    lasts = "P36D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P1D"
    act = "share"
    of = "sub"
    as = "shared"
    account = "ben"
    appAccount = "5d5e3a0c-9c84-4e4c-8b6a-6a3c7d2f9b10"

    [[step]]
    at = "P35D"
    act = "revoke"
    of = "shared"
    """,
    "offer-code": """
    name = "offer-code"
    title = "A subscription is bought with an offer code"
    lasts = "P35D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    offer = "code"
    offerID = "SPRING26"
    """,
    "order-lookup": """
    name = "order-lookup"
    title = "A lifetime purchase whose order number is looked up"
    lasts = "P1D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "lifetime"
    """,
    "pause": """
    name = "pause"
    title = "A subscription at Google pauses for a month"
    lasts = "P75D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    store = "google"

    [[step]]
    at = "P10D"
    act = "pause"
    of = "sub"
    months = 1
    """,
  ]
}
