/// What the settings say of the door `playfab`.
package struct PlayFabConfiguration: Sendable {
  /// The title's ID, as its clients send it.
  package var title: String
  /// The app in Apple's store; `nil` where any of ours is the title's.
  package var bundleID: String?
  /// The app in Google's; as above.
  package var packageName: String?
  /// Where purchases of the title may come from. A player's inventory is told without any receipt,
  /// so that App Review is known by its login alone.
  package var accepted = AcceptedEnvironments()
  package var sessionHours = 24
  /// Whether a login may make a new player.
  package var createsPlayers = true
  /// The currency of the catalog's prices that are recorded, where an app names none.
  package var currency = PlayFabCurrency.standard
  /// Whether every purchase of a receipt that was not redeemed yet is fulfilled, rather than none
  /// where there are several.
  package var takesSeveralItems = false
  /// What stands before a login's name in the ledger's name for the player: other doors file users
  /// under names that can be guessed, and whoever knows a custom ID is that player.
  package var userPrefix = "playfab-"

  package init(title: String) { self.title = title }
}

/// The currencies in use (ISO 4217, list one).
package enum PlayFabCurrency {
  package static let standard = "USD"

  /// Three capital letters that are a currency's.
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
