import Basics

/// Reads XML 1.0 strictly, from untrusted bytes: UTF-8 only; no document type, hence only the five
/// predefined entities; no processing instructions or CDATA sections; names in ASCII; namespaces
/// resolved; limits on size, depth and number. Comments are dropped.
struct XMLReader {
  /// A receipt of 2,000 products; real ones have a few.
  static let maxBytes = 1_024 * 1_024
  static let maxDepth = 32
  static let maxElements = 10_000
  static let maxAttributes = 32
  /// In the whole document: about 2,000 products.
  static let maxAttributesInAll = 20_000
  /// In the whole document: inclusive canonicalisation checks all of them at every element.
  static let maxDeclarations = 16

  static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"
  static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

  let bytes: [UInt8]
  var position = 0
  private var elementCount = 0
  private var attributeCount = 0
  private var declarationCount = 0

  /// Parses the document and returns its root.
  ///
  /// - Throws: `malformed` at a byte of the text, or `tooLarge`.
  static func root(of bytes: [UInt8]) throws(Rejection) -> XMLElement {
    guard bytes.count <= maxBytes else { throw .tooLarge(limit: maxBytes) }
    var reader = XMLReader(bytes: bytes)
    do throws(SyntaxError) {
      try reader.checkCharacters()
      try reader.prolog()
      guard reader.isNext("<") else { throw reader.fault("the root element") }
      let root = try reader.element(depth: 1, scope: ["xml": xmlNamespace])
      try reader.skipMisc()
      guard reader.byte == nil else { throw reader.fault("nothing after the root element") }
      return root
    } catch {
      throw Rejection(error)
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // Elements

  private mutating func element(
    depth: Int,
    scope: [String: String]
  ) throws(SyntaxError) -> XMLElement {
    guard depth <= Self.maxDepth else { throw fault("at most \(Self.maxDepth) levels of elements") }
    elementCount += 1
    guard elementCount <= Self.maxElements else {
      throw fault("at most \(Self.maxElements) elements")
    }
    let start = position
    try require("<", "an element")
    var element = XMLElement(name: try qualifiedName(), offset: start)
    var scope = scope
    let isEmpty = try attributes(of: &element)
    scope.merge(element.declarations) { $1 }
    try resolve(&element, scope)
    if !isEmpty { try content(of: &element, depth: depth, scope: scope) }
    return element
  }

  /// Reads text and elements up to and including the end tag.
  private mutating func content(
    of element: inout XMLElement,
    depth: Int,
    scope: [String: String]
  ) throws(SyntaxError) {
    var text: [UInt8] = []
    func flush() {
      guard !text.isEmpty else { return }
      element.children.append(.text(String(decoding: text, as: UTF8.self)))
      text.removeAll()
    }
    while let next = byte {
      guard next == UInt8(ascii: "<") else {
        try character(into: &text)
        continue
      }
      if isNext("<!--") {
        try comment()
      } else if isNext("</") {
        flush()
        try endTag(of: element)
        return
      } else {
        flush()
        element.children.append(.element(try self.element(depth: depth + 1, scope: scope)))
      }
    }
    throw fault("an end tag, but the text ends here")
  }

  private mutating func endTag(of element: XMLElement) throws(SyntaxError) {
    try require("</", "an end tag")
    let start = position
    let name = try qualifiedName()
    guard name.qualified == element.name.qualified else {
      throw SyntaxError(offset: start, expected: "the end tag of the open element")
    }
    skipSpace()
    try require(">", "the end of the end tag")
  }

  /// Reads attributes and namespace declarations up to the end of the start tag; returns whether
  /// the element is empty.
  private mutating func attributes(of element: inout XMLElement) throws(SyntaxError) -> Bool {
    var count = 0
    while true {
      let hasSpace = skipSpace()
      if take(">") { return false }
      if take("/>") { return true }
      guard hasSpace else { throw fault("white space or the end of the tag") }
      count += 1
      guard count <= Self.maxAttributes else {
        throw fault("at most \(Self.maxAttributes) attributes")
      }
      attributeCount += 1
      guard attributeCount <= Self.maxAttributesInAll else {
        throw fault("at most \(Self.maxAttributesInAll) attributes in the document")
      }
      let start = position
      let name = try qualifiedName()
      skipSpace()
      try require("=", "= and a value behind the attribute's name")
      skipSpace()
      let value = try attributeValue()
      if name.prefix == "xmlns" || name.qualified == "xmlns" {
        try declare(name, value, on: &element, at: start)
      } else if element.attributes.contains(where: { $0.name == name }) {
        throw SyntaxError(offset: start, expected: "no attribute twice")
      } else {
        element.attributes.append(XMLAttribute(name: name, value: value))
      }
    }
  }

  private mutating func declare(
    _ name: XMLName,
    _ namespace: String,
    on element: inout XMLElement,
    at offset: Int
  ) throws(SyntaxError) {
    func malformed(_ expected: String) -> SyntaxError {
      SyntaxError(offset: offset, expected: expected)
    }
    let prefix = name.prefix.isEmpty ? "" : name.local
    guard element.declarations[prefix] == nil else { throw malformed("no declaration twice") }
    // Canonicalisation is undefined for relative URIs (Canonical XML 1.0 §1.3).
    let isURI = namespace.utf8.allSatisfy { (0x21...0x7E).contains($0) } && namespace.contains(":")
    guard isURI || namespace.isEmpty && prefix.isEmpty else {
      throw malformed("an absolute URI as the namespace")
    }
    guard prefix != "xmlns", prefix != "xml", namespace != Self.xmlNamespace,
      namespace != Self.xmlnsNamespace
    else { throw malformed("no redefinition of xml or xmlns") }
    declarationCount += 1
    guard declarationCount <= Self.maxDeclarations else {
      throw malformed("at most \(Self.maxDeclarations) namespace declarations")
    }
    element.declarations[prefix] = namespace
  }

  /// Resolves every name's namespace; the default one does not apply to attributes.
  private func resolve(_ element: inout XMLElement, _ scope: [String: String]) throws(SyntaxError) {
    func namespace(_ prefix: String) throws(SyntaxError) -> String {
      if let namespace = scope[prefix] { return namespace }
      guard prefix.isEmpty else {
        throw SyntaxError(offset: element.offset, expected: "prefixes that are declared")
      }
      return ""
    }
    element.name.namespace = try namespace(element.name.prefix)
    for index in element.attributes.indices where !element.attributes[index].name.prefix.isEmpty {
      element.attributes[index].name.namespace =
        try namespace(element.attributes[index].name.prefix)
    }
    // Names without a prefix have already been compared.
    let prefixed = element.attributes.map(\.name).filter { !$0.prefix.isEmpty }
    for (index, name) in prefixed.enumerated()
    where prefixed[..<index].contains(where: { $0.isSame(as: name) }) {
      throw SyntaxError(offset: element.offset, expected: "no attribute twice in one namespace")
    }
  }
}
