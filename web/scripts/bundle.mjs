/** Bundles a module for a browser: ENTRY FOLDER makes FOLDER/run.js. */
import { fileURLToPath } from "node:url";

import { build } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const instead = (name) => here(`../tests/engine/browser/${name}.ts`);
const [, , entry, folder] = process.argv;

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
    outDir: folder,
    target: "es2023",
    minify: false,
    modulePreload: false,
    rolldownOptions: { input: here(`../${entry}`), output: { entryFileNames: "run.js" } },
  },
});
