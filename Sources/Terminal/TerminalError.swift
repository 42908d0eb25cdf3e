/// Why the screen cannot be had.
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
      The dashboard needs a terminal, and standard input or output is none. \
      Use the command line twin instead: purser --help lists the commands.
      """
    case .notAScreen(nil):
      """
      TERM is not set, so how to draw on this terminal is not known. \
      Set TERM, or use the command line twin: purser --help lists the commands.
      """
    case .notAScreen(let type?):
      """
      TERM is \(type), a terminal that cannot be drawn on. \
      Set TERM to what yours is, or use the command line twin: purser --help lists the commands.
      """
    case .unknownType(let type):
      """
      TERM is \(type), and the terminfo database describes neither that nor xterm nor vt100. \
      Install ncurses' terminal descriptions (ncurses-base), or point TERMINFO at them.
      """
    case .noPipe(let code):
      """
      The system gave the program no pipe (error \(code)), most likely because too many files are \
      open. Close some, or raise the limit with ulimit -n.
      """
    }
  }
}
