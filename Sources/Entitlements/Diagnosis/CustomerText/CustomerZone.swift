import Foundation

/// The time zone of a country that has only one (IANA time zone database, `zone.tab`).
///
/// Countries with several, such as the United States or Spain with its islands, are omitted,
/// because the customer's zone is unknown.
enum CustomerZone {
  /// By two letters of ISO 3166; `nil` if the country has several zones.
  static func zone(of country: String?) -> TimeZone? {
    country.flatMap { names[$0] }.flatMap(TimeZone.init(identifier:))
  }

  private static let names: [String: String] = [
    "AE": "Asia/Dubai", "AL": "Europe/Tirane", "AM": "Asia/Yerevan",
    "AT": "Europe/Vienna", "AZ": "Asia/Baku", "BA": "Europe/Sarajevo", "BD": "Asia/Dhaka",
    "BE": "Europe/Brussels", "BG": "Europe/Sofia", "BH": "Asia/Bahrain", "BO": "America/La_Paz",
    "BY": "Europe/Minsk", "CH": "Europe/Zurich", "CI": "Africa/Abidjan",
    "CM": "Africa/Douala", "CO": "America/Bogota", "CR": "America/Costa_Rica",
    "CZ": "Europe/Prague", "DE": "Europe/Berlin", "DK": "Europe/Copenhagen",
    "DO": "America/Santo_Domingo", "DZ": "Africa/Algiers", "EE": "Europe/Tallinn",
    "EG": "Africa/Cairo", "ET": "Africa/Addis_Ababa", "FI": "Europe/Helsinki",
    "FR": "Europe/Paris", "GB": "Europe/London", "GE": "Asia/Tbilisi", "GH": "Africa/Accra",
    "GR": "Europe/Athens", "GT": "America/Guatemala", "HK": "Asia/Hong_Kong",
    "HN": "America/Tegucigalpa", "HR": "Europe/Zagreb", "HU": "Europe/Budapest",
    "IE": "Europe/Dublin", "IL": "Asia/Jerusalem", "IN": "Asia/Kolkata", "IQ": "Asia/Baghdad",
    "IS": "Atlantic/Reykjavik", "IT": "Europe/Rome", "JM": "America/Jamaica", "JO": "Asia/Amman",
    "JP": "Asia/Tokyo", "KE": "Africa/Nairobi", "KH": "Asia/Phnom_Penh", "KR": "Asia/Seoul",
    "KW": "Asia/Kuwait", "LA": "Asia/Vientiane", "LB": "Asia/Beirut", "LK": "Asia/Colombo",
    "LT": "Europe/Vilnius", "LU": "Europe/Luxembourg", "LV": "Europe/Riga",
    "LY": "Africa/Tripoli", "MA": "Africa/Casablanca", "MD": "Europe/Chisinau",
    "ME": "Europe/Podgorica", "MK": "Europe/Skopje", "MM": "Asia/Yangon", "MO": "Asia/Macau",
    "MT": "Europe/Malta", "MY": "Asia/Kuala_Lumpur", "NG": "Africa/Lagos",
    "NI": "America/Managua", "NL": "Europe/Amsterdam", "NO": "Europe/Oslo", "NP": "Asia/Kathmandu",
    "OM": "Asia/Muscat", "PA": "America/Panama", "PE": "America/Lima", "PH": "Asia/Manila",
    "PK": "Asia/Karachi", "PL": "Europe/Warsaw", "PY": "America/Asuncion", "QA": "Asia/Qatar",
    "RO": "Europe/Bucharest", "RS": "Europe/Belgrade", "SA": "Asia/Riyadh",
    "SE": "Europe/Stockholm", "SG": "Asia/Singapore", "SI": "Europe/Ljubljana",
    "SK": "Europe/Bratislava", "SN": "Africa/Dakar", "SV": "America/El_Salvador",
    "TH": "Asia/Bangkok", "TN": "Africa/Tunis", "TR": "Europe/Istanbul", "TW": "Asia/Taipei",
    "TZ": "Africa/Dar_es_Salaam", "UG": "Africa/Kampala", "UY": "America/Montevideo",
    "VE": "America/Caracas", "VN": "Asia/Ho_Chi_Minh", "ZA": "Africa/Johannesburg",
  ]
}
