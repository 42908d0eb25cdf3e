/// A check: its code, and its sentence for each result.
struct CheckKind {
  /// Kebab case, beginning with the ticket's keyword.
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
    _ placeholders: Placeholders
  ) -> String {
    switch result {
    case .pass: filled(check.passed, placeholders)
    case .fail: filled(check.failed, placeholders)
    case .unknown: filled(check.unknown, placeholders)
    case .notApplicable: "there is nothing of the kind to look at"
    }
  }
}
