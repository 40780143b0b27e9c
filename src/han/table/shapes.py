"""The shapes of what is told, for those who read it: HTTP, the websocket, programs."""

from typing import Any, Literal

from typing_extensions import TypedDict  # typing.TypedDict is too old for pydantic on 3.11


class ClockShape(TypedDict):
    """How long players may think."""

    kind: Literal["none", "turn", "fischer"]
    seconds: int
    increment: int


class OptionsShape(TypedDict):
    """What was agreed before the game."""

    map: str
    players: int
    variant: bool
    wild_in_prices: bool
    start: int | None
    clock: ClockShape
    casual: bool
    public: bool
    memory_aid: bool
    stand_in: str


class SeatShape(TypedDict):
    """Who sits on a chair."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str
    is_mine: bool
    away: Literal["left", "clock", "absent"] | None
    salt: Literal["own", "shared", "none", "bot"] | None


class TableShape(TypedDict):
    """A table without its game."""

    id: str
    status: Literal["open", "running", "over", "closed"]
    options: OptionsShape
    seats: list[SeatShape]
    mine: list[int]
    is_host: bool
    invite: str | None
    starting: int | None
    commitment: str
    salts: list[str] | None
    seed: str | None
    rematch_of: str | None
    next_game: str | None
    muted: list[int]
    created: int
    changed: int


class TakeBackShape(TypedDict):
    """Who wants to take a turn back, and who agrees."""

    seat: int
    agreed: list[int]


class AwaitedShape(TypedDict):
    """The player whom the other people wait for, and what they can do about it."""

    seat: int
    nudged_at: int | None
    nudge_from: int
    stand_in_from: int | None
    agreed: list[int]


class ClockFaceShape(TypedDict):
    """The clocks as they stand, in milliseconds."""

    turn_began: int
    deadline: int | None
    left: list[int | None]


class MomentShape(TypedDict):
    """The game as it stands for one viewer."""

    moment: int
    view: dict[str, Any]
    overview: dict[str, Any]
    legal: list[str]
    to_move: int | None
    can_undo: bool
    take_back: TakeBackShape | None
    is_waiting: bool
    awaited: AwaitedShape | None
    clock: ClockFaceShape | None
    hands: list[str] | None
    result: dict[str, Any] | None
