import Basics
package import Foundation

extension AppStoreResponse {
  /// A page has 20 transactions, or two payloads for each subscription (apple.md §3.2). Parts
  /// beyond this limit are shown in the payload but not verified.
  package static let maxSignedParts = 200

  private static let signedNames: Set<String> = [
    "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
    "signedPayload",
  ]

  /// The signed payloads in the response with their paths, in order.
  package var signedTexts: [(place: String, text: String)] {
    var found: [(String, String)] = []
    Self.collect(json, "", isSigned: false, into: &found)
    return found
  }

  /// The reader's depth limit bounds the recursion.
  private static func collect(
    _ value: JSONValue,
    _ place: String,
    isSigned: Bool,
    into found: inout [(String, String)]
  ) {
    guard found.count < maxSignedParts else { return }
    switch value {
    case .string(let text) where isSigned: found.append((place, text))
    case .array(let items):
      for (index, item) in items.enumerated() where item.canHold(isSigned) {
        collect(item, "\(place)[\(index)]", isSigned: isSigned, into: &found)
      }
    case .object(let members):
      for member in members {
        let isSigned = signedNames.contains(member.name)
        guard member.value.canHold(isSigned) else { continue }
        let inner = place.isEmpty ? member.name : "\(place).\(member.name)"
        collect(member.value, inner, isSigned: isSigned, into: &found)
      }
    default: break
    }
  }

  /// Verifies each part as if it had come alone, and that it belongs to the response's app and
  /// environment. The response itself stays unsigned: parts may have been left out.
  package func evaluated(by verifier: PayloadVerifier, at now: Date) -> [SignedPart] {
    signedTexts.map { place, text in
      var examination = verifier.examine(Array(text.utf8), at: now)
      if examination.rejection == nil, let disagreement = disagreement(examination) {
        examination.verdict = .rejected(disagreement)
      }
      return SignedPart(place: place, examination: examination)
    }
  }

  private func disagreement(_ part: DocumentExamination) -> Rejection? {
    if let bundleID, let app = part.app, app != bundleID {
      return .wrongApp(expected: bundleID, found: app)
    }
    if let ours = environmentKind, let found = part.environmentKind, ours != found {
      return .wrongEnvironment(expected: ours.rawValue, found: found.rawValue)
    }
    return nil
  }
}

extension JSONValue {
  /// Whether the value can contain a signed payload.
  fileprivate func canHold(_ isSigned: Bool) -> Bool {
    switch self {
    case .array, .object: true
    case .string: isSigned
    default: false
    }
  }
}
