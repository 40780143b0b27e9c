/** The camera of a board's window, and all the ways to move it. */

import { between, bounded, centred, cover, fit, panned, revealing, zoomed } from "./zoom";
import type { Box, Camera, Limits, Size } from "./zoom";
import type { Point } from "./types";

const GLIDE_MS = 240;
const STEP = 1.5;
/** Below this scale spaces are too small for a finger, so the board starts zoomed in. */
const READABLE = 0.42;

export class CameraControl {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  /** Whether the window's size is known: before that nothing need be drawn. */
  isOpen = $state(false);
  /** Whether the camera moves right now: the board may be drawn roughly then. */
  isMoving = $state(false);
  /** Whether the last touch came from a finger. */
  isTouched = false;
  #window: Size = { width: 0, height: 0 };
  #frame = 0;
  /** Where the camera was when the drawing was opened. */
  #opened: Camera | null = null;
  /** Where the camera is gliding to: the next move starts from there. */
  #goal: Camera | null = null;

  /**
   * `sheet` is the whole drawing, `core` the part of it that is played on. While `isStill` says so,
   * the camera jumps instead of gliding.
   */
  constructor(
    private sheet: Box,
    private core: Box,
    private readonly isStill: () => boolean = () => false,
  ) {}

  get limits(): Limits {
    const whole = fit(this.#window, this.sheet).k;
    return { least: whole, most: Math.max(2.4, 3 * whole) };
  }

  /** Takes the window's size, at first and when it changes, as when a phone is turned. */
  resize(window: Size): void {
    if (window.width === 0 || window.height === 0) return;
    const before = this.#window;
    const wasWhole = before.width === 0 || this.camera.k <= this.limits.least * 1.001;
    const isUntouched = this.camera === this.#opened;
    this.#window = window;
    this.isOpen = true;
    const isWhole = this.#opening().k <= this.limits.least * 1.001;
    if (before.width === 0 || (isUntouched && (isWhole || wasWhole))) this.#open();
    else if (wasWhole || this.camera.k < this.limits.least) this.#set(fit(window, this.sheet));
    else
      this.#set(
        panned(this.camera, (window.width - before.width) / 2, (window.height - before.height) / 2),
      );
    if (isUntouched) this.#opened = this.camera;
  }

  /** Takes another drawing, and looks at it from the start. */
  setSheet(sheet: Box, core: Box): void {
    this.stop();
    this.sheet = sheet;
    this.core = core;
    if (this.#window.width > 0) this.#open();
  }

  /** Follows a finger, a mouse or a wheel. */
  move(camera: Camera): void {
    this.stop();
    this.isMoving = true;
    this.#set(camera);
  }

  rest(): void {
    this.isMoving = false;
  }

  zoomBy(factor: number, about: Point = this.#middle): void {
    this.glide(zoomed(this.#goal ?? this.camera, about, factor, this.limits));
  }

  zoomIn = (): void => this.zoomBy(STEP);
  zoomOut = (): void => this.zoomBy(1 / STEP);
  showAll = (): void => this.glide(fit(this.#window, this.sheet));

  /** Zooms in at a point, or back to the whole board if zoomed in already. */
  toggle(about: Point): void {
    const { least } = this.limits;
    if (this.camera.k > Math.max(1.6 * least, 1.1 * READABLE)) this.showAll();
    else this.zoomBy(Math.max(2, READABLE / this.camera.k), about);
  }

  panBy(dx: number, dy: number): void {
    this.glide(panned(this.#goal ?? this.camera, dx, dy));
  }

  /** Moves as little as is needed to have a point of the map well inside the window. */
  reveal(point: Point, margin = 56): void {
    if (this.#window.width === 0) return;
    const from = this.#goal ?? this.camera;
    const next = this.#bounded(revealing(from, this.#window, point, margin));
    if (next.x !== from.x || next.y !== from.y) this.glide(next);
  }

  /** Moves there over a short time, or at once if nothing is to move. */
  glide(target: Camera): void {
    this.stop();
    const to = this.#bounded(target);
    if (this.isStill()) return this.#set(to);
    this.#goal = to;
    const from = this.camera;
    const start = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - start) / GLIDE_MS));
      this.#set(between(from, to, 1 - (1 - share) ** 3));
      this.isMoving = share < 1;
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else this.#goal = null;
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
  }

  get #middle(): Point {
    return [this.#window.width / 2, this.#window.height / 2];
  }

  #open(): void {
    this.#set(this.#opening());
    this.#opened = this.camera;
  }

  #opening(): Camera {
    const whole = fit(this.#window, this.sheet);
    if (whole.k >= READABLE) return whole;
    const filled = cover(this.#window, this.core);
    return filled.k < READABLE ? centred(this.#window, this.core, READABLE) : filled;
  }

  #bounded(camera: Camera): Camera {
    return bounded(camera, this.#window, this.sheet);
  }

  #set(camera: Camera): void {
    this.camera = this.#bounded(camera);
  }
}
