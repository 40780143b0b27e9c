/** Ten positions to try the rules on. The rules say what they pay. */
import type { MessageKey } from "../text/topics";
import { setup, type Setup } from "./position";

/** What is asked about a position. */
export type Question =
  /** Where pieces can go now, in all or in one province only. */
  | { readonly kind: "turn"; readonly within?: string }
  | { readonly kind: "limit"; readonly province: string }
  | { readonly kind: "houses"; readonly province: string }
  | { readonly kind: "alliances"; readonly numbers: readonly number[] }
  | { readonly kind: "rows" }
  | { readonly kind: "ports" };

/** Part of a map: left, top, width, height. */
export type Frame = readonly [number, number, number, number];

export interface Case {
  /** What tells it from the other cases of its example. */
  readonly title: MessageKey;
  readonly setup: Setup;
  readonly frame: Frame;
  readonly questions: readonly Question[];
}

export interface Example {
  readonly id: string;
  readonly title: MessageKey;
  readonly question: MessageKey;
  /** How the answer comes about. */
  readonly reason: MessageKey;
  readonly map: "border-disputes" | "ways-of-diplomacy";
  readonly cases: readonly [Case, ...Case[]];
  /** Where clicks change something. */
  readonly provinces: readonly string[];
  /** Whether only the ports among their spaces can be clicked. */
  readonly isPortsOnly?: boolean;
  /** Whether clicks on dragon spaces move emissaries. */
  readonly hasEmissaries?: boolean;
  /** Whether cards of the hand can be changed. */
  readonly hasHand?: boolean;
}

const WEI: Frame = [520, 385, 450, 275];
const QI: Frame = [960, 300, 540, 380];
const CHIN: Frame = [170, 165, 460, 390];
const YELLOW: Frame = [170, 150, 1330, 545];

const TURN: readonly Question[] = [{ kind: "turn" }];

