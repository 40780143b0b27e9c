/** Chromium as it is installed on this machine. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where the browser is: as `HAN_BROWSER` says, or on the search path. */
export function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [process.env.HAN_BROWSER, ...places].find((path) => path && existsSync(path));
  if (!found) throw new Error("No Chromium was found; name one in HAN_BROWSER.");
  return found;
}

/** Start it without a window. */
export function launchBrowser() {
  return chromium.launch({ executablePath: findBrowser(), args: FLAGS });
}
