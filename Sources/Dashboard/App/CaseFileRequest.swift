package import Entitlements
package import Foundation

/// A case file to write: all that answers one ticket, in one file.
package struct CaseFileRequest: Equatable, Sendable {
  package enum Form: String, CaseIterable, Sendable { case html, md, json }

  /// An identifier, or a customer's whole message.
  package var text: String
  package var choice: InquiryChoice
  /// The language of the text for the customer; `nil` for the message's.
  package var language: MessageLanguage?
  package var form: Form
  /// Whether names, addresses, tokens and accounts are shown in full.
  package var reveals: Bool
  /// The path of a new file.
  package var path: String

  /// `case-ada-20261127-093000.html`, named after the subject and the instant in UTC. An address
  /// or a token names no file.
  package static func name(of subject: String?, _ form: Form, at now: Date) -> String {
    let subject = subject.flatMap { text in
      let found = Identifier.all(in: text)
      return found.contains { $0.isSecret || $0.kind == .email } ? nil : text
    }
    let letters = (subject ?? "").unicodeScalars.prefix(40).map { scalar -> Character in
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar == "."
          || ("0"..."9").contains(scalar))
      return isPlain ? Character(scalar) : "-"
    }
    let name = String(letters).split(separator: "-").joined(separator: "-")
    let digits = now.formatted(.iso8601).filter(\.isNumber)
    let date = "\(digits.prefix(8))-\(digits.dropFirst(8))"
    return "case-\(name.isEmpty ? "" : "\(name)-")\(date).\(form.rawValue)"
  }
}

extension CaseFileRequest {
  /// The forms, redacted and not, in the order of the choice.
  private static var variants: [(form: Form, reveals: Bool)] {
    [false, true].flatMap { reveals in Form.allCases.map { ($0, reveals) } }
  }

  static var choice: Choice {
    var choice = Choice(title: "case file, into the folder purser runs in", verb: "write it")
    choice.entries = variants.map { form, reveals in
      let name = SafeText(form.rawValue)
      let pad = SafeText.repeated(" ", 6 - name.width)
      return Choice.Entry(
        text: "\(name)\(pad)\(reveals ? "in full " : "redacted")",
        remark: reveals ? "names, e-mail addresses and tokens are shown" : form.help
      )
    }
    return choice
  }

  /// The request that the entry at an index stands for.
  init?(
    at index: Int,
    text: String,
    choice: InquiryChoice = InquiryChoice(),
    language: MessageLanguage? = nil,
    of subject: String?,
    at now: Date
  ) {
    guard Self.variants.indices.contains(index) else { return nil }
    let (form, reveals) = Self.variants[index]
    self.init(
      text: text,
      choice: choice,
      language: language,
      form: form,
      reveals: reveals,
      path: Self.name(of: subject, form, at: now)
    )
  }
}

extension CaseFileRequest.Form {
  fileprivate var help: SafeText {
    switch self {
    case .html: "for a ticket, a browser and print"
    case .md: "for a ticket that shows Markdown"
    case .json: "for other programs"
    }
  }
}
