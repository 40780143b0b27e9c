/** What a player has picked but not yet played, and what can be chosen with it. */
import type { Target } from "../board/types";
import type { Colour, Moment } from "../net/schema";
import { cardsOf, choicesOf, NO_CHOICES, type Choices } from "./choices";

export class Selection {
  /** Indices of the cards in the hand that are picked. */
  picked = $state<number[]>([]);
  /** The action of taking a card that waits to be confirmed. */
  chosen = $state.raw<string | null>(null);
  /** A place with several offers that waits for a choice. */
  target = $state.raw<Target | null>(null);

  /** What can be chosen; cards that are picked limit the places to those they can pay for. */
  readonly choices: Choices = $derived.by(() => {
    const game = this.game();
    return game ? choicesOf(game, this.#pickedCards.join("")) : NO_CHOICES;
  });
  /** The card that is picked, if it is the only one and can be discarded. */
  readonly discard = $derived.by((): Colour | null => {
    const [card, ...more] = this.#pickedCards;
    return card && !more.length && this.choices.discards.includes(card) ? card : null;
  });
  readonly #pickedCards: readonly Colour[] = $derived.by(() => {
    const hand = cardsOf(this.game()?.view.hand ?? "");
    return this.picked.flatMap((index) => hand[index] ?? []);
  });

  /** `game` is the game while the player is to decide, and null otherwise. */
  constructor(private readonly game: () => Moment | null) {}

  clear(): void {
    this.picked = [];
    this.chosen = null;
    this.target = null;
  }
}
