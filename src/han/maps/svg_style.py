"""The colours of a drawn map, its patterns and its style sheet.

Colour is never the only sign, for people who cannot distinguish colours: each card colour also has
a pattern for its provinces and a glyph.
"""

from han.maps.model import COLOURS
from han.maps.svg_elements import element

PAPER = "#f0e4c9"
INK = "#2e2a25"
SEAL = "#ad2f26"
WATER = "#abc0ba"
SHORE = "#6f8f8b"
STONE = "#cdb78f"
SILK = "#f8efd9"
GROUND = "#fbf4e2"
"""The colour of an empty space."""

TINTS = {
    "violet": "#c6b1cf",
    "yellow": "#efdc9c",
    "orange": "#e6b384",
    "green": "#b4c59a",
    "red": "#d79c90",
}
"""The colours of provinces."""

DYES = {
    "violet": "#6a3f7d",
    "yellow": "#a67a0a",
    "orange": "#b4541a",
    "green": "#4c6b2d",
    "red": "#94291f",
}
"""Darker variants of them, for lines and glyphs."""

_TILES = {
    "violet": (24, "M12 8 13.4 10.6 16 12 13.4 13.4 12 16 10.6 13.4 8 12 10.6 10.6Z"),
    "yellow": (18, "M4 5h.01M13 14h.01"),
    "orange": (22, "M0 11A11 11 0 0 1 22 11M-11 22A11 11 0 0 1 11 22M11 22A11 11 0 0 1 33 22"),
    "green": (20, "M3 9 8 3M13 19 18 13"),
    "red": (20, "M0 7 5 4 10 7 15 4 20 7M0 17 5 14 10 17 15 14 20 17"),
}
"""Side and lines of one tile of each colour's pattern."""

STYLE = f"""
.han-map {{ font-family: "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif; }}
.han-map text {{ fill: {INK}; }}
.han-map .ink {{ fill: none; stroke: {INK}; stroke-linejoin: round; stroke-linecap: round; }}
.han-map .fine {{ stroke-width: 1.3; }}
.han-map .coast {{ stroke-width: 2.4; }}
.han-map .border {{ stroke-width: 2.2; stroke-dasharray: 10 4 2 4; }}
.han-map .wash {{ fill: none; stroke-width: 18; opacity: 0.22; }}
.han-map .road {{ stroke: {INK}; stroke-width: 8; stroke-linecap: round; }}
.han-map .road-bed {{ stroke: #f6ebd2; stroke-width: 5; stroke-linecap: round; }}
.han-map .way {{ fill: none; stroke: {SEAL}; stroke-width: 2; stroke-dasharray: 0.1 6;
  stroke-linecap: round; opacity: 0.6; }}
.han-map .plot {{ fill: {GROUND}; stroke: {INK}; stroke-width: 2; }}
.han-map .quay {{ fill: #d5e2de; }}
.han-map .faint {{ opacity: 0.5; }}
.han-map .name {{ text-anchor: middle; letter-spacing: 0.03em; paint-order: stroke;
  stroke: {PAPER}; stroke-opacity: 0.6; stroke-width: 5; stroke-linejoin: round; }}
.han-map .seal {{ fill: {SEAL}; }}
.han-map .seal-edge {{ fill: none; stroke: #fbeedb; stroke-width: 1; opacity: 0.75; }}
.han-map .seal-number {{ fill: #fbeedb; font-size: 15px; font-weight: bold; text-anchor: middle; }}
.han-map .water-name {{ font-style: italic; font-size: 16px; fill: #3f5d5b;
  letter-spacing: 0.08em; text-anchor: middle; paint-order: stroke; stroke: {PAPER};
  stroke-opacity: 0.6; stroke-width: 3; }}
.han-map .lacquer {{ fill: {SEAL}; }}
.han-map .silk {{ fill: {SILK}; }}
.han-map .title {{ text-anchor: middle; letter-spacing: 0.05em; }}
"""


def definitions() -> str:
    """The patterns of provinces, water and paper."""
    weave = "M0 .5H4M.5 0V4"
    waves = "M4 12c5-6 10-6 14 0s9 6 14 0M38 32c5-6 10-6 14 0s9 6 14 0"
    fade = [
        element("stop", offset="0.72", stop_color=INK, stop_opacity=0),
        element("stop", offset="1", stop_color="#5b4218", stop_opacity="0.28"),
    ]
    return "".join(
        [
            *(_tile(f"ground-{c}", *_TILES[c], DYES[c], TINTS[c]) for c in COLOURS),
            _tile("waves", 72, waves, SHORE, WATER),
            _tile("weave", 4, weave, "#7a5a20", "none"),
            element("radialGradient", *fade, id="age", r="0.75"),
        ]
    )


def _tile(name: str, side: int, lines: str, ink: str, ground: str) -> str:
    weight = 2.2 if name == "ground-yellow" else 1.1  # its lines are dots
    return element(
        "pattern",
        element("rect", width=side, height=side, fill=ground),
        element(
            "path", d=lines, fill="none", stroke=ink, stroke_width=weight, stroke_linecap="round",
            opacity="0.1" if name == "weave" else "0.28",
        ),
        id=name, width=side, height=side, patternUnits="userSpaceOnUse",
    )  # fmt: skip
