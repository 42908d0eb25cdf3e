/// A check: its code, and its sentence for each result.
struct CheckKind {
  /// Kebab case, with the ticket's word first.
  let code: String
  let passed: String
  let failed: String
  let unknown: String

  init(_ code: String, _ passed: String, _ failed: String, _ unknown: String) {
    self.code = code
    self.passed = passed
    self.failed = failed
    self.unknown = unknown
  }
}

extension Wording {
  static func sentence(
    for check: CheckKind,
    _ result: Diagnosis.Result,
    _ slots: Slots
  ) -> String {
    switch result {
    case .pass: filled(check.passed, slots)
    case .fail: filled(check.failed, slots)
    case .unknown: filled(check.unknown, slots)
    case .notApplicable: "there is nothing of the kind to look at"
    }
  }
}
