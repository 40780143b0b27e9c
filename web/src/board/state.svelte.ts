/** A board's own state: the size of its window, the camera, and the place that is pointed at. */

import type { Scene } from "./animate";
import { CameraControl } from "./camera.svelte";
import type { DrawnMap } from "./drawing";
import { figureSize } from "./figures/size";
import { isDoubleTap, type Tap } from "./gestures";
import type { Atlas, Spot } from "./places";
import { pixelOf, placeUnder } from "./pointing";
import { coreBox, focusOf, sheetBox } from "./framing";
import { standings, type Standing } from "./standing";
import { isSamePlace } from "./targets";
import type { BoardOverview, BoardView, Highlight, Place, Point, Target } from "./types";

/** What a board shows at one moment. */
export interface BoardContent {
  readonly view: BoardView;
  /** Says how many emissaries still fit in each province; null if that is not known. */
  readonly overview?: BoardOverview | null;
  /** The places where a piece can be placed now, and the seat whose piece it would be. */
  readonly targets?: readonly Target[] | undefined;
  readonly seat?: number;
  readonly highlights?: readonly Highlight[] | undefined;
  /** What is animated now, and for how many milliseconds. */
  readonly scene?: Scene | null;
  readonly ms?: number;
}

/** How a board looks, whatever is on it. */
export interface BoardLook {
  readonly hasPatterns: boolean;
  /** Nothing moves by itself. */
  readonly isStill: boolean;
}

export interface BoardProps {
  drawn: DrawnMap;
  content: BoardContent;
  look: BoardLook;
  /** Something was clicked, whether it is a target or not. */
  onpick?: (place: Place) => void;
}

/** In a window narrower than this the score track is docked above the board. */
const NARROW = 640;
const NO_TARGETS: readonly Target[] = [];
const NO_HIGHLIGHTS: readonly Highlight[] = [];

const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class BoardState {
  /** The window's element and its size; the component binds them. */
  root = $state.raw<HTMLElement>();
  width = $state(0);
  height = $state(0);
  pointed = $state.raw<Place | null>(null);
  focused = $state.raw<Place | null>(null);
  readonly control: CameraControl;
  #lastTap: Tap | null = null;

  readonly drawn = $derived.by(() => this.props().drawn);
  readonly look = $derived.by(() => this.props().look);
  readonly view = $derived.by(() => this.props().content.view);
  readonly seat = $derived.by(() => this.props().content.seat ?? 0);
  readonly targets = $derived.by(() => this.props().content.targets ?? NO_TARGETS);
  readonly highlights = $derived.by(() => this.props().content.highlights ?? NO_HIGHLIGHTS);
  readonly scene = $derived.by(() => this.props().content.scene ?? null);
  readonly ms = $derived.by(() => this.props().content.ms ?? 0);

  /** Whether the score track is docked above the window instead of printed on the board. */
  readonly isDocked = $derived.by(() => this.width > 0 && this.width < NARROW);
  readonly sheet = $derived.by(() => sheetBox(this.drawn.map, this.isDocked));
  /** How much larger than on the drawing figures are shown. */
  readonly size = $derived.by(() => figureSize(this.control.camera.k));
  readonly standings: readonly Standing[] = $derived.by(() =>
    standings(this.drawn.map, this.view, this.props().content.overview ?? null),
  );
  /** The target whose prices are shown: the one under the pointer, or the focused one. */
  readonly target = $derived.by((): (Target & { spot: Spot }) | null => {
    const place = this.pointed ?? this.focused;
    const target = this.targets.find((one) => isSamePlace(one.place, place));
    const spot = target && this.atlas.spot(target.place);
    return spot ? { ...target, spot } : null;
  });
  /** Where the scene happens. */
  readonly focus: Point | null = $derived.by(() => focusOf(this.scene, this.atlas));
  /** How long the counters on the score track take to a new score. */
  readonly walkMs = $derived.by(() => (this.look.isStill || !this.scene ? 0 : this.ms * 0.8));

  /** `props` gives the component's properties, which change over time. */
  constructor(private readonly props: () => BoardProps) {
    const { map } = props().drawn;
    const isStill = () => props().look.isStill || prefersStill();
    this.control = new CameraControl(sheetBox(map, false), coreBox(map), isStill);
  }

  get atlas(): Atlas {
    return this.drawn.atlas;
  }

  pick(place: Place): void {
    this.props().onpick?.(place);
  }

  /** A click picks a place; a double tap on the ground, or a tap in a crowd, zooms. */
  onClick(event: MouseEvent): void {
    const at = pixelOf(this.root, event);
    const { place, isCrowded } = this.#under(event);
    if (isCrowded && this.control.isTouched) return this.control.zoomBy(1.8, at);
    const tap = { at, time: event.timeStamp };
    const isGround = place === null || place.kind === "province";
    if (isGround && isDoubleTap(this.#lastTap, tap)) this.control.toggle(at);
    else if (place) this.pick(place);
    this.#lastTap = isGround ? tap : null;
  }

  onPointerMove(event: PointerEvent): void {
    if (event.pointerType !== "touch" && !event.buttons) this.#point(this.#under(event).place);
  }

  onPointerLeave(): void {
    this.#point(null);
  }

  /** The keyboard's focus has moved to a target, or away from all of them. */
  onFocus(place: Place | null): void {
    this.focused = place;
    const spot = place && this.atlas.spot(place);
    if (spot) this.control.reveal(spot.at);
  }

  #under(event: MouseEvent) {
    return this.root
      ? placeUnder(this.root, this.atlas, this.targets, this.control.camera, event)
      : { place: null, isCrowded: false };
  }

  #point(place: Place | null): void {
    if (!isSamePlace(place, this.pointed)) this.pointed = place;
  }
}
