/** Gestures on the board that move its camera: wheel, drag and pinch; and what is a double tap. */

import type { CameraControl } from "./camera.svelte";
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

/** Whether a finger has moved too far for a tap. */
export function isFar([x, y]: Point, [startX, startY]: Point): boolean {
  return Math.hypot(x - startX, y - startY) > SLOP;
}

export interface Tap {
  readonly at: Point;
  readonly time: number;
}

/** The zoom factor of a turn of the wheel; trackpads turn it in small steps. */
export function wheelFactor(delta: number, mode: number, isPinch: boolean): number {
  const pixels = delta * (mode === 1 ? 16 : mode === 2 ? 400 : 1);
  const calm = Math.max(-120, Math.min(120, pixels));
  return Math.exp(-calm * (isPinch ? 0.01 : 0.0022));
}

export function gestures(control: CameraControl): (node: HTMLElement) => () => void {
  return (node) => new GestureListener(node, control).listen();
}

class GestureListener {
  readonly #fingers = new Map<number, Point>();
  #start: Point | null = null;
  #isDragging = false;
  #wheelRest = 0;

  constructor(
    private readonly node: HTMLElement,
    private readonly control: CameraControl,
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
      this.control.stop();
    };
  }

  #down = (event: PointerEvent): void => {
    this.control.isTouched = event.pointerType === "touch";
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
    this.control.move(
      other
        ? pinched(this.control.camera, [before, other], [now, other], this.control.limits)
        : panned(this.control.camera, now[0] - before[0], now[1] - before[1]),
    );
    this.#fingers.set(event.pointerId, now);
  };

  #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size === 0) this.control.rest();
  };

  /** Swallows the click that the browser sends at the end of a drag. */
  #click = (event: MouseEvent): void => {
    if (!this.#isDragging || event.detail === 0) return;
    this.#isDragging = false;
    event.stopPropagation();
    event.preventDefault();
  };

  #wheel = (event: WheelEvent): void => {
    const { control } = this;
    const factor = wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey);
    const next = zoomed(control.camera, this.#at(event), factor, control.limits);
    if (next.k === control.camera.k && !event.ctrlKey) return; // the page may scroll instead
    event.preventDefault();
    control.move(next);
    clearTimeout(this.#wheelRest);
    this.#wheelRest = window.setTimeout(() => control.rest(), WHEEL_REST_MS);
  };

  /** Captures the pointers: from now on their events come here, wherever they move. */
  #grab(pointer: number): void {
    if (this.#isDragging) return;
    this.#isDragging = true;
    for (const id of this.#fingers.keys()) this.node.setPointerCapture(id);
    this.node.setPointerCapture(pointer);
  }

  #isFarFromStart(at: Point): boolean {
    return this.#fingers.size > 1 || isFar(at, this.#start ?? at);
  }

  #at(event: MouseEvent): Point {
    const { left, top } = this.node.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
