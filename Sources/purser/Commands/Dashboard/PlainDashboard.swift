extension DashboardCommand {
  /// The command of a line with nothing in it but the dashboard's plainest options, each once; `nil`
  /// for any other line, which is the argument parser's. That takes longer to begin than the ledger
  /// takes for its first page.
  init?(plain arguments: ArraySlice<String>) {
    var (ledger, settings): (String?, String?)
    var look = ScreenOptions()
    (look.theme, look.open, look.themes) = (nil, nil, nil)
    (look.glyphs, look.color, look.mouse, look.play) = (nil, nil, nil, PlayOptions())
    look.play.play = nil
    var writes = false
    var rest = arguments.first == "dashboard" ? arguments.dropFirst() : arguments
    func take(_ value: inout String?) -> Bool {
      guard value == nil, let word = rest.popFirst(), !word.hasPrefix("-") else { return false }
      value = word
      return true
    }
    while let word = rest.popFirst() {
      let isTaken =
        switch word {
        case "--ledger": take(&ledger)
        case "--config": take(&settings)
        case "--theme": take(&look.theme)
        case "--open": take(&look.open)
        case "--themes": take(&look.themes)
        case "--write": !writes
        default: false
        }
      guard isTaken else { return nil }
      writes = writes || word == "--write"
    }
    self.init()
    options = .plain(settings: settings, ledger: ledger)
    self.look = look
    write = writes
  }
}

extension StoreOptions {
  /// What the argument parser makes of a line that gives at most these two.
  fileprivate static func plain(settings path: String?, ledger: String?) -> StoreOptions {
    var options = StoreOptions()
    (options.settings, options.place) = (SettingsOptions(), LedgerOptions())
    (options.settings.config, options.place.ledger) = (path, ledger)
    options.trust = TrustOptions()
    (options.trust.roots, options.trust.bundleIDs) = ([], [])
    options.documents = DocumentOptions()
    (options.documents.googleKey, options.documents.signature) = (nil, nil)
    (options.documents.deviceGuid, options.documents.microsoftCert) = (nil, [])
    options.documents.allowXcode = false
    options.operator_ = OperatorOptions()
    options.operator_.by = nil
    return options
  }
}
