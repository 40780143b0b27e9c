/** What the board draws: the parts of the server's JSON that it looks at, and no more. */

import type { Colour, MapShape, Overview, View } from "../net/schema";
import type { Language, Params } from "../text/catalogue";
import type { MessageKey } from "../text/topics";

export type { Colour, Language };
export const COLOURS: readonly Colour[] = ["V", "Y", "O", "G", "R"];

export type Theme = "light" | "dark";
export type Point = readonly [number, number];

/** Looks a message up; `count` chooses its plural form. */
export type Text = (key: MessageKey, params?: Params) => string;

export type MapData = Omit<MapShape, "players">;
export type ProvinceData = MapData["provinces"][number];
export type SpaceData = MapData["spaces"][number];

/** The part of a view that lies on the board. */
export type BoardView = Pick<
  View,
  "houses" | "markers" | "emissaries" | "disks" | "scores" | "phase"
>;

/** What the server reckons for the provinces, and perhaps for the alliances. */
export type BoardOverview = Pick<Overview, "provinces"> & Partial<Pick<Overview, "alliances">>;

/** A player; the index in a list of seats is the colour and the outline of the pieces (C2). */
export interface SeatData {
  readonly name: string;
}

export type Piece = "H" | "E" | "F" | "M";

/** Something on the board that can be pointed at. */
export type PlaceKind = "space" | "dragon" | "alliance" | "province" | "track";

export interface Place {
  readonly kind: PlaceKind;
  /** A space's or a province's id; the number of an alliance; nothing for the score track. */
  readonly id: string;
}

/** One way to take a place. */
export interface Offer {
  readonly action: string;
  readonly piece: Piece;
  readonly cards: string;
}

/** A place that can be taken now, the cheapest offer first. */
export interface Target {
  readonly place: Place;
  readonly offers: readonly Offer[];
}

/** Something that happened lately and stays marked: a piece, a province whose houses were scored. */
export type Mark =
  | { readonly kind: "piece"; readonly seat: number; readonly place: Place }
  | { readonly kind: "scored"; readonly province: string; readonly points: readonly number[] };

export type Highlight =
  | { readonly kind: "province"; readonly id: string }
  | { readonly kind: "alliance"; readonly number: number }
  | { readonly kind: "row"; readonly seat: number; readonly spaces: readonly string[] }
  | { readonly kind: "ports" }
  | { readonly kind: "last"; readonly places: readonly Place[] };
