/** How high a sheet is, while it is dragged by its edge or moved by keys. */

/** In hundredths of the room that it lies over. */
const [LEAST, HALF, MOST] = [30, 55, 88];
const STEP = 10;
/** Whoever moves less than that has only tapped, in pixels. */
const TAP = 6;

export class SheetHeight {
  readonly least = LEAST;
  readonly most = MOST;
  share = $state(HALF);
  isDragged = $state(false);
  #from = { y: 0, share: HALF, room: 1 };

  constructor(private readonly onClose: () => void) {}

  onDown(event: PointerEvent, sheet: HTMLElement): void {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const room = (sheet.offsetParent ?? document.body).clientHeight;
    this.#from = { y: event.clientY, share: this.share, room };
    this.isDragged = true;
    this.#moved = 0;
  }

  #moved = 0;

  onMove({ clientY }: PointerEvent): void {
    if (!this.isDragged) return;
    const { y, share, room } = this.#from;
    this.#moved = Math.max(this.#moved, Math.abs(clientY - y));
    this.share = Math.min(MOST, Math.max(0, share + (100 * (y - clientY)) / room));
  }

  /** A tap opens it further or less far; one that was dragged down is closed. */
  onUp(): void {
    if (!this.isDragged) return;
    this.isDragged = false;
    if (this.#moved < TAP) this.share = this.share > HALF ? HALF : MOST;
    else if (this.share < LEAST) this.#close();
  }

  onKey(event: KeyboardEvent): void {
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    if (this.share + step < LEAST) this.#close();
    else this.share = Math.min(MOST, this.share + step);
  }

  #close(): void {
    this.share = HALF;
    this.onClose();
  }
}
