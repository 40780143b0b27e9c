/**
 * The service worker: keeps this build of the client whole, so that it opens at once, and without a
 * network. A build that some page still runs is kept beside it, so that nothing is missing there;
 * which those are the pages say themselves, with a lock each (`app/builds.svelte.ts`).
 */

// The build puts these before the script; see `plugins/worker.ts`.
declare const BUILD: string;
declare const FILES: readonly string[];
declare const IS_SITE: boolean;

const scope = self as unknown as ServiceWorkerGlobalScope;
/** Where the client lies: the address of its page. */
const HOME = new URL("./", scope.location.href);
/** Other editions at the same host are none of our business. */
const OURS = `han ${HOME.pathname} `;
const CACHE = OURS + BUILD;
/** What has a hash of its contents in its name. */
const ASSETS = "assets/";
/** How many files are fetched at a time, beside what the page itself asks for. */
const LANES = 4;
/** The status of a host that is asked too often, and how long it is left in peace. */
const TOO_MANY = 429;
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 16_000;
/** How long the server's page is waited for, if there is one that was kept. */
const PATIENCE_MS = 4_000;

scope.addEventListener("install", (event) => {
  event.waitUntil(fillCache());
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = nameOf(request.url);
  if (request.method !== "GET" || name === null) return;
  if (request.mode === "navigate") {
    if (!isPage(name)) return;
    event.respondWith(IS_SITE ? openKept(request) : openNewest(request));
  } else if (name.startsWith(ASSETS) || FILES.includes(name)) {
    event.respondWith(fetchFile(request));
  }
});

scope.addEventListener("message", (event) => {
  if (event.data === "build") event.ports[0]?.postMessage(BUILD);
  if (event.data === "tidy") event.waitUntil(tidy());
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

/** Bring the page of a table to the front, or open it. */
async function show(address: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => url === address);
  if (page) await page.focus();
  else await scope.clients.openWindow(address);
}

/** What a file is called from where the client lies; null if it is none of ours. */
function nameOf(address: string): string | null {
  const { origin, pathname } = new URL(address);
  const isOurs = origin === HOME.origin && pathname.startsWith(HOME.pathname);
  return isOurs ? pathname.slice(HOME.pathname.length) : null;
}

/** Whether our page is at an address: at a plain host other things may lie beside it. */
const isPage = (name: string): boolean =>
  IS_SITE ? ["", "index.html"].includes(name) : !name.startsWith("api/");

/** Keep all of this build, or nothing: it takes over at once, for nobody loses anything by it. */
async function fillCache(): Promise<void> {
  const cache = await caches.open(CACHE);
  const names = ["", ...FILES];
  const lane = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await keep(cache, name);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await scope.skipWaiting();
}

async function keep(cache: Cache, name: string): Promise<void> {
  const address = new URL(name, HOME).href;
  const isAsset = name.startsWith(ASSETS);
  const known = isAsset ? await find(caches, address) : undefined;
  const answer = known ?? (await fetchInPeace(address, isAsset ? "default" : "no-cache"));
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  if (name === "" && !(await answer.clone().text()).includes(BUILD)) {
    throw new Error("another build has been put in the place of this one");
  }
  await cache.put(address, answer);
}

/** Fetch a file; a host that has had enough of us is asked again later. */
async function fetchInPeace(address: string, cache: RequestCache): Promise<Response> {
  for (let pause = FIRST_PAUSE_MS; pause <= LAST_PAUSE_MS; pause *= 2) {
    const answer = await fetch(address, { cache });
    if (answer.status !== TOO_MANY) return answer;
    await after(pause);
  }
  return fetch(address, { cache });
}

async function takeOver(): Promise<void> {
  await tidy();
  await scope.clients.claim();
}

/** Forget the builds that no page runs any more. */
async function tidy(): Promise<void> {
  const { installing, waiting } = scope.registration;
  if (installing || waiting) return; // it knows better which is the newest
  const { held = [] } = await scope.navigator.locks.query();
  const used = new Set([CACHE, ...held.map(({ name }) => name)]);
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && !used.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page of this build, whatever the host has by now. */
async function openKept(request: Request): Promise<Response> {
  return (await shell()) ?? fetch(request);
}

/** The server's page, which fits what the server says; the one that was kept if it is not there. */
async function openNewest(request: Request): Promise<Response> {
  const asked = fetch(request);
  try {
    const answer = await Promise.race([asked, after(PATIENCE_MS)]);
    if (answer && answer.status < 500) return answer;
  } catch {
    // there is no network, or no server
  }
  return (await shell()) ?? asked;
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

async function shell(): Promise<Response | undefined> {
  return find(await caches.open(CACHE), HOME.href);
}

/** A file of this build, or of another one that is kept, or from the network. */
async function fetchFile(request: Request): Promise<Response> {
  const own = await caches.open(CACHE);
  return (await find(own, request)) ?? (await find(caches, request)) ?? fetch(request);
}

/** What is kept; it does not depend on the headers with which it is asked for. */
const find = (place: Cache | CacheStorage, file: Request | string): Promise<Response | undefined> =>
  place.match(file, { ignoreVary: true });

export {};
