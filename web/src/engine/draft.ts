import { constants, variants } from "./built/manifest.json";
import { countOf, fieldsOf, membersOf } from "./fields";
import type { Game } from "./game";
import { Public } from "./public";

const ALL_SPACES = (1n << 64n) - 1n;

/** A state that is being read from a position string: its fields can be set. */
export class Draft extends Public {
  /** The seats of the game. */
  readonly seats: readonly number[];

  constructor(game: Game) {
    super(game, game.newSetup());
    this.seats = Array.from({ length: game.players }, (_, seat) => seat);
  }

  set(name: "start" | "seat" | "phase" | "reason" | "times_pile_emptied" | "placed", to: number) {
    this.field(name)[0] = to;
  }

  /** Add a province to a set of them. */
  mark(name: "touched" | "settled" | "disks", province: number): void {
    this.field(name)[0]! |= 1 << province;
  }

  has(name: "touched" | "settled" | "disks", province: number): boolean {
    return membersOf(this.number(name)).includes(province);
  }

  /** The board's sets of spaces. */
  spaces(name: "borders" | "ordinary"): bigint {
    return fieldsOf("Board", this.game.boardBytes, name)[0]!;
  }

  provinceSpaces(province: number): bigint {
    return fieldsOf("Board", this.game.boardBytes, "province_spaces")[province]!;
  }

  /** Whether any piece is in a province. */
  hasPiece(province: number): boolean {
    return this.seats.some((seat) => this.countPieces(province, seat) > 0);
  }

  /** A seat's pieces in a province; of those on spaces only the ones `where`. */
  countPieces(province: number, seat: number, where = ALL_SPACES): number {
    const spaces = this.provinceSpaces(province) & where;
    const houses = countOf(this.field("houses")[seat]! & spaces);
    const markers = countOf(this.field("markers")[seat]! & spaces);
    const emissaries = this.bySeat("emissaries", province)[seat]!;
    return houses + emissaries + markers * (this.markersHoldEmissaries ? 2 : 1);
  }

  /** What a marker of the variant in play is placed with; none without a variant. */
  get companion(): number | null {
    return variants[this.number("variant")]!.companion;
  }

  /** Whether an emissary stands on each marker, as it does until the end of the game. */
  get markersHoldEmissaries(): boolean {
    return this.companion === constants.AN_EMISSARY && !this.isOver;
  }
}
