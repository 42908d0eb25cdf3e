/// Decodes the DEFLATE format (RFC 1951) while its input arrives.
///
/// Each symbol and each block header is decoded as a whole: if its last bits are missing, nothing of
/// it is taken, and decoding goes on there once more input was fed.
package struct Inflater: Sendable {
  package enum Fault: Error, Equatable {
    case unknownBlockType, storedLength, codeLengths, unknownCode, distance
  }

  private enum Step { case blockStart, stored(Int), coded, ended }

  /// The largest distance of a repetition.
  private static let windowSize = 32_768
  private static let outputSize = 65_536
  private static let maxRepetition = 258
  private static let maxRepetitionBits = 48

  private var bits = InputBits()
  private var step = Step.blockStart
  private var isLastBlock = false
  private var literals = HuffmanTable.fixedLiterals
  private var distances = HuffmanTable.fixedDistances
  /// The output, after what later repetitions may refer to.
  private var output: [UInt8] = []
  private var outputStart = 0

  package init() {}

  package var isFinished: Bool { if case .ended = step { true } else { false } }

  /// The input after the last block.
  package var rest: [UInt8] { bits.rest }

  package mutating func feed(_ bytes: ArraySlice<UInt8>) { bits.feed(bytes) }

  /// The next output; empty if it needs more input, or has ended.
  package mutating func next() throws(Fault) -> ArraySlice<UInt8> {
    if output.count > Self.windowSize {
      var window: [UInt8] = []
      window.reserveCapacity(Self.windowSize + Self.outputSize + Self.maxRepetition)
      window += output[(output.count - Self.windowSize)...]
      output = window
    }
    outputStart = output.count
    while output.count - outputStart < Self.outputSize, try advance() {}
    return output[outputStart...]
  }

  /// False if it needs more input, or has ended.
  private mutating func advance() throws(Fault) -> Bool {
    switch step {
    case .ended: return false
    case .blockStart: return try readHeader()
    case .stored(let count):
      let bytes = bits.bytes(atMost: min(count, outputStart + Self.outputSize - output.count))
      output += bytes
      if bytes.count == count { endBlock() } else { step = .stored(count - bytes.count) }
      return !bytes.isEmpty || count == 0
    case .coded: return try readSymbols()
    }
  }

  private mutating func endBlock() {
    step = isLastBlock ? .ended : .blockStart
    if isLastBlock { bits.alignAndGiveBack() }
  }

  private mutating func readHeader() throws(Fault) -> Bool {
    let start = bits
    guard let last = bits.take(1), let type = bits.take(2) else {
      bits = start
      return false
    }
    switch type {
    case 0:
      bits.alignAndGiveBack()
      guard let length = bits.take(16), let check = bits.take(16) else {
        bits = start
        return false
      }
      guard length == check ^ 0xFFFF else { throw .storedLength }
      bits.alignAndGiveBack()
      step = .stored(length)
    case 1:
      (literals, distances, step) = (.fixedLiterals, .fixedDistances, .coded)
    case 2:
      guard let tables = try Self.readTables(&bits) else {
        bits = start
        return false
      }
      (literals, distances, step) = (tables.literals, tables.distances, .coded)
    default: throw .unknownBlockType
    }
    isLastBlock = last == 1
    return true
  }

  /// False if a symbol lacks bits.
  private mutating func readSymbols() throws(Fault) -> Bool {
    let end = outputStart + Self.outputSize
    while output.count < end {
      bits.refill()
      var taken = bits.current
      var symbol = literals.symbol(&taken)
      // As many bytes as were read ahead; a repetition needs up to 48 bits.
      while symbol < 256, symbol >= 0, taken.count >= Self.maxRepetitionBits {
        output.append(UInt8(truncatingIfNeeded: symbol))
        bits.current = taken
        symbol = literals.symbol(&taken)
      }
      guard symbol >= 0 else { return try bits.lacks(taken) }
      if symbol < 256 {
        guard taken.count >= 0 else { return false }
        bits.current = taken
        output.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 {
        guard taken.count >= 0 else { return false }
        bits.current = taken
        endBlock()
        return true
      }
      guard symbol - 257 < DeflateCodes.lengths.count else { throw .unknownCode }
      let (base, extra) = DeflateCodes.lengths[symbol - 257]
      let length = base + taken.take(extra)
      let code = distances.symbol(&taken)
      guard code >= 0 else { return try bits.lacks(taken) }
      guard code < DeflateCodes.distances.count else { throw .unknownCode }
      let (near, more) = DeflateCodes.distances[code]
      let distance = near + taken.take(more)
      guard taken.count >= 0 else { return false }
      guard distance <= output.count else { throw .distance }
      bits.current = taken
      repeatOutput(length, from: output.count - distance)
    }
    return true
  }

  private mutating func repeatOutput(_ length: Int, from start: Int) {
    // A slice of the output, appended to it, would copy all of it.
    for index in start..<(start + length) { output.append(output[index]) }
  }

  /// The order in which a header states the lengths of the codes for lengths (RFC 1951 §3.2.7).
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// `nil` if bits are missing.
  private static func readTables(
    _ bits: inout InputBits
  ) throws(Fault) -> (literals: HuffmanTable, distances: HuffmanTable)? {
    guard let literalCount = bits.take(5), let distanceCount = bits.take(5),
      let lengthCount = bits.take(4)
    else { return nil }
    guard literalCount <= 29, distanceCount <= 29 else { throw .codeLengths }
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<(lengthCount + 4) {
      guard let length = bits.take(3) else { return nil }
      lengthLengths[lengthOrder[index]] = UInt8(length)
    }
    let lengthTable = try HuffmanTable(lengthLengths, mayBeIncomplete: false)
    let count = literalCount + 257 + distanceCount + 1
    var lengths: [UInt8] = []
    while lengths.count < count {
      bits.refill()
      var taken = bits.current
      let symbol = lengthTable.symbol(&taken)
      guard symbol >= 0 else {
        _ = try bits.lacks(taken)
        return nil
      }
      // A code of bits that have not arrived means nothing.
      guard taken.count >= 0 else { return nil }
      var (value, repetitions) = (UInt8(truncatingIfNeeded: symbol), 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .codeLengths }
        (value, repetitions) = (last, 3 + taken.take(2))
      case 17: (value, repetitions) = (0, 3 + taken.take(3))
      case 18: (value, repetitions) = (0, 11 + taken.take(7))
      default: break
      }
      guard taken.count >= 0 else { return nil }
      bits.current = taken
      lengths += repeatElement(value, count: repetitions)
    }
    guard lengths.count == count, lengths[256] > 0 else { throw .codeLengths }
    return (
      try HuffmanTable(Array(lengths[..<(literalCount + 257)]), mayBeIncomplete: true),
      try HuffmanTable(Array(lengths[(literalCount + 257)...]), mayBeIncomplete: true)
    )
  }
}

