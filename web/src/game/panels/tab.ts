/** Tabs: each stands for one of some panels that are seen one at a time. */
import { t } from "../../text/index.svelte";
import type { GameSession } from "../session.svelte";
import { ICONS } from "./icons";
import { TITLES, type Panel } from "./panels.svelte";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  /** How much there is that has not been seen yet. */
  readonly badge?: number;
  /** Its sign, as an SVG path in a square of 24. */
  readonly icon?: string;
}

/** The tabs of those panels that there are now. */
export function tabsOf(group: readonly Panel[], session: GameSession): Tab<Panel>[] {
  return group
    .filter((name) => name !== "result" || session.isResultShown)
    .filter((name) => name !== "chat" || !session.client.isLocal)
    .map((name) => ({
      name,
      title: t(TITLES[name]),
      icon: ICONS[name],
      ...(name === "chat" && { badge: session.client.talk.unread }),
    }));
}
