/// Why the screen cannot be opened.
package enum TerminalError: Error, Equatable, CustomStringConvertible {
  case notATerminal
  /// TERM is unset, dumb, or describes something without cursor addressing.
  case notAScreen(type: String?)
  case unknownType(String)
  /// A pipe could not be made; `code` is the C library's errno.
  case noPipe(code: Int32)

  package var description: String {
    switch self {
    case .notATerminal:
      """
      The dashboard needs a terminal, but standard input or output is not one. \
      Use the command line instead: purser --help lists the commands.
      """
    case .notAScreen(nil):
      """
      TERM is not set, so purser does not know how to draw on this terminal. \
      Set TERM, or use the command line: purser --help lists the commands.
      """
    case .notAScreen(let type?):
      """
      TERM is \(type), a terminal that cannot be drawn on. \
      Set TERM to your terminal's type, or use the command line: purser --help lists the commands.
      """
    case .unknownType(let type):
      """
      TERM is \(type), but the terminfo database contains neither that nor xterm nor vt100. \
      Install ncurses' terminal descriptions (ncurses-base), or point TERMINFO at them.
      """
    case .noPipe(let code):
      """
      The program could not open a pipe (error \(code)), most likely because too many files are \
      open. Close some, or raise the limit with ulimit -n.
      """
    }
  }
}
