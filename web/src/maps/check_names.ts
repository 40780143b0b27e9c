/** Faults of ids, names and colours, and of the number of things that have them
 * (`han.maps.check_names`). */
import { LANGUAGES } from "../text/catalogue";
import type { Draft } from "./draft";
import { closest, type MapFault } from "./fault";
import type { Path } from "./line_numbers";
import { COLOURS, MAX_SPACES, PROVINCES } from "./model";

const ID = /^[a-z0-9-]+$/;

/** Provinces of each colour (C4). */
const shareOf = (colour: string): number => (colour === "violet" ? 1 : 2);

/** Ids consist of characters that the notation allows. */
export function* checkIds(draft: Draft): Generator<MapFault> {
  for (const [path, id] of idsOf(draft)) {
    if (!ID.test(id)) yield draft.fault(path, "bad_id", { id });
  }
}

/** No two provinces or spaces have the same id, nor a province and a space. */
export function* checkUniqueIds(draft: Draft): Generator<MapFault> {
  const seen = new Set<string>();
  for (const [path, id] of idsOf(draft)) {
    if (path.length === 1) continue;
    if (seen.has(id)) yield draft.fault(path, "duplicate_id", { id });
    seen.add(id);
  }
}

/** A name is given in the four languages. */
export function* checkLanguages(draft: Draft): Generator<MapFault> {
  const known: readonly string[] = LANGUAGES;
  for (const [path, names] of namesOf(draft)) {
    for (const lang of known) {
      if (!Object.hasOwn(names, lang)) yield draft.fault(path, "missing_language", { lang });
    }
    for (const lang of Object.keys(names)) {
      if (known.includes(lang)) continue;
      const params = { lang, choices: known.join(", ") };
      yield draft.fault([...path, lang], "unknown_language", params);
    }
  }
}

/** A province has one of the five card colours. */
export function* checkColours(draft: Draft): Generator<MapFault> {
  for (const { path, label, values } of draft.provinces) {
    const { colour } = values;
    if (colour === undefined || COLOURS.includes(colour)) continue;
    const params = { province: label, colour, choices: COLOURS.join(", ") };
    const hint = closest(colour, COLOURS);
    yield draft.fault([...path, "colour"], "unknown_colour", params, hint);
  }
}

/** There are nine provinces (C4). */
export function* checkProvinceCount(draft: Draft): Generator<MapFault> {
  if (draft.length("province") === null) return;
  const count = draft.provinces.length;
  const params = { provinces: String(count), needed: String(PROVINCES) };
  if (count < PROVINCES) yield draft.fault(["province", count - 1], "few_provinces", params);
  if (count > PROVINCES) yield draft.fault(["province", PROVINCES], "many_provinces", params);
}

/**
 * Four colours have two provinces each, violet has one (C4).
 *
 * Among nine provinces a colour has too few only if another has too many, so only the latter is
 * reported.
 */
export function* checkColourShares(draft: Draft): Generator<MapFault> {
  if (draft.provinces.length > PROVINCES) return;
  const seen = new Map<string, number>();
  for (const { path, values } of draft.provinces) {
    const { colour = "" } = values;
    const count = (seen.get(colour) ?? 0) + 1;
    seen.set(colour, count);
    if (!COLOURS.includes(colour) || count !== shareOf(colour) + 1) continue;
    const params = { colour, count: shareOf(colour) };
    yield draft.fault([...path, "colour"], "colour_surplus", params);
  }
}

/** There are at most 64 spaces, the bits of a mask. */
export function* checkSpaceCount(draft: Draft): Generator<MapFault> {
  const { spaces } = draft;
  if (spaces.length <= MAX_SPACES) return;
  const params = { spaces: spaces.length, most: MAX_SPACES };
  yield draft.fault(spaces[MAX_SPACES]!.path, "many_spaces", params);
}

function* idsOf(draft: Draft): Generator<[Path, string]> {
  if (draft.values.id !== undefined) yield [["id"], draft.values.id];
  for (const { path, values } of [...draft.provinces, ...draft.spaces]) {
    if (values.id !== undefined) yield [[...path, "id"], values.id];
  }
}

function* namesOf(draft: Draft): Generator<[Path, Readonly<Record<string, string>>]> {
  if (draft.values.name) yield [["name"], draft.values.name];
  for (const { path, values } of draft.items) {
    if (values.name) yield [[...path, "name"], values.name];
  }
}
