/** Examples as position strings (`docs/reference/notation.md`), and how a click changes them. */
import { COLOURS, type BoardView, type Colour, type MapData } from "../board/types";

/** What lies on the board in an example, and whose turn it is. */
export interface Scene {
  readonly players: number;
  readonly hasVariant: boolean;
  readonly seat: number;
  /** The cards of that seat. */
  readonly hand: string;
  /** What it has placed this turn, such as `1:wei!`; mostly nothing. */
  readonly placed: string;
  readonly houses: Readonly<Record<string, number>>;
  readonly markers: Readonly<Record<string, number>>;
  readonly emissaries: Readonly<Record<string, readonly number[]>>;
}

/** A scene, told briefly: what is left out is as usual. */
export interface Told {
  players?: number;
  hasVariant?: boolean;
  seat?: number;
  hand?: string;
  placed?: string;
  /** Spaces by seat, with blanks between them. */
  houses?: readonly string[];
  markers?: readonly string[];
  emissaries?: Scene["emissaries"];
}

export function scene(told: Told): Scene {
  return {
    players: told.players ?? 3,
    hasVariant: told.hasVariant ?? false,
    seat: told.seat ?? 0,
    hand: told.hand ?? "RRG",
    placed: told.placed ?? "",
    houses: bySpace(told.houses ?? []),
    markers: bySpace(told.markers ?? []),
    emissaries: told.emissaries ?? {},
  };
}

function bySpace(seats: readonly string[]): Record<string, number> {
  const spaces = seats.map((list, seat) => list.split(" ").map((space) => [space, seat] as const));
  return Object.fromEntries(spaces.flat().filter(([space]) => space !== ""));
}

/** Cards that play no part: whoever is not asked holds them. */
const OTHER_HANDS = ["RRG", "RGG", "YYV", "OOV", "RYG"];
const DISPLAY = "OOVVY";

/** The scene in one line, as the server reads it. */
export function positionOf(map: MapData & { display: number }, scene: Scene): string {
  const hands = OTHER_HANDS.slice(0, scene.players);
  hands[scene.seat] = scene.hand;
  const fields: Record<string, string> = {
    variant: scene.hasVariant ? "on" : "",
    start: "0",
    seat: String(scene.seat),
    phase: "place",
    placed: scene.placed,
    houses: piecesBySeat(scene.houses),
    markers: piecesBySeat(scene.markers),
    emissaries: emissariesOf(scene),
    hands: hands.join(","),
    display: DISPLAY.slice(0, map.display),
  };
  const words = Object.entries(fields).flatMap(([name, value]) =>
    value ? `${name}=${value}` : [],
  );
  return [map.id, scene.players, ...words].join(" ");
}

/** `0:wei-1,wei-2;2:qi-1`. */
function piecesBySeat(pieces: Scene["houses"]): string {
  const seats = [...new Set(Object.values(pieces))].sort();
  const spaces = (seat: number) => Object.keys(pieces).filter((space) => pieces[space] === seat);
  return seats.map((seat) => `${seat}:${spaces(seat).join(",")}`).join(";");
}

/** `wei:0120;qi:1000`. */
function emissariesOf(scene: Scene): string {
  return Object.entries(scene.emissaries)
    .filter(([, counts]) => counts.some((count) => count > 0))
    .map(([province, counts]) => `${province}:${padded(counts, scene.players).join("")}`)
    .join(";");
}

function padded(counts: readonly number[], players: number): number[] {
  return Array.from({ length: players }, (_, seat) => counts[seat] ?? 0);
}

/** The scene as the board draws it, with disks in the provinces that were scored. */
export function viewOf(map: MapData, scene: Scene, disks: string[]): BoardView {
  const emissaries = map.provinces.map(
    ({ id }) => [id, padded(scene.emissaries[id] ?? [], scene.players)] as const,
  );
  return {
    houses: { ...scene.houses },
    markers: { ...scene.markers },
    emissaries: Object.fromEntries(emissaries),
    disks,
    scores: padded([], scene.players),
    phase: "place",
  };
}

/** Pieces that a click puts on a space: a house, a marker, or both. */
export interface Stamp {
  readonly seat: number;
  readonly hasHouse: boolean;
  readonly hasMarker: boolean;
}

/** Put pieces on a free space, or clear one that is taken. */
export function toggledSpace(scene: Scene, space: string, stamp: Stamp): Scene {
  const { [space]: house, ...houses } = scene.houses;
  const { [space]: marker, ...markers } = scene.markers;
  if (house !== undefined || marker !== undefined) return { ...scene, houses, markers };
  return {
    ...scene,
    houses: stamp.hasHouse ? { ...houses, [space]: stamp.seat } : houses,
    markers: stamp.hasMarker ? { ...markers, [space]: stamp.seat } : markers,
  };
}

/** One emissary of a seat more, or one less. */
export function movedEmissary(scene: Scene, province: string, seat: number, by: 1 | -1): Scene {
  const counts = padded(scene.emissaries[province] ?? [], scene.players);
  counts[seat] = Math.min(9, Math.max(0, (counts[seat] ?? 0) + by));
  return { ...scene, emissaries: { ...scene.emissaries, [province]: counts } };
}

/** Another colour for one card of the hand, the next in the round. */
export function changedCard(scene: Scene, index: number): Scene {
  const cards = [...scene.hand] as Colour[];
  const colour = cards[index];
  if (!colour) return scene;
  cards[index] = COLOURS[(COLOURS.indexOf(colour) + 1) % COLOURS.length] ?? colour;
  return { ...scene, hand: cards.join("") };
}
