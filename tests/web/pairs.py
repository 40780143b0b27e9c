"""Two people, each with a browser of their own, at one table."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser

from server.running import Server
from web.browser import Faults
from web.people import CALM, Person
from web.unseen import play_unseen

PLAY_A_TURN = """([table, seat]) => {
  const address = location.origin.replace("http", "ws");
  const socket = new WebSocket(`${address}/ws/${table}?seat=${seat}&seen=-1&lang=en`);
  let count = 0;
  const play = ({ moment, legal: [action] }) =>
    socket.send(JSON.stringify({ type: "play", id: `first-${++count}`, moment, action }));
  window.played = new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      const { game } = JSON.parse(data);
      if (game && game.to_move === seat) play(game);
      else if (game) resolve(socket.close());
    };
  });
}"""
"""Plays a seat's first turn as soon as the game begins, quicker than any hand."""


@contextmanager
def pair(
    browser: Browser,
    server: Server,
    faults: Faults,
    guest_settings: dict[str, Any] | None = None,
    *,
    window: Mapping[str, Any] = CALM,
    ben_plays_at_once: bool = False,
    **options: object,
) -> Iterator[tuple[Person, Person]]:
    """Anna, who set the table up and begins, and Ben; their game has begun.

    With ``ben_plays_at_once`` it is Ben who begins, and his first turn is over.
    """
    anna = Person(browser, server.address, faults, window=window, name="Anna")
    settings = {"name": "Ben", "window": window} | (guest_settings or {})
    ben = Person(browser, server.address, faults, **settings)
    table = seat(anna, ben, **{"start": int(ben_plays_at_once)} | options)
    for person in (anna, ben):
        person.go(f"/t/{table['id']}")
    if ben_plays_at_once:
        ben.page.evaluate(PLAY_A_TURN, [table["id"], 1])
    anna.post(f"/api/tables/{table['id']}/start")
    if ben_plays_at_once:
        ben.page.evaluate("window.played")
    for person in (anna, ben):
        person.at_table()
    yield anna, ben
    for person in (anna, ben):
        person.leave()


@contextmanager
def pair_at_the_end(
    browser: Browser, server: Server, faults: Faults
) -> Iterator[tuple[Person, Person]]:
    """Anna and Ben, who look at the result of a game that bots played for them."""
    anna, ben = (Person(browser, server.address, faults, name=name) for name in ("Anna", "Ben"))
    table = seat(anna, ben, stand_in="peasant")
    anna.post(f"/api/tables/{table['id']}/start")
    play_unseen(table, anna, ben)
    yield anna, ben
    for person in (anna, ben):
        person.leave()


def seat(host: Person, guest: Person, **options: object) -> Any:
    """A table for two that both sit at; their game has not begun."""
    table = host.set_up("me", "open", begin=False, **{"map": "ways-of-diplomacy"} | options)
    guest.post(f"/api/invites/{table['invite']}/seat", name=guest.name)
    return table
