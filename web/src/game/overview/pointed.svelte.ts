/** What is pointed out on the board: what lies under the pointer in a list, or else what was clicked. */
import type { Highlight, Place } from "../../board/types";

export class Pointed {
  #under = $state.raw<Highlight | null>(null);
  #held = $state.raw<Highlight | null>(null);
  readonly shown = $derived.by(() => this.#under ?? this.#held);

  /** The pointer is on something, or on nothing any more. */
  at(highlight: Highlight | null): void {
    this.#under = highlight;
  }

  /** Something was clicked: it is held until it is clicked again. */
  hold(highlight: Highlight): void {
    const isHeld = JSON.stringify(highlight) === JSON.stringify(this.#held);
    this.#held = isHeld ? null : highlight;
  }

  /** A click on the board: holds a province or an alliance, and lets go of it anywhere else. */
  pick(place: Place | null): void {
    if (place?.kind === "province") this.hold({ kind: "province", id: place.id });
    else if (place?.kind === "alliance") this.hold({ kind: "alliance", number: Number(place.id) });
    else this.letGo();
  }

  /** Something else was done. */
  letGo(): void {
    this.#held = null;
  }
}
