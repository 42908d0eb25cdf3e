/// All doors there are, in the order in which they are told. What they refuse goes to one ring.
package enum Doors {
  package static func states(_ configuration: WebConfiguration, _ core: WebCore) -> [DoorState] {
    var core = core
    core.rejects =
      core.rejects ?? configuration.rejectedFolder.map { RejectRing(RejectFolder($0)) }
    core.quotas = core.quotas ?? FilingQuotas(configuration.quotas)
    return [
      ValidatorDoor.state(configuration, core), PlayFabDoor.state(configuration, core),
      VerificationDoor.state(configuration, core), UploadDoor.state(configuration, core),
      AppleDoor.state(configuration, core), AppleV1Door.state(configuration, core),
      GoogleDoor.state(configuration, core), AmazonDoor.state(configuration, core),
      APIDoor.state(configuration, core),
    ]
  }
}
