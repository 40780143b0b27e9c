"""Find every fault of a map file, each with its line and a sentence that explains it."""

import re
import tomllib
from collections.abc import Callable, Iterator

from han.maps import check_graph, check_layout, check_names, check_setup, check_shape
from han.maps.draft import Draft
from han.maps.fault import MapFault
from han.maps.line_numbers import LineNumbers

FORMAT = 1

Check = Callable[[Draft], Iterator[MapFault]]

CHECKS: tuple[Check, ...] = (
    check_shape.check_keys,
    check_shape.check_types,
    check_setup.check_players,
    check_setup.check_display,
    check_setup.check_words,
    check_setup.check_canvas,
    check_setup.check_removed_players,
    check_setup.check_removed_cards,
    check_names.check_ids,
    check_names.check_unique_ids,
    check_names.check_languages,
    check_names.check_colours,
    check_names.check_province_count,
    check_names.check_colour_shares,
    check_names.check_space_count,
    check_graph.check_space_provinces,
    check_graph.check_known_provinces,
    check_graph.check_borders,
    check_graph.check_provinces_have_spaces,
    check_graph.check_roads,
    check_graph.check_alliances,
    check_graph.check_alliance_count,
    check_graph.check_network,
    check_layout.check_canvas_bounds,
    check_layout.check_outline_lengths,
    check_layout.check_outline_points,
    check_layout.check_outline_crossings,
    check_layout.check_overlaps,
    check_layout.check_dragons,
    check_layout.check_space_places,
    check_layout.check_space_gaps,
    check_layout.check_road_crossings,
    check_layout.check_passed_spaces,
)


def check_map(text: str, filename: str) -> list[MapFault]:
    """All faults of the text of a map file, in the order of their lines.

    Files that are not TOML, or have a newer format, get that one fault and no further checks.
    """
    try:
        draft = Draft(tomllib.loads(text), LineNumbers(text), filename)
    except (ValueError, RecursionError) as error:
        return [_syntax_fault(text, filename, str(error))]
    if (version := draft.values.get("format", FORMAT)) != FORMAT:
        return [draft.fault(("format",), "bad_format", version=version, supported=FORMAT)]
    faults = [fault for check in CHECKS for fault in check(draft)]
    return sorted(faults, key=lambda fault: fault.line or 0)


def _syntax_fault(text: str, filename: str, detail: str) -> MapFault:
    """The fault of tomllib's error, with the line taken out of its text."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", detail)
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    words = detail[: place.start()] if place else detail
    return MapFault(filename, line, "maps.syntax", {"detail": words})
