"""Whole games with fair cards: what people decided, and the record that comes of it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any, Final

from han.bots.registry import make_line_up
from han.engine.chance import Chance
from han.engine.game import Game
from han.records.fair import CardsBefore, FairCards, SaltOrigin, cards_before
from han.records.record import Record, format_record
from han.records.recorder import Recorder
from tools.browser.fair import SALTS

KINDS: Final = (
    (Game("border-disputes", 3), (), None),
    (Game("border-disputes", 5, variant=True), (30, 41, 41), None),
    (Game("ways-of-diplomacy", 2, wild_in_prices=False), (17,), None),
    (Game("ways-of-diplomacy", 4, variant=True, wild_in_prices=False), (), None),
    (Game("border-disputes", 4), (29, 33, 31), CardsBefore(b"a device's seed".ljust(32), SALTS, 2)),
    (Game("ways-of-diplomacy", 3), (21,), CardsBefore(b"another device's".ljust(32), SALTS, 1)),
)
NAMES: Final = ("Élodie", "盐 🐉", 'a "quoted" \\ name', "\t\x1f\u2028\x7f", "Ann")


def fair_game_cases() -> Iterator[dict[str, Any]]:
    """Games of some kinds; the start player of every other one is named."""
    for number, (game, redraws, told) in enumerate(KINDS):
        before = told and replace(told, salts=told.salts[-game.players :])
        seed, start = bytes([number + 1] * 32), None if number % 2 else 1
        salts = SALTS[: game.players]
        decisions, record = _play(game, FairCards(seed, salts, redraws, before), start)
        yield {
            "kind": {
                "map": game.map.id,
                "players": game.players,
                "variant": game.variant,
                "wild": game.wild_in_prices,
            },
            "seed": seed.hex(),
            "salts": salts,
            "redraws": redraws,
            "brought": record.meta["fair"].get("brought"),
            "start": start,
            "names": NAMES[: game.players],
            "decisions": decisions,
            "record": format_record(record),
        }


def _play(game: Game, cards: FairCards, start: int | None) -> tuple[list[str], Record]:
    """What bots decide, and the record."""
    bots = make_line_up("greedy", game.players)
    position = cards.deal(game, start)
    origins: list[SaltOrigin] = ["own" if salt else "bot" for salt in SALTS[: game.players]]
    fair = cards.meta(start_drawn=start is None, origins=origins)
    recorder = Recorder(position, {"names": list(NAMES[: game.players]), "fair": fair})
    drawn, decisions = count(cards_before(game)), []
    for moment in count():
        if position.is_over:
            break
        if position.is_chance:
            action = cards.outcome(position, next(drawn))
        else:
            chance = Chance(cards.bot_seed(position.turn, moment))
            action = bots[position.turn].choose(position.view(position.turn), chance)
            decisions.append(str(action))
        position, events = position.play(action)
        recorder.add(action, position, events)
    return decisions, recorder.record()
