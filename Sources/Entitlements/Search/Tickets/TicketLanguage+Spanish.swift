extension TicketLanguage {
  static let spanishWords = """
    ayer cuando dos porque está todo cada donde esto eso quiero el la los las de que y en un una \
    mi me con por para es lo se al del su mis le pero ya hola gracias yo como si muy sin esta \
    este desde hay tengo les ustedes buenas estoy sigue
    """

  static let spanish = TicketLanguage(
    isSpaced: true,
    """
    @not = no|nada|nunca|ningun|ninguna|ninguno|sin|ni|tampoco
    @abo = \
    suscripción|suscripcion|subscripción|premium|pro|plus|acceso|membresía|versión|abono|plan|funciones|compra
    bought = pagu*; pagué; pague; pagado; compr*; compré; comprado; adquir*; suscrib*; contrat*; \
    pago hecho|realizado|aceptado|exitoso|aprobado|efectuado|ok; recibo; hice el pago; acabo de \
    pagar|comprar; pagando; cobro a; transfer*; gasté; abon*; deposit*; saqué premium
    charge = cobr*; cobro*; cargo*; cargaron; descont*; debit*; extracto; estado de cuenta; \
    factur*; tarjeta; sac* dinero|plata|de; quit* dinero|plata; rebaj*; pagando; pagar; retir*; \
    pasaron; renov*; recibos; cobra; banco; domicili*; viene $
    twice = dos|2 veces; doble*; duplic*; 2x; dos|2|varios|tres|ambos|segundo \
    cobro*|cargo*|pago*|recibo*|transac*|suscripciones|compras|factur*; \
    cobraron|cobrado|cargado|pagando dos|2|doble|tres; por partida doble; lo mismo; dos veces; \
    repetid*; x2; el otro
    once = solo|sólo|solamente|nomás una|un|1|compré|di|le; una sola; único; la misma \
    suscripción; una vez; los dos pasaron
    refund = reembols*; devol*; devuelv*; devuelt*; devolución; devolver; mi|el|la|recuperar \
    dinero|plata vuelta|de vuelta|atrás; regres* dinero|mi; reintegr*; quiero mi \
    dinero|plata|lana; mi dinero; mi plata; recuperar dinero|plata|importe|mi; anular|cancelar \
    compra|pedido|la; desist*; refund; retract*; me regresen
    accident = error; accident*; sin querer|permiso|autorización|darme|saber|mi; equivoc*; por \
    error; no quería|autoricé|era; confund*; botón equivocado; involuntari*; sin que
    child = hijo|hija|niño|niña|nieto|nieta|sobrino|sobrina|hijos|bebé|nene|nena|chiquito|años
    unused = no|nunca|ni uso|usé|use|usado|utilicé|utilizo|sirve|funciona|usaba; estafa*; inútil; \
    no es lo; no necesito; decepcion*; no corresponde; fraude; ladrones
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; xiaomi; motorola; \
    gpa; huawei
    restore = restaur*; recuperar compra*|lo|mis|suscripción; restore*; recuperación compra*
    fail = error; falla*; fall*; no \
    funciona|sirve|hace|jala|encuentra|puedo|deja|va|hay|pasa|anda; nada; imposible; no se; queda \
    pensando; gira; cargando; grayed
    device = nuev*|otro|cambi*|segundo|viejo \
    celular|cel|teléfono|móvil|movil|iphone|ipad|tablet|tableta|dispositivo|android|samsung|compu*|aparato|equipo; \
    reinstal*; desinstal*; volver a poner|instalar; volví instalar; de fábrica; restablec* \
    móvil|celular|teléfono|tablet|iphone|de; formate*; pasé|pasarme|pasar a|de \
    android|iphone|samsung|al; borré app|aplicación|la; celular|teléfono|móvil|tablet \
    roto|robaron|perdí|nuevo|rompió|reparar; robaron celular|móvil|teléfono; cambio de \
    celular|móvil|teléfono; resete*; estrené
    account = otra|nueva|dos|diferente*|distint*|vieja|equivocada|otro|nuevo|segunda \
    cuenta*|correo*|email|mail|perfil|usuario; inici* sesión; \
    entré|entró|ingres*|loguee*|logue*|metió con|su; cerré sesión; fusion*; \
    unir|unific*|vincul*|junt* cuenta*; cuenta de mi|su|otra; transfer*|pasar|mover \
    cuenta|a|otra; su cuenta; cambié correo|cuenta|email|de; qué correo|cuenta; \
    marido|esposo|esposa|hermano|hermana|hijo|novio|amigo entró|inició|usó
    gone = desapare*; perdí*; perdid*; perdió; esfum*; borr* compra*|todo|mi; no|ni \
    aparece|sale|está|figura|reconoce|encuentro|rastro|tengo|queda|existe; reconoce; ya no \
    tengo|está|aparece|sale; como si nunca|no|fuera; se fue; volví a pagar; volver a \
    pagar|comprar; quedó en gratis|vacía|sin|nada; dónde está; en ningún; figura como; sin nada; \
    vací*
    cancel = cancel*; cancelé; di de baja; dado de baja; baja; desuscrib*; anul*; desactiv* \
    renov*|suscripción|la|el; quité renov*|suscripción|la; renovación \
    desactivada|automática|cancelada; terminé suscripción; no se renovará; finaliz*; dar de baja; \
    desactivé; finaliza el; vence el; rescind*
    forgot = olvid*|cómo|como|quiero|dónde|quisiera|necesito|puedo \
    cancel*|baja|desuscrib*|dar|darme
    again = otra vez; de nuevo; nuevo; sigu*; volv*; todavía; aún; continúan; seguir; igual; y \
    aun; otra; dejen
    premium = @abo; desbloque*
    locked = bloque*; candado*; desbloque*; anuncio*; publicidad; propaganda; @not \
    acceso|abre|abrir|activ*|usar|desbloque*|entrar|puedo|deja|disponible|premium|refleja|habilit*|aparece|funciona; \
    sigue|sale|pide|dice|pidiendo|pidiéndome|pide|quiere \
    pagar|pague|suscrib*|premium|comprar|hacerme|compre|gratis|haga|hazte; \
    versión|plan|cuenta|modo gratuita|gratis|básica|limitada|básico|de prueba; nada \
    activa|cambia|funciona|se; no puedo|deja|me entrar|abrir|usar|acceder; sigue \
    igual|gratis|saliendo|bloque*|sin
    stopped = de repente; de pronto; de golpe; de la nada; ya no; quitaron; quitó; \
    perdí|perdido|perdió|perdimos acceso|premium; dejó de funcionar; venci*; expir*; desactivad*; sin previo; cortaron; \
    suspend*; caduc*; bajaron a gratis|básico; hoy no|ya|nada|amanec*|me; me sacaron; no vuelve; \
    de un día; bloquearon
    until = hasta ayer|hoy|hace|la|el|que|esta; ayer \
    tenía|funcionaba|todavía|aún|por|andaba|podía|iba|estaba; funcionaba; desde \
    ayer|hoy|esta|anoche|el|la|ayer; andaba bien; antes funcionaba|podía; iba bien|perfecto; \
    venía funcionando
    hold = suspend*; en pausa; pausad*; pago|tarjeta|cobro \
    rechaz*|fall*|vencid*|venció|caduc*|problem*|declin*|no|devuelto; problema* \
    pago|facturación|cobro|tarjeta; nueva tarjeta; tarjeta nueva; falta de pago; sin \
    saldo|fondos; puse saldo; método de pago; forma de pago; fondos; actualic* \
    tarjeta|pago|método; cambié tarjeta; periodo de gracia; recargué saldo|tarjeta
    ongoing = sigo|siguen|sigue|seguimos|continúo pag*|cobr*|descont*|debit*; cada|todos mes|los \
    meses; mensualmente; pago religiosamente|cada|todos|desde|al|siempre|puntual*; aunque \
    pago|sigo|estoy|pagu*; está|sigue activa|vigente|pagad*; pagado|paga|pagada|vence hasta|en; \
    soy suscriptor|cliente|usuario|abonado; renov* el; al día; suscript* desde; desde 20*; estoy \
    pagando; pagando
    monthly = mensual*; mes; meses; al mes
    yearly = anual*; año; años
    tier = plan; planes; paquete; básic*; individual; familiar; tarifa; pro; estándar; \
    suscripción; versión; modalidad; de por vida; combo
    change = cambi* plan|a|al|de|por|paquete|suscripción; pas* a|al|de|del|me; pasarme; actualic* \
    plan|a|de|mi; upgrade; mejor* plan; baj* plan|de|al|a; sub* de plan|a|al; más barat*; migr*; \
    downgrade; más económico; me cambié; cambiarlo|cambiarme|cambiarla
    wrong = equivoc*; incorrect*; en vez; en lugar; quería|queria|quise|pedí|elegí|seleccion*|era \
    mensual|anual|el|la|al; sigo|sigue en|apareciendo|mostrando|con|diciendo \
    básic*|individual|mensual|anual|el|basic|plan; me metieron|pusieron|cobraron|dieron \
    anual|mensual|el; error plan|de; por error anual|mensual; precio anterior|viejo; no era el; \
    todavía básic*
    price = precio* sub*|aument*|cambi*|nuevo|distinto|más|diferente|incorrecto|mayor; aument*; \
    subi* precio|a|de|tarifa|el|la|$; más caro|cara; alza; me viene|llegó|cobran|cobraron $|más; \
    antes pagaba|era|costaba|$; pagaba $; en vez de $; cobran de más; de más; siempre \
    pagué|pagaba; estaba en $; costaba; precio; cuesta
    coins = moneda*; gema*; diamante*; crist*; crédito*; ficha*; token*; coins; gems; cofre*; \
    oro; puntos; rubí*; joya*; lingote*; pavos; robux; vidas; paquete de; esmeralda*; energía; \
    estrellas; saldo de juego
    missing = @not \
    lleg*|recib*|acredit*|aparec*|dieron|cay*|reflej*|carg*|entreg*|entr*|vino|están|tengo|sumaron|veo|ninguna|dan; \
    dónde|donde|dnd están|estan|esta|está|quedaron; falt*; nunca; nada; desaparec*; cero; solo \
    llegaron|recib*|acredit*; ninguna; ni una; siguen sin; mismo saldo; en cero; me quedé sin; ni \
    rastro
    trial = prueba; trial; días|día|semana*|mes gratis|prueba|gratuit*|free; periodo|período de \
    prueba|gratuito|prueba|gratis; gratis días|por|mes|primer; probar gratis|gratuit*; primer mes \
    gratis
    offer = cupón*; cupon*; código*|codigo*; descuento*; promo*; oferta*; rebaja*; bono; vale; \
    black friday; %; elegible; estudiant*; canje*; regalo; cyber; buen fin; referid*; nuevo \
    usuario; promocional
    pending = pendiente*; en proceso|espera|trámite|revisión; proces*; esperando \
    aprob*|confirm*|autoriz*|pago; no se completa|procesa|concreta; espera; oxxo; efectivo; sin \
    confirmar|completar|procesar; transferencia; pago fácil; no se ha \
    completado|procesado|acreditado
    approve = aprob*; aprueb*; solicitud*; autoriz*; permiso para comprar; pedir permiso; pedir \
    comprar; acept* compra|solicitud|la; control parental
    family = familiar; familia; en familia; compart*; organizador*; grupo familiar; mi|mis \
    esposo|esposa|marido|mujer|hijo|hija|hijos|hermana|hermano|mamá|papá \
    no|le|les|puede|aparece|sigue
    crash = se cierra|cuelga|traba|congela|cae; bug; crash*; actualización; pantalla \
    blanca|negra; lent*; teclado; notificacion*; sincroniz*; no abre el|la|al; no carga|cargan; \
    cámara; exportar; se cerró; se ve; sonido; foto*
    wish = estaría|sería|podrían|pueden|podrías|pueda|ojalá \
    padre|bueno|bien|genial|agregar|añadir|poner|hacer|incluir|pongan|agreguen|lindo|chévere; \
    modo oscuro; sugerencia; agreguen; pongan; idioma; letra; cómo hago|puedo|cambio|se \
    exporta|configuro; se puede exportar|cambiar imprimir|tamaño|idioma|fuente|letra|tipo; \
    widget; idea; implement*; traduc*
    login = contraseña; clave; restablec* contraseña|clave; no puedo entrar|iniciar|ingresar \
    sesión|a|mi; olvidé mi|la contraseña|clave|usuario; correo no llega; código de verificación; \
    eliminar|borrar mi cuenta|cuenta|datos; no llega correo|código|mail
    away = fuera de la|oficina; vacaciones; respuesta automática; ausent*; no disponible; \
    regreso; no entregado; licencia médica; baja médica; reincorpor*
    praise = felicit*; excelente|buena|increíble|genial|mejor|gran|hermosa|bonita \
    aplicación|app|trabajo; gracias por app|su|esta|todo|tan; vale la|cada; me encanta; sigan \
    así; cinco|5 estrellas; recomend*; encantad*; de 10
    business = reseñas; descargas; public* con|en|anuncio; colabor*; alianza; licencias; escuela; \
    colegio; trabajo|empleo|vacante|prácticas; prensa; agencia; ofrecemos; marketing; \
    posicionamiento; patrocin*; currículum; propuesta; inversi*; cotización
    invoice = factura con|para|a|de|del|mi; \
    emitir|enviar|necesito|solicito|obtener|mandar|quiero|dar factura|facturas; nif; rfc; cif; \
    cuit; iva; contab*; razón social; comprobante fiscal; facturación de empresa
    """
  )
}
