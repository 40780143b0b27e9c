"""What there is to play with."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from typing_extensions import TypedDict

from han.bots.levels import LEVELS
from han.engine.overview import final_scoring_json, overview_json
from han.engine.position import Position
from han.maps.load import load_map, map_ids
from han.maps.model import Map, Province, Space
from han.maps.svg import draw_map
from han.messages import HanError
from han.notation.parse_position import parse_heading
from han.server.api.access import Language, UnknownMapError
from han.server.api.bodies import PositionBody
from han.server.api.packing import packed_answer
from han.server.api.refusals import refusals
from han.table.errors import TableError
from han.table.talk import PHRASES

router = APIRouter(prefix="/api", responses=refusals(409, 422))

MapId = Annotated[str, Path(max_length=60)]


class MapShape(TypedDict):
    """A board that can be chosen."""

    id: str
    name: dict[str, str]
    players: list[int]
    variant: str


class ProvinceShape(TypedDict):
    """A province and its dragon space."""

    id: str
    colour: str
    name: dict[str, str]
    dragon: list[float]


class SpaceShape(TypedDict):
    """A space for a house."""

    id: str
    at: list[float]
    provinces: list[str]
    port: bool


class BoardShape(MapShape):
    """A board with all that can be pointed at."""

    canvas: list[float]
    display: int
    provinces: list[ProvinceShape]
    spaces: list[SpaceShape]
    roads: list[list[str]]
    alliances: list[list[str]]


@router.get("/maps")
async def maps() -> list[MapShape]:
    """The boards, and how many can play on each."""
    return [_map(load_map(name)) for name in map_ids()]


def _map(found: Map) -> MapShape:
    return {
        "id": found.id,
        "name": dict(found.name),
        "players": list(range(found.players[0], found.players[1] + 1)),
        "variant": found.variant,
    }


@router.get("/maps/{map_id}", responses=refusals(404))
async def board(map_id: MapId) -> BoardShape:
    """A board's places, in the coordinates of its drawing."""
    found = _find(map_id)
    return {
        **_map(found),
        "canvas": list(found.canvas),
        "display": found.display,
        "provinces": [_province(province) for province in found.provinces],
        "spaces": [_space(space) for space in found.spaces],
        "roads": [list(road) for road in found.roads],
        "alliances": [list(alliance) for alliance in found.alliances],
    }


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


def _province(province: Province) -> ProvinceShape:
    return {
        "id": province.id,
        "colour": province.colour[0].upper(),
        "name": dict(province.name),
        "dragon": list(province.dragon),
    }


def _space(space: Space) -> SpaceShape:
    return {
        "id": space.id,
        "at": list(space.at),
        "provinces": list(space.provinces),
        "port": space.port,
    }


@router.post("/overview")
async def overview(body: PositionBody) -> dict[str, Any]:
    """What a [position](notation.md) would pay, its `legal` actions and its final `events`."""
    _find(parse_heading(body.position).map_id, TableError)  # never a file of the server's
    position = Position.parse(body.position)
    legal = [str(action) for action in position.legal_actions]
    view = position.view(None)
    return {**overview_json(view), "legal": legal, "events": final_scoring_json(view)}


@router.get("/bots")
async def bots() -> list[str]:
    """The levels of the computer's players, the weakest first."""
    return list(LEVELS)


@router.get("/phrases")
async def phrases() -> list[str]:
    """What can be said with one click."""
    return list(PHRASES)
