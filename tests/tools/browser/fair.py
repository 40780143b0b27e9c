"""Fair cards: numbers, deals and what a record says of them."""

from collections.abc import Iterator
from typing import Any, Final

from han.engine.game import Game
from han.records.fair import LONGEST_SALT, FairCards, SaltOrigin, commitment, is_salt
from tables import SEATINGS

SALTS: Final = ("salt", "", "盐 🐉", 'a "quoted" \\ text', "\t\x1f\u2028\x7fé/<&>")
SEEDS: Final = (bytes(range(32)), bytes([255] * 32))
REDRAWS: Final[tuple[tuple[int, ...], ...]] = ((), (19, 23, 21))
PILE: Final = (3, 0, 5, 1, 7)
LABELS: Final = (("start", 5), ("card 0", 47), ("card 12", 1), ("card 20 redraw 2", 4096))


def fair_cases() -> Iterator[dict[str, Any]]:
    """What follows from some seeds and salts."""
    for seed in SEEDS:
        for redraws in REDRAWS:
            for map_id, players in SEATINGS:
                yield _case(seed, redraws, Game(map_id, players))


def _case(seed: bytes, redraws: tuple[int, ...], game: Game) -> dict[str, Any]:
    salts = SALTS[: game.players]
    cards = FairCards(seed, salts, redraws)
    origins: list[SaltOrigin] = ["own" if salt else "bot" for salt in salts]
    return {
        "seed": seed.hex(),
        "salts": salts,
        "redraws": redraws,
        "map": game.map.id,
        "players": game.players,
        "commitment": commitment(seed),
        "numbers": [[*label, cards.number(*label)] for label in LABELS],
        "cards": [cards.card(n, PILE) for n in range(18, 26)],
        "bots": [str(cards.bot_seed(seat, 7)) for seat in range(game.players)],
        "deals": [str(cards.deal(game, start)) for start in (None, 1)],
        "meta": cards.meta(start_drawn=True),
        "meta_with_origins": cards.meta(start_drawn=False, origins=origins),
    }


def salt_cases() -> list[tuple[str, bool]]:
    """Texts, and whether they can be salts."""
    long = "x" * LONGEST_SALT
    texts = ("", long, long + "x", "🐉" * LONGEST_SALT, "🐉" * (LONGEST_SALT + 1), "é")
    return [(text, is_salt(text)) for text in texts]
