import ArgumentParser
import Receipts

/// The options for verifying documents, besides trust roots and apps.
struct DocumentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The app's Google Play licence key (base64, PEM or DER).", valueName: "file")
  )
  var googleKey: String?

  @Option(
    help: ArgumentHelp("The detached signature of a Google purchase, in base64.", valueName: "text")
  )
  var signature: String?

  @Option(
    help: ArgumentHelp(
      "Check whether an app receipt belongs to the device with this identifier.",
      valueName: "hex"
    )
  )
  var deviceGuid: String?

  @Option(
    help: ArgumentHelp(
      "A Microsoft certificate that may sign receipts (DER or PEM). May be repeated.",
      valueName: "file"
    )
  )
  var microsoftCert: [String] = []

  @Flag(help: "Trust documents that Xcode signed with its own certificate, without a root.")
  var allowXcode = false

  func validate() throws {
    if deviceGuid != nil, device == nil {
      throw ValidationError("--device-guid takes 32 hexadecimal digits, or 12 for a Mac.")
    }
  }

  var device: DeviceCheck? { deviceGuid.flatMap(DeviceCheck.init) }

  func reader(_ assembly: Assembly) throws -> DocumentReader {
    DocumentReader(
      receipts: assembly.verifier,
      google: GoogleDocument.Context(
        key: try (googleKey ?? assembly.settings.licenceKey).map(LicenceKeyFile.read),
        signature: signature,
        packageNames: assembly.packages
      ),
      microsoft: try MicrosoftReceiptVerifier(
        certificates: microsoftCert.map(RootFile.read),
        apps: assembly.apps.union(assembly.packages)
      ),
      payloads: try PayloadVerifier(
        addedRoots: assembly.roots,
        bundleIDs: assembly.apps,
        allowsXcode: allowXcode
      )
    )
  }
}

/// Checks whether a receipt belongs to a device.
struct DeviceCheck {
  private let guid: [UInt8]

  /// Parses hexadecimal digits with optional dashes or colons.
  init?(hex: String) {
    let digits = hex.filter { $0 != "-" && $0 != ":" }
    guard digits.count == 32 || digits.count == 12 else { return nil }
    var guid: [UInt8] = []
    var rest = Substring(digits)
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      guid.append(byte)
      rest = rest.dropFirst(2)
    }
    self.guid = guid
  }

  /// The label of the result. A mismatch requires a new receipt but does not reject this one
  /// (Apple, "Validating receipts on the device").
  func word(for receipt: Receipt) -> String {
    switch DeviceHash.matches(receipt, guid: guid) {
    case true: "matched"
    case false: "mismatched"
    case nil: "not-checked"
    }
  }
}