/// Bits that were read ahead, the next one lowest. `count` is negative once more were taken than
/// there are.
struct BitBuffer {
  fileprivate(set) var value: UInt64 = 0
  fileprivate(set) var count = 0

  mutating func take(_ size: Int) -> Int {
    let taken = value & (1 &<< UInt64(size) &- 1)
    value &>>= UInt64(size)
    count -= size
    return Int(truncatingIfNeeded: taken)
  }
}

/// The input of an inflater, bit by bit.
struct InputBits: Sendable {
  fileprivate var current = BitBuffer()
  private var bytes: [UInt8] = []
  private var position = 0

  fileprivate var rest: [UInt8] { Array(bytes[position...]) }

  fileprivate mutating func feed(_ new: ArraySlice<UInt8>) {
    // What was read ahead may be given back.
    let kept = min(position, 8)
    bytes.removeSubrange(..<(position - kept))
    position = kept
    bytes += new
  }

  /// Reads ahead: 57 bits or more, unless fewer are left.
  @inline(__always)
  fileprivate mutating func refill() {
    if position + 8 <= bytes.count {
      let next = bytes.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      }
      // Bits beyond `count` are those that the next call reads again.
      current.value |= next &<< UInt64(current.count)
      let taken = (63 - current.count) / 8
      position += taken
      current.count += taken * 8
      return
    }
    while current.count <= 56, position < bytes.count {
      current.value |= UInt64(bytes[position]) &<< UInt64(current.count)
      current.count += 8
      position += 1
    }
  }

  /// `nil` if there are fewer bits.
  fileprivate mutating func take(_ size: Int) -> Int? {
    refill()
    return current.count < size ? nil : current.take(size)
  }

  /// Whole bytes; only where a byte begins.
  fileprivate mutating func bytes(atMost count: Int) -> ArraySlice<UInt8> {
    let end = min(position + count, bytes.count)
    defer { position = end }
    return bytes[position..<end]
  }

  /// Passes over the rest of the current byte, and takes back what was read ahead.
  fileprivate mutating func alignAndGiveBack() {
    position -= current.count / 8
    current = BitBuffer()
  }

  /// Whether a code without meaning may only lack its last bits: returns false then.
  fileprivate func lacks(_ taken: BitBuffer) throws(Inflater.Fault) -> Bool {
    guard position == bytes.count, taken.count < HuffmanTable.maxLength else { throw .unknownCode }
    return false
  }
}

