import { rmSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

/** What the server says in a header (`han.server.middleware`); a page can say nearly all of it. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** Pictures for links, which only a server can name with their whole address. */
const NEEDLESS = ["preview.png"];

/** What a folder of files for any host has, and what only the server's own edition has. */
export function site(): Plugin {
  let folder = "";
  return {
    name: "han-site",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
      { tag: "meta", attrs: { name: "referrer", content: "no-referrer" }, injectTo: "head" },
    ],
    closeBundle() {
      for (const name of NEEDLESS) rmSync(join(folder, name), { force: true });
    },
  };
}
