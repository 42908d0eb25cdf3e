import Testing

/// A path of NIST's Public Key Interoperability Test Suite (PKITS 1.0.1), by its number there.
struct PKITSCase: Sendable, CustomTestStringConvertible {
  /// Where the chain policy must find the fault.
  enum Fault: Sendable {
    case signature, unreadable, date, name, length, authority, criticalExtension, selfIssued

    /// What the refusal says, of receipts' chains and of payloads'.
    var words: [String] {
      switch self {
      case .signature: ["not signed by"]
      case .unreadable: ["cannot be read", "is missing"]
      case .date: ["is valid from"]
      case .name: ["is missing", "was not signed by the second one"]
      case .length: ["not signed by one of the trust roots", "is missing"]
      case .authority: ["may not issue", "is a certificate authority's"]
      case .criticalExtension: ["critical extension"]
      case .selfIssued: ["is self-signed"]
      }
    }
  }

  enum Expectation: Sendable { case valid, refused(Fault) }

  var number: String
  var expectation: Expectation
  /// From the signer to the one below the anchor; file names without `.crt`.
  var path: [String]
  var anchor = "TrustAnchorRootCertificate"

  var testDescription: String { "\(number) \(path.first ?? "")" }

  init(
    _ number: String,
    _ expectation: Expectation,
    _ path: String...,
    anchor: String? = nil
  ) {
    self.number = number
    self.expectation = expectation
    self.path = path
    if let anchor { self.anchor = anchor }
  }
}

