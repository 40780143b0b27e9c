/** Bundles the engine's tests for browsers into the folder that is named. */
import { fileURLToPath } from "node:url";

import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const instead = (name) => here(`../tests/engine/browser/${name}.ts`);

await build({
  configFile: false,
  root: here(".."),
  base: "./",
  publicDir: false,
  logLevel: "error",
  resolve: {
    alias: {
      vitest: instead("vitest"),
      "node:crypto": instead("crypto"),
      "node:fs": instead("fs"),
      $messages: here("../../src/han/messages"),
    },
  },
  build: {
    outDir: process.argv[2],
    target: "es2023",
    minify: false,
    modulePreload: false,
    rolldownOptions: { input: instead("run"), output: { entryFileNames: "run.js" } },
  },
});
