import Foundation
import Testing

@testable import Terminal

@Suite struct MailboxTests {
  @Test func `eight writers lose nothing, and each keeps its order`() async throws {
    let mailbox = try Mailbox<(writer: Int, number: Int)>()
    let each = 5_000
    let taken = await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { for number in 0..<each { mailbox.post((writer, number)) } }
      }
      var taken: [(writer: Int, number: Int)] = []
      while taken.count < 8 * each {
        taken += mailbox.take()
        await Task.yield()
      }
      return taken
    }
    for writer in 0..<8 {
      #expect(taken.filter { $0.writer == writer }.map(\.number) == Array(0..<each))
    }
    #expect(mailbox.take().isEmpty)
  }

  @Test func `the pipe is readable while there are notes, and only then`() throws {
    let mailbox = try Mailbox<Int>()
    #expect(!isReadable(mailbox.wakeEnd))
    mailbox.post(1)
    mailbox.post(2)
    #expect(isReadable(mailbox.wakeEnd))
    #expect(mailbox.take() == [1, 2])
    #expect(!isReadable(mailbox.wakeEnd))
  }

  @Test func `a thousand notes are one byte in the pipe`() throws {
    let mailbox = try Mailbox<Int>()
    for number in 0..<1_000 { mailbox.post(number) }
    var bytes = [UInt8](repeating: 0, count: 2_000)
    #expect(read(mailbox.wakeEnd, &bytes, bytes.count) == 1)
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) == 1
  }
}
