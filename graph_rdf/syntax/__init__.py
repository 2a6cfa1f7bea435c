"""Bytes to quads: encoding, strict parsing, lexical checks of literals as written, and where each subject stands."""
