/// Legacy receipts made for these tests with keys that were thrown away: `openssl dgst -sha1 -sign`
/// over the version octet and the list below, with a self-signed certificate behind.
enum LegacySamples {
  static let purchaseInfo = """
    {
    \t"original-purchase-date-pst" = "2012-04-30 08:05:55 America/Los_Angeles";
    \t"original-transaction-id" = "1000000046178800";
    \t"transaction-id" = "1000000046178817";
    \t"quantity" = "1";
    \t"product-id" = "com.example.reader.pro";
    \t"bid" = "com.example.reader";
    \t"expires-date" = "1350157508197";
    \t"purchase-date" = "2012-04-30 15:05:55 Etc/GMT";
    \t"purchase-date-ms" = "1335798355868";
    }
    """

  /// RSA-1024, as Apple's are.
  static let signature1024 = """
    Am3ra3v3YJWZaqm9ChFOBqgj9P+XFsh8RhKVG2SV5E+D8mZaP7/d7cq8l4jol0CmuMz5p3PkxRO6gCZYHHmuFIo7NlXj
    L8hISp0S5uZhdrQ8JPt/LK8A3/WrrS0cVNWPRuHGvYm3RnDcQ+JzSZLrALH9S3FzTVnUXjLlyNxbAa2IAAACMjCCAi4w
    ggGXoAMCAQICFDItdYFHJsE+2/ndQEfpBvYELdYuMA0GCSqGSIb3DQEBBQUAMCkxFTATBgNVBAMMDFJlY2VpcHQgVGVz
    dDEQMA4GA1UECgwHRXhhbXBsZTAeFw0yNjExMjEwNjAwNTlaFw0zNjExMTgwNjAwNTlaMCkxFTATBgNVBAMMDFJlY2Vp
    cHQgVGVzdDEQMA4GA1UECgwHRXhhbXBsZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA056NwYO+tYxEMw5oNbYj
    ocRfb0M6V9dpYbxB67GkDuhwd6Gmz4c842LL3cEUOk57tzLcHN8vNi2ucpXFdUWob7pH+39xpZ2pTIUEmT7i9I9+Qtzz
    B7UTkr3YNKUdva1PbnLUsNSeVBFX76PZOjblavxvnc5l4eVtxS60ClpzR7MCAwEAAaNTMFEwHQYDVR0OBBYEFGG7HAte
    aY9ud5rAZZ1QxJ2TZILDMB8GA1UdIwQYMBaAFGG7HAteaY9ud5rAZZ1QxJ2TZILDMA8GA1UdEwEB/wQFMAMBAf8wDQYJ
    KoZIhvcNAQEFBQADgYEAEJaZMi/RjWPcra99xg+tBGrN6s79iXh6LeTLR4kJs3hzwJSiNW2LB2J4Im4WPufggLOPrzfn
    HFZowdT+WkksHgFPoYhWy40drxjfj3+QVxvdmy5O1Tqk7qj0RLQfAxoJQcCJDW3sEe2YWMmXXcu3Icbw+BXGvSYXJ70X
    fZYa33k=
    """

  static let signature2048 = """
    AkAPZQWW45fPzZTnRJiYqVEfzfDfBGZrJN0JwPPGCNu6Ru31+6T8bBXB5Wz1isyXiDlZSxioNBKPsIWThF08wHVHSk1+
    avskbrp2jy9yEri8lNFerWkChd82YyN7zoMr5TB6XBPZ0Yk0ESgsdqFMPhc7FCpFgOU8FiNtSF8z4/1X4khuKYmUAg7e
    toRVs4Bd9e5nBRqwBIlXLE/cmkFj3vYToXlnrl4KTnGDzyJDsXnDqwnfYLePDm02E3cRnAxPIxAzLgyOXm2HALWpFgqt
    Fop2jcWuIqeQOpNlTWE6yMTqsCMChTTJoQgZ6f6XluvZ5wlL/Ikijqr31lO7GwnjmQAAAAM3MIIDMzCCAhugAwIBAgIU
    Ro3jjyxQj0SNYS9XTyMTcAngccowDQYJKoZIhvcNAQEFBQAwKTEVMBMGA1UEAwwMUmVjZWlwdCBUZXN0MRAwDgYDVQQK
    DAdFeGFtcGxlMB4XDTI2MTEyMTA2MDA1OVoXDTM2MTExODA2MDA1OVowKTEVMBMGA1UEAwwMUmVjZWlwdCBUZXN0MRAw
    DgYDVQQKDAdFeGFtcGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlmi4LTMPHiZz/gmRxQEjNvGmpIGf
    54zw6JNfvOAkqZX3N6EO73KV8pCgyhrj+PZjpLUM8Ji6OBNCE7qyW8VYa32bEvCVpvfh8j0ujzTLHo8wL4A5hMII6s4l
    3+SLH+OFtgfbaLXNBLWCxQ98UmmYAdXnCQCro6L4zc5+3t+j3nnKzgeEIIFohSpxNvy96FjdnPYu2YNaTEQ4Gs55bhtI
    1oyABtoFnYXqh4wiC8fygXv7VnyDunXWVFBZbL0b6SyToaaZf/SDLf9ZULKfNBnN28p7IAxLvElRInB+dhR67ImM+gSr
    MsM58NcRBem6GOHsE/oesrr2yoB0hniJRfchcwIDAQABo1MwUTAdBgNVHQ4EFgQUy68RKLkvCzrEfiPV3xg6IVVRAAcw
    HwYDVR0jBBgwFoAUy68RKLkvCzrEfiPV3xg6IVVRAAcwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQUFAAOCAQEA
    ap12ohOpvjiTGnkwaAff7ZgILllKYlQGL6N8fxmY3ZHThjTICKxCk9E2YicHvLNDKdqMSqacNpP8NGuq8EBME9o4tWeV
    4Ycea1mgOGIoTlFZBMB5M6dIwBjyByobTskOB8mPDnDxOjSX/N79tEVFrdP8YyHA3BMYFODq3Ok/Gy8LcDuo0/E2Va5L
    65ARcFoAM5d0im7mRI7qcSJ9xy+EkI+QS1alQ3jCBBLeea3ivtc4Ku8rakHzAxRobavm5kje7hb8S3GUpjKWjfoEdm7v
    v9HoOP6GMCvjOM6i/G30vUC1cckETJRnHGE3PbNJjWIKu7iyhARw5k+Wg5Ave+n8Vw==
    """
}
