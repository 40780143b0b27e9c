/** What is said of a place on the board to somebody who asks: what it is and how it stands. */

import { colourName, holderOf, placeName, provinceName, spaceTitle, tallyPhrase } from "./labels";
import { capitalised } from "../text/format";
import type { Words } from "./labels";
import type { Standing } from "./standing";
import type { BoardOverview, BoardView, MapData, Place, SpaceData } from "./types";

export interface Help {
  readonly title: string;
  readonly lines: readonly string[];
  /** The chapter of the rules that tells more. */
  readonly chapter: string;
}

/** What help is about: a board with what is known of it, in somebody's words. */
export interface HelpContent extends Words {
  readonly map: MapData;
  readonly view: BoardView;
  readonly overview: BoardOverview | null;
  readonly standings: readonly Standing[];
  /** The players' names, by seat. */
  readonly names: readonly string[];
}

export const TRACK: Place = { kind: "track", id: "" };

export function helpFor(place: Place, content: HelpContent): Help {
  switch (place.kind) {
    case "space":
      return spaceHelp(place, content);
    case "dragon":
      return dragonHelp(place, content);
    case "alliance":
      return allianceHelp(Number(place.id), content);
    case "province":
      return provinceHelp(place, content);
    case "track":
      return trackHelp(content);
  }
}

/** All of it as one text, for those who do not see it. */
export function helpText({ title, lines }: Help): string {
  return [title, ...lines].join(" ");
}

function spaceHelp({ id }: Place, content: HelpContent): Help {
  const { map, view, names, t } = content;
  const space = map.spaces.find((one) => one.id === id);
  if (!space) return { title: id, lines: [], chapter: "houses" };
  const isMarked = id in view.markers;
  const lines = [`${capitalised(holderOf(view, id, names, t))}.`, ...kindOfSpace(space, content)];
  if (isMarked) lines.push(t(id in view.houses ? "board.help_fortification" : "board.help_market"));
  return {
    title: spaceTitle(map, space, content),
    lines,
    chapter: isMarked ? "variants" : "houses",
  };
}

function kindOfSpace(space: SpaceData, { map, t }: HelpContent): string[] {
  if (space.provinces.length > 1) return [t("board.help_border")];
  const colour = map.provinces.find(({ id }) => id === space.provinces[0])?.colour ?? "V";
  const price = t("board.help_space", { colour: colourName(colour, t) });
  return space.port ? [price, t("board.help_port")] : [price];
}

function dragonHelp(place: Place, content: HelpContent): Help {
  const { map, overview, t, lang } = content;
  const one = standingOf(place.id, content);
  const limit = overview?.provinces[place.id]?.limit;
  const lines = [emissariesAt(one, content)];
  if (one?.freeEmissaries) lines.push(t("board.free_emissaries", { count: one.freeEmissaries }));
  if (limit !== undefined) lines.push(t("board.help_dragon", { limit }));
  const title = t("board.dragon_name", { province: placeName(map, place, lang) });
  return { title, lines, chapter: "emissaries" };
}

function provinceHelp({ id }: Place, content: HelpContent): Help {
  const { map, overview, names, t, lang } = content;
  const one = standingOf(id, content);
  const colour = map.provinces.find((province) => province.id === id)?.colour ?? "V";
  const title = t("board.province", {
    province: provinceName(map, id, lang),
    colour: colourName(colour, t),
  });
  if (!one) return { title, lines: [], chapter: "scoring" };
  const lines = [t("board.free_spaces", { count: one.freeSpaces })];
  if (one.houses.some(Boolean))
    lines.push(t("board.help_houses", { tally: tallyPhrase(one.houses, names) }));
  if (one.isScored) lines.push(t("board.scored"));
  const points = overview?.provinces[id]?.points ?? [];
  if (!one.isScored && points.some(Boolean))
    lines.push(t("board.help_pays", { tally: tallyPhrase(points, names) }));
  return { title, lines, chapter: "scoring" };
}

function allianceHelp(number: number, content: HelpContent): Help {
  const { map, overview, names, t, lang } = content;
  const ends = map.alliances[number - 1] ?? ["", ""];
  const [one, other] = ends.map((id) => provinceName(map, id, lang));
  const told = overview?.alliances?.find((alliance) => alliance.number === number);
  const lines = ends.map((id, end) => {
    const counts = told?.emissaries[end] ?? standingOf(id, content)?.emissaries ?? [];
    const tally = tallyPhrase(counts, names) || t("narration.nobody");
    return `${provinceName(map, id, lang)}: ${tally}.`;
  });
  if (told?.points.some(Boolean))
    lines.push(t("board.help_pays", { tally: tallyPhrase(told.points, names) }));
  lines.push(t("board.help_alliance"));
  const title = t("board.alliance_name", { number, one: one ?? "", other: other ?? "" });
  return { title, lines, chapter: "final" };
}

function trackHelp({ view, names, t }: HelpContent): Help {
  const scores = view.scores.map((score, seat) => `${names[seat] ?? seat + 1} ${score}`);
  const lines = [`${scores.join(", ")}.`, t("board.help_track")];
  return { title: t("board.track"), lines, chapter: "scoring" };
}

function standingOf(province: string, { standings }: HelpContent): Standing | undefined {
  return standings.find((one) => one.province === province);
}

function emissariesAt(one: Standing | undefined, { names, t }: HelpContent): string {
  const tally = tallyPhrase(one?.emissaries ?? [], names);
  return tally ? t("board.help_emissaries", { tally }) : t("board.no_emissaries");
}
