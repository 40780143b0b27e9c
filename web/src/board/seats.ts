/** The five players' pieces (C2): a colour each, and an outline of roofs and hats to match. */

/** Roof and hat of a seat share one idea, so that an outline alone tells whose a piece is. */
export const OUTLINES = ["gable", "pagoda", "dome", "tower", "gate"] as const;
export type Outline = (typeof OUTLINES)[number];

export function outlineOf(seat: number): Outline {
  return OUTLINES[seat] ?? "gable";
}

/** The custom property with a seat's colour. */
export function seatColour(seat: number): string {
  return `var(--seat-${seat})`;
}
