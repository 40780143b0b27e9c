/** The panels beside the board: which there are, which of them share a place, and which are seen. */
import type { MessageKey } from "../../text/index.svelte";

/** The panels, with their titles. */
export const TITLES = {
  result: "narration.result",
  players: "web.players",
  provinces: "game.provinces",
  alliances: "narration.final_alliances",
  roads: "narration.final_roads",
  log: "game.log",
  chat: "game.chat",
  words: "game.words",
} as const satisfies Record<string, MessageKey>;

export type Panel = keyof typeof TITLES;

/** Which panels share a place, by how many places there are; the players have one of their own. */
const GROUPS: readonly (readonly (readonly Panel[])[])[] = [
  [["result", "provinces", "alliances", "roads", "log", "chat", "words"]],
  [
    ["result", "provinces", "alliances", "roads", "words"],
    ["log", "chat"],
  ],
  [
    ["result", "provinces", "words"],
    ["alliances", "roads"],
    ["log", "chat"],
  ],
  [["result", "provinces", "words"], ["alliances", "roads"], ["log"], ["chat"]],
  [["result", "provinces", "words"], ["alliances"], ["roads"], ["log"], ["chat"]],
];

/** The least room that a panel can be read in. */
const LEAST = { width: 20, height: 14 };
const MOST_COLUMNS = 3;
const MOST_ROWS = 2;

/** How many panels fit side by side, and below each other, in a room that is measured in rem. */
export function fitting(width: number, height: number): { columns: number; rows: number } {
  return {
    columns: between(1, Math.floor(width / LEAST.width), MOST_COLUMNS),
    rows: between(1, Math.floor(height / LEAST.height), MOST_ROWS),
  };
}

/** The panels that share each of some places. */
export function grouped(places: number): readonly (readonly Panel[])[] {
  return GROUPS[between(1, places, GROUPS.length) - 1]!;
}

const between = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most));

/** Which panels somebody has chosen. */
export class Panels {
  /** All of them; the one that was chosen last comes first. */
  #latest = $state.raw<readonly Panel[]>([
    "provinces",
    "alliances",
    "log",
    "chat",
    "roads",
    "words",
    "result",
    "players",
  ]);
  /** Those that share a place and can be seen one at a time. */
  groups = $state.raw(grouped(1));
  /** Whether they lie on a sheet that is opened over the board, because the window is small. */
  isSheet = $state(false);
  /** Whether that sheet is open. */
  isOpen = $state(false);

  /** Shows a panel. */
  choose(panel: Panel): void {
    this.#latest = [panel, ...this.#latest.filter((one) => one !== panel)];
    this.isOpen = true;
  }

  /** Opens the sheet with a panel, or closes it if it shows that. */
  toggle(panel: Panel): void {
    if (this.onSheet === panel) this.isOpen = false;
    else this.choose(panel);
  }

  /** The one of some panels that was chosen last. */
  chosenOf(group: readonly Panel[]): Panel {
    return this.#latest.find((one) => group.includes(one))!;
  }

  /** The one that was chosen last. */
  get latest(): Panel {
    return this.#latest[0]!;
  }

  /** The one on the sheet; null while that is closed. */
  get onSheet(): Panel | null {
    return this.isOpen ? this.latest : null;
  }

  /** Whether a panel can be seen right now. */
  isSeen(panel: Panel): boolean {
    if (this.isSheet) return this.onSheet === panel;
    return this.groups.some((group) => this.chosenOf(group) === panel);
  }
}
