"""The order of legal actions is fixed: programs may rely on it."""

import pytest

from han.engine.position import Position

FIRST_TURN = "ways-of-diplomacy 2 start=0 seat=0 phase=place hands=RGG,YYV display=RGO"


def order(text: str) -> list[str]:
    return [str(action) for action in Position.parse(text).legal_actions]


def test_houses_come_by_the_colour_of_the_payment_then_by_space() -> None:
    """First all houses paid green, then all paid red; then the discards in colour order."""
    actions = order(FIRST_TURN)
    houses = [action.split() for action in actions if action.startswith("H")]
    payments = [cards for _, _, cards in houses]
    assert payments == sorted(payments, key=lambda cards: "VYOGR".index(cards[0]))
    assert actions[-2:] == ["X G", "X R"]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (
            "border-disputes 3 start=0 seat=0 phase=draw hands=RG,GOV,RYY display=OYVV discards=R",
            ["+V", "+Y", "+O", "*"],
        ),
        (
            "border-disputes 3 start=0 seat=0 phase=pile hands=RG,GOV,RYY display=OYVV discards=R",
            ["*V", "*Y", "*O", "*G", "*R"],
        ),
        (
            "border-disputes 3 start=0 seat=0 phase=refill hands=RGG,GOV,RYY display=OYV discards=",
            ["=V", "=Y", "=O", "=G", "=R"],
        ),
        (
            "border-disputes 3 start=0 seat=0 phase=place placed=1:zhao houses=0:zhao-1;1:zhao-2 "
            "hands=OO,GOV,RYY display=OYVV discards=O",
            ["H zhao-3 O", "H zhao-4 O", "E zhao O", "."],
        ),
    ],
)
def test_pinned_orders(position: str, expected: list[str]) -> None:
    assert order(position) == expected


def test_kinds_of_pieces_come_in_order() -> None:
    """Houses, fortifications, houses on border spaces, emissaries; then the discards."""
    kinds = [
        "border" if "-han" in action or "-chin" in action else action[0]
        for action in order(
            "border-disputes 3 variant=on start=0 seat=0 phase=place houses=1:wei-1,wei-2 "
            "hands=RRG,GOV,RYY display=OYVV"
        )
        if "wei" in action or action.startswith("X")
    ]
    assert list(dict.fromkeys(kinds)) == ["H", "F", "border", "E", "X"]
