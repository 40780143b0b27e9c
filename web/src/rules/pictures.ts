/** The pictures between the texts: parts of a board with a few pieces. */
import type { Highlight } from "../board/types";
import type { MessageKey } from "../text/topics";
import type { Frame } from "./examples";
import { setup, type Setup } from "./position";

export type PictureName = "board" | "port" | "border" | "disk" | "emperor";

export interface Illustration {
  readonly frame: Frame;
  readonly setup: Setup;
  readonly caption: MessageKey;
  readonly highlights?: readonly Highlight[];
  /** The alliance at which the Emperor stands. */
  readonly emperor?: number;
}

export const PICTURES: Readonly<Record<PictureName, Illustration>> = {
  board: {
    frame: [500, 330, 560, 420],
    setup: setup({
      houses: ["wei-1 wei-2", "wei-4", "han-3"],
      emissaries: { wei: [1, 1, 0] },
    }),
    caption: "guide.picture_board",
  },
  port: {
    frame: [1010, 240, 500, 290],
    setup: setup({ houses: ["qi-3", "yan-3"] }),
    caption: "guide.picture_port",
    highlights: [{ kind: "ports" }],
  },
  border: {
    frame: [530, 400, 420, 300],
    setup: setup({ houses: ["wei-han"] }),
    caption: "guide.picture_border",
    highlights: [{ kind: "last", places: [{ kind: "space", id: "wei-han" }] }],
  },
  disk: {
    frame: [970, 310, 520, 360],
    setup: setup({ houses: ["qi-1 qi-3", "qi-2 yan-qi", "qi-wu"] }),
    caption: "guide.picture_disk",
    highlights: [{ kind: "province", id: "qi" }],
  },
  emperor: {
    frame: [160, 165, 820, 500],
    setup: setup({
      houses: ["wei-1 wei-2", "chin-1 chin-2"],
      emissaries: { wei: [1, 0, 0], chin: [1, 1, 0] },
    }),
    caption: "guide.picture_emperor",
    highlights: [{ kind: "alliance", number: 3 }],
    emperor: 3,
  },
};