/// The codes of a block, looked up by as many bits as the longest has.
struct HuffmanTable: Sendable {
  fileprivate static let maxLength = 15

  /// The symbol in the upper bits, the length of its code in the lower four; 0 for no symbol.
  private var entries: [UInt16]
  private var mask: UInt64

  /// The canonical code with these lengths (RFC 1951 §3.2.2). One that leaves codes unused is
  /// accepted only if it has at most one symbol.
  fileprivate init(_ lengths: [UInt8], mayBeIncomplete: Bool) throws(Inflater.Fault) {
    var counts = [Int](repeating: 0, count: Self.maxLength + 1)
    for length in lengths { counts[Int(length)] += 1 }
    let used = lengths.count - counts[0]
    counts[0] = 0
    var code = 0
    var next = [Int](repeating: 0, count: Self.maxLength + 1)
    var free = 1
    for length in 1...Self.maxLength {
      code = (code + counts[length - 1]) << 1
      next[length] = code
      free = free << 1 - counts[length]
      guard free >= 0 else { throw .codeLengths }
    }
    guard free == 0 || mayBeIncomplete && used <= 1 else { throw .codeLengths }
    let longest = counts.lastIndex { $0 > 0 } ?? 1
    mask = 1 << UInt64(longest) - 1
    entries = [UInt16](repeating: 0, count: 1 << longest)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      // The first bit of a code is the lowest one of the input.
      var (reversed, left) = (0, next[length])
      for _ in 0..<length {
        reversed = reversed << 1 | left & 1
        left >>= 1
      }
      next[length] += 1
      let entry = UInt16(symbol << 4 | length)
      for index in stride(from: reversed, to: entries.count, by: 1 << length) {
        entries[index] = entry
      }
    }
  }

  /// Negative if the bits are no code.
  @inline(__always)
  fileprivate func symbol(_ bits: inout BitBuffer) -> Int {
    let entry = Int(entries[Int(truncatingIfNeeded: bits.value & mask)])
    guard entry > 0 else { return -1 }
    _ = bits.take(entry & 15)
    return entry >> 4
  }

  private init() { (entries, mask) = ([0, 0], 1) }

  private static func fixed(_ lengths: [UInt8]) -> HuffmanTable {
    (try? HuffmanTable(lengths, mayBeIncomplete: false)) ?? HuffmanTable()
  }

  /// The codes of a block that states none (RFC 1951 §3.2.6).
  fileprivate static let fixedLiterals = fixed(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
  )
  fileprivate static let fixedDistances = fixed([UInt8](repeating: 5, count: 32))
}

/// What the codes of lengths and distances stand for: the smallest value, and the number of bits to
/// add (RFC 1951 §3.2.5).
enum DeflateCodes {
  fileprivate static let lengths: [(Int, Int)] = {
    var codes = ranges(start: 3, count: 28) { $0 < 8 ? 0 : $0 / 4 - 1 }
    codes.append((258, 0))
    return codes
  }()
  fileprivate static let distances = ranges(start: 1, count: 30) { $0 < 4 ? 0 : $0 / 2 - 1 }

  private static func ranges(
    start: Int,
    count: Int,
    _ extra: (Int) -> Int
  ) -> [(Int, Int)] {
    var next = start
    return (0..<count).map { code in
      defer { next += 1 << extra(code) }
      return (next, extra(code))
    }
  }
}
