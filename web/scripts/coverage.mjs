/**
 * How much of `src` the tests run, by lines and branches: over vitest alone, and with the browser's
 * tests. `tools/js_coverage.sh` makes what it reads.
 *
 *     node scripts/coverage.mjs FOLDER  # with vitest/coverage-final.json and browser/*.json
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { mergeProcessCovs } from "@bcoe/v8-coverage";
import { convert } from "ast-v8-to-istanbul";
import coverage from "istanbul-lib-coverage";
import { parseAst } from "vite";

const ASSETS = fileURLToPath(new URL("../../src/han/server/client/assets", import.meta.url));
const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

const read = (path) => JSON.parse(readFileSync(path, "utf-8"));
const isOurs = (path) =>
  path.startsWith(SOURCES) && /\.(ts|js|svelte)$/.test(path) && !path.includes("/demo/");

/** What V8 counted in all windows, by script; each window had its own address of the server. */
function countsIn(folder) {
  const dumps = readdirSync(folder).map((name) => {
    const result = read(join(folder, name)).map((script) => ({
      ...script,
      url: basename(script.url),
    }));
    return { result };
  });
  return mergeProcessCovs(dumps.map(({ result }) => mergeSame(result))).result;
}

/** A page that was loaded again counts in the same script. */
function mergeSame(result) {
  return mergeProcessCovs(result.map((script) => ({ result: [script] })));
}

/** The counts of one built script, told of the sources it was made of. */
async function toldOf(script) {
  const path = join(ASSETS, script.url);
  if (!existsSync(`${path}.map`)) return {};
  const code = readFileSync(path, "utf-8");
  const told = await convert({
    code,
    ast: parseAst(code),
    sourceMap: read(`${path}.map`),
    coverage: { url: `file://${path}`, functions: script.functions },
  });
  return Object.fromEntries(Object.entries(told).filter(([source]) => isOurs(source)));
}

async function fromBrowser(folder) {
  const map = coverage.createCoverageMap({});
  for (const script of countsIn(folder)) map.merge(await toldOf(script));
  return map;
}

const hasRun = (file) => Object.values(file.s).some((count) => count > 0);

/** Both together. A file that only one of them ran is counted as that one sees it. */
function combined(vitest, browser) {
  const map = coverage.createCoverageMap({});
  for (const path of new Set([...vitest.files(), ...browser.files()])) {
    const found = [vitest, browser]
      .filter((one) => one.files().includes(path))
      .map((one) => one.fileCoverageFor(path));
    const ran = found.filter(hasRun);
    for (const file of ran.length ? ran : found.slice(0, 1)) map.addFileCoverage(file.toJSON());
  }
  return map;
}

function report(name, map) {
  const { lines, branches } = map.getCoverageSummary();
  const share = ({ covered, total, pct }) => `${pct} % (${covered} of ${total})`;
  console.log(`${name}: lines ${share(lines)}, branches ${share(branches)}`);
}

/** The files with the most lines that nothing ran. */
function worst(map, count = 15) {
  const rows = map.files().map((path) => {
    const { total, covered } = map.fileCoverageFor(path).toSummary().lines;
    return [total - covered, relative(SOURCES, path)];
  });
  for (const [missing, path] of rows.sort(([a], [b]) => b - a).slice(0, count)) {
    if (missing) console.log(`${String(missing).padStart(5)} lines never ran in ${path}`);
  }
}

const folder = process.argv[2] ?? "../coverage/web";
const ours = Object.entries(read(join(folder, "vitest/coverage-final.json"))).filter(([path]) =>
  isOurs(path),
);
const vitest = coverage.createCoverageMap(Object.fromEntries(ours));
report("vitest", vitest);
if (existsSync(join(folder, "browser"))) {
  const browser = await fromBrowser(join(folder, "browser"));
  report("browser", browser);
  const both = combined(vitest, browser);
  report("both", both);
  worst(both);
}
