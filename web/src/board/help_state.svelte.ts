/** What somebody asks the board: whether its help is open, and which place they point at. */

import { TRACK } from "./help";
import { DRAGON_RADIUS, type Atlas, type Spot } from "./places";
import { isSamePlace } from "./targets";
import type { Place, Point } from "./types";

/** How long a mouse rests on a place, or a finger on the board, until it is explained. */
export const REST_MS = 700;
export const PRESS_MS = 500;
/** Where a province's badge is, from its dragon space. */
const BADGE: Point = [38, -38];

export class HelpState {
  /** Whether each click asks instead of playing. */
  isOpen = $state(false);
  /** The place that was asked for; its help stays. */
  asked = $state.raw<Place | null>(null);
  /** The place that the mouse rests on. */
  rested = $state.raw<Place | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;
  #press: ReturnType<typeof setTimeout> | undefined;
  #isPressed = false;

  toggle(): void {
    this.isOpen = !this.isOpen;
    this.asked = null;
    this.leave();
  }

  ask(place: Place | null): void {
    this.asked = place;
    this.leave();
  }

  /** The mouse is over a place now, or over none. */
  hover(place: Place | null): void {
    if (isSamePlace(place, this.rested)) return;
    this.leave();
    if (place) this.#rest = setTimeout(() => (this.rested = place), REST_MS);
  }

  leave(): void {
    clearTimeout(this.#rest);
    this.rested = null;
  }

  /** A finger is down on a place: if it stays there, it asks. */
  press(place: Place | null): void {
    this.lift();
    this.#isPressed = false;
    if (!place) return;
    this.#press = setTimeout(() => {
      this.#isPressed = true;
      this.ask(place);
    }, PRESS_MS);
  }

  /** The finger has moved or gone. */
  lift(): void {
    clearTimeout(this.#press);
  }

  /** Whether the click that just came ends a long press; asked once. */
  endsPress(): boolean {
    const was = this.#isPressed;
    this.#isPressed = false;
    return was;
  }
}

/** All places that can be asked for with the keyboard; `track` is where the score track begins. */
export function helpSpots(atlas: Atlas, track: number): readonly Spot[] {
  const { map } = atlas;
  const wall: Spot = { place: TRACK, at: [map.canvas[0] / 2, track], radius: DRAGON_RADIUS / 2 };
  const badges = map.provinces.map(({ id, dragon: [x, y] }): Spot => {
    return { place: { kind: "province", id }, at: [x + BADGE[0], y + BADGE[1]], radius: 16 };
  });
  return [wall, ...atlas.spots, ...badges];
}
