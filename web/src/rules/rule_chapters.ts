/** Which chapter of the guide explains each rule. */

const CHAPTER_OF_RULES: readonly (readonly [rules: RegExp, chapter: string])[] = [
  [/^S/, "setup"],
  [/^T([123457]|13)$/, "turn"],
  [/^T([689]|10)$/, "houses"],
  [/^T1[12]$/, "emissaries"],
  [/^(T14$|H)/, "scoring"],
  [/^D[123]/, "drawing"],
  [/^D[45]/, "end"],
  [/^F/, "final"],
  [/^V/, "variants"],
  [/^Q/, "rulings"],
];

/** The chapter of a rule, such as `T11`; null for what is not a rule of the game. */
export function chapterOf(rule: string | null): string | null {
  return CHAPTER_OF_RULES.find(([rules]) => rule !== null && rules.test(rule))?.[1] ?? null;
}
