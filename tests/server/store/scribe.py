"""A process that writes games as fast as it can and says what was acknowledged.

Run as ``python scribe.py DATABASE``; each line on the standard output is a game and a number.
"""

import asyncio
import sys

from han.server.store import GameState, LogRow, Store

GAMES = 20
STATE = GameState(status="running", public=True, due_at=None, summary="{}")


async def write(store: Store, game: str) -> None:
    await store.create(game, game, b"", [], STATE)
    seq = 0
    while True:
        await store.append(game, 1, [LogRow(seq, seq, f"{game} {seq}".encode())], STATE)
        print(game, seq, flush=True)
        seq += 1


async def main() -> None:
    store = Store(sys.argv[1], node="scribe")
    store.migrate()
    await asyncio.gather(*(write(store, f"g{n}") for n in range(GAMES)))


if __name__ == "__main__":
    asyncio.run(main())  # noqa: TID251 - a program of its own
