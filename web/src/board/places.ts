/** Where everything lies on the map, and what lies nearest to a point. */

import { placeKey } from "./targets";
import type { MapData, Place, Point, ProvinceData, SpaceData } from "./types";

/** As large as the drawing has them, in the map's own units. */
export const SPACE_RADIUS = 17;
export const DRAGON_RADIUS = 34;
export const SEAL_RADIUS = 13;

export interface Spot {
  readonly place: Place;
  readonly at: Point;
  readonly radius: number;
}

/** An index of the places of a map. */
export class Atlas {
  readonly spaces: ReadonlyMap<string, SpaceData>;
  readonly provinces: ReadonlyMap<string, ProvinceData>;
  readonly spots: readonly Spot[];
  readonly #spots: ReadonlyMap<string, Spot>;

  /** `seals` are the places of the alliances' numbers, in order. */
  constructor(
    readonly map: MapData,
    readonly seals: readonly Point[],
  ) {
    this.spaces = new Map(map.spaces.map((space) => [space.id, space]));
    this.provinces = new Map(map.provinces.map((province) => [province.id, province]));
    this.spots = [
      ...map.spaces.map(({ id, at }) => spot("space", id, at, SPACE_RADIUS)),
      ...map.provinces.map(({ id, dragon }) => spot("dragon", id, dragon, DRAGON_RADIUS)),
      ...seals.map((at, index) => spot("alliance", String(index + 1), at, SEAL_RADIUS)),
    ];
    this.#spots = new Map(this.spots.map((one) => [placeKey(one.place), one]));
  }

  spot(place: Place): Spot | undefined {
    return this.#spots.get(placeKey(place));
  }

  /** The middle of a space. */
  at(space: string): Point {
    return this.spaces.get(space)?.at ?? [0, 0];
  }

  dragon(province: string): Point {
    return this.provinces.get(province)?.dragon ?? [0, 0];
  }

  get ports(): SpaceData[] {
    return this.map.spaces.filter((space) => space.port);
  }

  spacesOf(province: string): SpaceData[] {
    return this.map.spaces.filter((space) => space.provinces.includes(province));
  }

  /** The roads between spaces of a row. */
  roadsAmong(spaces: readonly string[]): (readonly [Point, Point])[] {
    const row = new Set(spaces);
    return this.map.roads
      .filter(([a, b]) => row.has(a) && row.has(b))
      .map(([a, b]) => [this.at(a), this.at(b)] as const);
  }

  neighbours(space: string): string[] {
    return this.map.roads.flatMap(([a, b]) => (a === space ? [b] : b === space ? [a] : []));
  }
}

function spot(kind: Place["kind"], id: string, at: Point, radius: number): Spot {
  return { place: { kind, id }, at, radius };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The spots that a point touches, the nearest first; each is at least `reach` wide. */
export function touched(spots: readonly Spot[], point: Point, reach: number): Spot[] {
  return spots
    .map((spot) => ({ spot, away: distance(spot.at, point) }))
    .filter(({ spot, away }) => away <= Math.max(spot.radius, reach))
    .sort((a, b) => a.away - b.away)
    .map(({ spot }) => spot);
}

/** How large each spot's own ground is: as `reach` wants, but never beyond half the way to another. */
export function groundRadii(spots: readonly Spot[], reach: number): number[] {
  return spots.map((spot) => {
    const others = spots.filter((other) => other !== spot);
    const most = Math.min(...others.map((other) => distance(spot.at, other.at) / 2));
    return Math.min(most, Math.max(spot.radius, reach));
  });
}

/** The point in the middle of several. */
export function centre(points: readonly Point[]): Point {
  const count = Math.max(1, points.length);
  const [x, y] = points.reduce<[number, number]>(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  return [x / count, y / count];
}
