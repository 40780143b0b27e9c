/** Find every fault of a map file, each with its line and the message that explains it
 * (`han.maps.check`). */
import { parse, TomlError } from "smol-toml";

import * as graph from "./check_graph";
import * as layout from "./check_layout";
import * as names from "./check_names";
import * as setup from "./check_setup";
import * as shape from "./check_shape";
import { Draft } from "./draft";
import type { MapFault } from "./fault";
import { findExcess } from "./limits";
import { countLines, LineNumbers } from "./line_numbers";
import type { TomlTable } from "./schema";

const FORMAT = 1;
const DEEPEST = 100;
const BYTE_ORDER_MARK = "\u{feff}";

type Check = (draft: Draft) => Iterable<MapFault>;

const CHECKS: readonly Check[] = [
  shape.checkKeys,
  shape.checkTypes,
  setup.checkPlayers,
  setup.checkDisplay,
  setup.checkWords,
  setup.checkCanvas,
  setup.checkRemovedPlayers,
  setup.checkRemovedCards,
  names.checkIds,
  names.checkUniqueIds,
  names.checkLanguages,
  names.checkColours,
  names.checkProvinceCount,
  names.checkColourShares,
  names.checkSpaceCount,
  graph.checkSpaceProvinces,
  graph.checkKnownProvinces,
  graph.checkBorders,
  graph.checkProvincesHaveSpaces,
  graph.checkRoads,
  graph.checkAlliances,
  graph.checkAllianceCount,
  graph.checkNetwork,
  layout.checkCanvasBounds,
  layout.checkOutlineLengths,
  layout.checkOutlinePoints,
  layout.checkOutlineCrossings,
  layout.checkOverlaps,
  layout.checkDragons,
  layout.checkSpacePlaces,
  layout.checkSpaceGaps,
  layout.checkRoadCrossings,
  layout.checkPassedSpaces,
];

/** The text of a map file: its faults in the order of their lines, and what is written in it. */
export interface Checked {
  faults: MapFault[];
  /** null if it cannot be read at all. */
  draft: Draft | null;
}

/**
 * All faults of the text of a map file.
 *
 * Files that are not TOML, have a newer format or are too large get that one fault and no further
 * checks.
 */
export function checkMap(text: string): Checked {
  let draft: Draft;
  try {
    draft = new Draft(parseToml(text), new LineNumbers(text));
  } catch (error) {
    return { faults: [syntaxFault(text, error)], draft: null };
  }
  const { format = FORMAT } = draft.values;
  if (format !== FORMAT) {
    const params = { version: format, supported: FORMAT };
    return { faults: [draft.fault(["format"], "bad_format", params)], draft };
  }
  const excess = findExcess(draft);
  if (excess) return { faults: [excess], draft };
  const faults = CHECKS.flatMap((check) => [...check(draft)]);
  return { faults: faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)), draft };
}

/** The document of a TOML text; whole numbers are bigints. */
function parseToml(text: string): TomlTable {
  if (text.startsWith(BYTE_ORDER_MARK)) throw new Error("the text begins with a byte order mark");
  return parse(text, { integersAsBigInt: true, maxDepth: DEEPEST }) as TomlTable;
}

/** The fault of the parser's error, without its excerpt. */
function syntaxFault(text: string, error: unknown): MapFault {
  const isToml = error instanceof TomlError;
  const line = isToml ? Math.min(error.line, countLines(text) + 1) : 1;
  const [words = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  const detail = words.replace(/^Invalid TOML document: /, "");
  return { line, key: "maps.syntax", params: { detail }, hint: "" };
}
