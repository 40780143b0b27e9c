/** Faults of references: spaces to provinces, roads to spaces, alliances to provinces
 * (`han.maps.check_graph`). */
import type { Draft, DraftItem, Pair } from "./draft";
import { closest, type MapFault } from "./fault";
import { ALLIANCES } from "./model";

const provincesOf = ({ values }: DraftItem): string[] => [...new Set(values.provinces ?? [])];

/** A space is in one province, or on the border of two that exist. */
export function* checkSpaceProvinces(draft: Draft): Generator<MapFault> {
  for (const { path: item, label: space, values } of draft.spaces) {
    const { provinces } = values;
    if (!provinces) continue;
    const path = [...item, "provinces"];
    if (!provinces.length) {
      yield draft.fault(path, "space_nowhere", { space });
    } else if (provinces.length > 2) {
      yield draft.fault(path, "space_crowded", { space, provinces: provinces.length });
    } else if (provinces.length === 2 && provinces[0] === provinces[1]) {
      yield draft.fault(path, "space_twice", { space, province: provinces[0]! });
    }
  }
}

/** The provinces that a space names exist. */
export function* checkKnownProvinces(draft: Draft): Generator<MapFault> {
  const known = draft.provinceById;
  for (const space of draft.spaces) {
    for (const province of provincesOf(space)) {
      if (known.has(province)) continue;
      const params = { space: space.label, province };
      const hint = closest(province, known.keys());
      yield draft.fault([...space.path, "provinces"], "space_lost", params, hint);
    }
  }
}

/** A border space lies between two colours (T8) and is no port (T10). */
export function* checkBorders(draft: Draft): Generator<MapFault> {
  for (const space of draft.spaces) {
    if (provincesOf(space).length !== 2) continue;
    if (space.values.port) {
      yield draft.fault([...space.path, "port"], "border_port", { space: space.label });
    }
    const [first, second] = coloursOf(draft, space);
    if (first !== undefined && first === second) {
      const params = { space: space.label, colour: first };
      yield draft.fault([...space.path, "provinces"], "border_colour", params);
    }
  }
}

/** Every province has a space. */
export function* checkProvincesHaveSpaces(draft: Draft): Generator<MapFault> {
  const settled = new Set(draft.spaces.flatMap(provincesOf));
  for (const [province, { path }] of draft.provinceById) {
    if (!settled.has(province)) yield draft.fault(path, "empty_province", { province });
  }
}

/** A road joins two different spaces that exist, and no other road does. */
export function* checkRoads(draft: Draft): Generator<MapFault> {
  const [known, seen] = [draft.spaceById, new Set<string>()];
  for (const { path, label: road, first, second, ends, key } of draft.roads) {
    for (const space of unknownIn(ends, known)) {
      const hint = closest(space, known.keys());
      yield draft.fault(path, "road_to_nowhere", { road, space }, hint);
    }
    if (first === second) yield draft.fault(path, "road_to_itself", { space: first });
    else if (seen.has(key)) yield draft.fault(path, "duplicate_road", { road });
    seen.add(key);
  }
}

/** An alliance joins two different provinces that exist, and no other alliance does. */
export function* checkAlliances(draft: Draft): Generator<MapFault> {
  const [known, seen] = [draft.provinceById, new Set<string>()];
  for (const { path, label: alliance, first, second, ends, key } of draft.alliances) {
    for (const province of unknownIn(ends, known)) {
      const hint = closest(province, known.keys());
      yield draft.fault(path, "alliance_lost", { alliance, province }, hint);
    }
    if (first === second) yield draft.fault(path, "alliance_with_itself", { province: first });
    else if (seen.has(key)) yield draft.fault(path, "duplicate_alliance", { alliance });
    seen.add(key);
  }
}

/** There are fifteen alliances (C4). */
export function* checkAllianceCount(draft: Draft): Generator<MapFault> {
  const count = draft.length("alliances");
  if (count === null || count === ALLIANCES) return;
  yield draft.fault(["alliances"], "alliance_count", { alliances: count, needed: ALLIANCES });
}

/**
 * All spaces are connected by roads.
 *
 * Checked only if all ends of roads are known: a misspelt one would seem to disconnect a space.
 */
export function* checkNetwork(draft: Draft): Generator<MapFault> {
  const spaces = draft.spaceById;
  if (draft.roads.length !== draft.length("roads")) return;
  if (draft.roads.some(({ ends }) => unknownIn(ends, spaces).length)) return;
  const components = componentsOf([...spaces.keys()], draft.roads);
  const largest = Math.max(0, ...components.map(({ length }) => length));
  const mainland = components.find(({ length }) => length === largest);
  for (const component of components) {
    const [space = ""] = component;
    const { path } = spaces.get(space)!;
    if (component.length === 1 && spaces.size > 1) {
      yield draft.fault(path, "no_road", { space });
    } else if (component !== mainland) {
      yield draft.fault(path, "cut_off", { spaces: component.join(", ") });
    }
  }
}

const unknownIn = (ends: ReadonlySet<string>, known: ReadonlyMap<string, unknown>): string[] =>
  [...ends].filter((id) => !known.has(id)).sort();

/** The colours of a space's provinces, as far as they are known. */
function coloursOf(draft: Draft, space: DraftItem): string[] {
  const found = space.values.provinces!.map((id) => draft.provinceById.get(id)?.values.colour);
  return found.filter((colour) => colour !== undefined);
}

/** The connected components of the road network, each in the file's order. */
function componentsOf(spaces: readonly string[], roads: readonly Pair[]): string[][] {
  const componentOf = new Map(spaces.map((space) => [space, [space]]));
  for (const { first, second } of roads) {
    const [one, other] = [componentOf.get(first)!, componentOf.get(second)!];
    if (one === other) continue;
    one.push(...other);
    for (const space of other) componentOf.set(space, one);
  }
  const order = new Map(spaces.map((space, index) => [space, index]));
  return [...new Set(componentOf.values())].map((component) =>
    component.sort((one, other) => order.get(one)! - order.get(other)!),
  );
}
