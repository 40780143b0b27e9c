"""What the browser knows of the maps of this package: their places and their drawings.

The places of all maps are one small file. A drawing is large, and only its names differ between
languages, so a map's file has the drawing once, cut where a word stands, and the words apart. What
is the same in drawings of all maps is a file of its own, for maps that users bring.
"""

import json
import re
from typing import Any, Final

from han.engine.encoding import encode
from han.maps import svg_drawings, svg_style
from han.maps.load import load_map, map_ids
from han.maps.model import Map
from han.maps.svg import draw_map
from han.messages import LANGUAGES
from han.server.api.reference import map_json
from wasm.errors import BuildError

MAPS: Final = "maps.json"
STYLE: Final = "map-style.json"
PIECES: Final = re.compile(r'>[^<]*<|"[^"]*"|[^>"]+|[>"]')
"""Texts and attributes, in which drawings may differ, and all that is between them."""


def map_files() -> dict[str, bytes]:
    """All files by name."""
    maps = {map_id: load_map(map_id) for map_id in map_ids()}
    files = {f"drawing-{map_id}.json": _json(drawing_of(one)) for map_id, one in maps.items()}
    files[STYLE] = _json(style())
    return files | {MAPS: _json({map_id: _data(one) for map_id, one in maps.items()})}


def _data(game_map: Map) -> dict[str, Any]:
    return {
        "shape": json.loads(encode(map_json(game_map))),
        "removed": game_map.removed,
        "sha256": game_map.sha256,
        "editions": game_map.editions,
    }


def style() -> dict[str, Any]:
    """The style sheet, the definitions and the colours of every drawing."""
    names = ("PAPER", "INK", "WATER", "SHORE", "STONE")
    return {
        "style": svg_style.STYLE,
        "definitions": svg_style.definitions() + svg_drawings.definitions(),
        "dyes": svg_style.DYES,
        "colours": {name.lower(): getattr(svg_style, name) for name in names},
    }


def drawing_of(game_map: Map) -> dict[str, Any]:
    """A drawing's parts, and for each language the words between them."""
    drawings = [PIECES.findall(draw_map(game_map, lang)) for lang in LANGUAGES]
    if len({len(pieces) for pieces in drawings}) > 1:
        raise BuildError(f"The drawings of {game_map.id} differ in more than words.")
    parts, words = [""], []
    for same in zip(*drawings, strict=True):
        if len(set(same)) == 1:
            parts[-1] += same[0]
        else:
            parts.append("")
            words.append(same)
    spoken = zip(*words, strict=True)
    return {"parts": parts, "words": dict(zip(LANGUAGES, map(list, spoken), strict=True))}


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
