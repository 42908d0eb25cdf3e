/// Joins a store's number with store, environment and app, within which it is unique.
enum ScopedIdentifier {
  static func joined(
    _ store: Store,
    _ environment: Environment,
    _ app: String,
    _ number: String
  ) -> String {
    var (store, environment) = (store.rawValue, environment.rawValue)
    var (app, number) = (app, number)
    let count =
      store.utf8.count + environment.utf8.count + app.utf8.count + number.utf8.count + 3
    // Written in one pass: an identifier is made for every row that is read.
    return String(unsafeUninitializedCapacity: count) { name in
      var end = 0
      func add(_ part: inout String) {
        part.withUTF8 { bytes in
          end = name[end...].update(fromContentsOf: bytes)
        }
      }
      func addColon() {
        name[end] = UInt8(ascii: ":")
        end += 1
      }
      add(&store)
      addColon()
      add(&environment)
      addColon()
      add(&app)
      addColon()
      add(&number)
      return end
    }
  }
}
