"""Answers that travel packed: large ones in which there is no secret.

Packing tells by its length what is inside, so nothing is packed that others might guess at.
"""

import gzip

from fastapi import Response
from starlette.requests import HTTPConnection

VARY = {"Vary": "Accept-Encoding"}
PACKED = {"Content-Encoding": "gzip", **VARY}


def takes_packed(requester: HTTPConnection) -> bool:
    """Whether the client accepts a packed answer."""
    return "gzip" in requester.headers.get("accept-encoding", "")


def packed_answer(body: bytes, media_type: str, requester: HTTPConnection) -> Response:
    """An answer, packed now if that is of use."""
    if not takes_packed(requester):
        return Response(body, media_type=media_type, headers=VARY)
    return Response(gzip.compress(body, 5), media_type=media_type, headers=PACKED)
