extension TicketLanguage {
  static let frenchWords = """
    hier deux quand alors toujours depuis encore suis été moi veux je le la les de des et est un \
    une pas pour que qui mon ma mes vous nous avec sur dans en au du ce ca me bonjour merci mais \
    ai il elle on plus sans svp par cette votre fait tout ont ne se sa son ses aux leur y où si \
    ou même après avoir aussi être peut vos notre jamais rien déjà a à j l d qu n s mois
    """

  static let french = TicketLanguage(
    isSpaced: true,
    """
    @not = pas|aucun|aucune|rien|jamais|non|sans|ni|toujours pas
    @abo = \
    abonnement*|abo|premium|pro|plus|version|accès|fonctions|fonctionnalités|formule|achat*|adhésion
    bought = payé*; acheté*; pris premium|plus|pro|abonnement|l; prendre premium|plus|pro; \
    souscri*; réglé*; commandé*; virement; facture arrivée|reçue|est; reçu|facture; achat*; \
    abonné*; débité*; prélevé*; abonnement pris; paiement passé|effectué|accepté|validé; dépensé; \
    argent parti; ai|j'ai|viens pris|prendre|payer|acheter|souscrire|acheté|payé|d'acheter \
    la|le|l|premium|un|une; racheté*; acquis; acquérir; paiement|achat|commande \
    passé|bien|confirmé|ok|fait|confirmée|passée; casqué; craqué pour; carte débitée; argent \
    débité|parti|prélevé|pris; claqué; mis $|euros; avais|avait payé|acheté; tous mes achats; \
    payer l; versé; sous partis
    charge = débit*; prélev*; factur*; encaiss*; retir*; relevé; carte; compte bancaire; payer; \
    paiement*; prend* argent|sous; pris $; argent; ponction*; renouvel*; paye; repaye*; somme; \
    banque; tiré; prendre|pris|prenez|prend|prenne mes|mon|sur|$|argent|sous|l; \
    vient|viennent|venez|venu de prélever|débiter|encore|prendre|ponctionner; retrait*; tirer; \
    soutir*; sort|sortis|sorti de mon|du|compte; compte|carte débité*|prélevé*; relevé bancaire; \
    ligne*; passé sur|ma carte; me prélève*; me coûte; coûté; nouveau prélèvement; mandat; sepa; \
    paypal; volé|voler $|argent|euros|sous; tape* $; $ prélev*|débit*|envolé
    twice = deux|2 fois; double*; 2x; doublon; deux|2|plusieurs|trois \
    prélèvement*|paiement*|débit*|factur*|transaction*|abonnement*|commandes|achats; \
    débité|prélevé|payé|facturé 2|trois|plusieurs; deux fois; une autre fois; de trop; le même \
    montant|jour|mois; en double; prélèvements identiques; deux \
    prélèvements|débits|lignes|paiements|montants|fois|achats|abonnements|factures|abos|reçus|opérations|comptes; \
    même jour|montant|somme|minute|date|mois; identique*; à la fois apple|sur|google; 2 \
    abos|prélèvements|paiements|lignes; une fois avec|sur|et; en doublon; un deuxième|second \
    prélèvement|paiement|débit; deuxième fois|prélèvement; et l'autre; deuxième; re prélevé; trois \
    fois; dédoubl*; tous les deux
    once = seule commande|fois|achat; qu'une|une seule; chacun; que un|une; en garder; les deux \
    passés|débités|passées; une seule; qu'une|que une|qu'un|un fois|achat|commande|seul; \
    commandé|acheté|appuyé|cliqué une; n'en veux|voulais qu'un; en supprimer un; l'un des deux; un \
    suffit; un seul; un des deux; celui en trop
    refund = rembours*; rendre|rende|rendez|redonne* argent|sous|euros|$|mes|mon; mon argent; \
    récupérer|ravoir argent|sous|mes|euros|$; rétract*; restitu*; annuler|annulation \
    achat|commande|transaction; rmb; avoir mon argent; retour argent; rendez argent|moi; \
    chargeback; récupér* mes|mon|l|cet|la sous|argent|fric|mise|somme|euros; mes sous; fric; \
    thune*; rendre; rendez; retourner; retour produit|achat|l; recrédit*; annuler \
    l|la|cet|cette|mon achat|commande|paiement|transaction; annulation de|du \
    achat|paiement|commande; me faire rembourser; renvoyer; droit de rétractation; dédommag*; \
    geste commercial; repren*
    accident = erreur; par erreur; mégarde; accident; sans faire|le|mon|ma \
    exprès|vouloir|savoir|autorisation|permission|accord; trompé*; faux|mauvais bouton; \
    involontair*; inadvertance; pas voulu; à mon insu; sans me|m'|lui|qu'on|que|mon \
    demander|je|prévenir|accord; par mégarde|erreur|accident; fausse manip*; mauvaise manip*; \
    manipulation; pas fait exprès; exprès; maladresse; doigt a glissé|glissé; je n'ai jamais \
    voulu|demandé|souscrit; à l'insu; par inadvertance; chat; dans ma poche; en cachette; sans le \
    savoir
    child = fils|fille|enfant*|neveu|nièce|petit|gamin|gosse*|petite|ado; gamin*; gosse*; mon \
    petit|grand|ado; bambin; petit fils; petite fille; ans sans; de 4|5|6|7|8|9|10|11|12 ans; \
    minot; loulou; môme
    unused = jamais|pas utilisé*|servi|utilise; sert à rien; ne fonctionne|marche pas; inutile; \
    pas besoin; vol; déçu*; ne correspond; incompatible; sert rien|strictement|à; nul; nulle; \
    pourri*; décevant*; pas satisfait*; mécontent*; bidon; pas ce que|à; rien à voir; mensong*; \
    arnaqu*; pas comme décrit|annoncé|prévu|sur; jamais ouvert*|lancé*|servi|touché*; \
    inutilisable; pas convaincu; trompeu*; n'en veux plus|pas; changé d'avis; me plaît pas; sans \
    intérêt; de la merde; bof
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; huawei; xiaomi
    restore = restaur*; récupérer|récupération achat*|abonnement; restore*; retrouver mes achats; \
    achats précédents|antérieurs; rien à restaurer; récupérer mes achats
    fail = erreur; impossible; échou*; échec; pas; aucun achat; rien; marche pas; bloqu*; tourne; \
    bug*; plante; error; arrive pas; ne fait|donne|se|réagit|répond|marche|fonctionne \
    rien|pas|produit|passe; beau appuyer|essayer|cliquer; fait rien; sans succès; tourne dans|en; \
    rien ne se|bouge|change; message d'erreur; dit|répond|affiche|marqué qu'il|aucun|rien|que; \
    rien trouvé; pas trouvé; en vain; mouline; n'y a rien; rien à faire
    device = nouveau|nouvel|autre|ancien|changé*|changement|changer|remplacé* \
    téléphone*|portable|tel|tél|iphone|ipad|tablette|appareil|mobile|android|samsung|ordinateur|smartphone; \
    réinstall*; désinstall*; supprimé appli*; remis à zéro|neuf; réinitialis* \
    téléphone|tablette|iphone|ipad|appareil; passé* de iphone|android|samsung vers|à; paramètres \
    d'usine; téléphone|tablette|portable volé|perdu|cassé|tombé|réparé|neuf|remplacé; tel neuf; \
    formaté*; nouveau|nouvel|neuf|autre|nouvelle \
    téléphone|tel|portable|iphone|samsung|pixel|ordi|tablette|smartphone|galaxy|mac; \
    changé|changer|changement|change de|d'appareil \
    téléphone|tel|portable|mobile|smartphone|appareil|iphone|tablette|ordi; racheté; même modèle; \
    volé|perdu|cassé|mort|hs|grillé|tombé portable|téléphone|tel|iphone|tablette; \
    téléphone|portable|tel|tablette|iphone volé|perdu|cassé|mort|hs|rendu; \
    remis|remise|réinstallé*|retéléchargé l|appli|application; retélécharg*; vidé; transféré; \
    passage|passé à|sur|chez android|iphone|samsung|apple; sauvegarde; acheté|eu|reçu nouveau \
    téléphone; sur mon nouveau; ancien téléphone; réparateur; à zéro
    account = autre|nouveau|mauvais|deux|ancien*|nouvelle|mauvaise|second \
    compte*|adresse*|mail|email|profil|identifiant; connect* avec|sur|via; s'est connecté*; \
    fusion*; rattach*; transfér*; deux comptes; déconnect*; changé mail|adresse|compte; \
    mari|femme|frère|soeur|fils|fille|ami connecté*; lié compte; quelle adresse|compte; avec \
    son|mon adresse|compte|mail|google|apple; \
    autre|mauvais|ancien|nouvelle|nouveau|différent|deux|bon|vieux|vieille \
    compte|mail|adresse|email|identifiant|id|profil|session; compte perso|pro|boulot; ancien mail; \
    son compte; sur le sien; avec son|sa|mon|ma compte|adresse|mail; deux \
    identifiants|adresses|mails|profils; recréé|créé compte|un; reconnecté; changé \
    d'adresse|de|mon mail|adresse|compte|numéro; compte google|apple|facebook; basculé sur; lié à; \
    session
    gone = dispar*; perdu*; plus d'abonnement|rien|aucun|de trace|reconnu; volatilis*; envol*; \
    introuvable; pas suivi; reconnaît|reconnu pas|plus; n'est|sont plus; nulle part; comme si \
    jamais; vide; plus de @abo; où est|sont|passé; trace; jamais acheté; parti; évapor*; \
    tout|achats|abonnement|abo|version|premium \
    perdu*|disparu*|envolé*|parti*|effacé*|supprimé*|évaporé*; plus rien de|du; plus aucune \
    trace|aucun; effacé*; repayer; payer à nouveau|encore|nouveau; racheter; repartir de zéro; \
    reparti* à|de zéro; remis* à zéro; comme un nouveau; comme si|de je|n'avais|rien; où \
    est|sont|sont passés|passé mon|mes; ne retrouve|trouve|vois plus|pas; rien retrouvé; inconnu; \
    plus là; pas reconnu*; nouveau client; ne me reconnaît; me dit que je n'ai; fini*; perte
    cancel = résili*; annul*; arrêté abonnement|l; abonnement arrêté*|annulé*|résilié*|terminé*; \
    désactiv* renouvel*|abonnement; stoppé|stopper|stoppe; mis fin; renouvellement désactivé|auto*|coupé; ne sera \
    pas renouvelé; prend fin; cancel*; dénoncé; tristes de voir; j'ai \
    arrêté|stoppé|coupé|clôturé|mis|annulé|fermé; résiliation confirmée|envoyée|faite; clôtur*; \
    coupé renouvellement|abonnement|l; interromp*; terminé abonnement|mon; enlevé \
    renouvellement|abonnement; décoché; désabo*; quitt* abonnement|service; plus abonné; cessé \
    mon|l|de; me suis désabonné; confirmation de résiliation|annulation; rompu
    forgot = oubli*|comment|veux|voudrais|souhaite|pas pensé \
    annul*|résili*|désabonn*|abonnement|arrêter; omis; pas pu|réussi résilier|annuler; comment|où \
    faire|puis|on|peut|je|est résilier|annuler|désabonner|arrêter; oublié d'annuler|de; passé le \
    délai; trop tard; veuillez résilier|annuler
    again = encore; toujours; continu*; quand même; pourtant; malgré; nouveau; re; hop; encore une \
    fois; une nouvelle fois; derechef; voilà; rebelote; malgré tout
    premium = @abo; débloqu*; vip; gold; version complète|payante|intégrale|pro; tout débloqué; \
    abonné; contenu payant|premium; contenus; sans pub; illimité; l'abo
    locked = bloqué*; verrouill*; déverrouill*; débloqu*; cadenas; pub*|publicité*; pas|aucun|sans \
    accès|débloqué|activé*|ouvrir|utiliser|disponible|accéder; demande|dit|propose|affiche|réclame \
    acheter|payer|abonner|premium|cb|upgrade; version gratuite|limitée|basique; gratuit*; \
    redemande; toujours bloqué|gratuit|pub*|rien|verrouill*; rien débloqué|changé|ne; ne \
    marche|fonctionne pas; n'arrive pas ouvrir|accéder; pas activé; \
    balance|affiche|montre|voit|bombarde|envoie|met toujours|de|encore pub*; pubs; réclame; \
    réclames; verrou; verrous; grisé*; version d'essai|gratuite|démo; toujours|encore \
    la|en|de|le|des|les|bloqué|gratuit*|cadenas|pub*|limité*; mur; me \
    demande|propose|redemande|invite|dit|réclame de|encore|toujours|d' \
    payer|m'abonner|acheter|passer|abonner|souscrire; passer à|au|en premium|pro|plus|la; rien \
    n'a|ne|est changé|s'ouvre|débloqué|marche|se; pas \
    débloqué*|activé*|actif*|pris|accès|reconnu*; n'ai accès|droit à|rien; pas|aucun accès; \
    inaccessible*; fermé*; s'ouvre pas; limité*; abonnez; restreint*; sans effet; pas prise en \
    compte; n'a rien changé
    stopped = soudain*; plus accès|droit|premium|rien|marche|fonctionne|actif|plus|d'accès; n'ai \
    plus; ai plus; suspend*; désactivé*; coupé*; expiré*; retiré*; enlevé*; redemande; repassé \
    gratuit; perdu accès|premium|plus; rétabli*; du jour au lendemain; ne marche|fonctionne plus; \
    cessé; plus rien|accès|aucun|accessible|premium|abonné|possible; ce matin; depuis \
    ce|hier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd'hui; subitement; \
    brutalement; d'un coup; du jour; sans prévenir|raison|préavis; retomb*; redescendu*; \
    rebasculé*; viré*; supprimé mon|mes|l; plus accessible; bloqué depuis; repassé*; rétrograd*; \
    désormais; s'est arrêté; s'arrête; à nouveau gratuit*|bloqué*|verrouillé*; dit|indique|affiche \
    expiré|terminé|inactif
    until = jusqu'à|jusqu hier|présent|maintenant|semaine|lundi|vendredi|ce; hier \
    marchait|ça|fonctionnait|encore|j; marchait hier|encore|semaine|avant|bien|très; depuis \
    ce|hier|aujourd'hui|matin|lundi|mardi|vendredi|samedi|dimanche; fonctionnait; semaine dernière \
    marchait; la veille; jusqu'à hier|ce|présent|maintenant|dimanche|samedi|la|il; ça \
    marchait|allait|fonctionnait; marchait|fonctionnait|allait \
    nickel|bien|parfaitement|très|impec*|hier|encore|encore|jusqu; nickel; hier \
    soir|encore|tout|ça; avant hier; jusque là; depuis des mois|années; tout allait; d'habitude; \
    semaine dernière
    hold = suspen*; problème facturation|paiement|carte; rejet*; paiement \
    refusé|échoué|rejeté|impayé; carte expirée|refusée|périmée|changée|nouvelle; nouvelle carte; \
    régularis*; moyen de paiement; en pause; provision; impayé; défaut de paiement; délai de \
    grâce; prélèvement rejeté|refusé; paiement|prélèvement|carte \
    refusé*|échoué|rejeté*|impossible; problème|souci|anomalie de|avec|sur|dans \
    paiement|carte|facturation|le|mon|ma|prélèvement; carte|cb \
    renouvelée|remplacée|changée|expirée|nouvelle|périmée|bloquée|mise; mis à jour \
    carte|moyen|paiement|mes; argent|fonds|provision|solde sur|suffisant*|insuffisant*|largement; \
    nouvelle cb|carte; changé de|ma carte|cb|banque; coordonnées bancaires; abonnement suspendu|en \
    pause
    ongoing = toujours|encore paye|paie|prélevé*|débité*|payer|abonné*|actif; tous les|chaque \
    mois; alors que je|abonnement|suis|le paye|paie|actif|prélèvement; payé jusqu*; renouvelé le; \
    suis déjà; client depuis; abonné* depuis; continue* à|de payer; valable jusqu*; prélèvement \
    passé|bien; à jour; paie|paye toujours|chaque|tous|régulièrement; paiement du; \
    paie|paye|règle|payer|payé|payée \
    tous|chaque|rubis|mensuel*|régulièrement|depuis|bien|toujours|jusqu'en|jusqu'au|toute; \
    abo|abonnement court|valable|jusqu'|jusqu'en|jusqu'au|actif|à jour|payé|renouvelé|en|est; \
    jusqu'en juin|juillet|mars|janvier|décembre|avril|mai|août|septembre|octobre|novembre|février; \
    renouvel* le|automatique*|tous|chaque; abonné*|client*|membre depuis|fidèle; tous les mois; \
    rubis sur l'ongle; chaque mois; en règle; court jusqu'; expire en|le; encore \
    payé*|valable|actif
    monthly = mensuel*; mois; au mois; par mois; mensualité*
    yearly = annuel*; an; année; ans; pour un an; par an; l'année; un an; annuité; 12 mois; toute \
    l'année
    tier = formule; forfait; offre; plan; basic; basique; solo; famille; tarif; pro; abonnement; \
    standard; individuel; essentiel; à vie; l'abo; version; duo; étudiant; équipe; team; \
    essentielle; palier; niveau; gamme
    change = changé*|changer|changement formule|forfait|plan|abonnement|d'abonnement|pour|en; \
    bascul*; passé* de|à|du|au|en; passer de|à|au|en|du; upgrade*; downgrade*; moins cher; mis à \
    niveau; surclass*; migr*; changer; modifi*; échanger; convertir; repasser; transformer; \
    rectifi*; permut*; switch*; passer en|à|au|de|sur; évolu*; montée en; remplacer
    wrong = mauvais*; lieu; voulais|souhaitais|pensais|croyais mensuel*|annuel*|le|prendre|au; \
    erreur formule|de|sur|forfait; toujours|encore \
    affiché*|basic|basique|annuel|mensuel|solo|ancien*; affiche*; ancien tarif|prix|forfait; \
    trompé; pas le bon; différence; choisi|coché|sélectionné|pris mauvais*|mensuel*|annuel*; \
    voulais|pensais|croyais|souhaitais|cru la|le|prendre|avoir|formule|payer|choisir|au|être; \
    retrouve avec|engagé|à|abonné; me suis retrouvé*|trompé*|planté*; à la place; au lieu; pas ce \
    que|celui|celle j'avais|voulais|choisi|demandé; engagé pour; c'est l'annuel|le mensuel; \
    mauvaise formule; encore marqué|basic|base|solo; mais j'ai|c'est annuel*|mensuel*; différente; \
    erreur d'abonnement|de; confond*; par erreur l'annuel|annuel*|mensuel*|la
    price = prix augment*|changé|plus|monté|différent|passé; augment*; hausse; plus cher; trop \
    cher; tarif augment*|bloqué|changé|plus|ancien|passé; passé* de $; était|étais à $; au lieu de \
    $; trop prélevé|facturé|payé; depuis quand $; j'étais|avant $; coûte; prix|tarif|coût|montant \
    a|est|passe|doublé|grimpé|monté|augmenté|affiché|annoncé|supérieur|plus|différent; de $ à; \
    passé|passée à $; payais; avant c'était|je|$; facturé plus|$; coûtait; flambé; grimpé; \
    annoncé* à $; au prix; majoration; surcoût; trop perçu; soudain $; personne ne|m \
    prévenu*|averti*|informé*; sans prévenir|préavis; nous|on a|avez prévenu*
    coins = pièces; pièce; gemme*; diamant*; jeton*; rubis; crist*; crédit|crédits; coffre*; \
    coins; gems; points; tokens; or; joyaux; pack; vies; lingots; étoiles; énergie; robux; vbucks; \
    émeraude*; pièces d'or; sac de; sac; bourse; lot de; paquet de; minutes; heures; tickets; \
    billets; cœurs; coeurs; clés; perles; saphirs; potions; monnaie; dans le jeu; en jeu; mon \
    solde; solde; compteur; leçons; séances; bons; boosters; fiches; bonus; recharges; recharge; \
    ticket; séance; skin; skins
    missing = @not reçu*|arrivé*|crédité*|eu|apparu*|venu*|rentré*|livré*|là; où sont|est|sont; \
    manqu*; attends toujours|encore; rien reçu|eu; jamais; dans le vide; zéro; disparu*; solde; \
    toujours pas; pas mes; rien; aucun; attend*; n'a|n'ont|n'ai|ont|a|sont pas|rien|jamais \
    bougé|changé|reçu*|arrivé*|crédité*|eu|apparu*|vu; solde|compteur \
    n'a|pas|inchangé|toujours|reste|identique|à|bloqué; toujours|reste|encore \
    à|zéro|0|rien|le|bloqué; pas bougé; rien n'est|n'a arrivé|venu|crédité; où \
    sont|est|passés|sont passées mes|mon; il m'en manque; introuvables; reçu que|aucun*|la moitié; \
    rien reçu|eu|vu; pas été crédit*|ajouté*|livré*|donné*; que dalle; nada; néant
    trial = essai; jours|jour|semaine*|mois gratuit*|offert*|d'essai; période d'essai|gratuit*; \
    gratuit|gratuits pendant|mois|semaine; trial; tester; gratuitement; premier mois gratuit; \
    semaine|mois|jours gratuit*|offert*|d'essai; première semaine; premiers|premières \
    3|7|14|30|jours|semaine; 7|14|30|3|sept|quinze jours; promis*|annoncé*|disait|écrit|marqué \
    gratuit*|offert*|une|semaine; essayer|essaye gratuit*|avant; dès premier|le|maintenant jour; \
    période gratuite|d'essai; pendant l'essai; censé être gratuit; c'était gratuit; sans \
    engagement
    offer = code*; promo*; coupon*; remise*; offre*; éligible*; black friday; tarif \
    étudiant|réduit; étudiant*; %; parrain*; bienvenue; rabais; cadeau; prix barré; code \
    promo|réduction|cadeau|promotionnel|parrainage|invalide|refusé|ne|expiré; réduc*; moitié prix; \
    pourcent; offre spéciale|de|étudiant*|lancement; soldes; bon plan|de; ristourne; black; \
    nouveau client|abonné; code reçu; prix étudiant|spécial|réduit|promo; campagne; avantage; \
    50|20|30 %; invalide; prix de lancement; carte cadeau
    pending = attente; en cours de traitement|validation; en cours; en suspens; pending; pas \
    validé*|finalisé*|aboutie|abouti; bloqué* sur|à|en; non finalisé*; traité*; virement; espèces; \
    en attente; toujours en|pas attente|cours|traitement|validé|passé; payé|réglé en|au|par \
    espèces|liquide|tabac|bureau|virement; bureau de tabac; attend \
    validation|paiement|confirmation; paiement en cours|attente|traitement; en cours de; pas \
    encore validé|confirmé|traité|débité|passé; traînera; en validation; vérification en; bloqué* \
    en; reste en
    approve = approuv*; approbation; demande achat|d'achat|d'approbation|autorisation; accept* \
    demande|achat; autoris*; validé demande|achat; contrôle parental; validation parent*; accepté; \
    acceptée; demande d'achat; demande; j'ai validé|accepté|autorisé|approuvé; autorisation \
    parentale; autorisation d'achat; valid* l'achat|la demande; donné accord|autorisation|ok; \
    parents; demander l'autorisation; demande d'achat acceptée
    family = partage familial; famil*; partag*; organisat*; mon|ma|mes \
    mari|femme|fils|fille|enfants|soeur|frère|conjoint* pas|n|peut|voit|droit; groupe familial; \
    mari|femme|conjoint*|copain|copine|enfants|soeur|frère|mère|père paie|paye|abonnement; \
    groupe|plan|abonnement|formule|version|partage|compte famil*; en famille; foyer; membre*; \
    ajouté à|au; invit*; chez elle|lui|moi
    crash = plante*; bug*; crash*; ferme toute|seul|seule; écran blanc|noir; mise à jour; clavier; \
    notification*; synchronis*; fige; lent*; ne s'ouvre; export*; caméra; bouton grisé; photo; \
    rame; affichage; se ferme|bloque|fige|coupe|lance toute|pas|quand|dès|au; lag*; freeze*; \
    depuis la|dernière mise|maj; maj; ne se lance|charge|synchronise|s'ouvre|démarre; erreur \
    quand|lors; appareil photo; gps; micro; décalage; batterie; quitte; écran; bogue*; bluetooth; \
    saccad*; quand j'ouvre; à chaque fois que j'ouvre; téléversement; traduction fausse; faute
    wish = serait|pourriez|pouvez|pourrait|pourrais|serez \
    bien|super|cool|ajouter|possible|sympa|faire; mode sombre; dark mode; suggestion; ajoutez; \
    prévu; idée; taille|police; langue; comment faire|changer|puis|on|peut; souhaiterais voir; \
    widget; fonctionnalité manque; possible d'ajouter; traduire; \
    génial|top|sympa|bien|cool|super|chouette de|si|pouvoir|d'avoir|serait|vous; ce \
    serait|serait|aimerais|j'aimerais|il manque|manquerait \
    génial|bien|top|avoir|pouvoir|une|cool|super|la|le; ajouter; ajout; thème sombre; mode nuit; \
    amélioration; proposition; serait il possible; trier; filtrer; comment|où \
    activer|désactiver|exporter|changer|modifier|trouver|régler|faire|utiliser|supprimer; quand \
    sort|sortira|est|aura; version android|windows|mac|ipad; hors ligne; paysage; option; \
    réglage*; compatib*; tuto; souhait; prévoyez|envisagez
    login = mot de passe; mdp; connecter impossible|pas|arrive; réinitialis* mot|mail|mdp|le; mail \
    de réinitialisation|confirmation; arrive pas connecter; supprimer compte|mon; code de \
    vérification; photo de profil; changer pseudo|mail; identifiants oublié*; mail|code|sms \
    ne|n'|pas arrive|reçu|vient; reçois|reçoit pas|aucun mail|code|sms; réinit*; code \
    sms|de|vérification; vérification; me connecter; connexion impossible; \
    supprimer|effacer|clôturer mon compte|données|profil; rgpd; s'inscrire; inscription; pseudo; \
    confirmation mail|adresse; double authentification
    away = absent*; absence; congé*; vacances; réponse automatique; retour le; bureau; non \
    distribué; non remis; injoignable; absent* du|jusqu'au|pour; actuellement absent*|en; en \
    congés; je serai|suis de retour|absent*|en congé*; de retour; message automatique; ne répond; \
    fermé du|pour|jusqu; en cas d'urgence; congé maternité; échec de la remise; indisponible
    praise = bravo; super|excellente|magnifique|géniale|belle|meilleure \
    appli*|travail|application; merci pour votre|cette|ce|vos; vaut coup|peine|prix; adore*; \
    félicitation*; continuez; 5|cinq étoiles; ravi*; top; merci beaucoup|infiniment|pour|à; \
    formidable; parfait*; géniale; j'adore; aime beaucoup|votre|cette; vive; chapeau; beau \
    travail; très bonne|belle|bien|contente|content|satisfait*; c'est réglé|résolu; ça \
    remarche|marche maintenant; recommande; rien à redire; nickel l'appli; bluffé*; continuez \
    ainsi; changé ma vie; meilleure
    business = publicité pour|sur|dans|faire; école; recrut*; stage; presse; agence; \
    téléchargements; avis garantis; devis; sponsor*; désinscri* newsletter; investiss*; collabor*; \
    partenar*; blog; podcast; influenc*; journaliste; article; interview; référenc*; seo; \
    prospection; nous sommes|proposons une|agence; enseignant*; prof; classe; établissement; \
    mairie; association; lycée; candidat*; alternance; cv; tarif groupe|entreprise|établissement; \
    licence*; mémoire; sondage; enquête; affiliation; développeur freelance; promouvoir; \
    visibilité
    invoice = facture avec|au|pour|nom|de|d; besoin|envoyer|obtenir|avoir|recevoir|établir|fournir \
    facture; tva; comptab*; siret; justificatif; note de frais; duplicata; facture; factures; nom \
    de|ma société|entreprise; société; compta; frais professionnels; reçu pour|fiscal; raison \
    sociale; impôts
    recent = viens de|d'acheter|juste; vient d'; à l'instant; il y a \
    minutes|min|heure|heures|10|5|20|une|un; tout à l'heure; tout juste; hier soir; ce soir; \
    aujourd'hui; minutes; ce midi; à peine; cet après; juste; 2 minutes
    free = gratuit*; gratos; offert*; gratis
    inquiry = combien; quel* est|sont prix|tarif|tarifs|le|les|différence; c'est combien; combien \
    coûte|ça; avez|proposez|faites|acceptez vous|un|une|des; y a|existe t|il|une|un|des \
    réduction|tarif|version|offre|formule; avant d'acheter|de|m'abonner|souscrire|prendre; offrir; \
    cadeau pour; je pense|songe|hésite|réfléchis|envisage à|prendre|entre|acheter; intéressé*; si \
    je|on|nous prends|résilie|paye|sommes|achète|m'abonne; puis je|j'; voudrais|aimerais|souhaite \
    savoir|connaître; renseignement*; à partir de combien; comprend|inclut|inclus; quels \
    moyens|appareils|sont; différence entre; comptez; projet d'acheter; sur combien
    noRefund = pas|jamais|aucun|sans|ne rembours*|récupérer_mon_argent; \
    avez|ont|a|été|était|marqué|indique|affiche|dit|déjà remboursé* \
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|le_mois; \
    vous|ils|google|apple m_avez|avez|ont|a|m_a remboursé*; marqué|affiche|indique|écrit|statut \
    remboursé*; ancien*|vieux|dernier remboursement; remboursement ne|n je|est pas; rien|pas \
    à_voir|question rembours*
    notCancelled = pas|jamais|rien|sans|n|aucune \
    résilié*|annulé*|résilier|résiliation|annulation|désabonné*|annuler|arrêté_mon|arrêté_l|me_désabonner; \
    résilié|annulé|résilier|annuler rien|jamais
    notTwice = pas|jamais|sans|ni|éviter|veux_pas \
    deux_fois|2_fois|double|repayer|payer_encore|payer_de_nouveau|payer_à_nouveau|repayé|débité_deux; \
    ne|pas repayer|payer encore|deux|à_nouveau|deux_fois
    notCharged = pas|jamais|rien|sans|n_ai_pas été|a_été|ne_m|m_a|m_avez \
    débité*|prélevé*|facturé*; rien|aucun|aucune débit|prélèvement|débité|prélevé|facturé
    sameDevice = même|mêmes|mm|meme \
    téléphone|compte|appareil|iphone|tel|tél|tablette|apple|google|identifiant|portable|id|adresse; \
    pas de nouveau; sans changer; ni téléphone|appareil
    fine = aucun|pas|rien|sans problème|souci|soucis|pb|reproche|à_redire avec|de|sur|côté|à \
    paiement|abonnement|argent|premium|facturation; abonné|abonnée|client|cliente \
    content|contente|fidèle|ravi|heureux|satisfait; rien à_voir_avec paiement|abonnement|argent
    newcomer = nouveau|nouvelle|nouvel \
    client|cliente|utilisateur|utilisatrice|membre|compte|abonné|ici; première|1ère fois \
    ici|que|chez; comme|que si_je|si_j|je jamais|n_avais|étais|débarqu*|venais; jamais \
    acheté|payé|existé|venu|venue; ne|pas me|m reconnaît|connaît|reconnait|connait; \
    repart|recommence*|repartir|redémarr* à|de|tout zéro
    invite = parrain*; filleul*; invit*; ami|amie|copain|copine|pote|collègue|soeur|frère \
    lien|code|inscrit*|abonné*|parrainé|reçu|a_eu; mois offert|cadeau|gratuit|bonus; mon lien; \
    recommand*; récompense; mois de bienvenue
    restore = déjà client|cliente|acheté|abonné|abonnée|payé|membre \
    bouton|lien|appuie|tape|clique|ici|touche|option; bouton|lien|option \
    déjà|récupér*|retrouv*|achats|acheté|restaur*; aucun achat trouvé|à|détecté|disponible; \
    achats|achat introuvable*|non_trouvé; récupérer|retrouver|rétablir|recharger mes|mon|les|l|ce \
    achats|achat|que_j_ai; déjà client|cliente
    twice = une_fois par|sur|via|avec|chez|de et|puis|encore une|par|sur|via|une_autre; facture \
    mobile|opérateur|téléphone|box et carte|banque|cb; $ et|plus $; payé|pris|débité|prélevé \
    les_deux|deux|par_les_deux; des_deux|les_deux côtés|comptes|débits; juste \
    en_dessous|dessous|après encore|la_même|le_même|$; recommencé payé|débité|deux
    offer = code \
    où|saisir|entrer|rentrer|mettre|champ|case|invalide|refusé|marche|valable|disponible; \
    entrer|rentrer|saisir|mettre|utiliser|taper code|bon|coupon; où|aucune|pas \
    case|champ|endroit|code; influenceu*|youtubeu*|newsletter|podcast code; code \
    influenceu*|youtubeu*|newsletter|podcast|blog|instagram; offre de|découverte \
    bienvenue|découverte|lancement; prix|tarif|plein|normal fort|plein|normal au_lieu|malgré; \
    premier mois à|pour $; réservé|valable|que|seulement aux|pour|les nouveaux; plein tarif|pot
    hold = carte refusée|expirée|périmée|rejetée|perdue|changée|renouvelée|bloquée|remplacée; \
    paiement|prélèvement refusé|rejeté|échoué|passé|pas_passé|a_échoué; nouvelle carte|cb \
    mise|ajoutée|enregistrée|entrée|saisie; mis|ajouté|enregistré|entré|saisi|changé la|ma|une \
    nouvelle|carte|cb; problème|souci|pb de|avec paiement|facturation|carte; pas|plus|assez \
    de|assez|d solde|provision|argent|fonds|crédit; compte|abonnement|reste|toujours|encore \
    suspendu*|en_pause|gelé
    price = plus|moins cher* que|pour|chez|qu; au_lieu de|des $|avant; \
    soeur|frère|ami|amie|collègue|copine|copain|voisin paie|paye|a_payé|coûte; coûte|paie|paye \
    plus|moins|que $; renouvelé|reconduit à|pour $; nouveau|ancien prix|tarif; \
    affiché|annoncé|indiqué|marqué|vu $|à; pourquoi je|moi|c paie|paye|payer|plus
    tier = de|du base|basique|solo|standard|mini|essentiel à|au|vers \
    plus|pro|duo|famille|premium|max; différence|complément payé*|réglé*|débité*|passé*
    gone = où est|sont|passé* mon|mes|premium|l; pourquoi|comment mon|premium|je|l \
    a_disparu|disparu|plus; abonnement|premium|achats disparu|parti|envolé|perdu|volatilisé
    stopped = premium|abonnement|accès|version \
    disparu|coupé|perdu|arrêté|parti|envolé|sauté|terminé|expiré|retiré; perdu \
    premium|abonnement|accès|mon|l_accès; repassé|repassée|revenu|revenue en|à|au \
    gratuit*|version|basique
    inquiry = est_ce_que|aurai|ai|ai_je|garde|vais j|je|encore|toujours accès|perdre|l_accès; \
    puis|peux|peut|pourrai je|on arrêter|résilier|stopper|annuler avant|quand|ensuite; si j|je \
    active|prends|souscris|achète
    pending = en_attente|en_cours|en_traitement toujours|depuis|paiement|transaction|encore; \
    paiement|transaction|achat|commande|virement en_attente|en_cours|en_traitement|parti|envoyé; \
    toujours|encore|reste|affiche|marqué en_attente|en_cours|en_suspens
    approve = maman|papa|mère|père|parent*|mamie \
    accepté|approuvé|validé|dit_oui|cliqué|accord|autoris*|accepter|valider; demande \
    envoyée|partie|reçue|arrivée|disparu*|expiré*|parent*|arrive; \
    demander|demande|autorisation|permission parent*|maman|papa|mère|père|l_autorisation; demander \
    l_autorisation|la_permission
    locked = payé|acheté|pris rien|toujours|mais|pourtant rien|pas|bloqué*|verrouill*|ouvert; \
    réservé|seulement|uniquement aux|pour membres|abonnés; débloquer avec|en|la|dans; \
    pas|aucun|plus|ai|j_ai accès
    """
  )
}
