/** A board's own state: the size of its window, the camera, and the place that is pointed at. */

import type { Scene } from "./animate";
import type { Anchor } from "./beside";
import { CameraControl } from "./camera.svelte";
import type { DrawnMap } from "./drawing";
import { figureSize, numberSize } from "./figures/size";
import { isDoubleTap, isFar, type Tap } from "./gestures";
import { TRACK, type HelpContent } from "./help";
import { helpSpots, HelpState } from "./help_state.svelte";
import { language, t } from "../text/index.svelte";
import type { Atlas, Spot } from "./places";
import { pixelOf, placeUnder } from "./pointing";
import { coreBox, focusOf, sheetBox, TRACK_STRIP } from "./framing";
import { standings, type Standing } from "./standing";
import { isSamePlace } from "./targets";
import type { BoardOverview, BoardView, Highlight, Mark, Place, Point, Target } from "./types";
import { toMap, toWindow } from "./zoom";

/** What a board shows at one moment. */
export interface BoardContent {
  readonly view: BoardView;
  /** What the rules say of the board; null if that is not known. */
  readonly overview?: BoardOverview | null;
  /** Whether the overview is of before what is being shown. */
  readonly isMoving?: boolean;
  /** The players' names, by seat. */
  readonly names?: readonly string[];
  /** The places where a piece can be placed now, and the seat whose piece it would be. */
  readonly targets?: readonly Target[] | undefined;
  readonly seat?: number;
  /** A target with several offers, of which one is to be chosen. */
  readonly choice?: Target | null;
  readonly highlights?: readonly Highlight[] | undefined;
  /** What others did lately. */
  readonly marks?: readonly Mark[] | undefined;
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
  /** Something was clicked, whether it is a target or not; null stands for nothing of the board. */
  onpick?: (place: Place | null) => void;
  /** An offer of `choice` was chosen, or none. */
  onchoose?: (action: string | null) => void;
}

/** In a window narrower than this the score track is docked above the board. */
const NARROW = 640;
const NO_TARGETS: readonly Target[] = [];
const NO_HIGHLIGHTS: readonly Highlight[] = [];
const NO_MARKS: readonly Mark[] = [];

