/**
 * JSON with sorted keys, as the tools that make the fixtures write it.
 *
 * Hundreds of megabytes of it are made for digests of games, so no needless list is.
 */
export function canonical(value: unknown): string {
  if (typeof value === "number") return `${value}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const one of value) text += `${text && ","}${canonical(one)}`;
    return `[${text}]`;
  }
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) {
    text += `${text && ","}${JSON.stringify(key)}:${canonical(fields[key])}`;
  }
  return `{${text}}`;
}
