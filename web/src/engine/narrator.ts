/**
 * What happened in a game, told in sentences (`han.engine.narrator`).
 *
 * Apply `seenBy` first: nothing is hidden here. Points always come from the event; this module only
 * finds the reason for them.
 */
import { FORTIFICATION, HIDDEN, MARKET_PLACE, parseAtom } from "./atom";
import type { Event } from "./event";
import { sum } from "./fields";
import { isBorder, paymentOf, spaceOf } from "./payment";
import type { Public } from "./public";
import { tellRanks } from "./ranks";
import { gap, sentence, type Sentence } from "./sentence";

type Kind = Event["type"];
type EventOf<K extends Kind> = Extract<Event, { type: K }>;
type Tellers = { [K in Kind]: (event: EventOf<K>, after: Public) => Sentence[] };

const CARD_KINDS: readonly Kind[] = ["card_taken", "card_drawn", "display_refilled"];
type CardEvent = EventOf<"card_taken" | "card_drawn" | "display_refilled">;
const isOfCards = (event: Event): event is CardEvent => CARD_KINDS.includes(event.type);

/**
 * The sentences of each event, as the reader may know them; `after` is where the last of them led.
 *
 * Cards that come one after the other from one place are told together, with the first of them; the
 * others then have no sentence.
 */
export function tellEvents(happened: readonly Event[], after: Public): Sentence[][] {
  return runsOf(happened).flatMap((run) => [
    tell(merge(run), after),
    ...run.slice(1).map(() => []),
  ]);
}

/** The events with their sentences. */
export function tellEach(happened: readonly Event[], after: Public): Event[] {
  const told = tellEvents(happened, after);
  return happened.map((event, index) => ({ ...event, told: told[index]! }));
}

/** Who won, and why (F5); nothing before the end of a game. */
export function tellResult(position: Public): Sentence[] {
  const { result } = position;
  if (!result) return [];
  const best = Math.max(...result.total);
  const tied = seatsWhere(result.total, (points) => points === best);
  const params = { winners: gap.seats(result.winners), points: gap.points(best) };
  if (tied.length === 1) return [sentence("narration.won", params)];
  const isShared = result.winners.length > 1;
  const key = isShared ? "narration.won_together" : "narration.won_by_supply";
  const pieces = position.piecesLeft[result.winners[0]!]!;
  return [sentence(key, { tied: gap.seats(tied), ...params, pieces })];
}

/** The events in lists: those that are told together are in one. */
function runsOf(happened: readonly Event[]): Event[][] {
  const runs: Event[][] = [];
  for (const event of happened) {
    const last = runs.at(-1);
    if (last && goesOn(last[0]!, event)) last.push(event);
    else runs.push([event]);
  }
  return runs;
}

/** Whether two events differ in nothing but their cards. */
function goesOn(last: Event, event: Event): boolean {
  if (!isOfCards(last) || !isOfCards(event) || last.type !== event.type) return false;
  return last.type === "display_refilled" || last.seat === (event as typeof last).seat;
}

/** Events of one run as one, whose `card` then has several letters. */
function merge(run: Event[]): Event {
  const first = run[0]!;
  if (!isOfCards(first)) return first;
  return { ...first, card: run.map((event) => (event as CardEvent).card).join("") };
}

function tell<K extends Kind>(event: EventOf<K>, after: Public): Sentence[] {
  return (TELLERS[event.type as K] as Tellers[K])(event, after);
}

const seatsWhere = (numbers: readonly number[], fits: (number: number) => boolean): number[] =>
  numbers.flatMap((number, seat) => (fits(number) ? [seat] : []));

const ofSeat =
  (key: string) =>
  ({ seat }: { seat: number }) => [sentence(key, { seat: gap.seat(seat) })];

const ofCards =
  (key: string) =>
  ({ seat, card }: { seat: number; card: string }) => [
    sentence(key, { seat: gap.seat(seat), cards: gap.cards(card) }),
  ];

function tellPiece({ seat, action }: EventOf<"piece_placed">, after: Public): Sentence[] {
  const [map, atom] = [after.game.map.shape, parseAtom(action)];
  const [space, params] = [
    spaceOf(map, atom),
    { seat: gap.seat(seat), cards: paymentOf(map, atom) },
  ];
  if (!space) {
    const province = gap.provinces([atom.place]);
    return [sentence("narration.emissary", { ...params, province })];
  }
  const key = pieceOnSpace(atom.kind, isBorder(space), space.port);
  return [sentence(key, { ...params, space: gap.space(space.id) })];
}

