"""What a map calls its places."""

from han.maps.model import Map, Names, Space


def province_names(game_map: Map, province: str) -> Names:
    """A province's name, in every language."""
    return next(one.name for one in game_map.provinces if one.id == province)


def space_names(game_map: Map, space: str) -> Names:
    """“Wei 1”, or “Wei/Han” for a border space, in every language."""
    found = next(one for one in game_map.spaces if one.id == space)
    parts = [province_names(game_map, province) for province in found.provinces]
    number = "" if len(parts) == 2 else f" {space_number(game_map, found)}"
    return {lang: "/".join(part[lang] for part in parts) + number for lang in parts[0]}


def space_number(game_map: Map, space: Space) -> str:
    """The number printed beside a space: the one in its id, else its index in the map."""
    number = space.id.rpartition("-")[2]
    if number.isdigit():
        return number
    siblings = [other.id for other in game_map.spaces if other.provinces == space.provinces]
    return str(siblings.index(space.id) + 1)
