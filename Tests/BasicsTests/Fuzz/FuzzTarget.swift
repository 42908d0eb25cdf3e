import Basics
import Foundation

/// What must hold for any input whatever of the readers of files, dates and requests, beyond that
/// nothing traps.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A gzip file, a tar archive, or deflated data.
  case archive
  /// The text of a database's dump.
  case dump
  /// A date, a duration or the target of a request.
  case time
  /// A document in TOML.
  case toml

  /// The first property that does not hold, in words; `nil` when all do.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    switch self {
    case .archive: ArchiveProperties.fault(input)
    case .dump: DumpProperties.fault(input)
    case .time: TimeProperties.fault(String(decoding: input, as: UTF8.self))
    case .toml: TOMLProperties.fault(String(decoding: input, as: UTF8.self))
    }
  }
}

/// Files arrive in pieces, whose borders must not matter.
enum Pieces {
  static func of(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
    let size = 1 + (input.count + Int(input.last ?? 0)) % 61
    return stride(from: 0, to: input.count, by: size).map {
      input[$0..<min($0 + size, input.count)]
    }
  }
}

enum ArchiveProperties {
  /// Deflated data may be a thousand times as long when it is unpacked.
  private static let longest = 1 << 18

  static func fault(_ input: [UInt8]) -> String? {
    let archive = repaired(input)
    if TarReader.isTar(archive) {
      return events(of: [archive[...]]).agrees(with: events(of: Pieces.of(archive)))
        ? nil : "an archive in pieces holds other files"
    }
    if Gunzip.isGzip(input) {
      return unzipped([input[...]]).agrees(with: unzipped(Pieces.of(input)))
        ? nil : "a gzip file in pieces is another one"
    }
    return inflated([input[...]]).agrees(with: inflated(Pieces.of(input)))
      ? nil : "deflated data in pieces are others"
  }

  /// With the checksums that the headers should have: chance never finds them.
  private static func repaired(_ input: [UInt8]) -> [UInt8] {
    var archive = input
    for start in stride(from: 0, through: input.count - 512, by: 512)
    where archive[start + 257..<start + 262].elementsEqual(Array("ustar".utf8)) {
      archive.replaceSubrange(start + 148..<start + 156, with: Array("        ".utf8))
      let sum = archive[start..<start + 512].reduce(0) { $0 + Int($1) }
      let digits = String(sum, radix: 8)
      let field = String(repeating: "0", count: 6 - digits.count) + digits + "\0 "
      archive.replaceSubrange(start + 148..<start + 156, with: Array(field.utf8))
    }
    return archive
  }

  private struct Output: Equatable {
    var names: [String] = []
    var octets: [UInt8] = []
    var fault: String?

    /// What precedes a fault, or a part of a long output, may be returned or not.
    func agrees(with other: Self) -> Bool {
      if max(octets.count, other.octets.count) >= longest { return true }
      return fault == nil ? self == other : fault == other.fault
    }
  }

  private static func events(of pieces: [ArraySlice<UInt8>]) -> Output {
    var (reader, output) = (TarReader(), Output())
    do {
      for piece in pieces {
        reader.feed(piece)
        reading: while let event = try reader.next() {
          switch event {
          case .file(let name, let size): output.names.append("\(name) \(size)")
          case .data(let octets): output.octets += octets
          case .fileEnd: output.names.append("end at \(output.octets.count)")
          case .passedOver(let name, let kind): output.names.append("\(name): \(kind)")
          case .end: break reading
          }
        }
      }
      try reader.finish()
    } catch { output.fault = String(describing: error) }
    return output
  }

  private static func unzipped(_ pieces: [ArraySlice<UInt8>]) -> Output {
    var (reader, output) = (Gunzip(), Output())
    do {
      for piece in pieces {
        reader.feed(piece)
        while output.octets.count < longest {
          let octets = try reader.next()
          if octets.isEmpty { break }
          output.octets += octets
        }
      }
      if output.octets.count < longest { try reader.finish() }
    } catch { output.fault = String(describing: error) }
    return output
  }

  private static func inflated(_ pieces: [ArraySlice<UInt8>]) -> Output {
    var (inflater, output) = (Inflater(), Output())
    do {
      for piece in pieces {
        inflater.feed(piece)
        while output.octets.count < longest {
          let octets = try inflater.next()
          if octets.isEmpty { break }
          output.octets += octets
        }
      }
      if inflater.isFinished { output.names = ["\(inflater.rest.count) left"] }
    } catch { output.fault = String(describing: error) }
    return output
  }
}

enum DumpProperties {
  static func fault(_ input: [UInt8]) -> String? {
    let (rows, fault) = rows([input[...]])
    let (others, otherFault) = Self.rows(Pieces.of(input))
    guard rows == others, fault == otherFault else { return "a dump in pieces has other rows" }
    let lines = input.count { $0 == UInt8(ascii: "\n") } + 1
    return rows.allSatisfy { (1...lines).contains($0.line) } ? nil : "a row of no line"
  }

  private static func rows(
    _ pieces: [ArraySlice<UInt8>]
  ) -> ([SQLDump.Row], SQLDump.Fault?) {
    var dump = SQLDump()
    var rows: [SQLDump.Row] = []
    do throws(SQLDump.Fault) {
      for piece in pieces {
        dump.feed(piece)
        while let row = try dump.next() { rows.append(row) }
      }
      dump.finish()
      while let row = try dump.next() { rows.append(row) }
    } catch { return (rows, error) }
    return (rows, nil)
  }
}

enum TimeProperties {
  static func fault(_ text: String) -> String? {
    let bytes = text.utf8.span
    guard RFC3339.isDate(bytes, 0..<bytes.count) == (RFC3339.parse(text) != nil) else {
      return "a date that has no instant, or the other way round"
    }
    if let date = RFC3339.parse(text), let written = CivilTime(date)?.rfc3339 {
      guard let again = RFC3339.parse(written),
        again.timeIntervalSince1970 == date.timeIntervalSince1970.rounded(.down)
      else { return "\(written) is read as another instant" }
    }
    if let duration = ISO8601Duration(text) {
      // Its text has no hours; a number in it has at most four digits.
      let isWritten = duration.seconds == 0 && duration.days < 10_000 && duration.months < 10_000
      guard !isWritten || ISO8601Duration(duration.text) == duration else {
        return "a duration that changes"
      }
      _ = duration.end(from: Date(timeIntervalSince1970: 1_767_225_600))
      _ = duration.timeInterval
    }
    _ = RequestTarget(text).query
    let encoded = text.utf8.map { "%" + String(hex: [$0]) }.joined()
    let path = RequestTarget("/x/\(encoded)/y").path.map { Array($0.utf8) }
    return path == ["x", text, "y"].map { Array($0.utf8) } ? nil : "a text that changes in a path"
  }
}
