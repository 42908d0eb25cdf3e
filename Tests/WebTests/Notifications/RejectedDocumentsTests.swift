import Foundation
import Testing
import Web

@Suite struct RejectRingTests {
  private let folder = RejectedDocumentFiles(
    FileManager.default.temporaryDirectory.appending(path: "ring-\(UUID())").path
  )
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func document(
    _ text: String,
    after seconds: TimeInterval = 0,
    peer: String = "192.0.2.1"
  ) -> RejectedDocument {
    RejectedDocument(
      at: Self.now.addingTimeInterval(seconds),
      group: "apple",
      code: "bad-signature",
      peer: peer,
      bytes: Array(text.utf8)
    )
  }

  private func limits(documents: Int = 1_000, bytes: Int = 64 << 20) -> RejectedDocuments.Limits {
    var limits = RejectedDocuments.Limits()
    limits.documents = documents
    limits.bytes = bytes
    return limits
  }

  /// The texts that are there, the oldest first.
  private var texts: [String] {
    folder.entries().compactMap { folder.document(named: $0.name) }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func clean() { try? FileManager.default.removeItem(atPath: folder.path) }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func `what is kept is read again as it was, also after a new start`() async throws {
    defer { clean() }
    let odd = RejectedDocument(
      at: Self.now,
      group: "google",
      code: "token-\"missing\"",
      peer: "2001:db8::1",
      bytes: [0, 10, 255, 10]
    )
    #expect(await RejectedDocuments(folder).keep(odd) == .kept)
    let entry = try #require(folder.entries().first)
    #expect(folder.document(named: entry.name) == odd)
    #expect(entry.name.hasPrefix("20260101T000000.000Z-"))
    #expect(await RejectedDocuments(folder).keep(odd) == .known)
  }

  @Test func `a file whose endpoint has its former name is read`() async throws {
    defer { clean() }
    let kept = document("{}")
    #expect(await RejectedDocuments(folder).keep(kept) == .kept)
    let name = try #require(folder.entries().first?.name)
    let path = "\(folder.path)/\(name)"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(#""endpoint":"apple""#))
    try text.replacing(#""endpoint":"#, with: #""door":"#)
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(folder.document(named: name) == kept)
  }

  @Test(
    arguments: [
      "{\"password\":\"SECRET\"}", "{\"a\":{\"password\":\"SECRET\"},\"password\":\"SECRET\"}",
      "{\"password\":\"SECRET", "{\"body\":\"{\\\"password\\\":\\\"SECRET\\\"}\"}",
    ]
  )
  func `a shared secret is not kept, whichever endpoint it was sent to`(_ text: String) async throws
  {
    defer { clean() }
    let secret = "0123456789abcdef0123456789abcdef"
    let ring = RejectedDocuments(folder)
    #expect(await ring.keep(document(text.replacing("SECRET", with: secret))) == .kept)
    let kept = try #require(texts.first)
    #expect(!kept.contains("456") && kept.contains("password"))
    #expect(await ring.keep(document(text.replacing("SECRET", with: "another"))) == .known)
  }

  @Test func `of a long one the beginning is kept, and no part of a secret at its end`() async {
    defer { clean() }
    var limits = limits()
    limits.bytesOfOne = 40
    let text = "{\"receipt\":\"MIIA\",\"password\":\"0123456789abcdef\"}"
    #expect(await RejectedDocuments(folder, limits: limits).keep(document(text)) == .kept)
    #expect(texts.count == 1 && texts.allSatisfy { $0.hasPrefix("{\"receipt\":\"MIIA\",") })
    #expect(!texts.contains { $0.contains("0123") })
  }

  @Test func `nobody else may look at it`() async throws {
    defer { clean() }
    await RejectedDocuments(folder).keep(document("a"))
    let entry = try #require(folder.entries().first)
    #expect(try mode(folder.path) == 0o700)
    #expect(try mode("\(folder.path)/\(entry.name)") == 0o600)
  }

  @Test func `the oldest go first when there are too many`() async {
    defer { clean() }
    let ring = RejectedDocuments(folder, limits: limits(documents: 3))
    for number in 1...5 { await ring.keep(document("\(number)", after: Double(number))) }
    #expect(texts == ["3", "4", "5"])
    let next = RejectedDocuments(folder, limits: limits(documents: 2))
    await next.keep(document("6", after: 6))
    #expect(texts == ["5", "6"], "an earlier process's count as well")
  }

  @Test func `the oldest go first when they are too large`() async {
    defer { clean() }
    let ring = RejectedDocuments(folder, limits: limits(bytes: 1_000))
    for number in 1...4 {
      let text = "\(number)" + String(repeating: ".", count: 300)
      await ring.keep(document(text, after: Double(number)))
    }
    #expect(texts.map { $0.prefix(1) } == ["3", "4"])
    let size = folder.entries().reduce(0) { $0 + $1.bytes }
    #expect(size <= 1_000)
  }

  @Test func `of one peer no more is kept than a few, and of others still some`() async {
    defer { clean() }
    let ring = RejectedDocuments(folder)
    var outcomes: [RejectedDocuments.Outcome] = []
    for number in 1...20 { outcomes.append(await ring.keep(document("\(number)"))) }
    #expect(outcomes.filter { $0 == .kept }.count == 10)
    #expect(outcomes.last == .rateLimited)
    #expect(await ring.keep(document("other", peer: "192.0.2.2")) == .kept)
    #expect(await ring.keep(document("later", after: 10)) == .kept)
  }

  @Test func `of very many peers no more is kept than some`() async {
    defer { clean() }
    let ring = RejectedDocuments(folder)
    for number in 0..<3_000 { await ring.keep(document("\(number)", peer: "peer-\(number)")) }
    #expect(texts.count == 100)
  }

  @Test func `where nothing can be written nothing is kept, and nothing breaks`() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path))
    defer { clean() }
    #expect(await RejectedDocuments(folder).keep(document("a")) == .failed)
    #expect(folder.entries().isEmpty)
  }

  @Test func `other files are left alone, and unfinished ones taken away`() async throws {
    defer { clean() }
    let ring = RejectedDocuments(folder, limits: limits(documents: 1))
    await ring.keep(document("a"))
    for name in ["notes.txt", ".draft-20260101T000000.000Z-0123456789abcdef"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    await RejectedDocuments(folder, limits: limits(documents: 1)).keep(document("b", after: 1))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains("notes.txt"))
    #expect(!names.contains { $0.hasPrefix(".draft-") })
    #expect(texts == ["b"])
  }

  @Test(arguments: ["../ledger.sqlite", "notes.txt", "", "/etc/passwd", ".."])
  func `no other file is read as one of these`(_ name: String) {
    #expect(folder.document(named: name) == nil)
  }
}
