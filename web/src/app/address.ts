/**
 * Addresses of our pages, which the code calls by their paths, such as `/rules#turn`.
 *
 * At a server the path is the address. A host of plain files knows one page only, at whatever
 * place: there the path stands behind a `#`, as in `https://host/some/folder/#/rules:turn`.
 */
import { IS_SITE } from "./edition";

type Parts = Pick<URL, "origin" | "pathname" | "hash">;

interface Addresses {
  /** What a link to a page says. */
  hrefOf(path: string): string;
  /** The path of the page that an address leads to; null if it is none of ours. */
  pathOf(address: Parts, here: Parts): string | null;
}

export const PATHS: Addresses = {
  hrefOf: (path) => path,
  pathOf: ({ origin, pathname, hash }, here) => (origin === here.origin ? pathname + hash : null),
};

export const BEHIND_HASH: Addresses = {
  hrefOf: (path) => `#${path.replace("#", ":")}`,
  pathOf: ({ origin, pathname, hash }, here) => {
    if (origin !== here.origin || pathname !== here.pathname) return null;
    if (hash.length < 2) return "/";
    return hash.startsWith("#/") ? hash.slice(1).replace(":", "#") : null;
  },
};

const addresses = IS_SITE ? BEHIND_HASH : PATHS;

/** What a link to one of our pages says. */
export const address = (path: string): string => addresses.hrefOf(path);

/** The whole address of one of our pages, to give away. */
export const wholeAddress = (path: string): string => new URL(address(path), location.href).href;

/** The path of the page that a link leads to, with its anchor; null if it is none of ours. */
export const pathOf = (link: Parts): string | null => addresses.pathOf(link, location);

/** The path of the page that is shown, with its anchor. */
export const pathHere = (): string => pathOf(location) ?? "/";

/** What the address says behind the page: a chapter, a position, a game. */
export const anchorHere = (): string => pathHere().split("#")[1] ?? "";

/** Name something else behind the page; the way back stays as it is. */
export function keepAnchor(anchor: string): void {
  const [page] = pathHere().split("#");
  history.replaceState(history.state, "", address(`${page}#${anchor}`));
}

/** The address of a file beside the page, such as an icon. */
export const fileBeside = (name: string): string => import.meta.env.BASE_URL + name;
