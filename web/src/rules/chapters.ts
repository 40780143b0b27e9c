/** The rules in chapters: which texts, pictures and examples follow one another. */
import { Term } from "../text/catalogue";
import type { MessageKey } from "../text/topics";
import type { PictureName } from "./pictures";

export type Block =
  | { readonly kind: "text"; readonly text: MessageKey }
  | { readonly kind: "list"; readonly texts: readonly MessageKey[] }
  | { readonly kind: "heading"; readonly text: MessageKey }
  | { readonly kind: "picture"; readonly picture: PictureName }
  | { readonly kind: "example"; readonly example: string }
  | { readonly kind: "material" }
  | { readonly kind: "decks" }
  | { readonly kind: "glossary" };

export interface Chapter {
  /** Where links lead. */
  readonly id: string;
  readonly title: MessageKey;
  readonly blocks: readonly Block[];
}

const text = (key: MessageKey): Block => ({ kind: "text", text: key });
const list = (...texts: MessageKey[]): Block => ({ kind: "list", texts });
const heading = (key: MessageKey): Block => ({ kind: "heading", text: key });
const picture = (name: PictureName): Block => ({ kind: "picture", picture: name });
const example = (id: string): Block => ({ kind: "example", example: id });

export const CHAPTERS: readonly Chapter[] = [
  {
    id: "goal",
    title: "guide.goal",
    blocks: [text("guide.goal_story"), text("guide.goal_points")],
  },
  {
    id: "material",
    title: "guide.material",
    blocks: [
      list(
        "guide.material_boards",
        "guide.material_cards",
        "guide.material_pieces",
        "guide.material_rest",
      ),
      { kind: "material" },
      text("guide.material_colours"),
      text("guide.districts"),
      picture("board"),
    ],
  },
  {
    id: "setup",
    title: "guide.setup",
    blocks: [
      text("guide.setup_choice"),
      text("guide.setup_deal"),
      text("guide.setup_start"),
      { kind: "decks" },
    ],
  },
  {
    id: "turn",
    title: "guide.turn",
    blocks: [
      text("guide.turn_choice"),
      list(
        "guide.turn_rule",
        "guide.turn_card",
        "guide.turn_pair",
        "guide.turn_empty",
        "guide.turn_supply",
        "guide.turn_discard",
      ),
      text("guide.turn_first"),
      example("pieces"),
    ],
  },
  {
    id: "houses",
    title: "guide.houses",
    blocks: [
      text("guide.houses_space"),
      text("guide.houses_roads"),
      text("guide.houses_port"),
      picture("port"),
      text("guide.houses_border"),
      text("guide.houses_border_second"),
      picture("border"),
    ],
  },
  {
    id: "emissaries",
    title: "guide.emissaries",
    blocks: [
      text("guide.emissaries_why"),
      text("guide.emissaries_limit"),
      text("guide.emissaries_foreign"),
      text("guide.emissaries_after"),
      example("limit"),
      example("mixed"),
    ],
  },
  {
    id: "scoring",
    title: "guide.scoring",
    blocks: [
      text("guide.scoring_when"),
      text("guide.scoring_ranks"),
      text("guide.scoring_ties"),
      text("guide.scoring_disk"),
      picture("disk"),
      text("guide.scoring_track"),
      example("ranks"),
      example("tie"),
    ],
  },
  {
    id: "drawing",
    title: "guide.drawing",
    blocks: [
      text("guide.drawing_hand"),
      text("guide.drawing_display"),
      text("guide.drawing_discards"),
      text("guide.drawing_pile"),
    ],
  },
  {
    id: "end",
    title: "guide.end",
    blocks: [text("guide.end_pile"), text("guide.end_board")],
  },
  {
    id: "final",
    title: "guide.final",
    blocks: [
      text("guide.final_order"),
      heading("guide.final_houses"),
      text("guide.final_houses_text"),
      heading("guide.final_alliances"),
      text("guide.final_alliances_walk"),
      text("guide.final_alliances_text"),
      picture("emperor"),
      example("alliance"),
      heading("guide.final_roads"),
      text("guide.final_roads_text"),
      example("row"),
      heading("guide.final_ports"),
      text("guide.final_ports_text"),
      example("ports"),
      heading("guide.final_winner"),
      text("guide.final_winner_text"),
    ],
  },
  {
    id: "players",
    title: "guide.players",
    blocks: [text("guide.players_same"), text("guide.players_two"), text("guide.players_second")],
  },
  {
    id: "here",
    title: "guide.here",
    blocks: [
      list(
        "guide.here_spaces",
        "guide.here_pay",
        "guide.here_stop",
        "guide.here_draw",
        "guide.here_undo",
        "guide.here_take_back",
        "guide.here_clock",
        "guide.here_memory",
      ),
    ],
  },
  {
    id: "variants",
    title: "guide.variants",
    blocks: [
      text("guide.variants_intro"),
      heading("guide.fort"),
      text("guide.fort_place"),
      text("guide.fort_double"),
      example("fortification"),
      heading("guide.market"),
      text("guide.market_place"),
      text("guide.market_count"),
      example("market"),
    ],
  },
  {
    id: "rulings",
    title: "guide.rulings",
    blocks: [
      text("guide.rulings_intro"),
      list(
        "guide.ruling_wild",
        "guide.ruling_empty",
        "guide.ruling_market",
        "guide.ruling_rows",
        "guide.ruling_pile",
      ),
    ],
  },
  { id: "glossary", title: "guide.glossary", blocks: [{ kind: "glossary" }] },
];

/** What the texts quote: buttons, an option and a chapter, by the names they have elsewhere. */
export const QUOTED = {
  stop: new Term("game.stop"),
  undo: new Term("game.undo"),
  take_back: new Term("game.take_back"),
  come_back: new Term("game.come_back"),
  memory_aid: new Term("web.memory_aid"),
  final: new Term("guide.final"),
} as const;

/** Words of the game and what they mean. */
export const GLOSSARY: readonly (readonly [word: MessageKey, meaning: MessageKey])[] = [
  ["guide.word_alliance", "guide.means_alliance"],
  ["guide.word_border", "guide.means_border"],
  ["guide.word_disk", "guide.means_disk"],
  ["guide.word_display", "guide.means_display"],
  ["guide.word_dragon", "guide.means_dragon"],
  ["guide.word_emissary", "guide.means_emissary"],
  ["guide.word_emperor", "guide.means_emperor"],
  ["guide.word_house", "guide.means_house"],
  ["guide.word_majority", "guide.means_majority"],
  ["guide.word_marker", "guide.means_marker"],
  ["guide.word_piece", "guide.means_piece"],
  ["guide.word_pile", "guide.means_pile"],
  ["guide.word_port", "guide.means_port"],
  ["guide.word_row", "guide.means_row"],
  ["guide.word_supply", "guide.means_supply"],
  ["guide.word_wild", "guide.means_wild"],
];
