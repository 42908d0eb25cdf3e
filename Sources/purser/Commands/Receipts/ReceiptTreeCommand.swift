import ArgumentParser
import Entitlements
import Receipts
import ServiceCore

/// `purser receipt tree`: prints the inspector's tree.
struct ReceiptTreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Print a receipt's parts with their offsets, unknown parts in hex.",
    discussion: "Decodes without verifying; use `purser receipt show` to verify."
  )

  @Flag(help: "Also print the values that link the receipt to a device.")
  var reveal = false

  @Argument(help: ArgumentHelp("The receipt, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let input = try InputFile.read(file)
    let receipt: [UInt8]
    do throws(Rejection) {
      receipt = try ReceiptText.receipt(in: input)
    } catch {
      Console.say("\(file): \(error.code), \(Console.sentence(error))")
      throw ExitCode(2)
    }
    try StandardStream.print(
      TreeText(reveals: reveal).lines(ReceiptInspection.tree(of: receipt)).joined(separator: "\n")
    )
  }
}

/// Formats a tree as lines of offset, number, name and value.
struct TreeText {
  let reveals: Bool

  func lines(_ node: Node, depth: Int = 0) -> [String] {
    let offset = pad(node.offset.map(String.init) ?? "", 8, isRight: true)
    let number = pad(node.number.map(String.init) ?? "", 6, isRight: true)
    let label = String(repeating: "  ", count: depth) + node.label
    let content = node.isSecret && !reveals ? "hidden" : node.value
    let value = [content.isEmpty ? node.type : content, node.gloss ?? ""]
      .filter { !$0.isEmpty }.joined(separator: "  ")
    let line = "\(offset) \(number)  \(pad(PlainText.safe(label), 34))  \(PlainText.safe(value))"
    return [line] + node.children.flatMap { lines($0, depth: depth + 1) }
  }

  private func pad(_ text: String, _ width: Int, isRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return isRight ? space + text : text + space
  }
}
