"""SVG as text: elements, numbers, paths."""

from math import atan2, cos, sin
from xml.sax.saxutils import escape, quoteattr

from han.maps.geometry import Curve, Polyline
from han.maps.model import Point


def element(name: str, *content: str, **attributes: object) -> str:
    """One element; ``class_`` and ``stroke_width`` become ``class`` and ``stroke-width``."""
    words = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{words}>{''.join(content)}</{name}>" if content else f"<{name}{words}/>"


def group(*content: str, **attributes: object) -> str:
    """A group; an empty text if it would be empty."""
    inside = "".join(content)
    return element("g", inside, **attributes) if inside else ""


def text(words: str, at: Point, **attributes: object) -> str:
    """A line of text whose anchor is ``at``."""
    return element("text", escape(words), x=at[0], y=at[1], **attributes)


def use(
    symbol: str, at: Point, scale: float = 1.0, flip: bool = False, **attributes: object
) -> str:
    """A use of a drawing from the definitions."""
    wide = -scale if flip else scale
    transform = f"translate({number(at[0])} {number(at[1])}) scale({number(wide)} {number(scale)})"
    return element("use", href=f"#drawing-{symbol}", transform=transform, **attributes)


def circle(at: Point, radius: float, **attributes: object) -> str:
    """A circle."""
    return element("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def path(data: str, **attributes: object) -> str:
    """A path."""
    return element("path", d=data, **attributes)


def number(value: float) -> str:
    """A number as text, rounded to a tenth of a pixel, small numbers to less."""
    return f"{round(value, 1 if abs(value) >= 10 else 2):g}"


def curve_data(curve: Curve, is_closed: bool = False) -> str:
    """A curve as the data of a path."""
    parts = [f"M{_pair(curve[0][0])}"]
    for start, first, second, end in curve:
        is_straight = first == start and second == end
        parts.append(
            f"L{_pair(end)}" if is_straight else f"C{_pair(first)} {_pair(second)} {_pair(end)}"
        )
    return "".join(parts) + ("Z" if is_closed else "")


def line_data(points: Polyline, is_closed: bool = False) -> str:
    """A polyline as the data of a path."""
    return "M" + "L".join(_pair(point) for point in points) + ("Z" if is_closed else "")


def half_disc(at: Point, towards: Point, radius: float) -> str:
    """The path data of the half of a disc that faces another point."""
    angle = atan2(towards[1] - at[1], towards[0] - at[0])
    across = -sin(angle) * radius, cos(angle) * radius
    start, end = (at[0] - across[0], at[1] - across[1]), (at[0] + across[0], at[1] + across[1])
    return f"M{_pair(start)}A{number(radius)} {number(radius)} 0 0 1 {_pair(end)}Z"


def _pair(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)
