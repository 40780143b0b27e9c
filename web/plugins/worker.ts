import { createHash } from "node:crypto";

import type { Plugin } from "vite";

/** Tells the service worker which files this build is made of, so that it can keep them. */
export function worker(): Plugin {
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
