import { fileURLToPath } from "node:url";

import type { Plugin, Rolldown } from "vite";

/** What is shown at addresses that people open first, by the server's names of them. */
const PAGES = {
  "/": ["src/pages/Start.svelte"],
  "/t/{table}": ["src/pages/Table.svelte", "src/game/Game.svelte"],
  "/rules": ["src/rules/Rules.svelte"],
  "/replay/{table}": ["src/replay/Replay.svelte"],
};
const LANGUAGES = ["en", "de", "fr", "it"];

type Chunks = readonly Rolldown.OutputChunk[];

/** A chunk with all that it cannot do without. */
function filesOf(chunk: Rolldown.OutputChunk, chunks: Chunks): string[] {
  const others = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
  const styles = chunk.viteMetadata?.importedCss ?? [];
  return [chunk.fileName, ...styles, ...others.flatMap((other) => filesOf(other, chunks))];
}

/** The files by address and by language; less those that the page itself names. */
function neededFiles(chunks: Chunks): Record<string, string[]> {
  const index = chunks.find(({ name, isEntry }) => isEntry && name === "index");
  const known = new Set(index ? filesOf(index, chunks) : []);
  const list = (wanted: Chunks) =>
    [...new Set(wanted.flatMap((chunk) => filesOf(chunk, chunks)))].filter(
      (name) => !known.has(name),
    );
  const pages = Object.entries(PAGES).map(([address, modules]) => {
    const ids = modules.map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)));
    return [
      address,
      list(chunks.filter(({ facadeModuleId: id }) => id && ids.includes(id))),
    ] as const;
  });
  const texts = LANGUAGES.map(
    (lang) => [lang, list(chunks.filter(({ name }) => name === `text-${lang}`))] as const,
  );
  return Object.fromEntries([...pages, ...texts]);
}

/**
 * Tells the server which files a page and a language need: browsers then fetch them at once, not
 * one after the other as each asks for the next.
 */
export function needs(): Plugin {
  return {
    name: "han-needs",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const source = JSON.stringify(neededFiles(chunks));
        this.emitFile({ type: "asset", fileName: "needed.json", source });
      },
    },
  };
}
