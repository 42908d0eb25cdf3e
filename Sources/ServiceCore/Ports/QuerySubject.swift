/// The context of a store query.
package enum QuerySubject {
  /// Whether nothing about the subject is on file, so that it may be invented. Such queries get
  /// only a part of each rate limit.
  @TaskLocal package static var isUnknown = false
}
