"""Games that bots play to their ends while no page shows them, which would be most of the work."""

from typing import Any

from web.people import Person

PAGE = "/icon.svg"
"""A page of the server's with nothing on it."""
LEAVE = """([table, seat]) => {
  const address = location.origin.replace("http", "ws");
  const socket = new WebSocket(`${address}/ws/${table}?seat=${seat}&seen=-1&lang=en`);
  let hasLeft = false;
  window.over = new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      const { game } = JSON.parse(data);
      if (game && !hasLeft) socket.send(JSON.stringify({ type: "leave", id: "leave" }));
      hasLeft ||= Boolean(game);
      if (game?.result) resolve(socket.close());
    };
  });
}"""
"""Leaves a seat as soon as the game begins, and follows what happens."""


def play_unseen(table: Any, *people: Person) -> None:
    """Let bots play for everybody who sits at a table, in the order of their seats.

    Then all go there, and look at the result.
    """
    for seat, person in enumerate(people):
        person.add_salt(table)
        person.go(PAGE)
        person.page.evaluate(LEAVE, [table["id"], seat])
    for person in people:
        person.page.evaluate("window.over")
        person.go(f"/t/{table['id']}")
        person.at_table()
        person.open_tab("Result")
