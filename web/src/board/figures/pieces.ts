/** Pieces as they stand on the board, each round its own origin. */

import "../palette.css";
import "./pieces.css";
import { outlineOf, seatColour } from "../seats";
import { stamp } from "../stamps";
import type { Piece } from "../types";
import {
  EMPEROR,
  FACE,
  FORTIFICATION,
  HATS,
  HOUSES,
  LEGS_OF_MARKET,
  MARKET,
  ROBE,
  WARES,
} from "./outlines";

export type PieceKind = "house" | "emissary" | "fortification" | "market" | "disk" | "emperor";

/** The figures of the pieces that actions place. */
export const FIGURES = {
  H: "house",
  E: "emissary",
  F: "fortification",
  M: "market",
} as const satisfies Record<Piece, PieceKind>;

export interface PieceLook {
  /** Whose it is; disks and the Emperor are nobody's. */
  readonly seat?: number;
  /** Whether the piece that stands with a marker is drawn too; if not, a hat tells whose it is. */
  readonly isManned?: boolean;
}

/** What a `use` refers to. */
export function pieceOf(kind: PieceKind, { seat = 0, isManned = true }: PieceLook = {}): string {
  const draw = () => DRAWINGS[kind](seat, isManned);
  if (kind === "disk" || kind === "emperor") return stamp(kind, draw);
  return stamp(`${kind}-${seat}${isManned ? "" : "-alone"}`, draw);
}

const DRAWINGS: Readonly<Record<PieceKind, (seat: number, isManned: boolean) => string>> = {
  house,
  emissary,
  fortification,
  market,
  disk: () => DISK,
  emperor: () => THE_EMPEROR,
};

const path = (part: string, d: string, fill = "") =>
  `<path class="piece-${part}" d="${d}"${fill && ` fill="${fill}"`}/>`;
const moved = (transform: string, drawing: string) => `<g transform="${transform}">${drawing}</g>`;

function house(seat: number): string {
  const { body, lines } = HOUSES[outlineOf(seat)];
  return path("rim", body) + path("body", body, seatColour(seat)) + path("lines", lines);
}

function emissary(seat: number): string {
  const hat = HATS[outlineOf(seat)];
  return (
    path("rim", ROBE + FACE + hat) +
    path("body", ROBE, seatColour(seat)) +
    path("body piece-face", FACE) +
    path("body", hat, seatColour(seat))
  );
}

function hatOf(seat: number): string {
  const hat = HATS[outlineOf(seat)];
  return path("rim", hat) + path("body", hat, seatColour(seat));
}

/** A wall, with its house behind it. */
function fortification(seat: number, isManned: boolean): string {
  const behind = isManned
    ? moved("translate(0 -6)", house(seat))
    : moved("translate(0 13)", hatOf(seat));
  return (
    behind +
    path("rim", FORTIFICATION.body) +
    path("body piece-stone", FORTIFICATION.body) +
    `<rect x="-24" y="15.5" width="48" height="4.5" fill="${seatColour(seat)}"/>` +
    path("joints", FORTIFICATION.lines)
  );
}

/** A table of wares, with its emissary behind it. */
function market(seat: number, isManned: boolean): string {
  const behind = isManned
    ? moved("translate(0 -11)", emissary(seat))
    : moved("translate(0 7) scale(0.55)", hatOf(seat));
  return (
    path("rim", MARKET.body + LEGS_OF_MARKET) +
    behind +
    path("legs", LEGS_OF_MARKET) +
    path("body piece-stone", WARES) +
    path("body", MARKET.body, seatColour(seat)) +
    path("stripes", MARKET.lines)
  );
}

/** A coin with a square hole, for a scored province. */
const DISK =
  '<circle class="coin-rim" r="15"/><circle class="coin-face" r="13"/>' +
  '<circle class="coin-edge" r="10"/><rect class="coin-hole" x="-4" y="-4" width="8" height="8"/>';

const THE_EMPEROR =
  `<path class="emperor-rim" d="${EMPEROR.robe + EMPEROR.crown + FACE}"/>` +
  `<path class="emperor-part emperor-robe" d="${EMPEROR.robe}"/>` +
  `<path class="emperor-part emperor-sash" d="${EMPEROR.sash}"/>` +
  `<path class="emperor-part piece-face" d="${FACE}"/>` +
  `<path class="emperor-part emperor-crown" d="${EMPEROR.crown}"/>` +
  `<path class="emperor-part emperor-beads" d="${EMPEROR.beads}"/>`;
