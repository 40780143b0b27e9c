"""Perft: pinned counts, which the referee confirms."""

from copy import deepcopy

import pytest

from beside_referee import referee_at, referee_for, spell
from han.engine.game import Game
from han.engine.position import Position
from han.play.perft import count_leaves, split_leaves
from reference import Referee
from tables import play_through

FIRST_TURN = "border-disputes 4 start=0 seat=0 phase=place hands=RRG,GOV,RYY,OYV display=OYVV"
FORTIFIED = (
    "border-disputes 3 variant=on start=0 seat=2 phase=place "
    "houses=0:yan-4,han-4,shu-5,chu-3;1:shu-4,chu-6,wei-chin;2:wei-2,wei-3,chin-2,han-2,shu-3 "
    "emissaries=han:010;chu:100 hands=RRY,GOY,RRY known=RY,Y,RR display=RGOV discards=RRRGGGGGYY"
)
DRAWING = (
    "border-disputes 5 start=2 seat=0 phase=draw pass=1 "
    "houses=0:wei-1,han-1;1:chin-1,wei-chin;2:qi-1,han-2,qi-wu;3:wei-2,chu-wu;4:wei-3 "
    "hands=YV,RGO,ROV,GGG,YVV known=,,RO,G,YVV display=RRYV discards=RGOOOYYYYVV"
)
MARKET = (
    "ways-of-diplomacy 2 variant=on start=0 seat=1 phase=place "
    "houses=0:palace-4,gardens-5,granary-3;1:temple-1,temple-5,market-2,market-4,barracks-2 "
    "markers=0:market-5 emissaries=gardens:10 hands=RRV,GGR display=ROY discards=RRRRGGGG"
)


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (FIRST_TURN, [62, 68, 280, 2_195]),
        (FORTIFIED, [59, 120, 388, 4_476]),
        (DRAWING, [4, 20, 620, 794]),
        (MARKET, [55, 113, 296, 2_702]),
    ],
)
def test_frozen_positions(position: str, counts: list[int]) -> None:
    """Pinned after the referee had counted the same; it counts three deep again here."""
    start = Position.parse(position)
    depths = range(1, len(counts) + 1)
    assert [count_leaves(start, depth) for depth in depths] == counts
    assert [referee_leaves(referee_at(start), depth) for depth in depths[:3]] == counts[:3]


def test_split_counts_add_up() -> None:
    start = Position.parse(MARKET)
    below = split_leaves(start, 3)
    assert sum(below.values()) == count_leaves(start, 3)
    assert list(below) == [str(action) for action in start.legal_actions]


def referee_leaves(referee: Referee, depth: int, *, pile_card_due: bool = False) -> int:
    """The same count by the slow rules: every child is a copy."""
    if depth == 0:
        return 1
    if referee.expects == "reshuffle":
        referee.play("~")
    if pile_card_due:
        atoms = {f"*{card}" for card in +referee.pile}
    elif referee.expects == "refill":
        atoms = {f"={card}" for card in +referee.pile}
    else:
        atoms = referee.legal_atoms()
    if depth == 1:
        return len(atoms)
    return sum(referee_child(referee, atom, depth - 1) for atom in atoms)


def referee_child(referee: Referee, atom: str, depth: int) -> int:
    child = deepcopy(referee)
    if atom == "*":
        return referee_leaves(child, depth, pile_card_due=True)
    child.play(atom)
    return referee_leaves(child, depth)


@pytest.mark.parametrize("ply", [0, 40, 90, 131])
@pytest.mark.parametrize(
    "game",
    [
        Game("border-disputes", 4),
        Game("border-disputes", 3, variant=True),
        Game("ways-of-diplomacy", 2, variant=True),
        Game("ways-of-diplomacy", 4, variant=True, wild_in_prices=False),
    ],
    ids=repr,
)
def test_the_referee_counts_the_same(game: Game, ply: int) -> None:
    referee = None
    for number, (position, action, _, _) in enumerate(play_through(game, seed=ply)):
        referee = referee or referee_for(position)
        if referee.expects == "reshuffle":
            referee.play("~")
        if number >= ply and position.phase == "place":
            assert referee_leaves(referee, 3) == count_leaves(position, 3)
            return
        if str(action) != "*":
            referee.play(spell(str(action)))
    pytest.fail("the game was too short")
