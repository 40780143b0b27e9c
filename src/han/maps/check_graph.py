"""Faults of references: spaces to provinces, roads to spaces, alliances to provinces."""

from collections.abc import Iterator

from han.maps.draft import Draft, DraftItem, Pair
from han.maps.fault import MapFault, closest
from han.maps.model import ALLIANCES


def check_space_provinces(draft: Draft) -> Iterator[MapFault]:
    """A space is in one province, or on the border of two that exist."""
    for space in draft.spaces:
        provinces = space.values.get("provinces")
        if provinces is None or (len(provinces) == 2 and provinces[0] != provinces[1]):
            continue
        path = (*space.path, "provinces")
        if not provinces:
            yield draft.fault(path, "space_nowhere", space=space.label)
        elif len(provinces) > 2:
            yield draft.fault(path, "space_crowded", space=space.label, provinces=len(provinces))
        elif len(provinces) == 2:
            yield draft.fault(path, "space_twice", space=space.label, province=provinces[0])


def check_known_provinces(draft: Draft) -> Iterator[MapFault]:
    """The provinces that a space names exist."""
    known = draft.province_by_id
    for space in draft.spaces:
        for name in dict.fromkeys(space.values.get("provinces", ())):
            if name not in known:
                path, hint = (*space.path, "provinces"), closest(name, known)
                yield draft.fault(path, "space_lost", hint, space=space.label, province=name)


def check_borders(draft: Draft) -> Iterator[MapFault]:
    """A border space lies between two colours (T8) and is no port (T10)."""
    for space in draft.spaces:
        if len(set(space.values.get("provinces", ()))) != 2:
            continue
        if space.values.get("port"):
            yield draft.fault((*space.path, "port"), "border_port", space=space.label)
        colours = _colours(draft, space)
        if len(colours) == 2 and colours[0] == colours[1]:
            path = (*space.path, "provinces")
            yield draft.fault(path, "border_colour", space=space.label, colour=colours[0])


def check_provinces_have_spaces(draft: Draft) -> Iterator[MapFault]:
    """Every province has a space."""
    settled = {name for space in draft.spaces for name in space.values.get("provinces", ())}
    for name, province in draft.province_by_id.items():
        if name not in settled:
            yield draft.fault(province.path, "empty_province", province=name)


def check_roads(draft: Draft) -> Iterator[MapFault]:
    """A road joins two different spaces that exist, and no other road does."""
    known, seen = draft.space_by_id, set[frozenset[str]]()
    for road in draft.roads:
        for name in sorted(road.ends - known.keys()):
            hint = closest(name, known)
            yield draft.fault(road.path, "road_to_nowhere", hint, road=road.label, space=name)
        if road.first == road.second:
            yield draft.fault(road.path, "road_to_itself", space=road.first)
        elif road.ends in seen:
            yield draft.fault(road.path, "duplicate_road", road=road.label)
        seen.add(road.ends)


def check_alliances(draft: Draft) -> Iterator[MapFault]:
    """An alliance joins two different provinces that exist, and no other alliance does."""
    known, seen = draft.province_by_id, set[frozenset[str]]()
    for alliance in draft.alliances:
        path, label = alliance.path, alliance.label
        for name in sorted(alliance.ends - known.keys()):
            hint = closest(name, known)
            yield draft.fault(path, "alliance_lost", hint, alliance=label, province=name)
        if alliance.first == alliance.second:
            yield draft.fault(path, "alliance_with_itself", province=alliance.first)
        elif alliance.ends in seen:
            yield draft.fault(path, "duplicate_alliance", alliance=label)
        seen.add(alliance.ends)


def check_alliance_count(draft: Draft) -> Iterator[MapFault]:
    """There are fifteen alliances (C4)."""
    count = draft.length("alliances")
    if count is not None and count != ALLIANCES:
        yield draft.fault(("alliances",), "alliance_count", alliances=count, needed=ALLIANCES)


def check_network(draft: Draft) -> Iterator[MapFault]:
    """All spaces are connected by roads.

    Checked only if all ends of roads are known: a misspelt one would seem to disconnect a space.
    """
    spaces = draft.space_by_id
    if len(draft.roads) != draft.length("roads") or any(
        road.ends - spaces.keys() for road in draft.roads
    ):
        return
    components = _components(list(spaces), draft.roads)
    mainland = max(components, key=len, default=[])
    for component in components:
        if len(component) == 1 and len(spaces) > 1:
            yield draft.fault(spaces[component[0]].path, "no_road", space=component[0])
        elif component is not mainland:
            path = spaces[component[0]].path
            yield draft.fault(path, "cut_off", spaces=", ".join(component))


def _colours(draft: Draft, space: DraftItem) -> list[str]:
    """The colours of a space's provinces, as far as they are known."""
    provinces = [draft.province_by_id.get(name) for name in space.values["provinces"]]
    colours = [province.values.get("colour") for province in provinces if province]
    return [colour for colour in colours if colour]


def _components(spaces: list[str], roads: list[Pair]) -> list[list[str]]:
    """The connected components of the road network, each in the file's order."""
    component_of = {space: [space] for space in spaces}
    for road in roads:
        first, second = component_of[road.first], component_of[road.second]
        if first is not second:
            first += second
            component_of.update(dict.fromkeys(second, first))
    order = {space: index for index, space in enumerate(spaces)}
    unique = {id(spaces): sorted(spaces, key=order.__getitem__) for spaces in component_of.values()}
    return list(unique.values())
