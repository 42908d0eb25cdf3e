extension ShippedScenarios {
  static let second: [String: String] = [
    "prepaid": """
    name = "prepaid"
    title = "A prepaid plan at Google expires"
    lasts = "P40D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.prepaid"
    store = "google"
    """,
    "price-increase": """
    name = "price-increase"
    title = "A price increase is announced and accepted"
    lasts = "P35D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P10D"
    act = "price"
    of = "sub"
    amount = 9990

    [[step]]
    at = "P12D"
    act = "approve"
    of = "sub"
    """,
    "price-refused": """
    name = "price-refused"
    title = "A price increase is announced and not accepted"
    lasts = "P35D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P10D"
    act = "price"
    of = "sub"
    amount = 9990

    [[step]]
    at = "P12D"
    act = "decline"
    of = "sub"
    """,
    "refund": """
    name = "refund"
    title = "A subscription is refunded"
    lasts = "P11D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P10D"
    act = "refund"
    of = "sub"
    """,
    "refund-declined": """
    name = "refund-declined"
    title = "A refund is requested and declined"
    lasts = "P3D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "coins.100"

    [[step]]
    at = "P1D"
    act = "ask-refund"
    of = "sub"

    [[step]]
    at = "P2D"
    act = "decline-refund"
    of = "sub"
    """,
    "refund-reversed": """
    name = "refund-reversed"
    title = "A refund is undone"
    lasts = "P13D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P10D"
    act = "refund"
    of = "sub"

    [[step]]
    at = "P12D"
    act = "reverse-refund"
    of = "sub"
    """,
    "renew": """
    name = "renew"
    title = "A subscription renews twice"
    lasts = "P65D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    """,
    "resubscribe": """
    name = "resubscribe"
    title = "A customer resubscribes after a subscription ended"
    lasts = "P70D"

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

    [[step]]
    at = "P60D"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    """,
    "sandbox": """
    name = "sandbox"
    title = "A subscription in the sandbox renews quickly until it ends"
    lasts = "PT2H"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    sandbox = true
    """,
    "trial-to-paid": """
    name = "trial-to-paid"
    title = "A free trial becomes a paid subscription"
    lasts = "P10D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"
    offer = "trial"
    """,
    "upgrade": """
    name = "upgrade"
    title = "A subscription is upgraded at once"
    lasts = "P15D"

    [[step]]
    at = "PT0S"
    act = "buy"
    as = "sub"
    account = "ada"
    appAccount = "1b671a64-40d5-491e-99b0-da01ff1f3341"
    product = "plus.monthly"

    [[step]]
    at = "P10D"
    act = "upgrade"
    of = "sub"
    as = "sub"
    product = "max.monthly"
    """,
  ]
}
