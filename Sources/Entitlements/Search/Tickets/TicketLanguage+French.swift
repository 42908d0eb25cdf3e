extension TicketLanguage {
  static let frenchWords = """
    hier deux quand alors toujours depuis encore suis été moi veux je le la les de des et est un \
    une pas pour que qui mon ma mes vous nous avec sur dans en au du ce ca me bonjour merci mais \
    ai il elle on plus sans svp par cette votre fait tout
    """

  static let french = TicketLanguage(
    isSpaced: true,
    """
    @not = pas|aucun|aucune|rien|jamais|non|sans|ni|toujours pas
    @abo = \
    abonnement*|abo|premium|pro|plus|version|accès|fonctions|fonctionnalités|formule|achat*|adhésion
    bought = payé*; acheté*; achete; paye*; pris premium|plus|pro|abonnement|l; prendre \
    premium|plus|pro; souscri*; réglé*; commandé*; virement; facture arrivée|reçue|est; \
    reçu|facture; achat*; abonné*; débité*; prélevé*; abonnement pris; paiement \
    passé|effectué|accepté|validé; dépensé; argent parti
    charge = débit*; prélev*; prelev*; factur*; encaiss*; retir*; relevé; carte; compte bancaire; \
    payer; paiement*; prend* argent|sous; pris $; argent; ponction*; renouvel*; paye; repaye*; \
    somme; banque; tiré
    twice = deux|2 fois; double*; 2x; doublon; deux|2|plusieurs|trois \
    prélèvement*|paiement*|débit*|factur*|transaction*|abonnement*|commandes|achats; \
    débité|prélevé|payé|facturé 2|trois|plusieurs; deux fois; une autre fois; de trop; le même \
    montant|jour|mois; en double; prélèvements identiques
    once = seule commande|fois|achat; qu'une|une seule; chacun; que un|une; en garder; les deux \
    passés|débités|passées
    refund = rembours*; remboursement; rendre|rende|rendez|redonne* argent|sous|euros|$|mes|mon; \
    mon argent; récupérer|ravoir argent|sous|mes|euros|$; rétract*; restitu*; annuler|annulation \
    achat|commande|transaction; rmb; avoir mon argent; retour argent; rendez argent|moi; \
    chargeback
    accident = erreur; par erreur; mégarde; accident; sans faire|le|mon|ma \
    exprès|vouloir|savoir|autorisation|permission|accord; trompé*; faux|mauvais bouton; \
    involontair*; inadvertance; pas voulu; à mon insu
    child = fils|fille|enfant*|neveu|nièce|petit|gamin|gosse*|petite|ado
    unused = jamais|pas utilisé*|servi|utilise; sert à rien; ne fonctionne|marche pas; inutile; \
    pas besoin; arnaque; vol; déçu*; ne correspond; incompatible
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; huawei; xiaomi; gpa
    restore = restaur*; récupérer|récupération achat*|abonnement; restore*
    fail = erreur; impossible; échou*; échec; pas; aucun achat; rien; marche pas; bloqu*; tourne; \
    bug*; plante; error; arrive pas
    device = nouveau|nouvel|autre|ancien|changé*|changement|changer|remplacé* \
    téléphone*|portable|tel|tél|iphone|ipad|tablette|appareil|mobile|android|samsung|ordinateur|smartphone; \
    réinstall*; désinstall*; supprimé appli*; remis à zéro|neuf; réinitialis* \
    téléphone|tablette|iphone|ipad|appareil; passé* de iphone|android|samsung vers|à; paramètres \
    d'usine; téléphone|tablette|portable volé|perdu|cassé|tombé|réparé|neuf|remplacé; tel neuf; \
    formaté*
    account = autre|nouveau|mauvais|deux|ancien*|nouvelle|mauvaise|second \
    compte*|adresse*|mail|email|profil|identifiant; connect* avec|sur|via; s'est connecté*; \
    fusion*; rattach*; transfér*; deux comptes; déconnect*; changé mail|adresse|compte; \
    mari|femme|frère|soeur|fils|fille|ami connecté*; lié compte; quelle adresse|compte; avec \
    son|mon adresse|compte|mail|google|apple
    gone = dispar*; perdu*; plus d'abonnement|rien|aucun|de trace|reconnu; volatilis*; envol*; \
    introuvable; pas suivi; reconnaît|reconnu pas|plus; n'est|sont plus; nulle part; comme si \
    jamais; vide; plus de @abo; où est|sont|passé; trace; jamais acheté; parti
    cancel = résili*; annul*; désabonn*; arrêté abonnement|l; abonnement \
    arrêté*|annulé*|résilié*|terminé*; désactiv* renouvel*|abonnement; stopp*; mis fin; \
    renouvellement désactivé|auto*|coupé; résiliation; ne sera pas renouvelé; prend fin; cancel*; \
    dénoncé; tristes de voir
    forgot = oubli*|comment|veux|voudrais|souhaite|pas pensé \
    annul*|résili*|désabonn*|abonnement|arrêter
    again = encore; toujours; continu*; quand même; pourtant; malgré; nouveau; re; hop; re
    premium = @abo; débloqu*
    locked = bloqué*; verrouill*; déverrouill*; débloqu*; cadenas; pub*|publicité*; \
    pas|aucun|sans accès|débloqué|activé*|ouvrir|utiliser|disponible|accéder; \
    demande|dit|propose|affiche|réclame acheter|payer|abonner|premium|cb|upgrade; version \
    gratuite|limitée|basique; gratuit*; redemande; toujours bloqué|gratuit|pub*|rien|verrouill*; \
    rien débloqué|changé|ne; ne marche|fonctionne pas; n'arrive pas ouvrir|accéder; pas activé
    stopped = soudain*; coup; plus accès|droit|premium|rien|marche|fonctionne|actif|plus|d'accès; \
    n'ai plus; ai plus; suspend*; désactivé*; coupé*; expiré*; retiré*; enlevé*; redemande; \
    repassé gratuit; perdu accès|premium|plus; rétabli*; rétrogradé; du jour au lendemain; ne \
    marche|fonctionne plus; cessé
    until = jusqu'à|jusqu hier|présent|maintenant|semaine|lundi|vendredi|ce; hier \
    marchait|ça|fonctionnait|encore|j; marchait hier|encore|semaine|avant|bien|très; depuis \
    ce|hier|aujourd'hui|matin|lundi|mardi|vendredi|samedi|dimanche; fonctionnait; semaine \
    dernière marchait; la veille
    hold = suspen*; problème facturation|paiement|carte; rejet*; paiement \
    refusé|échoué|rejeté|impayé; carte expirée|refusée|périmée|changée|nouvelle; nouvelle carte; \
    régularis*; moyen de paiement; en pause; provision; solde; impayé; défaut de paiement; délai \
    de grâce; prélèvement rejeté|refusé
    ongoing = toujours|encore paye|paie|prélevé*|débité*|payer|abonné*|actif; tous les|chaque \
    mois; alors que je|abonnement|suis|le paye|paie|actif|prélèvement; payé jusqu*; paie|paye \
    toujours|chaque|tous|bien|encore|régulièrement; renouvelé le; suis déjà; client depuis; \
    abonné* depuis; continue* à|de payer; valable jusqu*; prélèvement passé|bien; à jour
    monthly = mensuel*; mois
    yearly = annuel*; an; année; ans
    tier = formule; forfait; offre; plan; basic; basique; solo; famille; tarif; pro; abonnement; \
    standard; individuel; essentiel; à vie
    change = changé*|changer|changement formule|forfait|plan|abonnement|d'abonnement|pour|en; \
    bascul*; passé* de|à|du|au|en; passer de|à|au|en|du; upgrade*; downgrade*; moins cher; mis à \
    niveau; surclass*; migr*
    wrong = mauvais*; lieu; voulais|souhaitais|pensais|croyais mensuel*|annuel*|le|prendre|au; \
    erreur formule|de|sur|forfait; toujours|encore \
    affiché*|basic|basique|annuel|mensuel|solo|ancien*; affiche*; ancien tarif|prix|forfait; \
    trompé; pas le bon; différence
    price = prix augment*|changé|plus|monté|différent|passé; augment*; hausse; plus cher; trop \
    cher; tarif augment*|bloqué|changé|plus|ancien|passé; passé* de $; était|étais à $; au lieu \
    de $; trop prélevé|facturé|payé; depuis quand $; j'étais|avant $; coûte
    coins = pièces; pièce; gemme*; diamant*; jeton*; rubis; crist*; crédit|crédits; coffre*; \
    coins; gems; points; tokens; or; joyaux; pack; vies; lingots; étoiles; énergie; robux; \
    vbucks; émeraude*
    missing = @not reçu*|arrivé*|crédité*|eu|apparu*|venu*|rentré*|livré*|là; où sont|est|sont; \
    manqu*; attends toujours|encore; rien reçu|eu; jamais; dans le vide; zéro; disparu*; solde; \
    toujours pas; pas mes; rien; aucun; attend*
    trial = essai; jours|jour|semaine*|mois gratuit*|offert*|d'essai; période d'essai|gratuit*; \
    gratuit|gratuits pendant|mois|semaine; trial; tester; gratuitement; premier mois gratuit
    offer = code*; promo*; coupon*; réduction*; remise*; bon|cheque; offre*; éligible*; black \
    friday; tarif étudiant|réduit; étudiant*; %; parrain*; bienvenue; rabais; cadeau; prix barré
    pending = attente; en cours de traitement|validation; en cours; traitement; en suspens; \
    pending; pas validé*|finalisé*|aboutie|abouti; bloqué* sur|à|en; non finalisé*; traité*; \
    virement; espèces
    approve = approuv*; approbation; demande achat|d'achat|d'approbation|autorisation; accept* \
    demande|achat; autorisation; autoris*; validé demande|achat; contrôle parental; validation \
    parent*
    family = partage familial; famil*; partag*; organisat*; mon|ma|mes \
    mari|femme|fils|fille|enfants|soeur|frère|conjoint* pas|n|peut|voit|droit; groupe familial
    crash = plante*; bug*; crash*; ferme toute|seul|seule; écran blanc|noir; mise à jour; \
    clavier; notification*; synchronis*; fige; lent*; ne s'ouvre; export*; caméra; bouton grisé; \
    photo; rame; affichage; son
    wish = serait|pourriez|pouvez|pourrait|pourrais|serez \
    bien|super|cool|ajouter|possible|sympa|faire; mode sombre; dark mode; suggestion; ajoutez; \
    prévu; idée; taille|police; langue; comment faire|changer|puis|on|peut; souhaiterais voir; \
    widget; fonctionnalité manque; possible d'ajouter; traduire
    login = mot de passe; mdp; connecter impossible|pas|arrive; réinitialis* mot|mail|mdp|le; \
    mail de réinitialisation|confirmation; arrive pas connecter; supprimer compte|mon; code de \
    vérification; photo de profil; changer pseudo|mail; identifiants oublié*
    away = absent*; absence; congé*; vacances; réponse automatique; retour le; bureau; non \
    distribué; non remis; injoignable
    praise = bravo; super|excellente|magnifique|géniale|belle|meilleure \
    appli*|travail|application; merci pour votre|cette|ce|vos; vaut coup|peine|prix; adore*; \
    félicitation*; continuez; 5|cinq étoiles; ravi*; top
    business = partenariat; publicité pour|sur|dans|faire; licences; école; recrut*; stage; \
    candidature; presse; agence; téléchargements; avis garantis; collaborat*; référencement; \
    devis; sponsor*; désinscri* newsletter; investiss*
    invoice = facture avec|au|pour|nom|de|d; \
    besoin|envoyer|obtenir|avoir|recevoir|établir|fournir facture; tva; comptab*; siret; \
    justificatif; note de frais; duplicata
    """
  )
}
