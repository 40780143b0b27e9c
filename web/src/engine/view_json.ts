import type { Counts, Game as GameShape, PublicView } from "../net/schema";
import type { Game } from "./game";
import type { View } from "./view";

/** Cards, a number for each colour. */
export function countsOf([V = 0, Y = 0, O = 0, G = 0, R = 0]: Iterable<number>): Counts {
  return { V, Y, O, G, R };
}

/** Which game is played. */
export function gameJson({ kind, map }: Game): GameShape {
  return {
    map: map.shape.id,
    players: kind.players,
    variant: kind.variant ? map.shape.variant : null,
    wild_in_prices: kind.wild,
  };
}

/** What all viewers of a position know alike. */
export function publicJson(view: View): PublicView {
  const [houses = [], alliances = [], roads = [], ports = []] = view.points;
  return {
    game: gameJson(view.game),
    turn: view.turn,
    start: view.start,
    phase: view.phase,
    passes: view.passes,
    placed: placedJson(view),
    hand_sizes: view.handSizes,
    known: view.known,
    display: view.display,
    pile_size: view.pileSize,
    discards: countsOf(view.field("discards")),
    houses: view.houses,
    markers: view.markers,
    emissaries: view.emissaries,
    houses_left: view.housesLeft,
    emissaries_left: view.emissariesLeft,
    markers_left: view.markersLeft,
    disks: view.disks,
    points: { houses, alliances, roads, ports },
    scores: view.scores,
  };
}

function placedJson(view: View): PublicView["placed"] {
  const touched = view.number("touched");
  return {
    pieces: view.number("placed"),
    provinces: view.provinces(touched),
    were_empty: view.provinces(touched & ~view.number("settled")),
  };
}