const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class BoardState {
  /** The window's element and its size; the component binds them. */
  root = $state.raw<HTMLElement>();
  width = $state(0);
  height = $state(0);
  pointed = $state.raw<Place | null>(null);
  focused = $state.raw<Place | null>(null);
  readonly control: CameraControl;
  readonly help = new HelpState();
  #lastTap: Tap | null = null;
  #pressedAt: Point = [0, 0];

  readonly drawn = $derived.by(() => this.props().drawn);
  readonly look = $derived.by(() => this.props().look);
  readonly view = $derived.by(() => this.props().content.view);
  readonly seat = $derived.by(() => this.props().content.seat ?? 0);
  /** The places that can be played on; none while the help is open, since clicks ask then. */
  readonly targets = $derived.by(() =>
    this.help.isOpen ? NO_TARGETS : (this.props().content.targets ?? NO_TARGETS),
  );
  readonly choice = $derived.by(() => this.props().content.choice ?? null);
  readonly highlights = $derived.by(() => this.props().content.highlights ?? NO_HIGHLIGHTS);
  readonly marks = $derived.by(() => this.props().content.marks ?? NO_MARKS);
  readonly scene = $derived.by(() => this.props().content.scene ?? null);
  readonly ms = $derived.by(() => this.props().content.ms ?? 0);

  /** Whether the score track is docked above the window instead of printed on the board. */
  readonly isDocked = $derived.by(() => this.width > 0 && this.width < NARROW);
  readonly sheet = $derived.by(() => sheetBox(this.drawn.map, this.isDocked));
  /** How much larger than on the drawing figures are shown. */
  readonly size = $derived.by(() => figureSize(this.control.camera.k));
  readonly numbers = $derived.by(() => numberSize(this.control.camera.k));
  readonly standings: readonly Standing[] = $derived.by(() => {
    const { overview = null, isMoving } = this.props().content;
    return standings(this.drawn.map, this.view, overview, isMoving);
  });
  /** The target whose prices are shown: the one under the pointer, or the focused one. */
  readonly target = $derived.by((): (Target & { spot: Spot }) | null => {
    const place = this.pointed ?? this.focused;
    const target = this.targets.find((one) => isSamePlace(one.place, place));
    const spot = target && this.atlas.spot(target.place);
    return spot ? { ...target, spot } : null;
  });
  readonly helpSpots = $derived.by(() => helpSpots(this.atlas, this.sheet.y + TRACK_STRIP / 2));
  /** What helps to understand the board. */
  readonly helpContent = $derived.by((): HelpContent => {
    const { view, overview: told = null, names = [], isMoving } = this.props().content;
    const { map } = this.drawn;
    const overview = isMoving ? null : told;
    return { map, view, overview, names, standings: this.standings, t, lang: language() };
  });
  /** The place that is explained: one that was asked for, or one that the mouse rests on. */
  readonly explained = $derived.by(() => {
    const { asked, rested } = this.help;
    return asked ?? (this.target || this.scene ? null : rested);
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

  /** Where a place lies in the window, and how far it reaches. */
  anchorOf(place: Place): Anchor {
    const { camera } = this.control;
    if (place.kind === "track" && this.isDocked) return { at: [this.width / 2, 0], reach: 0 };
    const spot = this.helpSpots.find((one) => isSamePlace(one.place, place));
    return {
      at: toWindow(camera, spot?.at ?? [0, 0]),
      reach: (spot?.radius ?? 0) * camera.k * this.size,
    };
  }

  choose(action: string | null): void {
    this.props().onchoose?.(action);
  }

  pick(place: Place | null): void {
    this.props().onpick?.(place);
  }

  /** A click picks a place; a double tap on the ground, or a tap in a crowd, zooms. */
  onClick(event: MouseEvent): void {
    if (this.help.endsPress()) return;
    if (this.help.isOpen) return this.help.ask(this.#under(event).place);
    this.help.ask(null);
    const at = pixelOf(this.root, event);
    const { place, isCrowded } = this.#under(event);
    if (isCrowded && this.control.isTouched) return this.control.zoomBy(1.8, at);
    const tap = { at, time: event.timeStamp };
    const isGround = place === null || place.kind === "province" || place.kind === "track";
    if (isGround && isDoubleTap(this.#lastTap, tap)) this.control.toggle(at);
    else this.pick(place);
    this.#lastTap = isGround ? tap : null;
  }

  onPointerMove(event: PointerEvent): void {
    if (event.pointerType !== "touch" && !event.buttons) this.#point(this.#under(event).place);
    else if (isFar(this.#pressedAt, pixelOf(this.root, event))) this.help.lift();
  }

  /** A long press explains a place. */
  onPointerDown(event: PointerEvent): void {
    if (event.pointerType !== "touch") return;
    this.#pressedAt = pixelOf(this.root, event);
    this.help.press(event.isPrimary ? this.#under(event).place : null);
  }

  /** The keyboard asks for a place. */
  onAsk(place: Place): void {
    this.help.ask(place);
    const spot = this.atlas.spot(place);
    if (spot) this.control.reveal(spot.at);
  }

  onPointerLeave(): void {
    this.#point(null);
  }

  /**
   * The focus has moved to a target, or away from all of them. Keys bring the target into sight; one
   * that is pressed stays where it is, or the press would end beside it.
   */
  onFocus(place: Place | null, isByKeys: boolean): void {
    this.focused = place;
    const spot = isByKeys && place && this.atlas.spot(place);
    if (spot) this.control.reveal(spot.at);
  }

  #under(event: MouseEvent) {
    if (!this.root) return { place: null, isCrowded: false };
    const { camera } = this.control;
    const found = placeUnder(this.root, this.atlas, this.targets, camera, event);
    const [, y] = toMap(camera, pixelOf(this.root, event));
    return found.place || y > TRACK_STRIP ? found : { place: TRACK, isCrowded: false };
  }

  #point(place: Place | null): void {
    if (!isSamePlace(place, this.pointed)) this.pointed = place;
    this.help.hover(place);
  }
}
