"""Store documents for the scripts beside this file: verifyReceipt answers, one sale each."""
import json

OPTIONS = ["--store-answer"]


def answer(number, user=None):
    """One sale of its own chain, bought at an instant that follows from its number."""
    at = 1767225600000 + number * 1000
    sale = {
        "product_id": "pro",
        "transaction_id": str(number),
        "original_transaction_id": str(number),
        "quantity": "1",
        "purchase_date_ms": str(at),
        "original_purchase_date_ms": str(at),
        "expires_date_ms": str(at + 30 * 86400000),
    }
    return json.dumps(
        {
            "status": 0,
            "environment": "Production",
            "receipt": {
                "bundle_id": "com.example.reader",
                "request_date_ms": str(at + 60000),
                "in_app": [],
            },
            "latest_receipt_info": [sale],
        }
    )
