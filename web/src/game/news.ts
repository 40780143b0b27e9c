/** What players must not miss, wherever they look: talk, and who goes, comes back or refuses. */
import { notify } from "../app/notices.svelte";
import type { TableClient } from "../net/client.svelte";
import type { Entry, SaidEntry } from "../net/schema";
import { t } from "../text/index.svelte";
import { alertTalk } from "./alerts";
import { tellEntry, type Story } from "./narrate";
import { wordsOf } from "./talk/phrases";

/** How much of a line is shown; the rest is in the chat. */
const SHORT = 80;

/** Shows entries that have just been made, if they are of that kind and not one's own. */
export function tellNews(entries: readonly Entry[], client: TableClient, story: Story): void {
  for (const entry of entries) {
    if (entry.type === "said") tellTalk(entry, client, story);
    else if (isNews(entry) && !isOwn(entry, client))
      tellEntry(entry, story).forEach((line) => notify(line));
  }
}

function tellTalk(entry: SaidEntry, client: TableClient, story: Story): void {
  if (!client.talk.isNews(entry)) return;
  const words = wordsOf(entry);
  const text = words.length > SHORT ? `${words.slice(0, SHORT)}…` : words;
  notify(t("game.chat_line", { name: story.names[entry.seat] ?? "", text }));
  alertTalk();
}

function isNews(entry: Entry): boolean {
  switch (entry.type) {
    case "take_back_answered":
    case "stand_in_asked":
      return !entry.agreed;
    case "stood_in":
      return entry.reason !== "clock"; // a turn that is missed is told as a turn
    case "came_back":
    case "rematched":
      return true;
    default:
      return false;
  }
}

const isOwn = (entry: Entry, client: TableClient) =>
  "seat" in entry && entry.seat !== null && (client.table?.mine.includes(entry.seat) ?? false);
