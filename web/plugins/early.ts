import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

const PATH = "src/early.js";

/** Puts the script that must run before the first paint into the page, as a classic one. */
export function early(): Plugin {
  const text = readFileSync(fileURLToPath(new URL(`../${PATH}`, import.meta.url)), "utf8");
  let base = "/";
  const built = `assets/early-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.js`;
  return {
    name: "han-early",
    configResolved: (config) => {
      ({ base } = config);
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: built, source: text });
    },
    transformIndexHtml: (_, { server }) => [
      { tag: "script", attrs: { src: base + (server ? PATH : built) }, injectTo: "head" },
    ],
  };
}
