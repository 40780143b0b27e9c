import "./style/index.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { here, keepRoute } from "./app/router.svelte";
import { keepSettings, settings } from "./app/settings.svelte";
import { browserLanguage, speak } from "./text/index.svelte";

const RELOADED = "han.reloaded";
const RETRY_MS = 5_000;

// After a new version was put on the server, parts of the old one are gone: load the new one.
addEventListener("vite:preloadError", () => {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
});

async function begin(): Promise<void> {
  keepSettings();
  keepRoute();
  here()
    .page.load()
    .catch(() => {}); // fetched together with the texts; the frame tells if it fails
  await speak(settings.language === "auto" ? browserLanguage() : settings.language);
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  sessionStorage.removeItem(RELOADED);
}

begin().catch(() => setTimeout(() => location.reload(), RETRY_MS)); // without texts there is no page
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("/worker.js");
}
