"""What a page and the worker with its device's tables say to each other, in the hands of a test."""

import json
from typing import Any

from waiting import wait_until
from web.people import Person

WATCH = """(() => {
  const sent = [], told = [], held = [];
  const watched = window.watched = { sent, told, held, holding: null, workers: [] };
  const post = Worker.prototype.postMessage;
  window.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      watched.workers.push(this);
      this.addEventListener("message", ({ data }) => told.push(data));
    }
    postMessage(message, ...others) {
      const isHeld = watched.holding && JSON.stringify(message).includes(watched.holding);
      sent.push(message);
      if (!isHeld) return post.call(this, message, ...others);
      watched.holding = null;
      held.push([this, message]);
    }
  };
  watched.release = async () => {
    const [worker, message] = held.shift();
    post.call(worker, message);
    while (!told.some(({ id }) => id === message.id))
      await new Promise((next) => worker.addEventListener("message", next, { once: true }));
    await new Promise((next) => setTimeout(next)); // whoever asked has heard of it
  };
})()"""


class Device:
    """Follows all that is said; a question can be held back."""

    def __init__(self, person: Person) -> None:
        """Follow the pages that a person opens from now on."""
        self._page = person.page
        self._page.add_init_script(WATCH)

    def hold(self, words: str) -> None:
        """Hold the next message back that has these words in it."""
        self._page.evaluate("words => watched.holding = words", words)

    def wait_until_held(self) -> None:
        """Wait until it has been sent."""
        wait_until(lambda: self._page.evaluate("watched.held.length"), "a message to hold")

    def release(self) -> None:
        """Let it pass, and wait until it has been answered."""
        self._page.evaluate("watched.release()")

    @property
    def told(self) -> list[Any]:
        """All that the page has been told since it was opened."""
        found: list[Any] = json.loads(self._page.evaluate("JSON.stringify(watched.told)"))
        return found

    def tell(self, what: object) -> None:
        """Let the page hear something from its worker."""
        told = "what => watched.workers.at(-1).dispatchEvent(new MessageEvent('message', what))"
        self._page.evaluate(told, {"data": what})

    def crash(self) -> None:
        """Let the worker fail, as far as its page can tell."""
        self._page.evaluate("watched.workers.at(-1).dispatchEvent(new ErrorEvent('error'))")
