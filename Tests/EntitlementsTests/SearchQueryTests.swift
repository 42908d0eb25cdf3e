import Entitlements
import Testing

struct SearchQueryTests {
  @Test(arguments: [
    ("", SearchQuery.everything), ("  \t", .everything), (" 1000 ", .transaction("1000")),
    ("ada@example.com", .email("ada@example.com")), ("ada @home", .text("ada @home")),
    ("123456789012345678901", .text("123456789012345678901")), (" Ada  L ", .text("Ada  L")),
    ("١٢٣", .text("١٢٣")),
  ])
  func `what was typed is understood`(text: String, query: SearchQuery) {
    #expect(SearchQuery(parsing: text) == query)
  }
}
