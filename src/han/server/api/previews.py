"""What chats and searches show of a link: a title, a sentence and a picture.

Nothing is looked up: a preview says what kind of page a link leads to, so it tells nothing of a
table, not even whether there is one.
"""

from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from fastapi import Request

from han.messages import message
from han.server.api.access import language_of

NAME = "HAN"
PICTURE = "/preview.png"
PICTURE_SIZE = (1200, 630)
LOCALES = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR", "it": "it_IT"}
_START = (None, "web.motto")
_TEXTS: dict[str, tuple[str | None, str]] = {
    "/new": ("web.new_table", "web.new_table_hint"),
    "/lobby": ("web.lobby", "web.lobby_hint"),
    "/rules": ("web.rules", "web.rules_hint"),
    "/replay": ("web.replay", "web.replay_hint"),
    "/replay/{table}": ("server.preview_replay", "web.replay_hint"),
    "/t/{table}": ("server.preview_table", "server.preview_table_hint"),
    "/j/{invite}": ("server.preview_invitation", "server.preview_invitation_hint"),
}
"""Title and sentence of a page; the others are shown like the start page."""
_SECRET = "/r/{token}"
"""A personal link is told nowhere."""


def preview_tags(request: Request) -> str:
    """The tags for a page's head, in the language that is asked for."""
    return "".join(f"    {tag}\n" for tag in _tags(request))


def _tags(request: Request) -> Iterator[str]:
    lang, route = language_of(request), getattr(request.scope.get("route"), "path", "")
    title, sentence = _TEXTS.get(route, _START)
    home = str(request.base_url).rstrip("/")
    text = message(sentence, lang)
    yield _tag("name", "description", text)
    yield _tag("property", "og:type", "website")
    yield _tag("property", "og:site_name", NAME)
    yield _tag("property", "og:title", message(title, lang) if title else NAME)
    yield _tag("property", "og:description", text)
    yield _tag("property", "og:locale", LOCALES[lang])
    if route != _SECRET:
        yield _tag("property", "og:url", home + quote(request.url.path))
    yield _tag("property", "og:image", home + PICTURE)
    for side, length in zip(("width", "height"), PICTURE_SIZE, strict=True):
        yield _tag("property", f"og:image:{side}", str(length))
    yield _tag("property", "og:image:alt", message("web.motto", lang))
    yield _tag("name", "twitter:card", "summary_large_image")
    if request.path_params:
        yield _tag("name", "robots", "noindex")  # for those who have the link


def _tag(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}" />'
