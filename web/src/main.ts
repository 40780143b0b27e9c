import "./style/index.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { here, keepRoute } from "./app/router.svelte";
import { keepSettings, settings } from "./app/settings.svelte";
import { prepareSound } from "./game/sound";
import { browserLanguage, speak } from "./text/index.svelte";

const RELOADED = "han.reloaded";
const RETRY_MS = 5_000;
const CALM_MS = 4_000;

// After a new version was put on the server, parts of the old one are gone: load the new one.
addEventListener("vite:preloadError", () => {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
});

async function begin(): Promise<void> {
  keepSettings();
  keepRoute();
  prepareSound();
  void fetchPage();
  const texts = speak(settings.language === "auto" ? browserLanguage() : settings.language);
  here().page.prefetch?.(here().params);
  await texts;
  const target = document.getElementById("app");
  if (target) mount(App, { target });
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
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // it fetches the whole client: not before the page is there
  setTimeout(() => void navigator.serviceWorker.register("/worker.js"), CALM_MS);
}
