/** Make src/net/schema.ts from the server's JSON Schema; with --check, say whether it is current. */
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const SCHEMA = new URL("../../docs/reference/schema.json", import.meta.url);
const TYPES = new URL("../src/net/schema.ts", import.meta.url);
const HEAD = `/**
 * What goes over the network. Made from docs/reference/schema.json by \`npm run types\`: change the
 * structs of the server instead, and run tools/schema.py before it.
 */`;

/** Limits, which are the server's to check, and names, which the tool would use twice. */
const LEFT_OUT = ["default", "maxItems", "minItems", "title"];

/** A schema with pairs as the tool reads them, and without what types cannot say. */
function simplified(value) {
  if (Array.isArray(value)) return value.map(simplified);
  if (value === null || typeof value !== "object") return value;
  const { prefixItems, minItems, maxItems } = value;
  if (prefixItems) return { type: "array", items: simplified(prefixItems), minItems, maxItems };
  const isAnyObject = value.type === "object" && !value.properties && !value.additionalProperties;
  if (isAnyObject) return { type: "object", additionalProperties: true };
  const kept = Object.entries(value).filter(([key]) => !LEFT_OUT.includes(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, simplified(inner)]));
}

async function types() {
  const { $defs } = simplified(JSON.parse(await readFile(SCHEMA, "utf-8")));
  const made = await compile({ title: "Schema", $defs }, "Schema", {
    additionalProperties: false,
    bannerComment: HEAD,
    declareExternallyReferenced: true,
    format: false,
    unreachableDefinitions: true,
  });
  const config = { ...(await resolveConfig(TYPES)), filepath: TYPES.pathname };
  return format(withoutNoise(await format(made, config)), config);
}

/** Without what the tool says about its own work, and without the type of the whole schema. */
function withoutNoise(made) {
  return made
    .replace(/( \*\n)? \* This interface was referenced by .*\n \* via the .*\n/g, "")
    .replace(/ *\/\*\*\n *\* @minItems \d+\n *\* @maxItems \d+\n *\*\/\n/g, "")
    .replace(/\/\*\*\n \*\/\n/g, "")
    .replace(/export interface Schema \{\n.*\n\}\n/, "");
}

const made = await types();
if (process.argv.includes("--check")) {
  if (made !== (await readFile(TYPES, "utf-8"))) {
    console.error("src/net/schema.ts is not current: npm run types makes it anew.");
    process.exit(1);
  }
} else {
  await writeFile(TYPES, made);
}
