"""The game on a page: what it offers, and when it has come to rest."""

from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Page

from web.windows import TIMEOUT_MS

State = Literal["laying", "showing", "asking", "past", "yours", "others", "over"]
"""What the page says of itself (``PlayArea.svelte``); the first three pass by themselves."""
REST: tuple[State, ...] = ("past", "yours", "others", "over")
TURN: tuple[State, ...] = ("yours", "over")

LOOK = """([states, before, timeout]) => new Promise((resolve, reject) => {
  const count = (what) => document.querySelectorAll(what).length;
  const look = () => {
    const area = document.querySelector(".play-area");
    return area && {
      state: area.dataset.state,
      moment: area.dataset.moment,
      ways: count(".payment li button"),
      cards: count(".display .card:enabled"),
      targets: count(".target"),
      picked: count('.own li button[aria-pressed="true"]'),
      has_choice: count('[data-key="confirm"]') > 0,
      must_discard: count(".own .row .hint") > 0,
    };
  };
  const isOther = (seen) => !before || Object.keys(seen).some((key) => seen[key] !== before[key]);
  const isIt = (seen) => seen && states.includes(seen.state) && isOther(seen);
  const end = (tell) => {
    observer.disconnect();
    clearTimeout(timer);
    tell();
  };
  const check = () => {
    const seen = look();
    if (isIt(seen)) end(() => resolve(seen));
  };
  const observer = new MutationObserver(check);
  const complain = () =>
    reject(new Error(`the game does not get to ${states}; it is ${JSON.stringify(look())}`));
  const timer = setTimeout(() => end(complain), timeout);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  check();
})"""


@dataclass(frozen=True)
class Sight:
    """What a player sees at one moment."""

    state: State
    moment: str
    ways: int
    """Ways to pay for the piece that was chosen."""
    cards: int
    """Cards that can be taken."""
    targets: int
    """Places where a piece can lie."""
    picked: int
    """Cards of the hand that are picked."""
    has_choice: bool
    """Whether a chosen card waits to be confirmed."""
    must_discard: bool


class PlayArea:
    """Waits for what the page says of itself, without looking again and again."""

    def __init__(self, page: Page) -> None:
        """Look at a page."""
        self._page = page

    def wait_for_rest(self) -> Sight:
        """Wait until nothing happens by itself any more."""
        return self._wait(REST)

    def wait_for_turn(self) -> Sight:
        """Wait until one can do something, or the game is over."""
        return self._wait(TURN)

    def wait_for_change(self, before: Sight) -> Sight:
        """Wait until something else is to be seen than before, and it rests."""
        return self._wait(REST, vars(before))

    def _wait(self, states: tuple[State, ...], before: dict[str, Any] | None = None) -> Sight:
        return Sight(**self._page.evaluate(LOOK, [states, before, TIMEOUT_MS]))
