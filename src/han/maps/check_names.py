"""Faults of ids, names and colours, and of the number of things that have them."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from han.maps.draft import Draft
from han.maps.fault import MapFault, closest
from han.maps.line_numbers import Path
from han.maps.model import COLOURS, MAX_SPACES, PROVINCES
from han.messages import LANGUAGES

ID = re.compile(r"[a-z0-9-]+")

SHARES = {colour: 1 if colour == "violet" else 2 for colour in COLOURS}
"""Provinces of each colour (C4)."""


def check_ids(draft: Draft) -> Iterator[MapFault]:
    """Ids consist of characters that the notation allows."""
    for path, name in _ids(draft):
        if not ID.fullmatch(name):
            yield draft.fault(path, "bad_id", id=name)


def check_unique_ids(draft: Draft) -> Iterator[MapFault]:
    """No two provinces or spaces have the same id, nor a province and a space."""
    seen: set[str] = set()
    for path, name in _ids(draft):
        if len(path) > 1 and name in seen:
            yield draft.fault(path, "duplicate_id", id=name)
        elif len(path) > 1:
            seen.add(name)


def check_languages(draft: Draft) -> Iterator[MapFault]:
    """A name is given in the four languages."""
    for path, names in _names(draft):
        for lang in LANGUAGES:
            if lang not in names:
                yield draft.fault(path, "missing_language", lang=lang)
        for lang in names:
            if lang not in LANGUAGES:
                choices = ", ".join(LANGUAGES)
                yield draft.fault((*path, lang), "unknown_language", lang=lang, choices=choices)


def check_colours(draft: Draft) -> Iterator[MapFault]:
    """A province has one of the five card colours."""
    for province in draft.provinces:
        colour = province.values.get("colour")
        if colour is not None and colour not in COLOURS:
            yield draft.fault(
                (*province.path, "colour"),
                "unknown_colour",
                closest(colour, COLOURS),
                province=province.label,
                colour=colour,
                choices=", ".join(COLOURS),
            )


def check_province_count(draft: Draft) -> Iterator[MapFault]:
    """There are nine provinces (C4)."""
    if draft.length("province") is None:
        return
    count = len(draft.provinces)
    params = {"provinces": str(count), "needed": str(PROVINCES)}
    if count < PROVINCES:
        yield draft.fault(("province", count - 1), "few_provinces", **params)
    elif count > PROVINCES:
        yield draft.fault(("province", PROVINCES), "many_provinces", **params)


def check_colour_shares(draft: Draft) -> Iterator[MapFault]:
    """Four colours have two provinces each, violet has one (C4).

    Among nine provinces a colour has too few only if another has too many, so only the latter is
    reported.
    """
    if len(draft.provinces) > PROVINCES:
        return
    seen: Counter[str] = Counter()
    for province in draft.provinces:
        colour = province.values.get("colour", "")
        seen[colour] += 1
        if colour in SHARES and seen[colour] == SHARES[colour] + 1:
            path = (*province.path, "colour")
            yield draft.fault(path, "colour_surplus", colour=colour, count=SHARES[colour])


def check_space_count(draft: Draft) -> Iterator[MapFault]:
    """There are at most 64 spaces, the bits of a mask."""
    if len(draft.spaces) > MAX_SPACES:
        path = draft.spaces[MAX_SPACES].path
        yield draft.fault(path, "many_spaces", spaces=len(draft.spaces), most=MAX_SPACES)


def _ids(draft: Draft) -> Iterator[tuple[Path, str]]:
    if "id" in draft.values:
        yield ("id",), draft.values["id"]
    for item in [*draft.provinces, *draft.spaces]:
        if "id" in item.values:
            yield (*item.path, "id"), item.values["id"]


def _names(draft: Draft) -> Iterator[tuple[Path, dict[str, Any]]]:
    if "name" in draft.values:
        yield ("name",), draft.values["name"]
    for item in draft.items:
        if "name" in item.values:
            yield (*item.path, "name"), item.values["name"]
