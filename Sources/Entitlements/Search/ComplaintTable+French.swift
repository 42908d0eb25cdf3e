extension ComplaintTable {
  static let french: [Row] = [
    (
      .noAccess, 3,
      """
      paye|payer|achete|souscrit .. pas|aucun|rien; pas|plus|aucun \
      acces|debloque|active|premium|fonctionne; toujours bloque|verrouille|pub*|gratuite; \
      impossible acceder|utiliser|ouvrir; n ai pas .. acces|premium
      """
    ),
    (.noAccess, 1, "paye; achete; acces; bloque; debloqu*"),
    (
      .chargedTwice, 4,
      """
      debite|facture|preleve|paye|debitee|facturee|prelevee deux|2|double|plusieurs|fois; deux|2 \
      prelevement*|paiement*|debit*|fois; double prelevement|paiement|facturation|debit; preleve \
      a nouveau; doublon*
      """
    ),
    (.refundApple, 3, "rembours* .. apple|itunes; apple|itunes|app .. rembours*"),
    (.refundApple, 2, "rembours*; rendre|rendez argent; recuperer argent"),
    (.refundGoogle, 3, "rembours* .. google|play|android; google|play .. rembours*"),
    (.refundGoogle, 2, "rembours*; rendre|rendez argent; recuperer argent"),
    (
      .restoreFails, 4,
      """
      restaur*; nouveau|nouvel|nouvelle telephone|iphone|ipad|appareil|tablette|portable; \
      change|changer|changement telephone|iphone|appareil|portable; reinstall*; recuperer achat*
      """
    ),
    (
      .vanished, 4,
      """
      abonnement|achat|achats|premium disparu*; deux|2|autre|mauvais|ancien|second compte*; \
      disparu*; connecte|connectee|deconnecte|deconnectee; fusionner comptes
      """
    ),
    (
      .cancelledButCharged, 5,
      """
      annule|resilie|annulation|resiliation|desabonne|desabonnee .. \
      preleve|prelevee|debite|debitee|facture|facturee|paiement|prelevement|renouvele; \
      preleve|prelevee|debite|debitee|facture|prelevement .. \
      annule|resilie|annulation|resiliation|desabonne
      """
    ),
    (
      .cancelledButCharged, 2,
      """
      annul*; resili*; desabonn*; renouvellement automatique; renouvele
      """
    ),
    (
      .lostAccess, 4,
      """
      plus acces|premium|active|actif; perdu .. acces|premium|abonnement; \
      abonnement|premium|acces expire|perdu|inactif|termine; alors|pourtant|bien|continue \
      que|je|de paie|paye|payer; paiement refuse|echoue|rejete; probleme de \
      paiement|facturation; soudain*
      """
    ),
    (
      .wrongPlan, 4,
      """
      mauvais|mauvaise abonnement|formule|offre|forfait|prix|tarif; changer|changement|change \
      formule|abonnement|forfait|offre; annuel|mensuel|annuelle|mensuelle lieu|pas; prix \
      plus|different|incorrect|augment*; passer|passe annuel|mensuel|superieur; mise a niveau
      """
    ),
    (
      .consumableMissing, 5,
      """
      pieces|gemmes|diamants|credits|jetons|cristaux|points|coins|or \
      pas|jamais|manqu*|disparu*|recu; pas|jamais|aucun|aucune recu|credite|eu \
      pieces|gemmes|diamants|credits|jetons|cristaux|points; manque* .. \
      pieces|gemmes|diamants|credits|jetons|cristaux
      """
    ),
    (.consumableMissing, 2, "gemmes; diamants; jetons; cristaux; pieces"),
    (
      .trialOrOffer, 4,
      """
      essai*; code promo*|cadeau|offre|reduction|invalide|fonctionne; reduction*; promotion*; \
      coupon*; bon de reduction; offre de bienvenue|lancement|decouverte
      """
    ),
    (
      .pendingOrFamily, 4,
      """
      en attente; partage familial; demande d achat; famille; approuv*; approbation; parental*; \
      en cours de traitement; autorisation parent*
      """
    ),
  ]
}
