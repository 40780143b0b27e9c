import "./style/index.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { holdBuild, keepForOffline, notePartMissing } from "./app/builds.svelte";
import { frame } from "./app/frame.svelte";
import { here, keepRoute } from "./app/router.svelte";
import { keepSettings, settings } from "./app/settings.svelte";
import { prepareSound } from "./game/sound";
import { browserLanguage, speak } from "./text/index.svelte";

const RELOADED = "han.reloaded";
const RETRY_MS = 5_000;

// Where the service worker could not keep this version, a newer one on the server may have taken
// its parts away: load that one, but not in the middle of a game.
addEventListener("vite:preloadError", () => {
  if (frame.isBusy) return notePartMissing();
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
});

async function begin(): Promise<void> {
  holdBuild();
  keepSettings();
  keepRoute();
  prepareSound();
  const page = fetchPage();
  const texts = speak(settings.language === "auto" ? browserLanguage() : settings.language);
  here().page.prefetch?.(here().params);
  await texts;
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  await page;
  // all of the client is fetched: not before the page is there
  if (import.meta.env.PROD) keepForOffline().catch(() => {}); // then it needs its host each time
}

/** Fetch the first page together with the texts; the frame tells if it fails. */
async function fetchPage(): Promise<void> {
  try {
    await here().page.load();
    sessionStorage.removeItem(RELOADED); // not before, or a page that is gone loads for ever
  } catch {
    // said by the frame
  }
}

begin().catch(() => setTimeout(() => location.reload(), RETRY_MS)); // without texts there is no page
