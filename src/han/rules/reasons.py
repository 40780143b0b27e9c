"""Why an action cannot be done: one number for each condition."""

from typing import Final

ALLOWED: Final = 0
GAME_IS_OVER: Final = 1
CHANCE_IS_DUE: Final = 2
CHANCE_NOT_DUE: Final = 3
NOT_PLACING: Final = 4
NOT_DRAWING: Final = 5
TWO_PIECES_PLACED: Final = 6
OTHER_PROVINCE: Final = 7
PROVINCE_WAS_EMPTY: Final = 8
SPACE_TAKEN: Final = 9
NO_HOUSE_LEFT: Final = 10
NO_EMISSARY_LEFT: Final = 11
NO_MARKER_LEFT: Final = 12
CARDS_MISSING: Final = 13
DRAGON_FULL: Final = 14
VARIANT_OFF: Final = 15
MARKER_IS_TWO_PIECES: Final = 16
MARKER_IN_EMPTY_PROVINCE: Final = 17
WILD_PRICES_OFF: Final = 18
NOTHING_PLACED: Final = 19
DISCARD_TOO_LATE: Final = 20
CARD_NOT_HELD: Final = 21
CARD_NOT_SHOWN: Final = 22
CARD_NOT_IN_PILE: Final = 23
NOT_ON_THIS_BOARD: Final = 24
