/** A sign for each panel, drawn with a pen in a square of 24. */
import type { Panel } from "./panels.svelte";

export const ICONS: Readonly<Record<Panel, string>> = {
  result: "M4 8l4 4 4-7 4 7 4-4-2 10H6zM6 21h12",
  players: "M9 11a3 3 0 100-6 3 3 0 000 6M3 20c0-4 2-6 6-6s6 2 6 6M16 5a3 3 0 010 6M18 14q3 1 3 6",
  provinces: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  alliances: "M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1",
  roads: "M6 21L10 3M18 21L14 3M12 4v3M12 11v3M12 18v3",
  log: "M5 6v.01M9 6h11M5 12v.01M9 12h11M5 18v.01M9 18h11",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  words: "M5 8V5h14v3M12 5v14M9 19h6",
};
