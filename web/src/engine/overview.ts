import type { AllianceOverview, Overview } from "../net/schema";
import type { Event } from "./event";
import { readTape } from "./event";
import { countOf, fieldsOf, membersOf, sum } from "./fields";
import { Position } from "./position";
import type { View } from "./view";

type Kind<T extends Event["type"]> = Extract<Event, { type: T }>;

/** The final scoring, if the game ended now. */
export interface Scoring {
  /** What it would say, of every province as if it had no disk. */
  events: Event[];
  /** The board after it. */
  after: Position;
}

/** Let the kernels carry out the final scoring of what a view shows. */
export function scoreNow(view: View): Scoring {
  const { board, desk, engine } = view.game;
  const bytes = view.bytes.slice();
  fieldsOf("State", bytes, "disks")[0] = 0;
  const { score_board, score_finally } = engine.kernels;
  const score = view.isOver ? score_board : score_finally;
  score(board, desk.put(bytes), desk.scratch, desk.emptyTape());
  const after = new Position(view.game, desk.taken());
  return { events: readTape(view.game, desk.tape), after };
}

/** Provinces, alliances, rows and ports as they stand, with their points by seat. */
export function overviewJson(view: View): Overview {
  const { events, after } = scoreNow(view);
  return {
    provinces: provincesOf(view, events),
    alliances: alliancesOf(after, events),
    rows: ofType(events, "row_scored").map(({ seat, spaces, points }) => ({
      ...{ seat, spaces, points },
    })),
    ports: portsOf(view, events),
    total: totalOf(view, events),
  };
}

const ofType = <T extends Event["type"]>(events: Event[], type: T): Kind<T>[] =>
  events.filter((event): event is Kind<T> => event.type === type);

function provincesOf(view: View, events: Event[]): Overview["provinces"] {
  const { board, boardBytes, book, desk, engine } = view.game;
  const state = desk.put(view.bytes);
  const spaces = fieldsOf("Board", boardBytes, "province_spaces");
  const { kernels } = engine;
  const found = book.provinces.map((_, index) => ({
    leaders: membersOf(kernels.house_leaders(board, state, index)),
    limit: kernels.emissary_limit(board, state, index),
    free: kernels.free_emissaries(board, state, index),
  }));
  const scored = ofType(events, "province_scored");
  const { disks, emissaries, majorities } = view;
  const rows = book.provinces.map((id, index) => [
    id,
    {
      houses: housesOn(view, spaces[index]!),
      points: scored.find(({ province }) => province === id)!.points,
      emissaries: emissaries[id]!,
      majority: majorities[id]!,
      ...found[index]!,
      scored: disks.includes(id),
    },
  ]);
  return Object.fromEntries(rows) as Overview["provinces"];
}

/** How many houses each seat has on a set of spaces. */
const housesOn = (view: View, spaces: bigint): number[] =>
  Array.from(view.field("houses").subarray(0, view.game.players), (mask) => countOf(mask & spaces));

function alliancesOf({ emissaries, majorities }: Position, events: Event[]): AllianceOverview[] {
  return ofType(events, "alliance_scored").map(({ number, provinces, points }) => {
    const [one, other] = provinces;
    return {
      ...{ number, provinces, points },
      holders: [majorities[one]!, majorities[other]!],
      emissaries: [emissaries[one]!, emissaries[other]!],
    };
  });
}

/** A board without ports pays nothing. */
function portsOf(view: View, events: Event[]): Overview["ports"] {
  const [scored] = ofType(events, "ports_scored");
  const ports = fieldsOf("Board", view.game.boardBytes, "ports")[0]!;
  const nothing = Array.from({ length: view.game.players }, () => 0);
  return { houses: housesOn(view, ports), points: scored?.points ?? nothing };
}

function totalOf(view: View, events: Event[]): number[] {
  if (view.isOver) return view.scores;
  const unpaid = ofType(events, "province_scored").filter(
    ({ province }) => !view.disks.includes(province),
  );
  const due = [...unpaid, ...ofType(events, "alliance_scored"), ...ofType(events, "ports_scored")];
  const rows = ofType(events, "row_scored");
  return view.scores.map(
    (points, seat) =>
      points +
      sum(due.map((event) => event.points[seat]!)) +
      sum(rows.map((row) => (row.seat === seat ? row.points : 0))),
  );
}
