"""The ladder as a picture: shares of wins with their intervals, and the bars."""

from collections.abc import Iterator, Sequence

from han.ladder.page import PlayedRung, by_kind, percent
from han.maps.svg_elements import circle, element, group, line_data, path, text

WIDTH = 820
LEFT, RIGHT = 265, 745
"""Where 0 % and 100 % lie."""
TOP = 64
ROW = 30
HEADING = 34
FOOT = 92

STYLE = """
.ladder { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 14px; }
.ladder text { fill: #24292f; }
.ladder .title { font-size: 18px; font-weight: 600; }
.ladder .kind { font-weight: 600; }
.ladder .note { font-size: 12px; }
.ladder .end { text-anchor: end; }
.ladder .middle { text-anchor: middle; }
.ladder .grid { stroke: #d0d7de; stroke-width: 1; }
.ladder .even { stroke: #57606a; stroke-width: 1.5; stroke-dasharray: 2 4; }
.ladder .bar { stroke: #bc4c00; stroke-width: 3; }
.ladder .reach { stroke: #0550ae; stroke-width: 2; fill: none; }
.ladder .dot { stroke: #0550ae; stroke-width: 2; fill: #0550ae; }
.ladder .below { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  .ladder text { fill: #e6edf3; }
  .ladder .grid { stroke: #3d444d; }
  .ladder .even { stroke: #9198a1; }
  .ladder .bar { stroke: #f0883e; }
  .ladder .reach, .ladder .dot { stroke: #79c0ff; }
  .ladder .dot { fill: #79c0ff; }
  .ladder .below { fill: #0d1117; }
}
"""


def draw_plot(played: Sequence[PlayedRung]) -> str:
    """A stand-alone SVG without a background, for light and dark pages."""
    rows = list(_rows(played))
    bottom = rows[-1][0] + ROW if rows else TOP + ROW
    title = "The ladder: share of games that the higher level wins"
    return element(
        "svg",
        element("style", STYLE),
        text(title, (20, 30), class_="title"),
        _axis(bottom),
        *(row for _, row in rows),
        _legend(bottom + 58),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {bottom + FOOT}",
        width=WIDTH,
        height=bottom + FOOT,
        class_="ladder",
        role="img",
        aria_label=title,
    )


def _x(share: float) -> float:
    return LEFT + (RIGHT - LEFT) * share


def _rows(played: Sequence[PlayedRung]) -> Iterator[tuple[float, str]]:
    """Headings and contests from top to bottom, each with its height."""
    y = float(TOP)
    for kind, rungs in by_kind(played):
        yield y, text(kind, (20, y), class_="kind")
        even = _x(1 / len(rungs[0].rung.line_up))
        yield y, _upright(even, y + 8, y + 8 + ROW * len(rungs), "even")
        for rung in rungs:
            y += ROW
            yield y, _contest(rung, y)
        y += HEADING


def _contest(played: PlayedRung, y: float) -> str:
    rung, standing = played.rung, played.standing
    low, high = (_x(end) for end in standing.ci95)
    share = _x(standing.win_share)
    middle = y - 5
    reach = line_data([(low, middle), (high, middle)])
    ends = "".join(line_data([(x, middle - 5), (x, middle + 5)]) for x in (low, high))
    return group(
        text(f"{rung.line_up[0]} vs {rung.opponents}", (LEFT - 14, y), class_="end"),
        _upright(_x(rung.share), middle - 9, middle + 9, "bar"),
        path(reach + ends, class_="reach"),
        circle((share, middle), 5, class_="dot" if played.is_passed else "dot below"),
        text(percent(standing.win_share), (WIDTH - 14, y), class_="end"),
    )


def _axis(bottom: float) -> str:
    marks = []
    for tenth in range(0, 11, 2):
        x = _x(tenth / 10)
        marks.append(_upright(x, TOP + 8, bottom - ROW + 8, "grid"))
        marks.append(text(f"{10 * tenth} %", (x, bottom + 2), class_="note middle"))
    centre = (LEFT + RIGHT) / 2, bottom + 24
    marks.append(text("share of games won, with its 95 % interval", centre, class_="note middle"))
    return group(*marks)


def _legend(y: float) -> str:
    return group(
        _upright(LEFT + 4, y - 13, y + 3, "bar"),
        text("the bar", (LEFT + 14, y), class_="note"),
        _upright(LEFT + 84, y - 13, y + 3, "even"),
        text("even", (LEFT + 94, y), class_="note"),
        circle((LEFT + 154, y - 4), 5, class_="dot"),
        text("passed", (LEFT + 166, y), class_="note"),
        circle((LEFT + 234, y - 4), 5, class_="dot below"),
        text("not passed", (LEFT + 246, y), class_="note"),
    )


def _upright(x: float, top: float, bottom: float, look: str) -> str:
    return path(line_data([(x, top), (x, bottom)]), class_=look)
