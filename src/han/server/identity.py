"""Who a guest is: a secret in a signed cookie, and an id made of it that others may know."""

import hashlib
import secrets
from dataclasses import dataclass, field

from itsdangerous import BadSignature, Signer

COOKIE = "han_guest"
COOKIE_SECONDS = 400 * 24 * 3600
IMPORT_ID_LENGTH = 16
"""Characters of the id of a table for a game that was brought; longer than the ids of others."""
SIGNING_KEY = "signing key"
"""The name of the server's key among its stored settings."""


@dataclass(frozen=True)
class Guest:
    """Somebody who plays without an account."""

    id: str
    """What tables know them by; it cannot be turned back into the secret."""
    _secret: str = field(repr=False)


class GuestTokens:
    """Makes and checks the signed tokens by which guests are recognised."""

    def __init__(self, key: bytes) -> None:
        """Sign with the server's own key."""
        self._cookies = Signer(key, salt="han cookie", digest_method=hashlib.sha256)
        self._links = Signer(key, salt="han resume link", digest_method=hashlib.sha256)
        self._addresses = Signer(key, salt="han address", digest_method=hashlib.sha256)
        self._imports = Signer(key, salt="han import", digest_method=hashlib.sha256)

    @staticmethod
    def new_key() -> bytes:
        """A key for a server that has none yet."""
        return secrets.token_bytes(32)

    def new_guest(self) -> Guest:
        """A guest who has not been here before."""
        return _guest(secrets.token_urlsafe(24))

    def guest_of_cookie(self, cookie: str | None) -> Guest | None:
        """The guest of a cookie; none if we have not signed it."""
        return _checked(self._cookies, cookie)

    def guest_of_link(self, token: str) -> Guest | None:
        """The guest of a personal link; none if we have not signed it."""
        return _checked(self._links, token)

    def mask_address(self, address: str) -> str:
        """A pseudonym for an address, which cannot be turned back without the key."""
        return self._addresses.get_signature(address).decode()

    def import_id(self, guest: Guest, game: str) -> str:
        """The id of the table to which a guest brings a game: the same one every time."""
        return self._imports.get_signature(f"{guest.id} {game}").decode()[:IMPORT_ID_LENGTH]

    def cookie(self, guest: Guest) -> str:
        """The value of a guest's cookie."""
        return self._cookies.sign(guest._secret).decode()

    def link(self, guest: Guest) -> str:
        """The token of a guest's personal link, for another device."""
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
