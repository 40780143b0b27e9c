import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env["HAN_SERVER"] ?? "http://127.0.0.1:8014";

/** Tells the service worker which files this build is made of, so that it can keep them. */
function worker(): Plugin {
  return {
    name: "han-worker",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const build = createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 12);
      const chunk = bundle["worker.js"];
      if (chunk?.type !== "chunk") throw new Error("the service worker was not built");
      const kept = JSON.stringify(files.map((name) => `/${name}`));
      chunk.code = `const BUILD="${build}",FILES=${kept};${chunk.code}`;
    },
  };
}

/** Catalogues of one language travel together, those of the guide apart; the frame in one piece. */
function chunkOf(id: string): string | null {
  const [, lang, topic] = /messages\/(\w\w)\/(\w+)\.json/.exec(id) ?? [];
  if (lang) return `${topic === "guide" ? "guide" : "text"}-${lang}`;
  const isFrame = /\/src\/(app|net|text|style)\/|node_modules\/(svelte|esm-env|clsx)\//;
  return isFrame.test(id) ? "frame" : null;
}

export default defineConfig({
  plugins: [svelte(), worker()],
  resolve: { alias: { $messages: here("../src/han/messages") } },
  server: {
    fs: { allow: [here("."), here("../src/han/messages")] },
    // the server wants to see the page's own host, or it takes us for another site
    proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
  },
  build: {
    outDir: here("../src/han/server/client"),
    emptyOutDir: true,
    target: ["chrome123", "edge123", "firefox121", "safari17.5"], // these know light-dark()
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: here("index.html"), worker: here("src/worker.ts") },
      output: {
        codeSplitting: { groups: [{ name: chunkOf, debugName: "chunkOf" }] },
        entryFileNames: (chunk) =>
          chunk.name === "worker" ? "worker.js" : "assets/[name]-[hash].js",
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
