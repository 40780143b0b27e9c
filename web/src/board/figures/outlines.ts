/** The paths of the players' pieces, each drawn round its own origin. */

import type { Outline } from "../seats";

/** One figure: its silhouette, and lines that tell its parts. */
export interface Figure {
  readonly body: string;
  readonly lines: string;
}

/** Houses are 40 wide and high at most; roofs tell them apart. */
export const HOUSES: Readonly<Record<Outline, Figure>> = {
  gable: {
    body: "M0-20 20-3H15V17H-15V-3H-20Z",
    lines: "M-15-3H15M-4 17V6H4V17",
  },
  pagoda: {
    body:
      "M0-22C2-17 7-13 14-12L11-6H8V-1C11 1 15 3 21 3L18 9H12V17H-12V9H-18L-21 3" +
      "C-15 3-11 1-8-1V-6H-11L-14-12C-7-13-2-17 0-22Z",
    lines: "M-8-6H8M-12 9H12M-4 17V12H4V17",
  },
  dome: {
    body: "M-17 17V2C-17-12-9-19 0-19S17-12 17 2V17Z",
    lines: "M-17 3H17M-4 17V11A4 4 0 0 1 4 11V17",
  },
  tower: {
    body: "M-16 17V-19H-8V-12H-4V-19H4V-12H8V-19H16V17Z",
    lines: "M-16-5H16M-4 17V6A4 4 0 0 1 4 6V17",
  },
  gate: {
    body: "M-21-19C-14-14-7-13 0-13S14-14 21-19L19-7H14V17H6V1H-6V17H-14V-7H-19Z",
    lines: "M-14-7H14",
  },
};

/** The robe of every emissary, and the face above it. */
export const ROBE = "M-12 19C-11 9-8 3-4-1H4C8 3 11 9 12 19Z";
export const FACE = "M5-6A5 5.4 0 1 1-5-6 5 5.4 0 0 1 5-6Z";

/** Hats are as wide as the robe, or wider. */
export const HATS: Readonly<Record<Outline, string>> = {
  gable: "M0-22 15-7H-15Z",
  pagoda: "M0-25 8-16H4L13-7H-13L-4-16H-8Z",
  dome: "M-10-7C-10-16-6-20 0-20S10-16 10-7Z",
  tower: "M-14-21H14V-15H7V-7H-7V-15H-14Z",
  gate: "M-18-14H-6C-6-22 6-22 6-14H18V-9H6V-7H-6V-9H-18Z",
};

/** A wall with merlons before a house. */
export const FORTIFICATION: Figure = {
  body: "M-25 21V5H-18V10H-11V5H-4V10H4V5H11V10H18V5H25V21Z",
  lines: "M-25 15H25M-14 10V15M0 10V15M14 10V15M-7 15V21M7 15V21",
};

/** A table with a striped cloth, behind which an emissary stands: without a roof, unlike houses. */
export const MARKET: Figure = {
  body: "M-22 6H22L25 18C22 21 18 21 15 18 12 21 8 21 5 18 2 21-2 21-5 18-8 21-12 21-15 18-18 21-22 21-25 18Z",
  lines: "M-13 7-15 17M-4 7-5 17M4 7 5 17M13 7 15 17",
};
export const LEGS_OF_MARKET = "M-19 19V25M19 19V25";
/** Melons, for sale. */
export const WARES = "M-19 5A4.5 4.5 0 0 1-10 5ZM10 5A4.5 4.5 0 0 1 19 5Z";

/** The Emperor: robe, and the flat crown with its strings of beads. */
export const EMPEROR = {
  robe: "M-16 22C-15 9-10 2-5-2H5C10 2 15 9 16 22Z",
  sash: "M-4-1 0 6 4-1M0 6V22",
  crown: "M-17-20 15-23 17-18-15-15ZM-7-15H7V-8H-7Z",
  beads: "M-13-14V-7M-10-14.5V-8M13-17.5V-8M10-17V-9",
};
