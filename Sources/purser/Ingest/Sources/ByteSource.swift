import Basics
import Foundation

/// The bytes of a file, or of a file in an archive, unpacked if gzip packed them. Files are
/// recognised by their content, not by their names.
struct ByteSource: Sendable {
  private indirect enum Kind {
    case file(InputReader)
    case packed(ByteSource, Gunzip)
    case entry(TarArchive)
    case gone
  }

  /// A file that unpacks to more was made to fill memory or disks, or needs another limit.
  static let unpackedLimit = 64 << 30
  private static let chunkBytes = 65_536

  let name: String
  private var kind: Kind
  /// Bytes that were read to recognise the file.
  private var ahead: ArraySlice<UInt8> = []
  private var isRecognised = false
  private var byteCount = 0
  private let limit: Int

  init(_ path: String, limit: Int = Self.unpackedLimit) throws(InputError) {
    self.init(path == "-" ? .standard : try InputReader(path), path, limit: limit)
  }

  init(_ reader: InputReader, _ name: String, limit: Int = Self.unpackedLimit) {
    (kind, self.name, self.limit) = (.file(reader), name, limit)
  }

  /// The current file of an archive.
  init(entryOf archive: TarArchive, _ name: String, limit: Int) {
    (kind, self.name, self.limit) = (.entry(archive), name, limit)
  }

  /// The archive whose file this is.
  var archive: TarArchive? {
    switch kind {
    case .entry(let archive): archive
    case .packed(let source, _): source.archive
    case .file, .gone: nil
    }
  }

  /// The file on disk.
  private var reader: InputReader? {
    switch kind {
    case .file(let reader): reader
    case .packed(let source, _): source.reader
    case .entry(let archive): archive.source.reader
    case .gone: nil
    }
  }

  /// The bytes of the file on disk that were read.
  private var readBytes: Int {
    switch kind {
    case .file, .gone: byteCount
    case .packed(let source, _): source.readBytes
    case .entry(let archive): archive.source.readBytes
    }
  }

  /// The part of the file on disk that was read, of 1; `nil` for a pipe.
  var share: Double? {
    guard let reader, let left = reader.size else { return nil }
    return Double(readBytes) / Double(max(readBytes + left, 1))
  }

  var isPipe: Bool { reader?.size == nil }

  func close() {
    if let reader, reader.descriptor != STDIN_FILENO { reader.close() }
  }

  /// Whether reading returns at once. Unknown for what a pipe brings packed.
  var isReadable: Bool {
    if !ahead.isEmpty { return true }
    switch kind {
    case .file(let reader): return reader.isReadable
    case .packed, .entry: return reader?.size != nil
    case .gone: return true
    }
  }

  /// The next bytes; empty at the end.
  mutating func next() throws(InputError) -> ArraySlice<UInt8> {
    if !isRecognised { try recognise() }
    if !ahead.isEmpty {
      defer { ahead = [] }
      return ahead
    }
    return try read()
  }

  /// Whether gzip packed it; known once it was read or recognised.
  var isPacked: Bool { if case .packed = kind { true } else { false } }

  /// Whether the file is an archive; reads its beginning.
  mutating func isTar() throws(InputError) -> Bool {
    if !isRecognised { try recognise() }
    // A pipe may bring less for long; programs write archives in larger parts.
    try readAhead(isPipe ? 1 : 512)
    return TarReader.isTar(Array(ahead.prefix(512)))
  }

  private mutating func readAhead(_ count: Int) throws(InputError) {
    while ahead.count < count {
      let more = try read()
      if more.isEmpty { return }
      ahead = ahead.isEmpty ? more : Array(ahead + more)[...]
    }
  }

  private mutating func recognise() throws(InputError) {
    isRecognised = true
    try readAhead(2)
    guard Gunzip.isGzip(ahead) else { return }
    var packed = self
    packed.isRecognised = true
    (kind, ahead) = (.packed(packed, Gunzip()), [])
    byteCount = 0
  }

  private mutating func read() throws(InputError) -> ArraySlice<UInt8> {
    let current = kind
    // Only one holds the buffers, so that they are not copied.
    kind = .gone
    switch current {
    case .gone: return []
    case .file(var reader):
      defer { kind = .file(reader) }
      var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
      let count = try reader.read(into: &chunk)
      byteCount += count
      return chunk[..<count]
    case .entry(var archive):
      defer { kind = .entry(archive) }
      return try archive.data()
    case .packed(var source, var gunzip):
      defer { kind = .packed(source, gunzip) }
      while true {
        let output = try unpacked { () throws(Gunzip.Fault) in try gunzip.next() }
        byteCount += output.count
        guard byteCount <= limit else { break }
        if !output.isEmpty { return output }
        let more = try source.next()
        guard !more.isEmpty else {
          try unpacked { () throws(Gunzip.Fault) in try gunzip.finish() }
          return []
        }
        gunzip.feed(more)
      }
      throw .unreadable(
        name,
        reason: "it unpacks to more than \(limit >> 20) MiB, which --unpacked-limit allows"
      )
    }
  }

  private func unpacked<Output>(
    _ body: () throws(Gunzip.Fault) -> Output
  ) throws(InputError) -> Output {
    do throws(Gunzip.Fault) {
      return try body()
    } catch {
      throw .unreadable(name, reason: "\(error)")
    }
  }
}

/// A tar archive, read from its beginning. No path in it is ever opened or written.
struct TarArchive: Sendable {
  enum Entry { case file(String), passedOver(String, kind: String) }

  fileprivate(set) var source: ByteSource
  private var tar = TarReader()

  init(_ source: ByteSource) { self.source = source }

  /// The next file or link; `nil` at the end. Passes over the rest of the file before.
  mutating func nextEntry() throws(InputError) -> Entry? {
    while true {
      switch try nextEvent() {
      case .file(let name, _): return .file(name)
      case .passedOver(let name, let kind): return .passedOver(name, kind: kind)
      case .data, .fileEnd: continue
      case .end, nil: return nil
      }
    }
  }

  /// The next bytes of the current file; empty at its end.
  fileprivate mutating func data() throws(InputError) -> ArraySlice<UInt8> {
    if case .data(let bytes) = try nextEvent() { return bytes }
    return []
  }

  private mutating func nextEvent() throws(InputError) -> TarReader.Event? {
    while true {
      if let event = try read({ tar throws(TarReader.Fault) in try tar.next() }) { return event }
      let more = try source.next()
      guard !more.isEmpty else {
        try read { tar throws(TarReader.Fault) in try tar.finish() }
        return nil
      }
      tar.feed(more)
    }
  }

  private mutating func read<Output>(
    _ body: (inout TarReader) throws(TarReader.Fault) -> Output
  ) throws(InputError) -> Output {
    do throws(TarReader.Fault) {
      return try body(&tar)
    } catch {
      throw .unreadable(source.name, reason: "\(error)")
    }
  }
}
