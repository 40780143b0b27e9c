import type { Phase, Result } from "../net/schema";
import { constants } from "./built/manifest.json";
import { formatCards } from "./cards";
import { membersOf } from "./fields";
import type { Public } from "./public";

export const PHASES: readonly Phase[] = ["place", "draw", "pile", "refill", "over"];
/** Why a game ended, by a state's number; 0 is a game that goes on. */
export const REASONS: readonly (Result["reason"] | undefined)[] = [undefined, "pile", "board"];

/** The position string of a state: the whole of it on one line, without what is as usual. */
export function formatPosition(position: Public): string {
  const { map, players } = position.game;
  const fields = fieldsOf(position)
    .filter(([, value, usual = ""]) => value !== usual)
    .map(([name, value]) => `${name}=${value}`);
  return [map.shape.id, players, ...fields].join(" ");
}

/** Names, values and the usual values. */
function fieldsOf(position: Public): [string, string, string?][] {
  const { players } = position.game;
  return [
    ["variant", position.number("variant") ? "on" : "off", "off"],
    ["wild", position.number("wild_in_prices") ? "on" : "off", "on"],
    ["start", `${position.start}`],
    ["seat", `${position.turn}`],
    ["phase", position.phase],
    ["placed", placedOf(position)],
    ["reason", REASONS[position.number("reason")] ?? ""],
    ["pass", `${position.passes}`, "0"],
    ["houses", piecesOf(position, "houses")],
    ["markers", piecesOf(position, "markers")],
    ["emissaries", emissariesOf(position)],
    ["hands", position.cardsOf("hands").join(",")],
    ["known", position.cardsOf("known").join(","), ",".repeat(players - 1)],
    ["display", formatCards(position.field("display"))],
    ["discards", formatCards(position.field("discards"))],
    ["disks", position.disks.join(",")],
    ["points", pointsOf(position), Array(players).fill("0").join(",")],
  ];
}

/** The pieces of this turn and their provinces; `!` marks those that were empty. */
function placedOf(position: Public): string {
  const placed = position.number("placed");
  if (!placed) return "";
  const touched = position.number("touched");
  const empty = position.provinces(touched & ~position.number("settled"));
  const where = position.provinces(touched).map((id) => id + (empty.includes(id) ? "!" : ""));
  return `${placed}:${where.join(",")}`;
}

/** Pieces on spaces by seat: `0:wei-1,wei-2;2:qi-1`. */
function piecesOf(position: Public, name: "houses" | "markers"): string {
  const { spaces } = position.game.book;
  return Array.from(position.field(name), (mask, seat) => {
    const ids = membersOf(mask).map((index) => spaces[index]!);
    return ids.length ? [`${seat}:${ids.join(",")}`] : [];
  })
    .flat()
    .join(";");
}

/** A digit for each seat: `wei:0120;qi:1000`. */
function emissariesOf(position: Public): string {
  return Object.entries(position.emissaries)
    .filter(([, counts]) => counts.some(Boolean))
    .map(([id, counts]) => `${id}:${counts.join("")}`)
    .join(";");
}

/** Points by seat; after the end for all sources, separated by slashes. */
function pointsOf(position: Public): string {
  const sources = position.isOver ? constants.SOURCES : 1;
  return position.points.slice(0, sources).join("/");
}
