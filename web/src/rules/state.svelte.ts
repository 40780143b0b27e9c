/** An example while a reader tries it: the changed position, and the answer to it. */
import { colourName } from "../app/seats";
import type { Place } from "../board/types";
import type { Story } from "../game/narrate";
import { Refusal, sentenceOf } from "../net/refusal";
import { language, t } from "../text/index.svelte";
import { answerTo, highlightsOf } from "./answers";
import { ask, type Findings } from "./ask";
import type { Case, Example, Frame } from "./examples";
import { changedCard, movedEmissary, positionOf, toggledSpace, type Setup } from "./position";
import type { Sheet } from "./sheet";

/** The board lacks what the case says was placed this turn, or has more. */
const PLACED = "notation.position_placed_pieces";

export class ExampleState {
  /** Whose pieces a click places, and which. */
  owner = $state(0);
  piece = $state<"house" | "marker">("house");
  step = $state<"add" | "remove">("add");
  /** Whether the answer is shown. */
  isOpen = $state(false);
  fault = $state("");
  #caseIndex = $state(0);
  /** What the reader has changed; null as long as the case is as it was. */
  #changed = $state.raw<Setup | null>(null);
  #latest = $state.raw<{ position: string; findings: Findings } | null>(null);

  readonly current: Case = $derived.by(
    () => this.example.cases[this.#caseIndex] ?? this.example.cases[0],
  );
  readonly setup: Setup = $derived.by(() => this.#changed ?? this.current.setup);
  readonly isChanged = $derived.by(() => this.#changed !== null);
  readonly position = $derived.by(() => positionOf(this.sheet.map, this.setup));
  /** What the rules say of this position; null until it has come. */
  readonly findings: Findings | null = $derived.by(() =>
    this.#latest?.position === this.position ? this.#latest.findings : null,
  );
  readonly seats = $derived.by(() => Array.from({ length: this.setup.players }, (_, seat) => seat));
  readonly isHandShown = $derived.by(
    () => this.example.hasHand && this.current.questions.some(({ kind }) => kind === "turn"),
  );
  readonly #story: Story = $derived.by(() => ({
    map: this.sheet.map,
    names: this.seats.map(colourName),
    t,
    lang: language(),
  }));
  readonly answers: readonly string[] = $derived.by(() => this.#fromFindings(answerTo));
  readonly highlights = $derived.by(() => this.#fromFindings(highlightsOf));
  /** The places that a click changes. */
  readonly spots = $derived.by(() =>
    this.sheet.atlas.spots.filter(
      ({ place, at }) => isInside(at, this.current.frame) && this.#canChange(place),
    ),
  );

  constructor(
    readonly example: Example,
    private readonly sheet: Sheet,
  ) {}

  get isMarkerFort(): boolean {
    return this.sheet.map.variant === "fortifications";
  }

  get caseIndex(): number {
    return this.#caseIndex;
  }

  set caseIndex(index: number) {
    this.#caseIndex = index;
    this.reset();
  }

  /** Shows the answer. */
  open(): void {
    this.isOpen = true;
    void this.#ask();
  }

  /** Shows the case as it was before the reader changed it. */
  reset(): void {
    this.#changed = null;
    if (this.isOpen) void this.#ask();
  }

  pick({ kind, id }: Place): void {
    if (kind === "dragon") {
      return this.#change(movedEmissary(this.setup, id, this.owner, this.step === "add" ? 1 : -1));
    }
    const hasMarker = this.piece === "marker";
    const hasHouse = !hasMarker || this.isMarkerFort;
    this.#change(toggledSpace(this.setup, id, { seat: this.owner, hasHouse, hasMarker }));
  }

  changeCard(at: number): void {
    this.#change(changedCard(this.setup, at));
  }

  #change(setup: Setup): void {
    this.#changed = setup;
    this.open();
  }

  async #ask(): Promise<void> {
    const { position } = this;
    this.fault = "";
    try {
      const findings = await ask(position);
      if (position === this.position) this.#latest = { position, findings };
    } catch (error) {
      if (position === this.position) this.fault = faultOf(error);
    }
  }

  #fromFindings<Part>(
    read: (question: Case["questions"][number], findings: Findings, story: Story) => Part[],
  ): Part[] {
    const { findings } = this;
    if (!findings) return [];
    return this.current.questions.flatMap((question) => read(question, findings, this.#story));
  }

  #canChange({ kind, id }: Place): boolean {
    const { hasEmissaries, isPortsOnly, provinces } = this.example;
    if (kind === "dragon") return !!hasEmissaries && provinces.includes(id);
    if (kind !== "space") return false;
    const space = this.sheet.atlas.spaces.get(id);
    const isHere = space?.provinces.some((province) => provinces.includes(province));
    return !!isHere && (!isPortsOnly || !!space?.port);
  }
}

function isInside([x, y]: readonly [number, number], [left, top, width, height]: Frame): boolean {
  return x > left && x < left + width && y > top && y < top + height;
}

/** Says so if the reader has made an impossible position; else the reason. */
function faultOf(error: unknown): string {
  const reason = sentenceOf(error);
  if (!(error instanceof Refusal)) return reason;
  if (error.key === PLACED) return t("guide.no_longer_fits", { reset: t("guide.start_again") });
  return error.key.startsWith("notation.") ? t("guide.impossible", { reason }) : reason;
}
