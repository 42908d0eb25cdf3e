/// What is known of the purchase that a store is being asked about.
package enum QuestionSubject {
  /// Whether nothing of it is on file: anybody may have made it up. Such questions get a part of each
  /// rate budget only.
  @TaskLocal package static var isUnknown = false
}
