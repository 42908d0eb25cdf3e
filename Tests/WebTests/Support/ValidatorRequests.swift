import Basics
import Entitlements
import Foundation
import Receipts

/// What clients of each generation send.
extension ValidatorWorld {
  static let device: JSONValue = [
    "plugin": "cordova-plugin-purchase/13.18.0", "cordova": "12.0.0", "model": "iPhone14,5",
    "platform": "iOS", "version": "17.4", "manufacturer": "Apple", "isVirtual": false,
    "fingerprint": "d41d8cd98f00b204e9800998ecf8427e",
  ]

  /// Products as version 13 tells of them once a day, with what only it knows.
  static let products: JSONValue = [
    [
      "className": "Product", "type": "paid subscription", "id": "pro", "group": "20",
      "raw": ["anything": [1, 2, ["deep": .null]]], "countryCode": "DE",
      "offers": [
        [
          "id": "$",
          "pricingPhases": [
            [
              "price": "€9.99", "priceMicros": 9_990_000, "currency": "EUR",
              "billingPeriod": "P1M", "recurrenceMode": "INFINITE_RECURRING",
              "paymentMode": "PayAsYouGo",
            ]
          ],
        ]
      ],
    ]
  ]

  /// Version 13 about all of an app receipt.
  static func v13(receipt: String, id: JSONValue? = "101") -> JSONValue {
    [
      "id": .string(app), "type": "application", "products": products,
      "transaction": ["type": "ios-appstore", "id": id, "appStoreReceipt": .string(receipt)],
      "additionalData": [
        "applicationUsername": "ada", "obfuscatedUsername": "8c8d357b5e872bbacd45197626bd5759",
      ],
      "device": device,
    ]
  }

  /// Version 13 with StoreKit 2: one transaction, named by its product.
  static func v13(signed: String) -> JSONValue {
    [
      "id": .string(app), "type": "application",
      "transaction": ["type": "apple-sk2", "id": "pro", "jwsRepresentation": .string(signed)],
      "additionalData": ["applicationUsername": 4_711], "device": device,
    ]
  }

  /// Version 13 about one purchase of Google's.
  static func v13(
    product: String,
    type: String,
    signed: (text: String, signature: String)? = nil
  ) -> JSONValue {
    [
      "id": .string(product), "type": .string(type),
      "offers": [["id": "pro@monthly", "pricingPhases": []]], "currency": "EUR",
      "priceMicros": 9_990_000,
      "transaction": [
        "type": "android-playstore", "id": .string(order), "purchaseToken": .string(token),
        "receipt": .text(signed?.text), "signature": .text(signed?.signature),
      ],
      "additionalData": ["applicationUsername": "ada"], "device": device,
    ]
  }

  /// Before version 13 the body is the whole product.
  static func legacy(
    _ transaction: JSONValue,
    id: String = "pro",
    type: String = "paid subscription"
  ) -> JSONValue {
    [
      "id": .string(id), "alias": .string(id), "type": .string(type), "state": "approved",
      "title": "Pro", "description": "All of it", "priceMicros": 9_990_000, "price": "€9.99",
      "currency": "EUR", "countryCode": .null, "loaded": true, "canPurchase": false,
      "owned": false, "downloading": false, "downloaded": false, "additionalData": .null,
      "transaction": transaction, "valid": true, "group": "20", "transactions": ["101"],
    ]
  }

  static func legacyReceipt(_ receipt: String, id: JSONValue? = "101") -> JSONValue {
    [
      "type": "ios-appstore", "id": id, "original_transaction_id": "100",
      "appStoreReceipt": .string(receipt),
    ]
  }

  static func windows(
    _ license: JSONValue?,
    id: String = "9NPRO",
    type: String = "paid subscription"
  ) -> JSONValue {
    [
      "id": .string(id), "type": .string(type),
      "transaction": [
        "type": "windows-store-transaction", "storeId": .string(id), "skuId": "0010",
      ],
      "license": license,
    ]
  }
}
