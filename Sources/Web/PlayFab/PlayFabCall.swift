import Basics
import Entitlements
import Receipts

/// A client's call with its parsed body.
struct PlayFabCall {
  let body: JSONValue
  /// The session ticket, if the call has one.
  let ticket: String?
  /// The calling client, for quotas.
  let client: SubmittingClient

  init(_ request: WebRequest) throws(PlayFabError) {
    let type = request.headers["content-type"]?.split(separator: ";").first
    if let type, type.lowercased().filter({ $0 != " " }) != "application/json" {
      throw .wrongContent
    }
    guard let json = try? request.json(), json.members != nil else { throw .notJSON }
    body = json
    client = SubmittingClient(endpoint: .playfab, peer: request.peer)
    ticket = Self.ticket(of: request)
  }

  static func ticket(of request: WebRequest) -> String? {
    let ticket = request.headers["x-authorization"] ?? request.headers["x-authentication"]
    return ticket.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the client requests errors with status 200, because some read no other body.
  static func wantsSuccess(_ request: WebRequest) -> Bool {
    request.headers["x-reporterrorassuccess"]?.lowercased() == "true"
  }

  /// An optional string member; null counts as missing.
  func text(_ name: String) throws(PlayFabError) -> String? {
    switch body[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .invalid(name, "The \(name) field must be a text.")
    }
  }

  func expectText(_ name: String) throws(PlayFabError) -> String {
    guard let text = try text(name), !text.isEmpty else { throw .required(name) }
    return text
  }

  func flag(_ name: String) throws(PlayFabError) -> Bool {
    switch body[name] {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw .invalid(name, "The \(name) field must be true or false.")
    }
  }

  /// An optional integer in a range.
  func count(_ name: String, in range: ClosedRange<Int>) throws(PlayFabError) -> Int? {
    switch body[name] {
    case nil, .null: return nil
    case .some(let value):
      guard let count = value.integer, range.contains(count) else {
        throw .invalid(
          name,
          "The \(name) field must be a whole number from \(range.lowerBound) to "
            + "\(range.upperBound)."
        )
      }
      return count
    }
  }
}

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
