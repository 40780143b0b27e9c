import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import type { Plugin, Rolldown } from "vite";

/** What only other sites look at. */
const NOT_KEPT = ["preview.png"];
const PAGE = "index.html";
const WORKER = "worker.js";
const HEAD = "<head>";

/**
 * Tells the service worker which files this build is made of, so that it can keep them; and the
 * page of which build it is.
 */
export function worker({ isSite = false } = {}): Plugin {
  let publicDir = "";
  return {
    name: "han-worker",
    configResolved: (config) => {
      ({ publicDir } = config);
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const beside = readdirSync(publicDir).filter((name) => !NOT_KEPT.includes(name));
        const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const page = pageIn(bundle);
        // the names of assets have a hash of their contents
        const parts = [...assets.sort(), page.source, ...beside.map((name) => digestOf(name))];
        const build = createHash("sha256").update(parts.join()).digest("hex").slice(0, 12);
        page.source = String(page.source).replace(
          HEAD,
          `${HEAD}\n    <meta name="han-build" content="${build}" />`,
        );
        const files = JSON.stringify([...beside, ...assets]);
        const chunk = bundle[WORKER];
        if (chunk?.type !== "chunk") throw new Error("the service worker was not built");
        chunk.code = `const BUILD="${build}",FILES=${files},IS_SITE=${isSite};${chunk.code}`;
      },
    },
  };

  function digestOf(name: string): string {
    return createHash("sha256")
      .update(readFileSync(join(publicDir, name)))
      .digest("hex");
  }
}

function pageIn(bundle: Rolldown.OutputBundle): Rolldown.OutputAsset {
  const page = bundle[PAGE];
  if (page?.type !== "asset" || !String(page.source).includes(HEAD)) {
    throw new Error("the page was not built");
  }
  return page;
}
