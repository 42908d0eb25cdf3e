#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The functions of libpq, PostgreSQL's client library.
///
/// They are found at run time because few people need them: a linked libpq brings 22 more libraries
/// and slows every start of the program. Each property has its C name without `PQ`.
struct Libpq: Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias CString = UnsafePointer<CChar>
  typealias CStrings = UnsafePointer<CString?>
  typealias Text = UnsafeMutablePointer<CChar>
  /// An array of `ConnectionOption`; C functions take no pointer to a type of Swift.
  typealias Options = UnsafeMutableRawPointer
  typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, Result?) -> Void

  /// `PQconninfoOption` of `libpq-fe.h`: a keyword and its value.
  struct ConnectionOption {
    var keyword: CString?
    var environmentVariable: CString?
    var compiled: CString?
    var value: CString?
    var label: CString?
    var display: CString?
    var size: Int32
  }

  let connectStartParams: @Sendable @convention(c) (CStrings?, CStrings?, Int32) -> Connection?
  let reset: @Sendable @convention(c) (Connection?) -> Void
  let finish: @Sendable @convention(c) (Connection?) -> Void
  let status: @Sendable @convention(c) (Connection?) -> Int32
  let errorMessage: @Sendable @convention(c) (Connection?) -> Text?
  let setNoticeReceiver:
    @Sendable @convention(c) (Connection?, NoticeReceiver?, UnsafeMutableRawPointer?)
      -> OpaquePointer?
  let execParams:
    @Sendable @convention(c) (
      Connection?, CString?, Int32, UnsafePointer<UInt32>?, CStrings?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Result?
  let prepare:
    @Sendable @convention(c) (
      Connection?, CString?, CString?, Int32, UnsafePointer<UInt32>?
    ) -> Result?
  let execPrepared:
    @Sendable @convention(c) (
      Connection?, CString?, Int32, CStrings?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Result?
  /// Several statements in one text.
  let exec: @Sendable @convention(c) (Connection?, CString?) -> Result?
  let socket: @Sendable @convention(c) (Connection?) -> Int32
  let consumeInput: @Sendable @convention(c) (Connection?) -> Int32
  let notifies: @Sendable @convention(c) (Connection?) -> UnsafeMutableRawPointer?
  let conninfo: @Sendable @convention(c) (Connection?) -> Options?
  let conninfoParse: @Sendable @convention(c) (CString?, UnsafeMutablePointer<Text?>?) -> Options?
  let conninfoFree: @Sendable @convention(c) (Options?) -> Void
  let freemem: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void
  let resultStatus: @Sendable @convention(c) (Result?) -> Int32
  let resultErrorField: @Sendable @convention(c) (Result?, Int32) -> Text?
  let ntuples: @Sendable @convention(c) (Result?) -> Int32
  let nfields: @Sendable @convention(c) (Result?) -> Int32
  let getisnull: @Sendable @convention(c) (Result?, Int32, Int32) -> Int32
  let getlength: @Sendable @convention(c) (Result?, Int32, Int32) -> Int32
  let getvalue: @Sendable @convention(c) (Result?, Int32, Int32) -> Text?
  let cmdTuples: @Sendable @convention(c) (Result?) -> Text?
  let clear: @Sendable @convention(c) (Result?) -> Void

  /// The library of this system, loaded when first needed; `nil` if it isn't installed.
  static let installed = Libpq(names: names)

  #if canImport(Darwin)
  private static let names = [
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib", "/opt/local/lib/libpq.5.dylib",
  ]
  #else
  private static let names = ["libpq.so.5"]
  #endif

  /// Loads the first of these libraries that exists. It stays loaded.
  init?(names: [String]) {
    var library: UnsafeMutableRawPointer?
    for name in names where library == nil { library = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let library else { return nil }
    Self.keepCryptography(of: library)
    do {
      let symbols = Symbols(library: library)
      connectStartParams = try symbols.find("PQconnectStartParams")
      reset = try symbols.find("PQreset")
      finish = try symbols.find("PQfinish")
      status = try symbols.find("PQstatus")
      errorMessage = try symbols.find("PQerrorMessage")
      setNoticeReceiver = try symbols.find("PQsetNoticeReceiver")
      execParams = try symbols.find("PQexecParams")
      prepare = try symbols.find("PQprepare")
      execPrepared = try symbols.find("PQexecPrepared")
      exec = try symbols.find("PQexec")
      socket = try symbols.find("PQsocket")
      consumeInput = try symbols.find("PQconsumeInput")
      notifies = try symbols.find("PQnotifies")
      conninfo = try symbols.find("PQconninfo")
      conninfoParse = try symbols.find("PQconninfoParse")
      conninfoFree = try symbols.find("PQconninfoFree")
      freemem = try symbols.find("PQfreemem")
      resultStatus = try symbols.find("PQresultStatus")
      resultErrorField = try symbols.find("PQresultErrorField")
      ntuples = try symbols.find("PQntuples")
      nfields = try symbols.find("PQnfields")
      getisnull = try symbols.find("PQgetisnull")
      getlength = try symbols.find("PQgetlength")
      getvalue = try symbols.find("PQgetvalue")
      cmdTuples = try symbols.find("PQcmdTuples")
      clear = try symbols.find("PQclear")
    } catch {
      return nil
    }
  }

  /// Has OpenSSL and the others that libpq uses not clean up when the process ends: a connection on
  /// another thread may still be using them.
  private static func keepCryptography(of library: UnsafeMutableRawPointer) {
    typealias Initialization = @convention(c) (UInt64, OpaquePointer?) -> Int32
    let withoutCleanUp: UInt64 = 0x0008_0000
    if let symbol = dlsym(library, "OPENSSL_init_crypto") {
      _ = unsafeBitCast(symbol, to: Initialization.self)(withoutCleanUp, nil)
    }
    #if canImport(Glibc)
    // Other libraries clean up as well, with no way to prevent it.
    on_exit(
      { status, _ in
        fflush(nil)
        _exit(status)
      },
      nil
    )
    #endif
  }

  /// `ConnStatusType`, `ExecStatusType` and `PG_DIAG_…` of `libpq-fe.h` and `postgres_ext.h`.
  static let connectionOK: Int32 = 0
  static let commandOK: Int32 = 1
  static let tuplesOK: Int32 = 2
  static let sqlStateField = Int32(UInt8(ascii: "C"))
  static let messageField = Int32(UInt8(ascii: "M"))
  static let sourceFileField = Int32(UInt8(ascii: "F"))
}

/// Finds functions by name in a loaded library.
private struct Symbols {
  let library: UnsafeMutableRawPointer

  struct Missing: Error {}

  /// `Function` must be the C function's type.
  func find<Function>(_ name: String) throws(Missing) -> Function {
    guard let symbol = dlsym(library, name) else { throw Missing() }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
