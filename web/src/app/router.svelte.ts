/** The router: which page is shown. A click on a link to one of our pages does not reload. */
import { prefetchTable } from "../net/api";
import type { MessageKey } from "../text/index.svelte";
import { address, anchorHere, pathHere, pathOf } from "./address";
import { IS_SITE } from "./edition";

export type PageParams = Readonly<Record<string, string>>;

interface Page {
  pattern: RegExp;
  title: MessageKey;
  /** A component that takes `params`, or nothing. */
  load: () => Promise<{ default: unknown }>;
  /** Whether it starts without header and footer, because it may need the whole window. */
  isBareAtFirst?: boolean;
  /** Whether it is about what only a server has. */
  needsServer?: boolean;
  /** Starts fetching what the page needs, if it is the first page that is opened. */
  prefetch?: (params: PageParams) => void;
}

const PAGES: readonly Page[] = [
  { pattern: /^\/$/, title: "web.start", load: () => import("../pages/Start.svelte") },
  { pattern: /^\/new$/, title: "web.new_table", load: () => import("../pages/NewTable.svelte") },
  {
    pattern: /^\/lobby$/,
    title: "web.lobby",
    load: () => import("../pages/Lobby.svelte"),
    needsServer: true,
  },
  {
    pattern: /^\/j\/(?<code>[\w-]+)$/,
    title: "web.invitation",
    load: () => import("../pages/Invitation.svelte"),
    needsServer: true,
  },
  {
    pattern: /^\/r\/(?<token>[\w.-]+)$/,
    title: "web.come_back",
    load: () => import("../pages/Resume.svelte"),
    needsServer: true,
  },
  {
    pattern: /^\/t\/(?<id>[\w-]+)$/,
    title: "web.table",
    load: () => import("../pages/Table.svelte"),
    isBareAtFirst: true,
    prefetch: ({ id = "" }) => prefetchTable(id),
  },
  { pattern: /^\/replay$/, title: "web.replay", load: () => import("../replay/Replay.svelte") },
  {
    pattern: /^\/replay\/(?<id>[\w-]+)$/,
    title: "web.replay",
    load: () => import("../replay/Replay.svelte"),
    isBareAtFirst: true,
  },
  { pattern: /^\/rules$/, title: "web.rules", load: () => import("../rules/Rules.svelte") },
  {
    pattern: /^\/settings$/,
    title: "web.settings",
    load: () => import("../pages/Settings.svelte"),
  },
];

const NOT_FOUND: Page = {
  pattern: /^/,
  title: "web.not_found",
  load: () => import("../pages/NotFound.svelte"),
};

export interface Place {
  path: string;
  page: Page;
  params: PageParams;
}

let place = $state.raw<Place>(placeAt(pathHere()));

/** Asked before a link is followed: whether it may be, or somebody decides later. */
let mayFollow: (path: string) => boolean = () => true;

/** Asks about each click on a link to one of our pages, until the returned function is called. */
export function guardLinks(guard: (path: string) => boolean): () => void {
  mayFollow = guard;
  return () => (mayFollow = () => true);
}

/** Where we are. */
export function here(): Place {
  return place;
}

/** The page at a path; what the path says behind `#` is the page's own business. */
export function placeAt(whole: string): Place {
  const [path = ""] = whole.split("#");
  for (const page of PAGES) {
    const found = IS_SITE && page.needsServer ? null : page.pattern.exec(path);
    if (found) return { path, page, params: { ...found.groups } };
  }
  return { path, page: NOT_FOUND, params: {} };
}

/** Go to a page; `replace` when the way back should not lead here. */
export function go(path: string, { replace = false } = {}): void {
  const before = place;
  if (replace) history.replaceState(null, "", address(path));
  else history.pushState(null, "", address(path));
  arrive();
  const part = place === before && document.getElementById(anchorHere());
  if (part) goOnAt(part);
  else scrollTo(0, 0);
}

/** Show a part of the page; keyboards and screen readers go on there. */
function goOnAt(part: HTMLElement): void {
  part.scrollIntoView();
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

function arrive(): void {
  const next = placeAt(pathHere());
  if (next.path !== place.path) place = next;
}

/** Handles clicks on links and the browser's back and forward buttons from now on. */
export function keepRoute(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const path = pathClicked(event);
    if (path === null) return;
    event.preventDefault();
    if (mayFollow(path)) go(path);
  });
}

/** The path that a plain click on a link leads to, if that is a page of ours. */
function pathClicked(event: MouseEvent): string | null {
  const isPlain =
    event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !isPlain || !(event.target instanceof Element)) return null;
  const link = event.target.closest("a");
  if (!link || link.target || link.hasAttribute("download")) return null;
  const path = pathOf(link);
  return path !== null && placeAt(path).page !== NOT_FOUND ? path : null;
}
