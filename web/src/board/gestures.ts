/** Hands on the board: wheel, drag, pinch and double tap, told to a lens. */

import type { Lens } from "./lens.svelte";
import type { Point } from "./types";
import { panned, pinched, zoomed } from "./zoom";

/** A finger may tremble this far, in pixels, before a tap becomes a drag. */
export const SLOP = 6;
const DOUBLE_MS = 320;
const DOUBLE_REACH = 32;
const WHEEL_REST_MS = 160;

/** Whether two taps are one double tap. */
export function isDoubleTap(first: Tap | null, second: Tap): boolean {
  if (!first || second.time - first.time > DOUBLE_MS) return false;
  return Math.hypot(first.at[0] - second.at[0], first.at[1] - second.at[1]) <= DOUBLE_REACH;
}

export interface Tap {
  readonly at: Point;
  readonly time: number;
}

/** How much nearer a turn of the wheel brings the board; trackpads turn it in small steps. */
export function wheelFactor(delta: number, mode: number, isPinch: boolean): number {
  const pixels = delta * (mode === 1 ? 16 : mode === 2 ? 400 : 1);
  const calm = Math.max(-120, Math.min(120, pixels));
  return Math.exp(-calm * (isPinch ? 0.01 : 0.0022));
}

export function gestures(lens: Lens): (node: HTMLElement) => () => void {
  return (node) => new Hands(node, lens).listen();
}

class Hands {
  readonly #fingers = new Map<number, Point>();
  #start: Point | null = null;
  #isDragging = false;
  #wheelRest = 0;

  constructor(
    private readonly node: HTMLElement,
    private readonly lens: Lens,
  ) {}

  listen(): () => void {
    const end = new AbortController();
    const { signal } = end;
    this.node.addEventListener("pointerdown", this.#down, { signal });
    this.node.addEventListener("pointermove", this.#move, { signal });
    for (const type of ["pointerup", "pointercancel"] as const)
      this.node.addEventListener(type, this.#up, { signal });
    this.node.addEventListener("click", this.#click, { signal, capture: true });
    this.node.addEventListener("wheel", this.#wheel, { signal, passive: false });
    return () => {
      end.abort();
      clearTimeout(this.#wheelRest);
      this.lens.stop();
    };
  }

  #down = (event: PointerEvent): void => {
    this.lens.isTouched = event.pointerType === "touch";
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (this.#fingers.size === 0) this.#isDragging = false;
    this.#fingers.set(event.pointerId, this.#at(event));
    this.#start = this.#at(event);
  };

  #move = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    if (!this.#isDragging && !this.#isFarFromStart(now)) return;
    this.#grab(event.pointerId);
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId);
    const other = others[0]?.[1];
    this.lens.move(
      other
        ? pinched(this.lens.camera, [before, other], [now, other], this.lens.limits)
        : panned(this.lens.camera, now[0] - before[0], now[1] - before[1]),
    );
    this.#fingers.set(event.pointerId, now);
  };

  #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.lens.rest();
  };

  /** The click that ends a drag is no click. */
  #click = (event: MouseEvent): void => {
    if (!this.#isDragging || event.detail === 0) return;
    this.#isDragging = false;
    event.stopPropagation();
    event.preventDefault();
  };

  #wheel = (event: WheelEvent): void => {
    const { lens } = this;
    const factor = wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey);
    const next = zoomed(lens.camera, this.#at(event), factor, lens.limits);
    if (next.k === lens.camera.k && !event.ctrlKey) return; // the page may scroll instead
    event.preventDefault();
    lens.move(next);
    clearTimeout(this.#wheelRest);
    this.#wheelRest = window.setTimeout(() => lens.rest(), WHEEL_REST_MS);
  };

  /** From now on the pointer belongs to the board, wherever it goes. */
  #grab(pointer: number): void {
    if (this.#isDragging) return;
    this.#isDragging = true;
    for (const id of this.#fingers.keys()) this.node.setPointerCapture(id);
    this.node.setPointerCapture(pointer);
  }

  #isFarFromStart([x, y]: Point): boolean {
    const [startX, startY] = this.#start ?? [x, y];
    return this.#fingers.size > 1 || Math.hypot(x - startX, y - startY) > SLOP;
  }

  #at(event: MouseEvent): Point {
    const { left, top } = this.node.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
