import ArgumentParser
import Entitlements
import Receipts
import ServiceCore

/// `purser receipt tree`: the inspector's tree as text.
struct ReceiptTreeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tree",
    abstract: "Print a receipt's parts with their offsets, unknown ones in hex.",
    discussion: "Decodes only; `purser receipt show` tells whether the receipt is to be believed."
  )

  @Flag(help: "Print what ties the receipt to a device, too.")
  var reveal = false

  @Argument(help: ArgumentHelp("The receipt, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let input = try InputFile.read(file)
    let receipt: [UInt8]
    do throws(Rejection) {
      receipt = try ReceiptText.receipt(in: input)
    } catch {
      Narration.say("\(file): \(error.code), \(Narration.sentence(error))")
      throw ExitCode(2)
    }
    try StandardStream.print(
      TreeText(reveals: reveal).lines(ReceiptInspection.tree(of: receipt)).joined(separator: "\n")
    )
  }
}

/// A tree as lines: offset, number, name, value.
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
