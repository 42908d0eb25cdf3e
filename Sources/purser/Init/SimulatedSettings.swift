import Basics
import Foundation

/// The settings that `purser simulate --dir` wrote, as the beginning of a set-up.
struct SimulatedSettings {
  private let folder: String
  private let settings: SettingsText

  init(_ folder: String) throws(FileError) {
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    let path = "\(self.folder)/settings.toml"
    let text: String
    do throws(InputError) {
      text = String(decoding: try InputFile.read(file: path), as: UTF8.self)
    } catch {
      throw FileError("\(error) Start purser simulate --dir \(folder) first.")
    }
    settings = SettingsText(text, path: path)
  }

  /// The stores' sections, for settings at `path`, which must not exist. Secrets stay where they are.
  func text(for path: String) throws(FileError) -> SettingsText {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw FileError("\(path) exists. Name another file with --config for simulated stores.")
    }
    let stores = settings.text.components(separatedBy: "\n# The endpoints").first ?? ""
    var text = SettingsText(stores, path: path)
    if case .texts(let roots)? = try settings.value("roots", in: .top) {
      try text.set("roots", to: .texts(roots.map { "\(folder)/\($0)" }), in: .top)
    }
    for question in SetupQuestion.all {
      guard case .secret = question.kind, let (section, key) = question.place,
        case .text(let name)? = try text.value(key, in: section)
      else { continue }
      try text.set(key, to: .text("\(folder)/\(name)"), in: section)
    }
    return text
  }

  /// The simulated senders of notifications.
  func complete(_ answers: inout SetupAnswers) {
    answers["app.name"] = answers["app.name"] ?? "Reader"
    let senders: [(String, String, SettingsText.Section)] = [
      ("notifications.google-email", "email", .table("serve.google")),
      ("notifications.google-subscription", "subscription", .table("serve.google")),
      ("notifications.amazon-topic", "topics", .table("serve.amazon")),
    ]
    for (question, key, section) in senders {
      switch try? settings.value(key, in: section) {
      case .text(let text)?: answers[question] = text
      case .texts(let texts)?: answers[question] = texts.joined(separator: ",")
      default: break
      }
    }
  }

  /// Where the keys of the simulated senders are.
  func addSenders(to setup: inout Setup) throws(FileError) {
    for (key, section) in [
      ("certs-url", "serve.google"), ("audience", "serve.google"), ("certs-url", "serve.amazon"),
    ] {
      guard try setup.text.has(.table(section)),
        let value = try settings.value(key, in: .table(section))
      else { continue }
      try setup.add(key, value, .table(section))
    }
  }
}
