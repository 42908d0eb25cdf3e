extension ComplaintTable {
  static let spanish: [Row] = [
    (
      .noAccess, 3,
      """
      pague|pagado|compre|comprado|suscribi .. no|nada|sin; no|sin \
      acceso|desbloque*|activ*|premium|funciona; no puedo acceder|usar|entrar|abrir; \
      sigue|siguen bloqueado|pidiendo|publicidad|anuncios; no tengo .. acceso|premium
      """
    ),
    (.noAccess, 1, "pague; compre; acceso; bloquead*; desbloque*"),
    (
      .chargedTwice, 4,
      """
      cobrado|cobraron|cobro|cargado|cargaron|pague dos|2|doble|veces|duplicado; \
      dos|2|doble|duplicado|duplicados cobro*|cargo*|pago*|veces; cobro* duplicado*|doble; \
      cobrado de nuevo
      """
    ),
    (.refundApple, 3, "reembols*|devol* .. apple|itunes; apple|itunes .. reembols*|devol*"),
    (
      .refundApple, 2,
      """
      reembols*; devolucion*; devolver|devuelvan|devuelvanme dinero; recuperar dinero; reintegro
      """
    ),
    (
      .refundGoogle, 3,
      """
      reembols*|devol* .. google|play|android; google|play .. reembols*|devol*
      """
    ),
    (
      .refundGoogle, 2,
      """
      reembols*; devolucion*; devolver|devuelvan|devuelvanme dinero; recuperar dinero; reintegro
      """
    ),
    (
      .restoreFails, 4,
      """
      restaur*; nuevo telefono|movil|celular|iphone|ipad|dispositivo; \
      telefono|movil|celular|dispositivo nuevo; cambie|cambiado|cambiar \
      telefono|movil|celular|dispositivo; reinstal*; recuperar compra*
      """
    ),
    (
      .vanished, 4,
      """
      suscripcion|compra|compras|premium desapareci*; \
      dos|2|otra|diferente|equivocada|antigua|segunda cuenta*; desapareci*; \
      inicio|inicie|cerre|cerro sesion; fusionar|unir cuentas
      """
    ),
    (
      .cancelledButCharged, 5,
      """
      cancele|cancelado|cancelada|cancelacion|baja .. \
      cobrado|cobraron|cobro|cobrando|cargo|cargaron|renovo|renovado|pago; \
      cobrado|cobraron|cobro|cobrando|cargo|renovo .. \
      cancele|cancelado|cancelada|cancelacion|baja
      """
    ),
    (.cancelledButCharged, 2, "cancel*; renovacion automatica; dar de baja; siguen cobrando"),
    (
      .lostAccess, 4,
      """
      ya no .. acceso|premium|activ*|puedo|funciona; perdi|perdido .. \
      acceso|premium|suscripcion; suscripcion|premium|acceso \
      vencid*|caducad*|expirad*|expiro|caduco|inactiv*; aunque|pero|si sigo|estoy pagando|pago; \
      pago rechazado|fallido|fallo; problema de|con pago|facturacion; de repente
      """
    ),
    (
      .wrongPlan, 4,
      """
      plan|precio|suscripcion|producto equivocad*|incorrect*|mal; cambiar|cambie|cambio \
      plan|suscripcion; anual|mensual en|lugar|no; precio mas|diferente|subio|aumento*; \
      mejorar|actualizar|mejora plan|suscripcion
      """
    ),
    (
      .consumableMissing, 5,
      """
      monedas|gemas|diamantes|creditos|cristales|fichas|puntos|coins|oro \
      no|nunca|falta*|desapareci*|recib*; no|nunca recibi|recibido|llegaron|llegado|dieron|tengo \
      monedas|gemas|diamantes|creditos|cristales|fichas|puntos; falta* .. \
      monedas|gemas|diamantes|creditos|cristales|fichas|puntos; llegaron .. \
      monedas|gemas|diamantes
      """
    ),
    (.consumableMissing, 2, "monedas; gemas; diamantes; cristales; fichas"),
    (
      .trialOrOffer, 4,
      """
      prueba gratis|gratuita; periodo de prueba; prueba; codigo \
      promocional|promo|descuento|regalo|no|invalido; cupon*; descuento*; oferta*; canjear
      """
    ),
    (
      .pendingOrFamily, 4,
      """
      pendiente*; en familia; familia* compartid*; compartir; solicitar compra; solicitud de \
      compra; aprob*; permiso; autoriz*; procesando; en proceso; familiar
      """
    ),
  ]
}
