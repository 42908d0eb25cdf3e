// swift-tools-version: 6.2
import PackageDescription

/// One package, one executable, no library customers: everything shared is `package`, and every
/// target is held to the same rules. The article Architecture of the manual explains the floors and
/// the arrows between them.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // Otherwise each concrete generic type is looked up by its mangled name the first time, for which
  // the runtime searches all conformances of the program.
  .unsafeFlags(
    ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
    .when(configuration: .release)
  ),
]

/// Modules whose tests look inside. Tests run on the release build, the one that people use.
let testable: [SwiftSetting] =
  strict + [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

/// Tests, which are not optimized: that takes longer than they then take less. Only what they share is,
/// since most of their time is in its loops.
let tests: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let algorithms = Target.Dependency.product(name: "Algorithms", package: "swift-algorithms")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioCompression = Target.Dependency.product(
  name: "NIOHTTPCompression",
  package: "swift-nio-extras"
)
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP1",
  package: "swift-nio-extras"
)
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle",
  package: "swift-service-lifecycle"
)
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let signals = Target.Dependency.product(
  name: "UnixSignals",
  package: "swift-service-lifecycle"
)

let package = Package(
  name: "purser",
  products: [.executable(name: "purser", targets: ["purser"])],
  // Package.resolved is not tracked, so the versions here are the lock.
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      exact: "2.28.1",
      traits: []
    ),
    .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // floor 0
    .target(name: "Basics", swiftSettings: strict),
    .target(
      name: "Receipts",
      dependencies: ["Basics", x509, asn1, crypto, cryptoExtras],
      swiftSettings: testable
    ),
    .target(
      name: "Translations",
      dependencies: ["CTexts"],
      exclude: ["customer.pot", "po"],
      swiftSettings: strict
    ),
    .target(name: "CTexts", exclude: ["Latin", "OtherScripts"]),
    .target(
      name: "Entitlements",
      dependencies: ["Basics", "Translations", "CTexts"],
      swiftSettings: strict
    ),
    // floor 1
    .target(name: "CSQLite"),
    .target(
      name: "Persistence",
      dependencies: ["Entitlements", "CSQLite", grdb, sqlite, crypto],
      swiftSettings: testable
    ),
    // floor 2
    .target(
      name: "ServiceCore",
      dependencies: ["Basics", "Receipts", "Entitlements", "Persistence", crypto],
      swiftSettings: strict
    ),
    .target(name: "Dashboard", dependencies: ["Basics", "Entitlements"], swiftSettings: testable),
    // floor 3
    .target(
      name: "CNcurses",
      cSettings: [.define("_XOPEN_SOURCE_EXTENDED"), .define("NCURSES_WIDECHAR", to: "1")],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),
    .target(name: "Terminal", dependencies: ["Dashboard", "CNcurses"], swiftSettings: testable),
    .target(
      name: "Mint",
      dependencies: ["Basics", x509, asn1, crypto, cryptoExtras],
      swiftSettings: testable
    ),
    .target(
      name: "Stores",
      dependencies: [
        "Basics", "ServiceCore", "Entitlements", "Receipts", httpClient, jwt, crypto, nio, nioPosix,
        nioHTTP,
        nioTLS, nioCompression,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "PostgresLog",
      dependencies: ["Persistence", nio, nioPosix],
      swiftSettings: testable
    ),
    .target(
      name: "Web",
      dependencies: [
        "Basics", "ServiceCore", "Entitlements", "Receipts", hummingbirdCore, hummingbirdTLS,
        crypto, nio, nioPosix, nioHTTP, nioTLS, nioHTTPTypes, nioHTTPTypesHTTP1, httpTypes,
        lifecycle, log,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "StoreSimulator",
      dependencies: [
        "Basics", "Mint", algorithms, hummingbirdCore, httpClient, jwt, nio, nioPosix, nioHTTP,
        httpTypes, lifecycle, log,
      ],
      swiftSettings: strict
    ),
    // floor 4
    .executableTarget(
      name: "purser",
      dependencies: [
        "Basics", "Receipts", "Entitlements", "Persistence", "ServiceCore", "Dashboard", "Terminal",
        "CNcurses", "CTexts", "Mint", "Stores", "PostgresLog", "Web", "StoreSimulator",
        algorithms, arguments, crypto, signals, lifecycle, log,
      ],
      exclude: ["Documentation.docc"],
      swiftSettings: strict,
      // Loading Swift's libraries takes longer than most commands, so they are part of the program.
      // One that exports every symbol looks through all of them at start, and one that is moved in
      // memory patches 140,000 pointers: two fifths of the start-up, a third of the memory.
      // What gold links makes the loader warn of protected functions with LD_BIND_NOW.
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-stdlib", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
            "-lCoreFoundation", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xclang-linker",
            "-no-pie",
          ],
          .when(platforms: [.linux], configuration: .release)
        )
      ]
    ),

    .target(
      name: "TestSupport",
      dependencies: ["Entitlements"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "BasicsTests",
      dependencies: ["Basics", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "ReceiptsTests",
      dependencies: ["Basics", "Receipts", "Mint", crypto],
      swiftSettings: tests
    ),
    .testTarget(
      name: "EntitlementsTests",
      dependencies: ["Entitlements", "Translations", "TestSupport"],
      exclude: ["Wordings"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "PersistenceTests",
      dependencies: ["Persistence", "Entitlements", "TestSupport", grdb, sqlite],
      exclude: ["schema.sql", "Entries/forms-1.txt", "Entries/forms-2.txt"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "ServiceCoreTests",
      dependencies: ["ServiceCore", "Receipts", "Entitlements", "Persistence", "Mint", grdb],
      swiftSettings: tests
    ),
    .testTarget(
      name: "StoresTests",
      dependencies: [
        "Stores", "ServiceCore", "Receipts", "Entitlements", "Basics", jwt, crypto, cryptoExtras,
        x509, asn1, nio, nioPosix, nioHTTP, nioTLS,
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "PostgresLogTests",
      dependencies: ["PostgresLog", "Persistence", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Basics", "Web", "ServiceCore", "Persistence", "Entitlements", "Receipts", "Mint",
        "TestSupport", log,
        crypto, httpTypes,
      ],
      exclude: ["Transcripts"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "DashboardTests",
      dependencies: ["Basics", "Dashboard", "Entitlements", "TestSupport"],
      exclude: ["Frames", "Setup/Frames"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "Dashboard", "TestSupport"],
      swiftSettings: tests
    ),
    .testTarget(
      name: "StoreSimulatorTests",
      dependencies: [
        "Basics", "StoreSimulator", "Stores", "ServiceCore", "Persistence", "Entitlements",
        "Receipts", "Mint", "Web",
        httpClient, jwt, nio, nioHTTP, log,
      ],
      swiftSettings: tests
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["Basics", "TestSupport", "Mint", grdb],
      exclude: ["EarlierLedger", "PublicNames"],
      swiftSettings: tests
    ),
  ],
  // `#embed`, by which CTexts takes its files in, is C23's.
  cLanguageStandard: .gnu2x
)
