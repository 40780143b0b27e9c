"""Who somebody is: a secret in a signed cookie, and a name for it that gives nothing away."""

import hashlib
import secrets
from dataclasses import dataclass, field

from itsdangerous import BadSignature, Signer

COOKIE = "han_guest"
COOKIE_SECONDS = 400 * 24 * 3600
SIGNING_KEY = "signing key"
"""The name of the server's key among its stored settings."""


@dataclass(frozen=True)
class Guest:
    """Somebody who plays without an account."""

    id: str
    """What tables know them by; it cannot be turned back into the secret."""
    _secret: str = field(repr=False)


class Doorkeeper:
    """Knows people again."""

    def __init__(self, key: bytes) -> None:
        """Sign with the server's own key."""
        self._cookies = Signer(key, salt="han cookie", digest_method=hashlib.sha256)
        self._links = Signer(key, salt="han resume link", digest_method=hashlib.sha256)
        self._addresses = Signer(key, salt="han address", digest_method=hashlib.sha256)

    @staticmethod
    def new_key() -> bytes:
        """A key for a server that has none yet."""
        return secrets.token_bytes(32)

    def welcome(self) -> Guest:
        """Somebody new."""
        return _guest(secrets.token_urlsafe(24))

    def recognise(self, cookie: str | None) -> Guest | None:
        """Who holds a cookie; nobody if it is none of ours."""
        return _checked(self._cookies, cookie)

    def recognise_link(self, token: str) -> Guest | None:
        """Whose resume link it is."""
        return _checked(self._links, token)

    def mask(self, address: str) -> str:
        """A name for an address that gives it away to nobody who has not the key."""
        return self._addresses.get_signature(address).decode()

    def cookie(self, guest: Guest) -> str:
        """What the browser keeps."""
        return self._cookies.sign(guest._secret).decode()

    def link(self, guest: Guest) -> str:
        """What lets the same person come back on another device."""
        return self._links.sign(guest._secret).decode()


def _guest(secret: str) -> Guest:
    return Guest(hashlib.sha256(secret.encode()).hexdigest()[:32], secret)


def _checked(signer: Signer, token: str | None) -> Guest | None:
    if not token or len(token) > 200:
        return None
    try:
        return _guest(signer.unsign(token.encode("utf-8", "replace")).decode())
    except (BadSignature, UnicodeDecodeError):
        return None
