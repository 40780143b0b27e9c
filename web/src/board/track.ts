/** The score track: the Great Wall with its fifty stones, 0 to 49. */

import type { Point } from "./types";

export const STONES = 50;

/** Where a wall stands, and how large it is. */
export interface Wall {
  readonly left: number;
  /** The foot of the figures. */
  readonly top: number;
  /** The length and the height of a stone. */
  readonly stone: number;
  readonly height: number;
  /** How high the figures are. */
  readonly figures: number;
  /** Whether each stone has its number on it, or every fifth one below it. */
  readonly isNumbered: boolean;
}

/** The wall along the top of a map, in the map's units. */
export function printedWall(width: number): Wall {
  const margin = 22;
  const stone = (width - 2 * margin) / STONES;
  return { left: margin, top: 45, stone, height: 20, figures: 33, isNumbered: true };
}

/** The wall above a narrow window, in pixels. */
export function dockedWall(width: number): Wall {
  const margin = 8;
  const stone = (width - 2 * margin) / STONES;
  return { left: margin, top: 31, stone, height: 7, figures: 25, isNumbered: false };
}

/** What that takes, with the numbers. */
export const DOCK_HEIGHT = 53;

/** How far along the track a score is, and how many cards of 50 points it has. */
export function lapOf(score: number): { stone: number; fifties: number } {
  const fifties = Math.floor(score / STONES);
  return { stone: score - fifties * STONES, fifties };
}

/** Where a figure with that score stands; between two stones while it walks. */
export function standAt(wall: Wall, score: number): Point {
  const { stone } = lapOf(score);
  const last = STONES - 0.5; // from there it turns back to the first stone
  return [wall.left + (Math.min(stone, last) + 0.5) * wall.stone, wall.top];
}

/** Some figures that stand side by side, about the middle of where they belong. */
interface Crowd {
  readonly members: readonly number[];
  readonly middle: number;
}

/** Where figures may stand: from `least` to `most`, each with some room. */
export interface Ground {
  readonly least: number;
  readonly most: number;
  readonly room: number;
}

/** Figures that are too near step aside for each other: where each of them stands. */
export function sideBySide(places: readonly number[], ground: Ground): number[] {
  const order = places.map((_, index) => index).sort((a, b) => places[a]! - places[b]! || a - b);
  const crowds: Crowd[] = [];
  for (const index of order) {
    crowds.push(gathered([index], places, ground));
    while (isTight(crowds.at(-2), crowds.at(-1), ground.room)) {
      const members = crowds.splice(-2).flatMap((crowd) => crowd.members);
      crowds.push(gathered(members, places, ground));
    }
  }
  return standing(crowds, ground.room);
}

function gathered(members: readonly number[], places: readonly number[], ground: Ground): Crowd {
  const middle = members.reduce((sum, index) => sum + places[index]!, 0) / members.length;
  const half = (members.length / 2) * ground.room;
  return { members, middle: Math.max(ground.least + half, Math.min(ground.most - half, middle)) };
}

function isTight(left: Crowd | undefined, right: Crowd | undefined, room: number): boolean {
  if (!left || !right) return false;
  const needed = ((left.members.length + right.members.length) / 2) * room;
  return right.middle - left.middle < needed;
}

function standing(crowds: readonly Crowd[], room: number): number[] {
  const found: number[] = [];
  for (const { members, middle } of crowds)
    members.forEach((index, rank) => {
      found[index] = middle + (rank - (members.length - 1) / 2) * room;
    });
  return found;
}
