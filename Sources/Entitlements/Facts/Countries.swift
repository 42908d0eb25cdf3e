import Foundation

/// Country codes (ISO 3166-1). Google and Amazon use two letters, Apple three.
enum CountryCodes {
  /// Both codes of a country, the two-letter one first; `nil` if `code` is neither.
  static func both(_ code: String) -> [String]? { pairs[code.uppercased()] }

  private static let pairs: [String: [String]] = {
    var pairs: [String: [String]] = [:]
    for pair in table.split(whereSeparator: \.isWhitespace) {
      let codes = [String(pair.prefix(2)), String(pair.dropFirst(2))]
      for code in codes { pairs[code] = codes }
    }
    return pairs
  }()

  /// Both codes of each country, and of Kosovo, which is not in the standard, as stores write them.
  private static let table = """
    ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA
    AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES
    BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK
    CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA
    DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA
    GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS
    GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD
    IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA
    KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA
    LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ
    MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC
    NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM
    PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC
    SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV
    SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR
    TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
    VNVNM VUVUT WFWLF WSWSM XKXKS YEYEM YTMYT ZAZAF ZMZMB ZWZWE
    """
}

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
