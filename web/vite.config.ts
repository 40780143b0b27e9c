import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { early } from "./plugins/early.ts";
import { needs } from "./plugins/needs.ts";
import { packed } from "./plugins/packed.ts";
import { site } from "./plugins/site.ts";
import { worker } from "./plugins/worker.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env["HAN_SERVER"] ?? "http://127.0.0.1:8014";

/** Modules that travel together with what they need, so that a page needs few files. */
const PARTS = [
  { name: "frame", test: /\/src\/(app|net|text|style)\/|node_modules\/(svelte|esm-env|clsx)\// },
  { name: "tables", test: /\/src\/(tables|board\/figures)\// },
  { name: "board", test: /\/src\/board\/|\/game\/(overview\/|narrate|panels\/Tab)/ },
].map((part, index) => ({ ...part, priority: 9 - index }));

/** Catalogues of one language travel together, those of the guide apart. */
function textsOf(id: string): string | null {
  const [, lang, topic] = /messages\/(\w\w)\/(\w+)\.json/.exec(id) ?? [];
  return lang ? `${topic === "guide" ? "guide" : "text"}-${lang}` : null;
}

const TEXTS = { name: textsOf, priority: 10, debugName: "texts" };

/** The edition that a server hands out, and the one for hosts of plain files: `make site`. */
const editions = {
  server: {
    base: "/",
    outDir: here("../src/han/server/client"),
    plugins: [worker(), needs(), packed()],
  },
  site: {
    base: "./",
    outDir: process.env["HAN_SITE_FOLDER"] || here("../site"),
    plugins: [worker({ isSite: true }), site()],
  },
};

export default defineConfig(({ mode }) => {
  const edition = editions[mode === "site" ? "site" : "server"];
  return {
    base: edition.base,
    plugins: [svelte(), early(), ...edition.plugins],
    define: {
      "import.meta.env.HAN_SITE_SERVER": JSON.stringify(process.env["HAN_SITE_SERVER"] ?? ""),
    },
    resolve: { alias: { $messages: here("../src/han/messages") } },
    server: {
      fs: { allow: [here("."), here("../src/han/messages")] },
      // the server wants to see the page's own host, or it takes us for another site
      proxy: { "/api": { target: server }, "/ws": { target: server, ws: true } },
    },
    worker: {
      format: "es", // with parts that are loaded when they are needed
      rolldownOptions: { output: { codeSplitting: { groups: [TEXTS] } } },
    },
    build: {
      outDir: edition.outDir,
      emptyOutDir: true,
      target: ["chrome123", "edge123", "firefox121", "safari17.5"], // these know light-dark()
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: here("index.html"), worker: here("src/worker.ts") },
        checks: { bundlerTimings: false }, // people who only want to play see this, too
        output: {
          codeSplitting: {
            groups: [TEXTS, ...PARTS],
          },
          entryFileNames: (chunk) =>
            chunk.name === "worker" ? "worker.js" : "assets/[name]-[hash].js",
        },
      },
    },
    // limits that only a hung machine reaches
    test: { include: ["tests/**/*.test.ts"], testTimeout: 480_000, hookTimeout: 480_000 },
  };
});
