"""The signs of the game on a map: spaces, dragons, roads, seals, names."""

from collections.abc import Mapping

from han.maps.layout import DRAGON_RADIUS, SEAL_RADIUS, SPACE_RADIUS
from han.maps.model import Point, Province, Space
from han.maps.svg_elements import circle, element, group, half_disc, path, text, use
from han.maps.svg_style import DYES


def draw_space(space: Space, provinces: Mapping[str, Province]) -> str:
    """A house space, with its id."""
    if len(space.provinces) == 2:
        first, second = (provinces[province] for province in space.provinces)
        plot = border_plot(space.at, first, second)
    else:
        plot = port_plot(space.at) if space.port else house_plot(space.at)
    return group(plot, id=f"space-{space.id}", class_="space")


def house_plot(at: Point) -> str:
    """An ordinary space."""
    return circle(at, SPACE_RADIUS, class_="plot") + use("house", at)


def port_plot(at: Point) -> str:
    """A space at a port."""
    return circle(at, SPACE_RADIUS, class_="plot quay") + use("anchor", at)


def border_plot(at: Point, first: Province, second: Province) -> str:
    """A border space: each half of the ring has the colour of the province it faces."""
    axis = second.dragon[0] - first.dragon[0], second.dragon[1] - first.dragon[1]
    ahead, behind = (at[0] + axis[0], at[1] + axis[1]), (at[0] - axis[0], at[1] - axis[1])
    return (
        path(half_disc(at, behind, SPACE_RADIUS), fill=DYES[first.colour])
        + path(half_disc(at, ahead, SPACE_RADIUS), fill=DYES[second.colour])
        + circle(at, SPACE_RADIUS, class_="ink coast")
        + circle(at, SPACE_RADIUS - 6, class_="plot")
        + use("house", at, 0.82)
    )


def draw_dragon(province: Province) -> str:
    """The dragon space of a province, with its id."""
    return group(medallion(province.dragon, province.colour), id=f"dragon-{province.id}")


def medallion(at: Point, colour: str) -> str:
    """A dragon space: a dragon around a free middle, with a badge of the card colour."""
    x, y = at
    badge = x - 0.72 * DRAGON_RADIUS, y - 0.72 * DRAGON_RADIUS
    return (
        circle(at, DRAGON_RADIUS, fill=DYES[colour])
        + circle(at, DRAGON_RADIUS, class_="ink coast")
        + circle(at, DRAGON_RADIUS - 3.5, class_="plot")
        + use("dragon", at, 0.94)
        + circle(badge, 11.5, class_="plot")
        + use(f"glyph-{colour}", badge, 1.1)
    )


def draw_label(province: Province, lang: str, size: float) -> str:
    """The name of a province, centred on its place."""
    x, y = province.label
    look = {"class_": "name", "font_size": size, "id": f"name-{province.id}"}
    return text(province.name[lang], (x, y + 0.34 * size), **look)


def road(start: Point, end: Point, **attributes: object) -> str:
    """A road between two spaces."""
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return group(
        element("line", **ends, class_="road"),
        element("line", **ends, class_="road-bed"),
        **attributes,
    )


def seal(at: Point, number: str, **attributes: object) -> str:
    """The seal of an alliance, with its number."""
    x, y = at
    return group(
        _square(at, 2 * SEAL_RADIUS - 2, rx=4, class_="seal"),
        _square(at, 2 * SEAL_RADIUS - 6, rx=2.5, class_="seal-edge"),
        text(number, (x, y + 5.2), class_="seal-number"),
        **attributes,
    )


def _square(at: Point, side: float, **attributes: object) -> str:
    corner = {"x": at[0] - side / 2, "y": at[1] - side / 2}
    return element("rect", **corner, width=side, height=side, **attributes)


def draw_ground(province: Province, shape: str) -> str:
    """The coloured ground of a province, darker along its borders."""
    clip = f"inside-{province.id}"
    return (
        path(shape, id=f"province-{province.id}", fill=f"url(#ground-{province.colour})")
        + element("clipPath", element("use", href=f"#province-{province.id}"), id=clip)
        + path(shape, class_="wash", stroke=DYES[province.colour], clip_path=f"url(#{clip})")
    )
