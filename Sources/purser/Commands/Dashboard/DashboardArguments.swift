extension DashboardCommand {
  /// Parses the dashboard's common options, each at most once; `nil` for any other line. Avoids the
  /// argument parser, which takes longer to start than the ledger takes for its first page.
  init?(plain arguments: ArraySlice<String>) {
    var (ledger, settings): (String?, String?)
    var look = ScreenOptions()
    (look.theme, look.open, look.themes) = (nil, nil, nil)
    (look.glyphs, look.color, look.mouse, look.play) = (nil, nil, nil, PlayOptions())
    look.play.play = nil
    var writes = false
    var rest = arguments.first == "dashboard" ? arguments.dropFirst() : arguments
    func take(_ value: inout String?) -> Bool {
      guard value == nil, let text = rest.popFirst(), !text.hasPrefix("-") else { return false }
      value = text
      return true
    }
    while let option = rest.popFirst() {
      let isTaken =
        switch option {
        case "--ledger": take(&ledger)
        case "--config": take(&settings)
        case "--theme": take(&look.theme)
        case "--open": take(&look.open)
        case "--themes": take(&look.themes)
        case "--write": !writes
        default: false
        }
      guard isTaken else { return nil }
      writes = writes || option == "--write"
    }
    self.init()
    options = .plain(settings: settings, ledger: ledger)
    self.look = look
    write = writes
  }
}

extension StoreOptions {
  /// The options that the argument parser returns if at most these two are given.
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
