"""What `han.notation` and `Game` say to texts, right and wrong ones: the browser says the same.

Wrong position strings are made of right ones: fields are left out, doubled, exchanged between
positions of a map, or made nonsense of. A few of every answer are kept.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

import msgspec

from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.maps.load import load_map, map_ids
from han.maps.svg import draw_map
from han.messages import LANGUAGES, HanError, Term
from han.notation.codebook import Codebook
from wasm.data import every_game
from wasm.proof import kind_of

SEED: Final = 16
GAMES: Final = 4
"""Of each set-up, whose positions are taken and spoilt."""
EACH: Final = 5
"""How many texts of each answer are kept."""
RIGHT: Final = 24
JUNK: Final = ("", "0", "9", "-1", "x", "RRRR", "?", "on", "0:", "a,b", "wei:9", "1:wei", "😀", "٣")
ACTIONS: Final = (
    *(
        "H wei-1 R",
        "E wei R",
        "F qi-2 YY",
        "M palace-1 VV",
        ".",
        "X R",
        "+R",
        "*",
        "*?",
        "=R",
        "*V",
    ),
    *("", "H", "H wei-1", "H wei-99 R", "E nowhere R", "H wei-1 VYO", "H wei-1 GR"),
    *(
        "H wei-1 RG",
        "F wei-1 RRR",
        "F palace-1 VV",
        "F wei-han RR",
        "M wei-1 RR",
        "x R",
        "+",
        "++",
        "+RR",
    ),
    *("H wei-1 RVG ", " H wei-1 R", "H  wei-1 R", "=?", "E palace OO", "E wei RRR", "H wei_1 R"),
)
DEALS: Final[tuple[tuple[list[str], str, int], ...]] = (
    (["RRR", "GGG", "OOO"], "YYYY", 1),
    (["RRR", "GGG"], "YYYY", 0),
    (["RRR", "GGG", "OO"], "YYYY", 0),
    (["RRR", "GGG", "OOO"], "YYY", 0),
    (["RRR", "GGG", "OOO"], "YYYY", 3),
    (["RRR", "GGG", "OOX"], "YYYY", 0),
    (["VVV", "VVV", "VVV"], "VVYY", 2),
    (["VVV", "VVV", "VVV"], "YYYYY", 2),
)

_SPACES: Final = [space.id for space in load_map("ways-of-diplomacy").spaces]
_DEAL: Final = "border-disputes 3 start=0 seat=0 phase=place hands=RRG,VYO,GGR display=RGYV"
HANDMADE: Final = (
    f"{_DEAL} variant=on houses=0:wei-han;1:wei-1 markers=0:wei-han",
    "border-disputes 3 start=0 seat=0 phase=place pass=2 hands=RRG,VYO,GGR "
    f"discards={'R' * 8 + 'G' * 7 + 'O' * 8 + 'Y' * 8 + 'V' * 7}",
    "ways-of-diplomacy 2 start=0 seat=0 phase=place hands=RRG,VYO display=RGY "
    f"houses=0:{','.join(_SPACES[:20])};1:{','.join(_SPACES[20:40])} "
    "emissaries=palace:42;temple:41;market:05",
)
"""Two that no exchange of fields makes: a marker on a border, and a board on which nothing fits."""
FOREIGN: Final = (
    _DEAL,
    f"{_DEAL} variant=on",
    f"{_DEAL} wild=off",
    "border-disputes 4 start=0 seat=0 phase=place hands=RRG,VYO,GGR,VVY display=RGYO",
    "ways-of-diplomacy 2 start=0 seat=0 phase=place hands=RRG,VYO display=RGY",
)
"""Positions that are read as those of one game."""

Case = dict[str, Any]


def texts_json() -> str:
    """All that is expected, as its file has it."""
    parts = {
        "positions": positions,
        "foreign": foreign,
        "actions": actions,
        "deals": deals,
        "drawings": drawings,
    }
    spelled = [
        f'"{name}": [\n' + ",\n".join(json.dumps(case) for case in cases()) + "\n]"
        for name, cases in parts.items()
    ]
    return "{\n" + ",\n".join(spelled) + "\n}\n"


def answer(ask: Callable[[], object]) -> Case:
    """What comes of a question: its result, or the error as the browser has it."""
    try:
        return {"result": ask()}
    except HanError as error:
        params = {name: _plain(value) for name, value in error.params.items()}
        return {"key": error.key, "params": params, "rule": getattr(error, "rule", None)}


def _plain(value: object) -> Any:
    if isinstance(value, Term):
        return {"type": "term", "key": value.key}
    return msgspec.to_builtins(value)


def positions() -> Iterator[Case]:
    """Position strings, and what they are read as."""
    random = Random(SEED)
    games = [_strings(game) for game in every_game()]
    found: defaultdict[str, list[Case]] = defaultdict(list)
    for strings in games:
        for text in strings:
            for spoilt in (text, *_spoilt(text, strings, random)):
                case = read(spoilt)
                kept = found[case.get("key", "")]
                if len(kept) < (EACH if "key" in case else RIGHT) or random.random() < 0.002:
                    kept.append(case)
    for key in sorted(found):
        yield from found[key]
    for text in HANDMADE:
        yield read(text)


def read(text: str) -> Case:
    """A position string, and what it is read as."""
    return {"text": text} | answer(lambda: str(Position.parse(text)))


def foreign() -> Iterator[Case]:
    """Position strings that are read as those of one game."""
    game = Game("border-disputes", 3)
    for text in FOREIGN:
        yield kind_of(game) | {"text": text} | answer(partial(_position, game, text))


def _position(game: Game, text: str) -> str:
    return str(game.position(text))


def _strings(game: Game) -> list[str]:
    """Position strings of some random games."""
    strings = []
    for number in range(GAMES):
        chance = Chance(SEED, 1000 + number)
        position = game.deal(chance)
        while not position.is_over:
            if chance.below(12) == 0:
                strings.append(str(position))
            codes = position.legal_actions.codes
            position = position.after([codes[chance.below(len(codes))]])
        strings.append(str(position))
    return strings


def _spoilt(text: str, others: list[str], random: Random) -> Iterator[str]:
    """Ways to spoil a position string."""
    words = text.split()
    at = random.randrange(2, len(words))
    name, _, value = words[at].partition("=")
    other = random.choice(others).split()
    foreign = random.choice(other[2:])

    def with_word(word: str, index: int = at) -> str:
        return " ".join([*words[:index], word, *words[index + 1 :]])

    yield " ".join([*words[:at], *words[at + 1 :]])
    yield " ".join([*words, words[at]])
    yield with_word(f"{name}={random.choice(JUNK)}")
    yield with_word(f"{name}={value[:-1]}")
    yield with_word(f"{name}={value}{random.choice(',;:!/-RVx01')}")
    yield with_word(random.choice(["nonsense", "name=value", "=", f"{name}"]))
    yield with_word(random.choice(["2", "3", "5", "6", "x", "04", "100"]), 1)
    yield with_word(random.choice(["nowhere", "border-disputes", "ways-of-diplomacy", "a=b"]), 0)
    yield with_word(f"start={random.randrange(5)}", 2)
    yield _exchanged(words, [foreign])
    yield _exchanged(words, random.sample(other[2:], min(2, len(other) - 2)))
    yield _exchanged(words, random.sample(other[2:], min(4, len(other) - 2)))
    yield _exchanged(words, [random.choice(SPECIAL)])
    yield _exchanged(words, random.sample(SPECIAL, 2))


SPECIAL: Final = (
    *("phase=place", "phase=draw", "phase=pile", "phase=refill", "phase=over", "reason=pile"),
    *("reason=board", "pass=2", "pass=1", "placed=1:wei", "placed=2:wei!", "placed=1:palace!"),
    *("variant=on", "wild=off", "seat=0", "seat=1", "points=1,0", "points=0,0,3", "points=9,9/1,1"),
    *("points=0,0/1,0/0,0/0,0", "disks=wei", "disks=palace", "markers=0:wei-1", "known=R,R"),
    *("markers=1:palace-1", "markers=0:wei-han", "markers=1:qi-wu", "emissaries=wei:90"),
    *("display=", "display=RGYVO", "discards=RRRRRRRRRRRRRRRR", "hands=RRR,GGG", "hands=,"),
)


def _exchanged(words: list[str], foreign: list[str]) -> str:
    """A position string with some fields of another one."""
    names = {word.partition("=")[0] for word in foreign}
    kept = [word for word in words if word.partition("=")[0] not in names]
    return " ".join([*kept, *foreign])


def actions() -> Iterator[Case]:
    """Actions in the notation, and their codes."""
    for game in every_game()[::6]:
        book = game.book
        for text in ACTIONS:
            case = kind_of(game) | {"text": text}
            yield case | answer(partial(_encoded, book, text))


def _encoded(book: Codebook, text: str) -> list[str | int]:
    action = Action(text)
    return [str(action), action.code_on(book)]


def deals() -> Iterator[Case]:
    """Given cards, and the position after that deal."""
    game = next(game for game in every_game() if game.players == 3)
    for hands, display, start in DEALS:
        dealt = answer(partial(_deal, game, hands, display, start))
        yield kind_of(game) | {"hands": hands, "display": display, "start": start} | dealt


def _deal(game: Game, hands: list[str], display: str, start: int) -> str:
    return str(game.deal_cards(hands, display, start=start))


def drawings() -> Iterator[Case]:
    """The drawings of the maps in every language."""
    for map_id in map_ids():
        game_map = load_map(map_id)
        yield {"map": map_id} | {lang: _digest(draw_map(game_map, lang)) for lang in LANGUAGES}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