export const EXAMPLES: readonly Example[] = [
  {
    id: "pieces",
    title: "guide.example_pieces",
    question: "guide.ask_pieces",
    reason: "guide.why_pieces",
    map: "border-disputes",
    provinces: ["wei", "qi", "chin"],
    hasHand: true,
    cases: [
      {
        title: "guide.case_empty",
        setup: setup({ hand: "VRR" }),
        frame: WEI,
        questions: [{ kind: "turn", within: "wei" }],
      },
      {
        title: "guide.case_empty_after",
        setup: setup({ hand: "VR", placed: "1:wei!", houses: ["wei-1"] }),
        frame: WEI,
        questions: TURN,
      },
      {
        title: "guide.case_settled",
        setup: setup({ seat: 1, hand: "RGG", houses: ["wei-1"] }),
        frame: WEI,
        questions: [{ kind: "turn", within: "wei" }],
      },
      {
        title: "guide.case_settled_after",
        setup: setup({ seat: 1, hand: "GG", placed: "1:wei", houses: ["wei-1", "wei-2"] }),
        frame: WEI,
        questions: TURN,
      },
      {
        title: "guide.case_yellow",
        setup: setup({ hand: "YYY", houses: ["", "qi-1 chin-1"] }),
        frame: YELLOW,
        questions: TURN,
      },
      {
        title: "guide.case_yellow_after",
        setup: setup({ hand: "YY", placed: "1:qi", houses: ["qi-2", "qi-1 chin-1"] }),
        frame: YELLOW,
        questions: TURN,
      },
    ],
  },
  {
    id: "limit",
    title: "guide.example_limit",
    question: "guide.ask_limit",
    reason: "guide.why_limit",
    map: "border-disputes",
    provinces: ["wei"],
    hasEmissaries: true,
    cases: [
      {
        title: "guide.case_start",
        setup: setup({
          houses: ["", "wei-1 wei-2 wei-3 wei-4", "wei-5 wei-han"],
          emissaries: { wei: [0, 1, 1] },
        }),
        frame: WEI,
        questions: [{ kind: "limit", province: "wei" }],
      },
    ],
  },
  {
    id: "mixed",
    title: "guide.example_mixed",
    question: "guide.ask_mixed",
    reason: "guide.why_mixed",
    map: "border-disputes",
    provinces: ["chin"],
    hasEmissaries: true,
    hasHand: true,
    cases: [
      {
        title: "guide.case_first",
        setup: setup({ hand: "RRY", houses: ["chin-1 chin-2", "chin-3 chin-4"] }),
        frame: CHIN,
        questions: [{ kind: "turn", within: "chin" }],
      },
      {
        title: "guide.case_second",
        setup: setup({
          hand: "RR",
          placed: "1:chin",
          houses: ["chin-1 chin-2", "chin-3 chin-4"],
          emissaries: { chin: [1, 0, 0] },
        }),
        frame: CHIN,
        questions: TURN,
      },
    ],
  },
  {
    id: "ranks",
    title: "guide.example_ranks",
    question: "guide.ask_ranks",
    reason: "guide.why_ranks",
    map: "border-disputes",
    provinces: ["wei"],
    cases: [
      {
        title: "guide.case_start",
        setup: setup({ houses: ["wei-1 wei-2 wei-3 wei-5", "wei-4 wei-han", "wei-chin"] }),
        frame: WEI,
        questions: [{ kind: "houses", province: "wei" }],
      },
    ],
  },
  {
    id: "tie",
    title: "guide.example_tie",
    question: "guide.ask_tie",
    reason: "guide.why_tie",
    map: "border-disputes",
    provinces: ["qi"],
    cases: [
      {
        title: "guide.case_start",
        setup: setup({ houses: ["qi-1 qi-3", "qi-2 yan-qi", "qi-wu"] }),
        frame: QI,
        questions: [{ kind: "houses", province: "qi" }],
      },
    ],
  },
  {
    id: "alliance",
    title: "guide.example_alliance",
    question: "guide.ask_alliance",
    reason: "guide.why_alliance",
    map: "border-disputes",
    provinces: ["wei", "chin", "shu"],
    hasEmissaries: true,
    cases: [
      {
        title: "guide.case_start",
        setup: setup({
          players: 4,
          houses: ["wei-1 wei-2", "chin-1 chin-2 chin-3 chin-4", "shu-1 shu-2 shu-6"],
          emissaries: { wei: [1, 0, 0, 1], chin: [2, 1, 0, 1], shu: [1, 0, 2, 0] },
        }),
        frame: [150, 165, 820, 740],
        questions: [{ kind: "alliances", numbers: [3, 4] }],
      },
    ],
  },
  {
    id: "row",
    title: "guide.example_row",
    question: "guide.ask_row",
    reason: "guide.why_row",
    map: "border-disputes",
    provinces: ["chin", "shu"],
    cases: [
      {
        title: "guide.case_start",
        setup: setup({ houses: ["", "chin-4 chin-5 shu-1 shu-2 shu-4 shu-3"] }),
        frame: [150, 165, 480, 740],
        questions: [{ kind: "rows" }],
      },
    ],
  },
  {
    id: "ports",
    title: "guide.example_ports",
    question: "guide.ask_ports",
    reason: "guide.why_ports",
    map: "border-disputes",
    provinces: ["yan", "qi", "chu", "wu"],
    isPortsOnly: true,
    cases: [
      {
        title: "guide.case_start",
        setup: setup({ houses: ["yan-3 yan-4 qi-2 wu-2", "qi-3 chu-6"] }),
        frame: [900, 130, 600, 820],
        questions: [{ kind: "ports" }],
      },
    ],
  },
  {
    id: "fortification",
    title: "guide.example_fortification",
    question: "guide.ask_fortification",
    reason: "guide.why_fortification",
    map: "border-disputes",
    provinces: ["qi"],
    hasHand: true,
    cases: [
      {
        title: "guide.case_fort",
        setup: setup({ hasVariant: true, hand: "YYY", houses: ["", "qi-1"] }),
        frame: QI,
        questions: [{ kind: "turn", within: "qi" }],
      },
      {
        title: "guide.case_fort_after",
        setup: setup({
          hasVariant: true,
          hand: "Y",
          placed: "2:qi",
          houses: ["qi-2", "qi-1"],
          markers: ["qi-2"],
        }),
        frame: QI,
        questions: TURN,
      },
      {
        title: "guide.case_fort_scored",
        setup: setup({
          hasVariant: true,
          houses: ["qi-2 qi-3", "qi-1 yan-qi", "qi-wu"],
          markers: ["qi-2"],
        }),
        frame: QI,
        questions: [{ kind: "houses", province: "qi" }],
      },
    ],
  },
  {
    id: "market",
    title: "guide.example_market",
    question: "guide.ask_market",
    reason: "guide.why_market",
    map: "ways-of-diplomacy",
    provinces: ["temple", "gardens"],
    hasEmissaries: true,
    hasHand: true,
    cases: [
      {
        title: "guide.case_market",
        setup: setup({
          hasVariant: true,
          hand: "GGO",
          houses: ["", "gardens-1 gardens-2 gardens-3", "temple-1 temple-2"],
          emissaries: { gardens: [1, 2, 0], temple: [1, 1, 0] },
        }),
        frame: [290, 130, 660, 420],
        questions: [
          { kind: "limit", province: "gardens" },
          { kind: "turn", within: "gardens" },
          { kind: "alliances", numbers: [1] },
        ],
      },
      {
        title: "guide.case_market_after",
        setup: setup({
          hasVariant: true,
          hand: "O",
          placed: "2:gardens",
          houses: ["", "gardens-1 gardens-2 gardens-3", "temple-1 temple-2"],
          markers: ["gardens-4"],
          emissaries: { gardens: [1, 2, 0], temple: [1, 1, 0] },
        }),
        frame: [290, 130, 660, 420],
        questions: [
          { kind: "limit", province: "gardens" },
          { kind: "alliances", numbers: [1] },
        ],
      },
    ],
  },
];
