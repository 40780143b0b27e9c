"""What there is to play with."""

from functools import cache
from typing import Annotated

from fastapi import Path, Request, Response
from msgspec import Struct
from msgspec.structs import asdict

from han.bots.levels import LEVELS
from han.engine.event import Event
from han.engine.overview import Overview, final_scoring, overview_json
from han.engine.position import Position
from han.engine.view_json import Colour, letter_of
from han.maps.load import load_map, map_ids
from han.maps.model import Map, Province, Variant
from han.maps.svg import draw_map
from han.messages import HanError
from han.notation.parse_position import parse_heading
from han.server.api.access import Language, UnknownMapError
from han.server.api.bodies import PositionBody
from han.server.api.packing import packed_answer
from han.server.api.refusals import refusals
from han.server.api.structs import StructRouter
from han.table.errors import TableError
from han.table.talk import PHRASES

router = StructRouter(prefix="/api", responses=refusals(409, 422))

MapId = Annotated[str, Path(max_length=60)]


class Names(Struct, frozen=True):
    """A name in every language."""

    en: str
    de: str
    fr: str
    it: str


class MapSummary(Struct, frozen=True):
    """A board that can be chosen."""

    id: str
    name: Names
    players: list[int]
    variant: Variant


class MapProvince(Struct, frozen=True):
    """A province and its dragon space."""

    id: str
    colour: Colour
    name: Names
    dragon: tuple[float, float]


class MapSpace(Struct, frozen=True):
    """A space for a house."""

    id: str
    at: tuple[float, float]
    provinces: tuple[str, ...]
    port: bool


class MapShape(MapSummary, frozen=True):
    """A board with all that can be pointed at."""

    canvas: tuple[float, float]
    display: int
    provinces: list[MapProvince]
    spaces: list[MapSpace]
    roads: tuple[tuple[str, str], ...]
    alliances: tuple[tuple[str, str], ...]


class PositionOverview(Overview, frozen=True):
    """What a position would pay, and what can be done in it."""

    legal: list[str]
    events: list[Event]
    """The final scoring if the game ended now, told."""


@router.get("/maps")
async def maps() -> list[MapSummary]:
    """The boards, and how many can play on each."""
    return [_map(load_map(name)) for name in map_ids()]


def _map(found: Map) -> MapSummary:
    return MapSummary(
        id=found.id,
        name=Names(**found.name),
        players=list(range(found.players[0], found.players[1] + 1)),
        variant=found.variant,
    )


@router.get("/maps/{map_id}", responses=refusals(404))
async def board(map_id: MapId) -> MapShape:
    """A board's places, in the coordinates of its drawing."""
    return map_json(_find(map_id))


def map_json(found: Map) -> MapShape:
    """A board's places."""
    return MapShape(
        **asdict(_map(found)),
        canvas=found.canvas,
        display=found.display,
        provinces=[_province(province) for province in found.provinces],
        spaces=[MapSpace(one.id, one.at, one.provinces, one.port) for one in found.spaces],
        roads=found.roads,
        alliances=found.alliances,
    )


@router.get(
    "/maps/{map_id}/board.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, **refusals(404)},
)
async def drawing(map_id: MapId, lang: Language, request: Request) -> Response:
    """The board as a picture; places have ids such as `space-wei-1` and `dragon-wei`."""
    return packed_answer(_draw(_find(map_id).id, lang), "image/svg+xml", request)


@cache
def _draw(map_id: str, lang: str) -> bytes:
    return draw_map(load_map(map_id), lang).encode()


def _find(map_id: str, fault: type[HanError] = UnknownMapError) -> Map:
    if map_id not in map_ids():
        raise fault("table.no_such_map", known=", ".join(map_ids()))
    return load_map(map_id)


def _province(province: Province) -> MapProvince:
    names = Names(**province.name)
    return MapProvince(province.id, letter_of(province.colour), names, province.dragon)


@router.post("/overview")
async def overview(body: PositionBody) -> PositionOverview:
    """What a [position](notation.md) would pay, its `legal` actions and its final `events`."""
    _find(parse_heading(body.position).map_id, TableError)  # never a file of the server's
    position = Position.parse(body.position)
    legal = [str(action) for action in position.legal_actions]
    view = position.view(None)
    shown = asdict(overview_json(view))
    return PositionOverview(**shown, legal=legal, events=final_scoring(view))


@router.get("/bots")
async def bots() -> list[str]:
    """The levels of the computer's players, the weakest first."""
    return list(LEVELS)


@router.get("/phrases")
async def phrases() -> list[str]:
    """What can be said with one click."""
    return list(PHRASES)
