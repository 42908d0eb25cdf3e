/// All endpoint groups, in the order they are listed. They share the store of rejected documents.
package enum Endpoints {
  package static func states(
    _ configuration: WebConfiguration,
    _ core: WebDependencies
  ) -> [EndpointState] {
    var core = core
    core.rejects =
      core.rejects
      ?? configuration.rejectedFolder.map { RejectedDocuments(RejectedDocumentFiles($0)) }
    core.bundleIDs = Set(configuration.apps)
    core.packages = Set(configuration.packages)
    core.createsUsers = configuration.playFab?.createsPlayers ?? true
    core.quotas = core.quotas ?? FilingQuotas(configuration.quotas)
    let clients = [
      ValidateEndpoint.state(configuration, core), PlayFabEndpoints.state(configuration, core),
      VerifyEndpoint.state(configuration, core), UploadEndpoint.state(configuration, core),
    ]
    let hasApps =
      configuration.acceptsAnyApp || !configuration.apps.isEmpty || !configuration.packages.isEmpty
    return clients.map { hasApps ? $0 : $0.refusedWithoutApps } + [
      AppleNotificationEndpoint.state(configuration, core),
      AppleV1NotificationEndpoint.state(configuration, core),
      GoogleNotificationEndpoint.state(configuration, core),
      AmazonNotificationEndpoint.state(configuration, core),
      APIEndpoints.state(configuration, core),
    ]
  }
}

extension EndpointState {
  /// Without configured apps, a genuine purchase of anybody's app would grant entitlements.
  fileprivate var refusedWithoutApps: EndpointState {
    guard case .open(let group) = self else { return self }
    return .refused(
      name: group.name,
      reason: "no [[app]] in the settings names your apps (or --any-app)"
    )
  }
}
