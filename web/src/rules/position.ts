/** Examples as position strings (`docs/reference/notation.md`), and how a click changes them. */
import {
  COLOURS,
  type BoardOverview,
  type BoardView,
  type Colour,
  type MapData,
} from "../board/types";

/** What lies on the board in an example, and whose turn it is. */
export interface Setup {
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

/** The fields of a setup that differ from the usual ones. */
export interface SetupFields {
  players?: number;
  hasVariant?: boolean;
  seat?: number;
  hand?: string;
  placed?: string;
  /** Spaces by seat, with blanks between them. */
  houses?: readonly string[];
  markers?: readonly string[];
  emissaries?: Setup["emissaries"];
}

export function setup(fields: SetupFields): Setup {
  return {
    players: fields.players ?? 3,
    hasVariant: fields.hasVariant ?? false,
    seat: fields.seat ?? 0,
    hand: fields.hand ?? "RRG",
    placed: fields.placed ?? "",
    houses: bySpace(fields.houses ?? []),
    markers: bySpace(fields.markers ?? []),
    emissaries: fields.emissaries ?? {},
  };
}

function bySpace(seats: readonly string[]): Record<string, number> {
  const spaces = seats.map((list, seat) => list.split(" ").map((space) => [space, seat] as const));
  return Object.fromEntries(spaces.flat().filter(([space]) => space !== ""));
}

/** Hands of the other seats; they do not matter. */
const OTHER_HANDS = ["RRG", "RGG", "YYV", "OOV", "RYG"];
const DISPLAY = "OOVVY";

/** The setup in one line, as positions are written. */
export function positionOf(map: MapData & { display: number }, setup: Setup): string {
  const hands = OTHER_HANDS.slice(0, setup.players);
  hands[setup.seat] = setup.hand;
  const fields: Record<string, string> = {
    variant: setup.hasVariant ? "on" : "",
    start: "0",
    seat: String(setup.seat),
    phase: "place",
    placed: setup.placed,
    houses: piecesBySeat(setup.houses),
    markers: piecesBySeat(setup.markers),
    emissaries: emissariesOf(setup),
    hands: hands.join(","),
    display: DISPLAY.slice(0, map.display),
  };
  const words = Object.entries(fields).flatMap(([name, value]) =>
    value ? `${name}=${value}` : [],
  );
  return [map.id, setup.players, ...words].join(" ");
}

/** `0:wei-1,wei-2;2:qi-1`. */
function piecesBySeat(pieces: Setup["houses"]): string {
  const seats = [...new Set(Object.values(pieces))].sort();
  const spaces = (seat: number) => Object.keys(pieces).filter((space) => pieces[space] === seat);
  return seats.map((seat) => `${seat}:${spaces(seat).join(",")}`).join(";");
}

/** `wei:0120;qi:1000`. */
function emissariesOf(setup: Setup): string {
  return Object.entries(setup.emissaries)
    .filter(([, counts]) => counts.some((count) => count > 0))
    .map(([province, counts]) => `${province}:${padded(counts, setup.players).join("")}`)
    .join(";");
}

function padded(counts: readonly number[], players: number): number[] {
  return Array.from({ length: players }, (_, seat) => counts[seat] ?? 0);
}

/** The setup as the board draws it, with disks where an overview tells that houses were scored. */
export function viewOf(map: MapData, setup: Setup, told: BoardOverview | null): BoardView {
  const disks = Object.entries(told?.provinces ?? {}).flatMap(([id, { scored }]) =>
    scored ? [id] : [],
  );
  const emissaries = map.provinces.map(
    ({ id }) => [id, padded(setup.emissaries[id] ?? [], setup.players)] as const,
  );
  return {
    houses: { ...setup.houses },
    markers: { ...setup.markers },
    emissaries: Object.fromEntries(emissaries),
    disks,
    scores: padded([], setup.players),
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
export function toggledSpace(setup: Setup, space: string, stamp: Stamp): Setup {
  const { [space]: house, ...houses } = setup.houses;
  const { [space]: marker, ...markers } = setup.markers;
  if (house !== undefined || marker !== undefined) return { ...setup, houses, markers };
  return {
    ...setup,
    houses: stamp.hasHouse ? { ...houses, [space]: stamp.seat } : houses,
    markers: stamp.hasMarker ? { ...markers, [space]: stamp.seat } : markers,
  };
}

/** One emissary of a seat more, or one less. */
export function movedEmissary(setup: Setup, province: string, seat: number, by: 1 | -1): Setup {
  const counts = padded(setup.emissaries[province] ?? [], setup.players);
  counts[seat] = Math.min(9, Math.max(0, (counts[seat] ?? 0) + by));
  return { ...setup, emissaries: { ...setup.emissaries, [province]: counts } };
}

/** Another colour for one card of the hand, the next in the round. */
export function changedCard(setup: Setup, index: number): Setup {
  const cards = [...setup.hand] as Colour[];
  const colour = cards[index];
  if (!colour) return setup;
  cards[index] = COLOURS[(COLOURS.indexOf(colour) + 1) % COLOURS.length] ?? colour;
  return { ...setup, hand: cards.join("") };
}
