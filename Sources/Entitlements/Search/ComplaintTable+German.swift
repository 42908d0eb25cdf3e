extension ComplaintTable {
  static let german: [Row] = [
    (
      .noAccess, 3,
      """
      bezahlt|gekauft|abgeschlossen .. kein|keinen|nicht|nichts|trotzdem; kein|keinen|keine \
      zugriff|zugang|premium; nicht freigeschaltet|freischalt*|aktiviert|nutzen|verfugbar; immer \
      noch gesperrt|werbung|gratis*|kostenlos*; funktioniert|geht nicht; weiterhin|noch werbung
      """
    ),
    (.noAccess, 1, "bezahlt; gekauft; zugriff; zugang; gesperrt; freischalt*"),
    (
      .chargedTwice, 4,
      """
      doppelt|zweimal|2x|zweifach|mehrfach; zwei|2|mehrere abbuchung*|zahlung*|belastung*|mal; \
      doppelte*; erneut abgebucht|belastet
      """
    ),
    (
      .refundApple, 3,
      """
      apple|itunes .. erstatt*|zuruck; erstatt*|ruckerstatt*|geld .. apple|itunes|app
      """
    ),
    (.refundApple, 2, "erstatt*; ruckerstatt*; ruckzahl*; geld zuruck; geld wieder; widerruf*"),
    (
      .refundGoogle, 3,
      """
      google|play .. erstatt*|ruckerstatt*|zuruck; erstatt*|ruckerstatt*|geld .. google|play
      """
    ),
    (.refundGoogle, 2, "erstatt*; ruckerstatt*; ruckzahl*; geld zuruck; geld wieder; widerruf*"),
    (
      .restoreFails, 4,
      """
      wiederherstell*; wieder herstell*; neues|neuem|neuen \
      handy|iphone|ipad|gerat|telefon|smartphone|tablet; neu installiert; gerat|handy \
      gewechselt; kaufe ubertragen
      """
    ),
    (
      .vanished, 4,
      """
      abo|abonnement|kauf|kaufe|premium verschwunden|weg; \
      zwei|2|anderes|anderen|anderem|falsches|zweites|altes konto|konten|account*; verschwunden; \
      konten zusammen*; abgemeldet|angemeldet|eingeloggt|ausgeloggt
      """
    ),
    (
      .cancelledButCharged, 5,
      """
      gekundigt|kundigung|storniert|abbestellt .. \
      abgebucht|belastet|berechnet|verlangert|abbuchung|gezahlt|bezahlt; \
      abgebucht|belastet|verlangert|abbuchung .. gekundigt|kundigung|storniert
      """
    ),
    (
      .cancelledButCharged, 2,
      """
      gekundigt; kundigung; kundigen; automatisch verlanger*; trotz kundigung
      """
    ),
    (
      .lostAccess, 4,
      """
      nicht|kein|keinen mehr .. zugriff|zugang|premium|pro|aktiv|nutzen; \
      premium|pro|zugriff|zugang|abo verloren|abgelaufen|inaktiv|beendet; obwohl|trotzdem .. \
      zahle|bezahle|lauft; zahlung fehlgeschlagen|abgelehnt; zahlungsproblem*; plotzlich .. \
      gesperrt|weg|abgelaufen; kein zugriff mehr
      """
    ),
    (
      .wrongPlan, 4,
      """
      falsch* abo|abonnement|tarif|preis|plan|produkt|betrag; \
      upgrade|hochgestuft|wechsel*|gewechselt; jahresabo|monatsabo statt; statt \
      jahresabo|monatsabo|jahrlich|monatlich; preis hoher|falsch|erhoht; tarif*
      """
    ),
    (
      .consumableMissing, 5,
      """
      munzen|diamanten|edelsteine|kristalle|juwelen|credits|punkte|coins|gems|gold|items|gegenstand* \
      fehl*|nicht|nie|weg|verschwunden; nicht|nie|keine \
      erhalten|bekommen|angekommen|gutgeschrieben \
      munzen|diamanten|edelsteine|kristalle|credits|coins|gems|punkte|items|gegenstand*; keine \
      munzen|diamanten|edelsteine|kristalle|credits|coins|gems|punkte|items
      """
    ),
    (.consumableMissing, 2, "munzen; diamanten; edelsteine; kristalle; juwelen"),
    (
      .trialOrOffer, 4,
      """
      probezeit*; probeabo*; probemonat*; testphase*; testversion*; testzeitraum*; gutschein*; \
      rabatt*; angebotscode*; aktionscode*; code nicht|ungultig; kostenlos testen|monat|woche; \
      einfuhrungspreis*
      """
    ),
    (
      .pendingOrFamily, 4,
      """
      familienfreigabe*; familien*|familie gruppe|abo|mitglied*|teilen; kaufanfrage*; \
      ausstehend*; genehmig*; in bearbeitung; wartet|warte auf; eltern|mutter|vater|kind \
      erlaub*|genehmig*
      """
    ),
    (.pendingOrFamily, 2, "familie; freigabe; erlaubnis"),
  ]
}
