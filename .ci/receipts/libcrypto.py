"""OpenSSL's verdict on a receipt, in process."""
import ctypes


class OpenSSL:
    PURPOSE_ANY = 7
    BINARY = 0x80

    def __init__(self, roots):
        lib = ctypes.CDLL("libcrypto.so.3")
        for name in ("BIO_new_mem_buf", "d2i_PKCS7_bio", "d2i_X509_bio", "X509_STORE_new", "BIO_new", "BIO_s_null",
                     "X509_STORE_get0_param", "ERR_reason_error_string"):
            getattr(lib, name).restype = ctypes.c_void_p
        lib.ERR_peek_last_error.restype = ctypes.c_ulong
        lib.ERR_reason_error_string.restype = ctypes.c_char_p
        self.lib, pointer = lib, ctypes.c_void_p
        self.store = pointer(lib.X509_STORE_new())
        for der in roots:
            bio = pointer(lib.BIO_new_mem_buf(der, len(der)))
            lib.X509_STORE_add_cert(self.store, pointer(lib.d2i_X509_bio(bio, None)))
            lib.BIO_free(bio)
        self.parameters = pointer(lib.X509_STORE_get0_param(self.store))
        # Receipt signers have no purpose that OpenSSL knows.
        lib.X509_VERIFY_PARAM_set_purpose(self.parameters, self.PURPOSE_ANY)

    def refusal(self, data, at):
        """None for a PKCS#7 that verifies at that instant, else OpenSSL's reason."""
        lib, pointer = self.lib, ctypes.c_void_p
        lib.ERR_clear_error()
        lib.X509_VERIFY_PARAM_set_time(self.parameters, ctypes.c_long(int(at)))
        bio = pointer(lib.BIO_new_mem_buf(data, len(data)))
        document = pointer(lib.d2i_PKCS7_bio(bio, None))
        lib.BIO_free(bio)
        if not document:
            return "not read: " + self.reason()
        sink = pointer(lib.BIO_new(pointer(lib.BIO_s_null())))
        good = lib.PKCS7_verify(document, None, self.store, None, sink, self.BINARY)
        reason = None if good == 1 else self.reason()
        lib.BIO_free(sink)
        lib.PKCS7_free(document)
        return reason

    def reads(self, certificate):
        lib, pointer = self.lib, ctypes.c_void_p
        bio = pointer(lib.BIO_new_mem_buf(certificate, len(certificate)))
        found = pointer(lib.d2i_X509_bio(bio, None))
        lib.BIO_free(bio)
        if found:
            lib.X509_free(found)
        return bool(found)

    def reason(self):
        text = self.lib.ERR_reason_error_string(ctypes.c_ulong(self.lib.ERR_peek_last_error()))
        return text.decode() if text else "no reason"
