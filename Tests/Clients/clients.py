"""Other people's clients against a running `purser simulate`: each check prints one line.

    clients.py FOLDER        the folder that the simulator was given by --dir
"""
import json
import pathlib
import sys
import time
import tomllib
import traceback
import urllib.error
import urllib.request

folder = pathlib.Path(sys.argv[1])
settings = tomllib.loads((folder / "settings.toml").read_text())["stores"]
simulator = json.loads((folder / "simulator.json").read_text())
address = simulator["address"]
apple = settings["apple"] | settings["apple"]["app"][0]
google = settings["google"]
checks = []


def check(function):
    checks.append(function)
    return function


def post(path, body):
    request = urllib.request.Request(
        f"{address}/simulator/{path}",
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def get(path):
    with urllib.request.urlopen(f"{address}/simulator/{path}") as answer:
        return answer.read().decode()


def act(verb, **more):
    return post("act", {"act": verb, **more})


def api_client(sandbox=False):
    from appstoreserverlibrary.api_client import AppStoreServerAPIClient
    from appstoreserverlibrary.models.Environment import Environment

    client = AppStoreServerAPIClient(
        (folder / apple["key-file"]).read_bytes(),
        apple["key-id"],
        apple["issuer"],
        apple["bundle-id"],
        Environment.SANDBOX if sandbox else Environment.PRODUCTION,
    )
    client._base_url = apple["server-sandbox" if sandbox else "server"]
    return client


def verifier():
    from appstoreserverlibrary.models.Environment import Environment
    from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

    return SignedDataVerifier(
        [(folder / "payload-root.cer").read_bytes()],
        False,
        Environment.PRODUCTION,
        apple["bundle-id"],
        simulator["appAppleID"],
    )


@check
def app_store_server_library_reads_a_transaction():
    bought = act("buy", product="plus.monthly", account="library")
    answer = api_client().get_transaction_info(bought["transaction"])
    decoded = verifier().verify_and_decode_signed_transaction(answer.signedTransactionInfo)
    assert decoded.transactionId == bought["transaction"], decoded
    assert decoded.productId == "plus.monthly", decoded


@check
def app_store_server_library_reads_statuses():
    bought = act("buy", product="plus.monthly", account="statuses")
    answer = api_client().get_all_subscription_statuses(bought["id"])
    last = answer.data[0].lastTransactions[0]
    assert last.status.value == 1, last
    renewal = verifier().verify_and_decode_renewal_info(last.signedRenewalInfo)
    assert renewal.autoRenewStatus.value == 1, renewal


@check
def app_store_server_library_pages_through_a_history():
    from appstoreserverlibrary.api_client import GetTransactionHistoryVersion
    from appstoreserverlibrary.models.TransactionHistoryRequest import TransactionHistoryRequest

    bought = act("buy", product="plus.weekly", account="history")
    act("advance", by="P300D")
    client, revision, seen = api_client(), None, []
    while True:
        page = client.get_transaction_history(
            bought["id"],
            revision,
            TransactionHistoryRequest(),
            GetTransactionHistoryVersion.V2,
        )
        assert len(page.signedTransactions) <= 20
        seen += page.signedTransactions
        revision = page.revision
        if not page.hasMore:
            break
    numbers = {verifier().verify_and_decode_signed_transaction(s).transactionId for s in seen}
    assert len(numbers) == len(seen) == 43, len(seen)


@check
def app_store_server_library_believes_notifications():
    from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest

    bought = act("buy", product="plus.monthly", account="notified")
    act("refund", of=bought["id"])
    page = api_client().get_notification_history(
        None,
        NotificationHistoryRequest(
            startDate=bought["now"] - 1000,
            endDate=bought["now"] + 86_400_000,
            transactionId=bought["transaction"],
        ),
    )
    kinds = []
    for entry in page.notificationHistory:
        told = verifier().verify_and_decode_notification(entry.signedPayload)
        verifier().verify_and_decode_signed_transaction(told.data.signedTransactionInfo)
        kinds.append(told.rawNotificationType)
    assert kinds == ["SUBSCRIBED", "REFUND"], kinds
    refunds = api_client().get_refund_history(bought["id"], None)
    assert len(refunds.signedTransactions) == 1


@check
def app_store_server_library_looks_an_order_up():
    bought = act("buy", product="lifetime", account="ordering")
    answer = api_client().look_up_order_id(bought["order"])
    assert answer.status.value == 0, answer
    assert len(answer.signedTransactions) == 1


@check
def app_store_server_library_extends_and_sets_accounts():
    from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
    from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
    from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import (
        UpdateAppAccountTokenRequest,
    )

    bought = act("buy", product="plus.monthly", account="extending")
    answer = api_client().extend_subscription_renewal_date(
        bought["id"],
        ExtendRenewalDateRequest(
            extendByDays=7,
            extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION,
            requestIdentifier="one",
        ),
    )
    assert answer.success and answer.effectiveDate == bought["expiresAt"] + 7 * 86_400_000
    token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    api_client().set_app_account_token(
        bought["id"], UpdateAppAccountTokenRequest(appAccountToken=token)
    )
    signed = api_client().get_transaction_info(bought["id"]).signedTransactionInfo
    assert verifier().verify_and_decode_signed_transaction(signed).appAccountToken == token


@check
def app_store_server_library_reads_errors():
    from appstoreserverlibrary.api_client import APIException

    try:
        api_client().get_transaction_info("123456")
    except APIException as error:
        assert error.raw_api_error == 4040010, error
    else:
        raise AssertionError("nothing was raised")


def publisher():
    from google.oauth2 import service_account
    from googleapiclient.discovery import build

    credentials = service_account.Credentials.from_service_account_file(
        folder / google["account-file"],
        scopes=["https://www.googleapis.com/auth/androidpublisher"],
    )
    return build(
        "androidpublisher",
        "v3",
        credentials=credentials,
        client_options={"api_endpoint": google["publisher"]},
        static_discovery=True,
    )


@check
def google_api_client_reads_acknowledges_and_cancels():
    bought = act("buy", store="google", product="plus.monthly", account="android")
    app, token = simulator["app"], bought["token"]
    purchases = publisher().purchases()
    found = purchases.subscriptionsv2().get(packageName=app, token=token).execute()
    assert found["subscriptionState"] == "SUBSCRIPTION_STATE_ACTIVE", found
    purchases.subscriptions().acknowledge(
        packageName=app, subscriptionId="plus.monthly", token=token, body={}
    ).execute()
    purchases.subscriptionsv2().cancel(
        packageName=app,
        token=token,
        body={"cancellationContext": {"cancellationType": "USER_REQUESTED_STOP_RENEWALS"}},
    ).execute()
    found = purchases.subscriptionsv2().get(packageName=app, token=token).execute()
    assert found["subscriptionState"] == "SUBSCRIPTION_STATE_CANCELED", found
    assert found["acknowledgementState"] == "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED", found


@check
def google_api_client_reads_products_orders_and_voids():
    bought = act("buy", store="google", product="coins.100", account="coins")
    app, token, order = simulator["app"], bought["token"], bought["order"]
    service = publisher()
    service.purchases().products().consume(
        packageName=app, productId="coins.100", token=token
    ).execute()
    found = (
        service.purchases().productsv2().getproductpurchasev2(packageName=app, token=token).execute()
    )
    assert found["purchaseStateContext"]["purchaseState"] == "PURCHASED", found
    assert service.orders().get(packageName=app, orderId=order).execute()["state"] == "PROCESSED"
    service.orders().refund(packageName=app, orderId=order, revoke=True).execute()
    batch = service.orders().batchget(packageName=app, orderIds=[order]).execute()
    assert batch["orders"][0]["state"] == "REFUNDED", batch
    voided = service.purchases().voidedpurchases().list(packageName=app).execute()
    assert order in [item["orderId"] for item in voided["voidedPurchases"]], voided


@check
def google_auth_believes_what_pub_sub_sends():
    import jwt

    keys = jwt.PyJWKSet.from_json(get("google/certs"))
    token = get("google/push-token")
    kid = jwt.get_unverified_header(token)["kid"]
    claims = jwt.decode(
        token,
        next(key for key in keys.keys if key.key_id == kid).key,
        algorithms=["RS256"],
        audience=simulator["pushAudience"],
        issuer="https://accounts.google.com",
    )
    assert claims["email"] == simulator["pushAccount"] and claims["email_verified"], claims


@check
def inapppy_validates_an_apple_receipt():
    from inapppy import AppStoreValidator, InAppPyValidationError

    class Validator(AppStoreValidator):
        def _change_url_by_sandbox(self):
            self.url = (
                apple["verify-receipt-sandbox" if self.sandbox else "verify-receipt"]
                + "/verifyReceipt"
            )

    act("buy", product="plus.monthly", account="inapppy", sandbox=True)
    receipt = get("apple/receipt?account=inapppy&sandbox=true")
    secret = (folder / "apple-shared-secret").read_text()
    answer = Validator(auto_retry_wrong_env_request=True).validate(receipt, secret)
    assert answer["environment"] == "Sandbox", answer
    assert answer["latest_receipt_info"][0]["product_id"] == "plus.monthly", answer
    try:
        Validator(sandbox=True).validate(receipt, "wrong")
    except InAppPyValidationError as error:
        assert error.raw_response["status"] == 21004, error
    else:
        raise AssertionError("a wrong secret was taken")


@check
def inapppy_validates_a_google_purchase():
    import google_auth_httplib2
    import inapppy.googleplay as googleplay
    from google.oauth2 import service_account

    build = googleplay.build
    googleplay.build = lambda *given, **named: build(
        *given, client_options={"api_endpoint": google["publisher"]}, **named
    )
    bought = act("buy", store="google", product="coins.100", account="inapppy")

    class Verifier(googleplay.GooglePlayVerifier):
        # Its own way asks for oauth2client, which no present OpenSSL goes with.
        def _authorize(self):
            return google_auth_httplib2.AuthorizedHttp(
                service_account.Credentials.from_service_account_file(
                    self.play_console_credentials, scopes=[self.DEFAULT_AUTH_SCOPE]
                )
            )

    found = Verifier(simulator["app"], str(folder / google["account-file"])).verify(
        bought["token"], "coins.100"
    )
    assert found["orderId"] == bought["order"], found


@check
def itunes_iap_reads_a_receipt():
    from itunesiap import Request

    class Asking(Request):
        PRODUCTION_VALIDATION_URL = apple["verify-receipt"] + "/verifyReceipt"
        SANDBOX_VALIDATION_URL = apple["verify-receipt-sandbox"] + "/verifyReceipt"

    bought = act("buy", product="plus.monthly", account="itunes-iap")
    answer = Asking(
        get("apple/receipt?account=itunes-iap"), (folder / "apple-shared-secret").read_text()
    ).verify(use_production=True, use_sandbox=True)
    assert answer.status == 0, answer
    assert answer.latest_receipt_info[-1].transaction_id == bought["transaction"], answer
    assert answer.receipt.bundle_id == apple["bundle-id"], answer


failures = 0
for function in checks:
    began = time.monotonic()
    try:
        function()
        print(f"ok      {function.__name__} ({time.monotonic() - began:.2f} s)")
    except Exception:
        failures += 1
        print(f"FAILED  {function.__name__}")
        traceback.print_exc(limit=-3)
print(f"{len(checks) - failures} of {len(checks)} passed")
sys.exit(1 if failures else 0)
