"""What chats show of a link: what it leads to, in one's language, and nothing that is secret."""

from collections.abc import Mapping
from html.parser import HTMLParser

import pytest

from han.messages import LANGUAGES, message
from server.guests import Guest, live
from server.running import Server


class Tags(HTMLParser):
    """The named tags of a page's head, as a reader of previews finds them."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.found: dict[str, str] = {}
        self.names: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what a tag says."""
        said = dict(attrs)
        self.names.append(tag)
        name = said.get("property") or said.get("name")
        if tag == "meta" and name:
            assert name not in self.found or name == "theme-color", name
            self.found[name] = said.get("content") or ""


async def page_of(guest: Guest, path: str, **headers: str) -> str:
    answer = await guest.request("GET", path, headers=headers)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.text


async def tags_of(guest: Guest, path: str, **headers: str) -> Mapping[str, str]:
    return Tags(await page_of(guest, path, **headers)).found


@pytest.mark.parametrize("lang", LANGUAGES)
@live
async def test_a_link_says_what_it_leads_to(small_server: Server, lang: str) -> None:
    guest = Guest(small_server)
    pages = {
        "/": ("HAN", "web.motto"),
        "/rules": (message("web.rules", lang), "web.rules_hint"),
        "/j/abc": (message("server.preview_invitation", lang), "server.preview_invitation_hint"),
        "/t/abc": (message("server.preview_table", lang), "server.preview_table_hint"),
        "/replay/abc": (message("server.preview_replay", lang), "web.replay_hint"),
    }
    for path, (title, sentence) in pages.items():
        tags = await tags_of(guest, path, **{"Accept-Language": lang})
        assert tags["og:title"] == title
        assert tags["og:description"] == tags["description"] == message(sentence, lang)
        assert tags["og:url"] == small_server.address + path
        assert tags["og:locale"].startswith(lang)
        assert ("robots" in tags) == (path.count("/") > 1)


@live
async def test_a_link_has_a_picture_under_the_name_that_was_asked_for(small_server: Server) -> None:
    guest = Guest(small_server)
    tags = await tags_of(guest, "/", Host="localhost:9999")
    assert tags["og:url"] == "http://localhost:9999/"
    assert tags["og:image"] == "http://localhost:9999/preview.png"
    picture = await guest.request("GET", "/preview.png")
    assert picture.headers["content-type"] == "image/png"
    width, height = (int.from_bytes(picture.content[i : i + 4]) for i in (16, 20))
    assert (str(width), str(height)) == (tags["og:image:width"], tags["og:image:height"])
    refused = await guest.request("GET", "/", headers={"Host": 'evil.example"><script>'})
    assert refused.status_code == 403
    assert "og:" not in refused.text


@live
async def test_a_preview_tells_nothing_of_a_table(small_server: Server) -> None:
    host, stranger = Guest(small_server), Guest(small_server)
    table = await host.create("me", "open", "open", name="Eleonora")
    for path, no_such in ((f"/t/{table['id']}", "/t/none"), (f"/j/{table['invite']}", "/j/none")):
        told = await page_of(stranger, path)
        assert "Eleonora" not in told
        assert told.replace(path, "…") == (await page_of(stranger, no_such)).replace(no_such, "…")
    personal = await page_of(stranger, "/r/my-secret-token")
    assert "my-secret-token" not in personal


@live
async def test_an_address_cannot_write_into_a_page(small_server: Server) -> None:
    guest = Guest(small_server)
    hostile = '/j/"><img src=x onerror=alert(1)>'
    honest = Tags(await page_of(guest, "/j/abc"))
    found = Tags(await page_of(guest, hostile))
    assert found.names == honest.names
    assert set(found.found) == set(honest.found)
    assert "<" not in found.found["og:url"]
