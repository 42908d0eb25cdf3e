/// Settings of the `playfab` endpoints.
package struct PlayFabConfiguration: Sendable {
  /// The title ID that clients send.
  package var title: String
  /// The title's app in Apple's store; `nil` for any configured app.
  package var bundleID: String?
  /// The title's app in Google's store; `nil` for any configured app.
  package var packageName: String?
  /// The accepted environments. An inventory is returned without a receipt, so App Review is
  /// recognized by its login only.
  package var accepted = AcceptedEnvironments()
  package var sessionHours = 24
  /// Whether a login may create a player.
  package var createsPlayers = true
  /// The currency of recorded catalog prices if the app names none.
  package var currency = PlayFabCurrency.standard
  /// Whether all unredeemed purchases of a receipt are fulfilled; if false, a receipt with several
  /// is rejected.
  package var takesSeveralItems = false
  /// The prefix of a login's name in the ledger's user ID. Other endpoints use user IDs that can be
  /// guessed, and a custom ID alone authenticates a player.
  package var userPrefix = "playfab-"

  package init(title: String) { self.title = title }
}

/// The currencies in use (ISO 4217, list one).
package enum PlayFabCurrency {
  package static let standard = "USD"

  /// Whether it is a known code of three capital letters.
  package static func isKnown(_ code: String) -> Bool { codes.contains(code) }

  private static let codes = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP \
    BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR \
    FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES \
    KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR \
    MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF \
    SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS \
    UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """.split(separator: " ").map(String.init)
  )
}
