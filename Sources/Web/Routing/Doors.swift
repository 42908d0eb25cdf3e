/// All doors there are, in the order in which they are told. What they refuse goes to one ring.
package enum Doors {
  package static func states(_ configuration: WebConfiguration, _ core: WebCore) -> [DoorState] {
    var core = core
    core.rejects =
      core.rejects ?? configuration.rejectedFolder.map { RejectRing(RejectFolder($0)) }
    core.bundleIDs = Set(configuration.apps)
    core.packages = Set(configuration.packages)
    core.createsUsers = configuration.playFab?.createsPlayers ?? true
    core.quotas = core.quotas ?? FilingQuotas(configuration.quotas)
    let clients = [
      ValidatorDoor.state(configuration, core), PlayFabDoor.state(configuration, core),
      VerificationDoor.state(configuration, core), UploadDoor.state(configuration, core),
    ]
    let hasApps =
      configuration.acceptsAnyApp || !configuration.apps.isEmpty || !configuration.packages.isEmpty
    return clients.map { hasApps ? $0 : $0.refusedWithoutApps } + [
      AppleDoor.state(configuration, core), AppleV1Door.state(configuration, core),
      GoogleDoor.state(configuration, core), AmazonDoor.state(configuration, core),
      APIDoor.state(configuration, core),
    ]
  }
}

extension DoorState {
  /// A genuine purchase of anybody's app gives rights here where no app is named.
  fileprivate var refusedWithoutApps: DoorState {
    guard case .open(let door) = self else { return self }
    return .refused(
      name: door.name,
      reason: "no [[app]] in the settings names your apps (or --any-app)"
    )
  }
}
