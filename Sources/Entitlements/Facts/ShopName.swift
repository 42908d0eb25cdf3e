/// What the stores number is unique in a shop only, which is part of every such name.
enum ShopName {
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
    // Written in one go: these names are made for every row that is read.
    return String(unsafeUninitializedCapacity: count) { name in
      var end = 0
      func add(_ part: inout String) {
        part.withUTF8 { letters in
          end = name[end...].update(fromContentsOf: letters)
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
