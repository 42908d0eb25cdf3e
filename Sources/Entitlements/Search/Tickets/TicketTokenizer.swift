import Foundation

/// A word of a ticket's text in UTF-16, without case, accents and vowel signs. In scripts without
/// spaces every character is a word.
typealias TicketToken = [UInt16]

/// Splits texts into words that compare equal for all ways to type them.
struct TicketTokenizer {
  private var tokens: [TicketToken] = []
  private var word: TicketToken = []
  /// The apostrophe joins in `doesn't` and separates in `l'achat`.
  private var isAfterApostrophe = false
  /// The full stop or comma after a digit, which belongs to the number if a digit follows.
  private var mark: UInt16?

  /// The sign of any currency, as a word.
  static let currency: TicketToken = [0x24]

  /// Cached case folding and decomposition of non-ASCII characters.
  private var folded: [Unicode.Scalar: [UInt32]] = [:]

  static func split(_ text: some StringProtocol) -> [TicketToken] {
    var tokenizer = TicketTokenizer()
    return tokenizer.split(text)
  }

  mutating func split(_ text: some StringProtocol) -> [TicketToken] {
    tokens = []
    var jamo = JamoComposer()
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let isCapital = ("A"..."Z").contains(scalar)
        jamo.add(isCapital ? scalar.value + 0x20 : scalar.value) { add($0) }
      } else {
        for value in folding(of: scalar) { jamo.add(value) { add($0) } }
      }
    }
    jamo.finish { add($0) }
    endWord()
    return tokens
  }

  private mutating func folding(of scalar: Unicode.Scalar) -> [UInt32] {
    if let known = folded[scalar] { return known }
    // Latin dotless i and similar characters have no decomposition; see `plain`.
    let text = String(scalar).lowercased().decomposedStringWithCompatibilityMapping
    let values = text.unicodeScalars.map(\.value)
    folded[scalar] = values
    return values
  }

  private mutating func add(_ value: UInt32) {
    switch value {
    case 0x30...0x39, 0x61...0x7A: append(UInt16(value))
    case 0x27, 0x2019, 0x02BC, 0xB4: isAfterApostrophe = !word.isEmpty
    case 0x2C, 0x2E, 0x66B:
      if let last = word.last, (0x30...0x39).contains(last), mark == nil {
        mark = 0x2E
      } else {
        endWord()
      }
    case 0x25, 0x66A: add(whole: 0x25)
    case 0x24, 0xA3, 0xA5, 0x20A0...0x20CF: add(whole: 0x24)
    case ..<0x80: endWord()
    default: addOther(value)
    }
  }

  private mutating func addOther(_ value: UInt32) {
    if Self.isIgnored(value) { return }
    let plain = Self.plain(value)
    if plain.count > 1 || plain[0] < 0x80 {
      for unit in plain { append(unit) }
    } else if value >= 0x2E80 {
      Self.isLetter(value) ? add(whole: plain[0]) : endWord()
    } else {
      Self.isLetter(value) ? append(plain[0]) : endWord()
    }
  }

  private mutating func append(_ unit: UInt16) {
    if let held = mark {
      mark = nil
      if (0x30...0x39).contains(unit) { word.append(held) } else { endWord() }
    }
    if isAfterApostrophe, unit != 0x74 || word.last != 0x6E { endWord() }
    isAfterApostrophe = false
    word.append(unit)
  }

  private mutating func add(whole unit: UInt16) {
    endWord()
    tokens.append([unit])
  }

  private mutating func endWord() {
    (mark, isAfterApostrophe) = (nil, false)
    if word.isEmpty { return }
    tokens.append(Self.withoutPrefix(word))
    word.removeAll(keepingCapacity: true)
  }

  /// The word without the Arabic article and a preceding one-letter word.
  private static func withoutPrefix(_ word: TicketToken) -> TicketToken {
    guard word.count > 4, (0x600...0x6FF).contains(word[0]) else { return word }
    var rest = word[...]
    // The one-letter words `and`, `with`, `for`, `so` and `like`.
    if [0x648, 0x628, 0x644, 0x641, 0x643].contains(word[0]), word[1] == 0x627 {
      rest = rest.dropFirst()
    }
    let isArticle = rest.starts(with: [0x627, 0x644]) || rest.starts(with: [0x644, 0x644])
    // `today` is a different word than `day`.
    if isArticle, rest.count > 4, !rest.elementsEqual(today) { rest = rest.dropFirst(2) }
    return TicketToken(rest)
  }

  private static let today = TicketToken("اليوم".utf16)

  private static func isLetter(_ value: UInt32) -> Bool {
    if (0x900...0x97F).contains(value) { return value != 0x964 && value != 0x965 }
    return value <= 0xFFFF && Unicode.Scalar(value)?.properties.isAlphabetic == true
  }

  /// Accents, optional vowel signs and invisible characters.
  private static func isIgnored(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0x300...0x36F, 0x3099, 0x309A, 0x640, 0x64B...0x65F, 0x670, 0x901, 0x902, 0x93C,
      0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }

  /// The characters that are typed instead of it.
  private static func plain(_ value: UInt32) -> TicketToken {
    switch value {
    case 0x131: [0x69]
    case 0xDF: [0x73, 0x73]
    case 0x142: [0x6C]
    case 0xF8: [0x6F]
    case 0x111: [0x64]
    case 0xE6: [0x61, 0x65]
    case 0x153: [0x6F, 0x65]
    case 0x660...0x669: [UInt16(0x30 + value - 0x660)]
    case 0x6F0...0x6F9: [UInt16(0x30 + value - 0x6F0)]
    case 0x966...0x96F: [UInt16(0x30 + value - 0x966)]
    case 0x649, 0x6CC: [0x64A]
    case 0x629: [0x647]
    case 0x6A9: [0x643]
    case 0x4E00...0x9FFF: [simplified[UInt16(value)] ?? UInt16(value)]
    default: [UInt16(truncatingIfNeeded: value)]
    }
  }

  /// Traditional characters that occur in the tables, each followed by its simplified form.
  private static let simplified: [UInt16: UInt16] = {
    let pairs = """
      錢钱沒没還还買买費费賬账帳账號号訂订閱阅復复購购續续單单兩两筆笔雙双東东開开關关廣广無无\
      動动為为從从個个會会員员級级升升價价漲涨貴贵變变換换機机設设備备裝装載载遺遗刪删統统舊旧\
      點点幣币鑽钻寶宝數数試试驗验優优惠惠碼码擇择處处審审請请準准許许權权組组織织閃闪崩崩屏屏\
      題题鍵键盤盘導导聲声體体語语話话記记憶忆絕绝發发現现網网銀银行行顯显示示說说誤误錯错讓让\
      麼么嗎吗時时間间來来這这樣样給给對对應应該该實实際际結结果果專专業业額额餘余儲储值值軟软\
      體体賣卖賠赔償偿紅红藍蓝綠绿頁页畫画圖图標标籤签總总經经過过進进連连達达運运選选質质讚赞\
      謝谢歡欢愛爱驚惊嚇吓騙骗詐诈願愿獲获領领務务錄录轉转屬属貝贝庫库殺杀調调並并與与產产黃黄
      """
    var map: [UInt16: UInt16] = [:]
    let units = Array(pairs.utf16).filter { $0 >= 0x4E00 }
    for index in stride(from: 0, to: units.count - 1, by: 2) {
      map[units[index]] = units[index + 1]
    }
    return map
  }()
}

/// Composes Korean syllables after their decomposition (Unicode Standard, section 3.12).
private struct JamoComposer {
  private var syllable: UInt32?
  private var isOpen = false

  mutating func add(_ value: UInt32, _ use: (UInt32) -> Void) {
    if let held = syllable {
      if !isOpen, (0x1161...0x1175).contains(value), (0x1100...0x1112).contains(held) {
        syllable = 0xAC00 + ((held - 0x1100) * 21 + value - 0x1161) * 28
        isOpen = true
        return
      }
      if isOpen, (0x11A8...0x11C2).contains(value) {
        use(held + value - 0x11A7)
        (syllable, isOpen) = (nil, false)
        return
      }
      finish(use)
    }
    if (0x1100...0x1112).contains(value) { syllable = value } else { use(value) }
  }

  mutating func finish(_ use: (UInt32) -> Void) {
    if let held = syllable { use(held) }
    (syllable, isOpen) = (nil, false)
  }
}
