/** Something that was not done, with the server's sentence about it. */
export class Refusal extends Error {
  constructor(
    readonly key: string,
    text: string,
    readonly rule: string | null = null,
    readonly status = 0,
  ) {
    super(text);
    this.name = "Refusal";
  }
}

/** The sentence of an error, for people. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
