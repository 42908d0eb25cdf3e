import Foundation

/// Draws a document's certificates as bars of their validity, against the time of its signature.
struct CaseCertificatesSVG {
  private let document: CaseDocument
  private let number: Int
  private let axis: CaseAxis

  /// `number` makes the IDs in it unique. `nil` without certificates.
  init?(_ document: CaseDocument, _ number: Int) {
    guard !document.certificates.isEmpty else { return nil }
    (self.document, self.number) = (document, number)
    let dates = document.certificates.flatMap { [$0.notBefore, $0.notAfter] }
    let signed = [document.signedAt].compactMap(\.self)
    axis = CaseAxis(dates + signed, from: 300, to: 952)
  }

  private static let maxCertificates = 8

  var svg: String {
    let certificates = document.certificates.prefix(Self.maxCertificates)
    let bottom = 22 + Double(certificates.count) * 24
    var svg = """
      <svg class="timeline" viewBox="0 0 960 \(Int(bottom + 22))" role="img" \
      aria-labelledby="certificates-\(number)" xmlns="http://www.w3.org/2000/svg">
      <title id="certificates-\(number)">\(CaseText.html(title(certificates)))</title>

      """
    for tick in axis.ticks {
      svg += """
        <line class="grid" x1="\(tick.x.digits)" y1="18" x2="\(tick.x.digits)" \
        y2="\(bottom.digits)"/><text class="tick" x="\(tick.x.digits)" \
        y="\((bottom + 14).digits)" text-anchor="\(tick.anchor)">\(CaseText.html(tick.label))</text>

        """
    }
    for (index, certificate) in certificates.enumerated() {
      let y = 22 + Double(index) * 24
      let from = axis.x(certificate.notBefore)
      let range =
        "\(CaseText.time(certificate.notBefore)) to \(CaseText.time(certificate.notAfter))"
      svg += """
        <text class="lane" x="4" y="\((y + 14).digits)">\
        \(CaseText.html(Self.label(certificate.commonName)))</text>\
        <rect class="\(isValid(certificate) ? "access" : "reversed")" x="\(from.digits)" \
        y="\((y + 4).digits)" width="\(max(1.5, axis.x(certificate.notAfter) - from).digits)" \
        height="12" rx="2"><title>\(CaseText.html("\(certificate.subject): \(range)"))</title></rect>

        """
    }
    if let signed = document.signedAt {
      let x = axis.x(signed)
      let anchor = x > 860 ? "end" : x < 390 ? "start" : "middle"
      svg += """
        <line class="asked" x1="\(x.digits)" y1="16" x2="\(x.digits)" y2="\(bottom.digits)"/>\
        <text class="askedText" x="\(x.digits)" y="11" text-anchor="\(anchor)">\
        signed \(CaseText.html(String(CaseText.time(signed).prefix(10))))</text>

        """
    }
    return svg + "</svg>\n"
  }

  private static func label(_ name: String) -> String {
    name.count > 42 ? "\(name.prefix(41))…" : name
  }

  private func isValid(_ certificate: CaseDocument.Certificate) -> Bool {
    document.signedAt.map { certificate.notBefore <= $0 && $0 <= certificate.notAfter } ?? true
  }

  private func title(_ certificates: ArraySlice<CaseDocument.Certificate>) -> String {
    let invalid = certificates.filter { !isValid($0) }.map(\.commonName)
    return "Certificates and the time of signing. "
      + (invalid.isEmpty
        ? "All were valid then." : "Not valid then: \(invalid.joined(separator: ", ")).")
  }
}

extension CaseDocument.Certificate {
  /// The common name, or else the whole subject.
  var commonName: String {
    let name = subject.split(separator: ",").first {
      $0.trimmingCharacters(in: .whitespaces).hasPrefix("CN=")
    }
    return name.map { String($0.trimmingCharacters(in: .whitespaces).dropFirst(3)) } ?? subject
  }
}
