/// The arguments of a command that are only words, flags, and options with a value, each at most once.
///
/// The argument parser looks up all properties of a command by reflection, which takes longer than
/// the ledger takes for most answers. Commands that are run often read their common forms with this,
/// and leave every other form, and all that is wrong, to the parser.
struct PlainArguments {
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Returns `nil` for arguments of any other form.
  init?(_ arguments: ArraySlice<String>, options: [String], flags known: [String] = []) {
    var rest = arguments
    while let word = rest.popFirst() {
      if !word.hasPrefix("-") {
        words.append(word)
      } else if known.contains(word) {
        guard flags.insert(word).inserted else { return nil }
      } else {
        guard options.contains(word), let value = rest.popFirst(), !value.hasPrefix("-"),
          values.updateValue(value, forKey: word) == nil
        else { return nil }
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  subscript(_ option: String) -> String? { values[option] }

  /// The settings and the ledger that the options `--config` and `--ledger` select.
  var place: LedgerAccess {
    var place = LedgerAccess()
    (place.settings, place.file) = (SettingsOptions(), LedgerOptions())
    (place.settings.config, place.settings.groups) = (self["--config"], [])
    place.file.ledger = self["--ledger"]
    return place
  }

  /// The time that the option `--at` sets.
  var time: InstantOptions {
    var time = InstantOptions()
    time.at = self["--at"]
    return time
  }
}
