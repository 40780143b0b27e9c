"""Write a map as a map file."""

import json
from collections.abc import Iterable, Sequence

from han.maps.check import FORMAT
from han.maps.model import Map, Names, Point, Province, Scenery, Space

WIDTH = 108
"""Characters of a line of points or pairs, at most."""


def write_map(game_map: Map, remark: str) -> str:
    """The text of a map file, with a remark at its top."""
    parts = [
        f"# {remark}",
        _head(game_map),
        *map(_province, game_map.provinces),
        *map(_space, game_map.spaces),
        *map(_scenery, game_map.scenery),
    ]
    return "\n\n".join(parts) + "\n"


def _head(game_map: Map) -> str:
    low, high = game_map.players
    removed = ", ".join(f"{players} = {cards}" for players, cards in game_map.removed.items())
    return "\n".join(
        [
            f"format = {FORMAT}",
            f"id = {_text(game_map.id)}",
            f"name = {_names(game_map.name)}",
            f"about = {_text(game_map.about)}",
            f"players = [{low}, {high}]",
            f"display = {game_map.display}",
            f"removed = {{ {removed} }}",
            f"variant = {_text(game_map.variant)}",
            f"canvas = {_point(game_map.canvas)}",
            f"outlines = {_text(game_map.outlines)}",
            _list("alliances", map(_pair, game_map.alliances)),
            _list("roads", map(_pair, game_map.roads)),
        ]
    )


def _province(province: Province) -> str:
    return "\n".join(
        [
            "[[province]]",
            f"id = {_text(province.id)}",
            f"colour = {_text(province.colour)}",
            f"name = {_names(province.name)}",
            f"dragon = {_point(province.dragon)}",
            f"label = {_point(province.label)}",
            _list("outline", map(_point, province.outline)),
        ]
    )


def _space(space: Space) -> str:
    lines = [
        "[[space]]",
        f"id = {_text(space.id)}",
        f"at = {_point(space.at)}",
        f"provinces = [{', '.join(map(_text, space.provinces))}]",
    ]
    return "\n".join([*lines, "port = true"] if space.port else lines)


def _scenery(scenery: Scenery) -> str:
    lines = [
        "[[scenery]]",
        f"kind = {_text(scenery.kind)}",
        _list("points", map(_point, scenery.points)),
    ]
    return "\n".join([*lines, f"name = {_names(scenery.name)}"] if scenery.name else lines)


def _list(key: str, items: Iterable[str]) -> str:
    """An array on one line if it fits, else on lines of its own."""
    words = list(items)
    short = f"{key} = [{', '.join(words)}]"
    if len(short) <= WIDTH:
        return short
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + 4 > WIDTH:
            lines.append("")
        lines[-1] += f" {word},"
    return "\n".join([f"{key} = [", *(f" {line}" for line in lines), "]"])


def _names(names: Names) -> str:
    return "{ " + ", ".join(f"{lang} = {_text(name)}" for lang, name in names.items()) + " }"


def _pair(pair: Sequence[str]) -> str:
    return f"[{', '.join(map(_text, pair))}]"


def _point(point: Point) -> str:
    x, y = point
    return f"[{round(x)}, {round(y)}]"


def _text(words: str) -> str:
    """A basic string of TOML, which JSON's escapes are, too."""
    return json.dumps(words, ensure_ascii=False)
