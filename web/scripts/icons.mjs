/** Makes the PNG icons of the installed game from `public/icon.svg`: `npm run icons`. */
import { readFile, writeFile } from "node:fs/promises";

import { launchBrowser } from "./browser.mjs";

const folder = new URL("../public/", import.meta.url);
const SEAL = "#a32a22";

/** Name, side in pixels, and the ground; icons that are cut to a shape need one up to the edge. */
const ICONS = [
  ["icon-192.png", 192, "transparent"],
  ["icon-512.png", 512, "transparent"],
  ["icon-maskable.png", 512, SEAL],
  ["apple-touch-icon.png", 180, SEAL],
];

const drawing = (await readFile(new URL("icon.svg", folder), "utf8")).replace(
  "<svg",
  "<svg width='100%'",
);
const browser = await launchBrowser();
const page = await browser.newPage();
for (const [name, side, ground] of ICONS) {
  const margin = ground === SEAL ? side * 0.1 : 0;
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(
    `<body style="margin:0;padding:${margin}px;box-sizing:border-box;background:${ground}">${drawing}`,
  );
  await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
