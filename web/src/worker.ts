/** The service worker: keeps the shell, so that it opens at once, and at all, without a network. */

// The build puts these two before the script; see `vite.config.ts`.
declare const BUILD: string;
declare const FILES: readonly string[];

const SHELL = "/";
const SEAL = "/icon.svg";
const CACHE = `han-${BUILD}`;
const scope = self as unknown as ServiceWorkerGlobalScope;

scope.addEventListener("install", (event) => {
  event.waitUntil(fillCache());
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetchPage(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(fetchAsset(request));
  else if (url.pathname === SEAL) event.respondWith(fetchAsset(request));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

/** Bring the page of a table to the front, or open it. */
async function show(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await scope.clients.openWindow(path);
}

async function fillCache(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([SHELL, SEAL, ...FILES]);
  await scope.skipWaiting();
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** Every page is the shell; the network's is the newest. */
async function fetchPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await find(SHELL)) ?? Response.error();
  }
}

/** Names carry a hash of the contents, so what is kept is never out of date. */
async function fetchAsset(request: Request): Promise<Response> {
  return (await find(request)) ?? fetch(request);
}

/** What is kept; it does not depend on the headers with which it is asked for. */
function find(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

export {};