/** The message for a piece on a house space. */
function pieceOnSpace(kind: string, isOnBorder: boolean, isPort: boolean): string {
  if (kind === FORTIFICATION) return "narration.fortification";
  if (kind === MARKET_PLACE) return "narration.market_place";
  if (isOnBorder) return "narration.house_on_border";
  return isPort ? "narration.house_on_port" : "narration.house";
}

function tellDrawn(event: EventOf<"card_drawn">): Sentence[] {
  if (!event.card.includes(HIDDEN)) return ofCards("narration.drawn")(event);
  const params = { seat: gap.seat(event.seat), count: event.card.length };
  return [sentence("narration.drawn_hidden", params)];
}

function tellProvince({ province, points }: EventOf<"province_scored">, after: Public): Sentence[] {
  const params = { province: gap.provinces([province]) };
  if (!points.some(Boolean)) return [sentence("narration.no_houses", params)];
  const spaces = after.game.map.shape.spaces.filter(({ provinces }) =>
    provinces.includes(province),
  );
  const ids = spaces.map(({ id }) => id);
  return [sentence("narration.houses_scored", params), ...tellRanks(ids, points, after)];
}

function tellPorts({ points }: EventOf<"ports_scored">, after: Public): Sentence[] {
  if (!points.some(Boolean)) return [sentence("narration.no_ports")];
  const spaces = after.game.map.shape.spaces.filter(({ port }) => port).map(({ id }) => id);
  return [sentence("narration.ports_scored"), ...tellRanks(spaces, points, after)];
}

function tellAlliance(event: EventOf<"alliance_scored">, after: Public): Sentence[] {
  const { number, points } = event;
  const params = { number, provinces: gap.provinces(event.provinces) };
  const [first, second] = event.provinces.map((id) => after.emissaries[id]!) as [
    number[],
    number[],
  ];
  const holders = seatsWhere(points, Boolean);
  if (holders.length) {
    const told = { seats: gap.seats(holders), points: gap.points(Math.max(...points)) };
    const counts = { count: holders.length, first_count: sum(first), second_count: sum(second) };
    return [sentence("narration.alliance_held", { ...params, ...told, ...counts })];
  }
  if (![...first, ...second].some(Boolean)) return [sentence("narration.alliance_empty", params)];
  const { majorities } = after;
  return [
    sentence("narration.alliance_parted", {
      ...params,
      first: gap.provinces(event.provinces.slice(0, 1)),
      second: gap.provinces(event.provinces.slice(1)),
      first_leaders: gap.seats(majorities[event.provinces[0]]!),
      second_leaders: gap.seats(majorities[event.provinces[1]]!),
    }),
  ];
}

function tellRow({ seat, spaces, points }: EventOf<"row_scored">, after: Public): Sentence[] {
  const { book, map } = after.game;
  const crossed = spaces.flatMap((id) => map.shape.spaces[book.spaces.indexOf(id)]!.provinces);
  const key = points > spaces.length ? "narration.row_fortified" : "narration.row";
  const provinces = gap.provinces([...new Set(crossed)]);
  const params = { seat: gap.seat(seat), count: spaces.length, provinces };
  return [sentence(key, { ...params, points: gap.points(points) })];
}

function tellJoined({ province, emissaries }: EventOf<"emissaries_joined">): Sentence[] {
  const [count, joined] = [sum(emissaries), gap.tally(emissaries)];
  const params = { count, province: gap.provinces([province]), emissaries: joined };
  return [sentence("narration.joined", params)];
}

const TELLERS: Tellers = {
  piece_placed: tellPiece,
  placing_stopped: ofSeat("narration.stopped"),
  emissaries_joined: tellJoined,
  card_discarded: ofCards("narration.discarded"),
  card_taken: ofCards("narration.taken"),
  card_drawn: tellDrawn,
  display_refilled: ({ card }) => [sentence("narration.refilled", { cards: gap.cards(card) })],
  pile_reshuffled: ({ cards }) => [sentence("narration.reshuffled", { count: cards })],
  last_round_begun: ofSeat("narration.last_round"),
  turn_begun: ofSeat("narration.turn_begun"),
  game_ended: ({ reason }) => [
    sentence(reason === "pile" ? "narration.ended_by_pile" : "narration.ended_by_board"),
  ],
  province_scored: tellProvince,
  ports_scored: tellPorts,
  alliance_scored: tellAlliance,
  row_scored: tellRow,
};
