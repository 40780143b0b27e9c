import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import type { Plugin } from "vite";

/** Smaller files travel in one packet anyway. */
const WORTH_PACKING = 1000;

/** Writes scripts, styles and what games read a second time, packed: the server need not do it for each client. */
export function packed(): Plugin {
  return {
    name: "han-packed",
    writeBundle({ dir = "" }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => /\.(js|css|wasm|bin)$/.test(one))) {
        const text = readFileSync(join(dir, name));
        if (text.length >= WORTH_PACKING) {
          writeFileSync(join(dir, `${name}.gz`), gzipSync(text, { level: 9 }));
        }
      }
    },
  };
}