extension PKITSCase {
  /// What PKITS calls valid and is refused here:
  /// - 4.1.4, 4.1.5: DSA; no store signs with it.
  /// - 4.3.3 to 4.3.5, 4.3.10, 4.3.11: names are compared as they are encoded, without folding case
  ///   and space.
  /// - 4.3.6: unique identifiers of issuers (RFC 5280 §4.1.2.8); no store writes them.
  /// - 4.5.1, 4.5.3, 4.6.13 to 4.6.17, 4.16.1: a chain is a signer, one intermediate and the root.
  /// - 4.6.8: its signer is an authority.
  /// - 4.13: name constraints are critical and not understood (RFC 5280 §4.2).
  static let all: [PKITSCase] = [
    PKITSCase("4.1.1", .valid, "ValidCertificatePathTest1EE", "GoodCACert"),
    PKITSCase("4.1.2", .refused(.unreadable), "InvalidCASignatureTest2EE", "BadSignedCACert"),
    PKITSCase("4.1.3", .refused(.signature), "InvalidEESignatureTest3EE", "GoodCACert"),
    PKITSCase("4.1.4", .refused(.unreadable), "ValidDSASignaturesTest4EE", "DSACACert"),
    PKITSCase(
      "4.1.5",
      .refused(.unreadable),
      "ValidDSAParameterInheritanceTest5EE",
      "DSAParametersInheritedCACert",
      "DSACACert"
    ),
    PKITSCase("4.1.6", .refused(.unreadable), "InvalidDSASignatureTest6EE", "DSACACert"),
    PKITSCase("4.2.1", .refused(.date), "InvalidCAnotBeforeDateTest1EE", "BadnotBeforeDateCACert"),
    PKITSCase("4.2.2", .refused(.date), "InvalidEEnotBeforeDateTest2EE", "GoodCACert"),
    PKITSCase("4.2.3", .valid, "Validpre2000UTCnotBeforeDateTest3EE", "GoodCACert"),
    PKITSCase("4.2.4", .valid, "ValidGeneralizedTimenotBeforeDateTest4EE", "GoodCACert"),
    PKITSCase("4.2.5", .refused(.date), "InvalidCAnotAfterDateTest5EE", "BadnotAfterDateCACert"),
    PKITSCase("4.2.6", .refused(.date), "InvalidEEnotAfterDateTest6EE", "GoodCACert"),
    PKITSCase("4.2.7", .refused(.date), "Invalidpre2000UTCEEnotAfterDateTest7EE", "GoodCACert"),
    PKITSCase("4.2.8", .valid, "ValidGeneralizedTimenotAfterDateTest8EE", "GoodCACert"),
    PKITSCase("4.3.1", .refused(.name), "InvalidNameChainingTest1EE", "GoodCACert"),
    PKITSCase("4.3.2", .refused(.name), "InvalidNameChainingOrderTest2EE", "NameOrderingCACert"),
    PKITSCase("4.3.3", .refused(.name), "ValidNameChainingWhitespaceTest3EE", "GoodCACert"),
    PKITSCase("4.3.4", .refused(.name), "ValidNameChainingWhitespaceTest4EE", "GoodCACert"),
    PKITSCase("4.3.5", .refused(.name), "ValidNameChainingCapitalizationTest5EE", "GoodCACert"),
    PKITSCase("4.3.6", .refused(.unreadable), "ValidNameUIDsTest6EE", "UIDCACert"),
    PKITSCase(
      "4.3.7",
      .valid,
      "ValidRFC3280MandatoryAttributeTypesTest7EE",
      "RFC3280MandatoryAttributeTypesCACert"
    ),
    PKITSCase(
      "4.3.8",
      .valid,
      "ValidRFC3280OptionalAttributeTypesTest8EE",
      "RFC3280OptionalAttributeTypesCACert"
    ),
    PKITSCase(
      "4.3.9",
      .valid,
      "ValidUTF8StringEncodedNamesTest9EE",
      "UTF8StringEncodedNamesCACert"
    ),
    PKITSCase(
      "4.3.10",
      .refused(.name),
      "ValidRolloverfromPrintableStringtoUTF8StringTest10EE",
      "RolloverfromPrintableStringtoUTF8StringCACert"
    ),
    PKITSCase(
      "4.3.11",
      .refused(.name),
      "ValidUTF8StringCaseInsensitiveMatchTest11EE",
      "UTF8StringCaseInsensitiveMatchCACert"
    ),
    PKITSCase(
      "4.5.1",
      .refused(.length),
      "ValidBasicSelfIssuedOldWithNewTest1EE",
      "BasicSelfIssuedNewKeyOldWithNewCACert",
      "BasicSelfIssuedNewKeyCACert"
    ),
    PKITSCase(
      "4.5.2",
      .refused(.length),
      "InvalidBasicSelfIssuedOldWithNewTest2EE",
      "BasicSelfIssuedNewKeyOldWithNewCACert",
      "BasicSelfIssuedNewKeyCACert"
    ),
    PKITSCase(
      "4.5.3",
      .refused(.length),
      "ValidBasicSelfIssuedNewWithOldTest3EE",
      "BasicSelfIssuedOldKeyNewWithOldCACert",
      "BasicSelfIssuedOldKeyCACert"
    ),
    PKITSCase(
      "4.5.4",
      .valid,
      "ValidBasicSelfIssuedNewWithOldTest4EE",
      "BasicSelfIssuedOldKeyCACert"
    ),
    PKITSCase(
      "4.5.6",
      .valid,
      "ValidBasicSelfIssuedCRLSigningKeyTest6EE",
      "BasicSelfIssuedCRLSigningKeyCACert"
    ),
    PKITSCase(
      "4.5.8",
      .refused(.length),
      "InvalidBasicSelfIssuedCRLSigningKeyTest8EE",
      "BasicSelfIssuedCRLSigningKeyCRLCert",
      "BasicSelfIssuedCRLSigningKeyCACert"
    ),
    PKITSCase(
      "4.6.1",
      .refused(.authority),
      "InvalidMissingbasicConstraintsTest1EE",
      "MissingbasicConstraintsCACert"
    ),
    PKITSCase(
      "4.6.2",
      .refused(.authority),
      "InvalidcAFalseTest2EE",
      "basicConstraintsCriticalcAFalseCACert"
    ),
    PKITSCase(
      "4.6.3",
      .refused(.authority),
      "InvalidcAFalseTest3EE",
      "basicConstraintsNotCriticalcAFalseCACert"
    ),
    PKITSCase(
      "4.6.4",
      .valid,
      "ValidbasicConstraintsNotCriticalTest4EE",
      "basicConstraintsNotCriticalCACert"
    ),
    PKITSCase(
      "4.6.5",
      .refused(.length),
      "InvalidpathLenConstraintTest5EE",
      "pathLenConstraint0subCACert",
      "pathLenConstraint0CACert"
    ),
    PKITSCase(
      "4.6.6",
      .refused(.length),
      "InvalidpathLenConstraintTest6EE",
      "pathLenConstraint0subCACert",
      "pathLenConstraint0CACert"
    ),
    PKITSCase("4.6.7", .valid, "ValidpathLenConstraintTest7EE", "pathLenConstraint0CACert"),
    PKITSCase(
      "4.6.8",
      .refused(.authority),
      "ValidpathLenConstraintTest8EE",
      "pathLenConstraint0CACert"
    ),
    PKITSCase(
      "4.6.9",
      .refused(.length),
      "InvalidpathLenConstraintTest9EE",
      "pathLenConstraint6subsubCA00Cert",
      "pathLenConstraint6subCA0Cert",
      "pathLenConstraint6CACert"
    ),
    PKITSCase(
      "4.6.10",
      .refused(.length),
      "InvalidpathLenConstraintTest10EE",
      "pathLenConstraint6subsubCA00Cert",
      "pathLenConstraint6subCA0Cert",
      "pathLenConstraint6CACert"
    ),
    PKITSCase(
      "4.6.11",
      .refused(.length),
      "InvalidpathLenConstraintTest11EE",
      "pathLenConstraint6subsubsubCA11XCert",
      "pathLenConstraint6subsubCA11Cert",
      "pathLenConstraint6subCA1Cert",
      "pathLenConstraint6CACert"
    ),
    PKITSCase(
      "4.6.12",
      .refused(.length),
      "InvalidpathLenConstraintTest12EE",
      "pathLenConstraint6subsubsubCA11XCert",
      "pathLenConstraint6subsubCA11Cert",
      "pathLenConstraint6subCA1Cert",
      "pathLenConstraint6CACert"
    ),
    PKITSCase(
      "4.6.13",
      .refused(.length),
      "ValidpathLenConstraintTest13EE",
      "pathLenConstraint6subsubsubCA41XCert",
      "pathLenConstraint6subsubCA41Cert",
      "pathLenConstraint6subCA4Cert",
      "pathLenConstraint6CACert"
    ),
    PKITSCase(
      "4.6.14",
      .refused(.length),
      "ValidpathLenConstraintTest14EE",
      "pathLenConstraint6subsubsubCA41XCert",
      "pathLenConstraint6subsubCA41Cert",
      "pathLenConstraint6subCA4Cert",
      "pathLenConstraint6CACert"
    ),
    PKITSCase(
      "4.6.15",
      .refused(.length),
      "ValidSelfIssuedpathLenConstraintTest15EE",
      "pathLenConstraint0SelfIssuedCACert",
      "pathLenConstraint0CACert"
    ),
    PKITSCase(
      "4.6.16",
      .refused(.length),
      "InvalidSelfIssuedpathLenConstraintTest16EE",
      "pathLenConstraint0subCA2Cert",
      "pathLenConstraint0SelfIssuedCACert",
      "pathLenConstraint0CACert"
    ),
    PKITSCase(
      "4.6.17",
      .refused(.length),
      "ValidSelfIssuedpathLenConstraintTest17EE",
      "pathLenConstraint1SelfIssuedsubCACert",
      "pathLenConstraint1subCACert",
      "pathLenConstraint1SelfIssuedCACert",
      "pathLenConstraint1CACert"
    ),
    PKITSCase(
      "4.7.1",
      .refused(.authority),
      "InvalidkeyUsageCriticalkeyCertSignFalseTest1EE",
      "keyUsageCriticalkeyCertSignFalseCACert"
    ),
    PKITSCase(
      "4.7.2",
      .refused(.authority),
      "InvalidkeyUsageNotCriticalkeyCertSignFalseTest2EE",
      "keyUsageNotCriticalkeyCertSignFalseCACert"
    ),
    PKITSCase("4.7.3", .valid, "ValidkeyUsageNotCriticalTest3EE", "keyUsageNotCriticalCACert"),
    PKITSCase(
      "4.13.1",
      .refused(.criticalExtension),
      "ValidDNnameConstraintsTest1EE",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.2",
      .refused(.criticalExtension),
      "InvalidDNnameConstraintsTest2EE",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.3",
      .refused(.criticalExtension),
      "InvalidDNnameConstraintsTest3EE",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.4",
      .refused(.criticalExtension),
      "ValidDNnameConstraintsTest4EE",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.5",
      .refused(.criticalExtension),
      "ValidDNnameConstraintsTest5EE",
      "nameConstraintsDN2CACert"
    ),
    PKITSCase(
      "4.13.6",
      .refused(.criticalExtension),
      "ValidDNnameConstraintsTest6EE",
      "nameConstraintsDN3CACert"
    ),
    PKITSCase(
      "4.13.7",
      .refused(.criticalExtension),
      "InvalidDNnameConstraintsTest7EE",
      "nameConstraintsDN3CACert"
    ),
    PKITSCase(
      "4.13.8",
      .refused(.criticalExtension),
      "InvalidDNnameConstraintsTest8EE",
      "nameConstraintsDN4CACert"
    ),
    PKITSCase(
      "4.13.9",
      .refused(.criticalExtension),
      "InvalidDNnameConstraintsTest9EE",
      "nameConstraintsDN4CACert"
    ),
    PKITSCase(
      "4.13.10",
      .refused(.criticalExtension),
      "InvalidDNnameConstraintsTest10EE",
      "nameConstraintsDN5CACert"
    ),
    PKITSCase(
      "4.13.11",
      .refused(.criticalExtension),
      "ValidDNnameConstraintsTest11EE",
      "nameConstraintsDN5CACert"
    ),
    PKITSCase(
      "4.13.12",
      .refused(.length),
      "InvalidDNnameConstraintsTest12EE",
      "nameConstraintsDN1subCA1Cert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.13",
      .refused(.length),
      "InvalidDNnameConstraintsTest13EE",
      "nameConstraintsDN1subCA2Cert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.14",
      .refused(.length),
      "ValidDNnameConstraintsTest14EE",
      "nameConstraintsDN1subCA2Cert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.15",
      .refused(.length),
      "InvalidDNnameConstraintsTest15EE",
      "nameConstraintsDN3subCA1Cert",
      "nameConstraintsDN3CACert"
    ),
    PKITSCase(
      "4.13.16",
      .refused(.length),
      "InvalidDNnameConstraintsTest16EE",
      "nameConstraintsDN3subCA1Cert",
      "nameConstraintsDN3CACert"
    ),
    PKITSCase(
      "4.13.17",
      .refused(.length),
      "InvalidDNnameConstraintsTest17EE",
      "nameConstraintsDN3subCA2Cert",
      "nameConstraintsDN3CACert"
    ),
    PKITSCase(
      "4.13.18",
      .refused(.length),
      "ValidDNnameConstraintsTest18EE",
      "nameConstraintsDN3subCA2Cert",
      "nameConstraintsDN3CACert"
    ),
    PKITSCase(
      "4.13.19",
      .refused(.length),
      "ValidDNnameConstraintsTest19EE",
      "nameConstraintsDN1SelfIssuedCACert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.20",
      .refused(.selfIssued),
      "InvalidDNnameConstraintsTest20EE",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.21",
      .refused(.criticalExtension),
      "ValidRFC822nameConstraintsTest21EE",
      "nameConstraintsRFC822CA1Cert"
    ),
    PKITSCase(
      "4.13.22",
      .refused(.criticalExtension),
      "InvalidRFC822nameConstraintsTest22EE",
      "nameConstraintsRFC822CA1Cert"
    ),
    PKITSCase(
      "4.13.23",
      .refused(.criticalExtension),
      "ValidRFC822nameConstraintsTest23EE",
      "nameConstraintsRFC822CA2Cert"
    ),
    PKITSCase(
      "4.13.24",
      .refused(.criticalExtension),
      "InvalidRFC822nameConstraintsTest24EE",
      "nameConstraintsRFC822CA2Cert"
    ),
    PKITSCase(
      "4.13.25",
      .refused(.criticalExtension),
      "ValidRFC822nameConstraintsTest25EE",
      "nameConstraintsRFC822CA3Cert"
    ),
    PKITSCase(
      "4.13.26",
      .refused(.criticalExtension),
      "InvalidRFC822nameConstraintsTest26EE",
      "nameConstraintsRFC822CA3Cert"
    ),
    PKITSCase(
      "4.13.27",
      .refused(.length),
      "ValidDNandRFC822nameConstraintsTest27EE",
      "nameConstraintsDN1subCA3Cert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.28",
      .refused(.length),
      "InvalidDNandRFC822nameConstraintsTest28EE",
      "nameConstraintsDN1subCA3Cert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.29",
      .refused(.length),
      "InvalidDNandRFC822nameConstraintsTest29EE",
      "nameConstraintsDN1subCA3Cert",
      "nameConstraintsDN1CACert"
    ),
    PKITSCase(
      "4.13.30",
      .refused(.criticalExtension),
      "ValidDNSnameConstraintsTest30EE",
      "nameConstraintsDNS1CACert"
    ),
    PKITSCase(
      "4.13.31",
      .refused(.criticalExtension),
      "InvalidDNSnameConstraintsTest31EE",
      "nameConstraintsDNS1CACert"
    ),
    PKITSCase(
      "4.13.32",
      .refused(.criticalExtension),
      "ValidDNSnameConstraintsTest32EE",
      "nameConstraintsDNS2CACert"
    ),
    PKITSCase(
      "4.13.33",
      .refused(.criticalExtension),
      "InvalidDNSnameConstraintsTest33EE",
      "nameConstraintsDNS2CACert"
    ),
    PKITSCase(
      "4.13.34",
      .refused(.criticalExtension),
      "ValidURInameConstraintsTest34EE",
      "nameConstraintsURI1CACert"
    ),
    PKITSCase(
      "4.13.35",
      .refused(.criticalExtension),
      "InvalidURInameConstraintsTest35EE",
      "nameConstraintsURI1CACert"
    ),
    PKITSCase(
      "4.13.36",
      .refused(.criticalExtension),
      "ValidURInameConstraintsTest36EE",
      "nameConstraintsURI2CACert"
    ),
    PKITSCase(
      "4.13.37",
      .refused(.criticalExtension),
      "InvalidURInameConstraintsTest37EE",
      "nameConstraintsURI2CACert"
    ),
    PKITSCase(
      "4.13.38",
      .refused(.criticalExtension),
      "InvalidDNSnameConstraintsTest38EE",
      "nameConstraintsDNS1CACert"
    ),
    PKITSCase("4.16.1", .refused(.length), "ValidUnknownNotCriticalCertificateExtensionTest1EE"),
    PKITSCase("4.16.2", .refused(.length), "InvalidUnknownCriticalCertificateExtensionTest2EE"),
    // Paths of four, judged below their own highest authority: its limit on the path counts.
    PKITSCase(
      "4.6.5 below its authority",
      .refused(.authority),
      "InvalidpathLenConstraintTest5EE",
      "pathLenConstraint0subCACert",
      anchor: "pathLenConstraint0CACert"
    ),
    PKITSCase(
      "4.8.4 below its authority",
      .valid,
      "DifferentPoliciesTest4EE",
      "GoodsubCACert",
      anchor: "GoodCACert"
    ),
  ]

  /// How many cases there are in 4.1, 4.2 and so on to 4.16.
  static let sizes = [6, 8, 11, 21, 8, 17, 5, 20, 8, 14, 11, 10, 38, 35, 10, 2]

  /// The cases that are not judged, by the second and third part of their numbers.
  static let leftOut: [(section: Int, numbers: ClosedRange<Int>, reason: String)] = [
    (4, 1...21, "revocation lists: none is fetched, a receipt is judged offline"),
    (5, 5...5, "the fault is in a revocation list only"),
    (5, 7...7, "the fault is in a revocation list only"),
    (7, 4...5, "who may sign revocation lists"),
    (8, 1...20, "policies: none is asked for, Apple's markers take their place"),
    (9, 1...8, "policies"),
    (10, 1...14, "policies"),
    (11, 1...11, "policies"),
    (12, 1...10, "policies"),
    (14, 1...35, "revocation lists and where to find them"),
    (15, 1...10, "revocation lists"),
  ]
}
