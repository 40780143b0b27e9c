/** Turns events into steps of an animation. */

import type { GameEvent } from "../net/schema";
import { parseOffer } from "./targets";
import type { BoardView, Piece, Place } from "./types";

/** What the board animates for a moment. Points are by seat. */
export type Scene =
  | { kind: "drop"; seat: number; piece: Piece; place: Place; cards: string }
  | { kind: "province"; province: string; points: number[] }
  | { kind: "join"; province: string }
  | { kind: "alliance"; number: number; provinces: readonly [string, string]; points: number[] }
  | { kind: "row"; seat: number; spaces: readonly string[]; points: number[] }
  | { kind: "ports"; points: number[] }
  | { kind: "card"; event: GameEvent };

/** An event with its scene, how long it lasts, and the board as it looks meanwhile. */
export interface Step {
  readonly event: GameEvent;
  readonly scene: Scene | null;
  readonly ms: number;
  readonly view: BoardView;
}

const LENGTHS: Readonly<Record<Scene["kind"], number>> = {
  drop: 520,
  province: 1800,
  join: 700,
  alliance: 1300,
  row: 1500,
  ports: 1500,
  card: 280,
};
/** An alliance that pays nobody is shown briefly. */
const UNPAID_MS = 520;

export function sceneOf(event: GameEvent, players: number): Scene | null {
  switch (event.type) {
    case "piece_placed": {
      const offer = parseOffer(event.action);
      return offer && { kind: "drop", seat: event.seat, ...pick(offer) };
    }
    case "province_scored":
      return { kind: "province", province: event.province, points: event.points };
    case "emissaries_joined":
      return { kind: "join", province: event.province };
    case "alliance_scored":
      return {
        kind: "alliance",
        number: event.number,
        provinces: event.provinces,
        points: event.points,
      };
    case "row_scored":
      return {
        kind: "row",
        seat: event.seat,
        spaces: event.spaces,
        points: pointsOf(event, players),
      };
    case "ports_scored":
      return { kind: "ports", points: event.points };
    case "card_discarded":
    case "card_taken":
    case "card_drawn":
    case "display_refilled":
    case "pile_reshuffled":
      return { kind: "card", event };
    default:
      return null;
  }
}

function pick({ piece, place, cards }: { piece: Piece; place: Place; cards: string }) {
  return { piece, place, cards };
}

function pointsOf(event: { seat: number; points: number }, players: number): number[] {
  return Array.from({ length: players }, (_, seat) => (seat === event.seat ? event.points : 0));
}

/** How long a scene lasts at ordinary speed. */
export function lengthOf(scene: Scene | null): number {
  if (!scene) return 0;
  if (scene.kind === "alliance" && !scene.points.some(Boolean)) return UNPAID_MS;
  return LENGTHS[scene.kind];
}

/** The steps that follow a view: each event changes it as the event says, without any rules. */
export function stepsOf(from: BoardView, events: readonly GameEvent[]): Step[] {
  let view = from;
  return events.map((event) => {
    view = shownAfter(view, event);
    const scene = sceneOf(event, view.scores.length);
    return { event, scene, ms: lengthOf(scene), view };
  });
}

/** The board as it looks once an event has been seen. */
export function shownAfter(view: BoardView, event: GameEvent): BoardView {
  switch (event.type) {
    case "piece_placed":
      return withPiece(view, event.seat, event.action);
    case "province_scored":
      return { ...withPoints(view, event.points), disks: [...view.disks, event.province] };
    case "emissaries_joined":
      return withEmissaries(view, event.province, event.emissaries);
    case "game_ended":
      return { ...view, phase: "over" }; // from now on nobody stands on a market place (V6)
    case "alliance_scored":
    case "ports_scored":
      return withPoints(view, event.points);
    case "row_scored":
      return withPoints(view, pointsOf(event, view.scores.length));
    default:
      return view;
  }
}

function withPiece(view: BoardView, seat: number, action: string): BoardView {
  const offer = parseOffer(action);
  if (!offer) return view;
  const { id } = offer.place;
  const taken = { [id]: seat };
  if (offer.piece === "H") return { ...view, houses: { ...view.houses, ...taken } };
  if (offer.piece === "M") return { ...view, markers: { ...view.markers, ...taken } };
  if (offer.piece === "E") return withEmissaries(view, id, unit(view, seat));
  const houses = { ...view.houses, ...taken };
  return { ...view, houses, markers: { ...view.markers, ...taken } };
}

function unit(view: BoardView, seat: number): number[] {
  return view.scores.map((_, other) => (other === seat ? 1 : 0));
}

function withEmissaries(view: BoardView, province: string, more: readonly number[]): BoardView {
  const before = view.emissaries[province] ?? [];
  const counts = more.map((count, seat) => count + (before[seat] ?? 0));
  return { ...view, emissaries: { ...view.emissaries, [province]: counts } };
}

function withPoints(view: BoardView, points: readonly number[]): BoardView {
  return { ...view, scores: view.scores.map((score, seat) => score + (points[seat] ?? 0)) };
}
