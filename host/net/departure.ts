/** Whether the client of a request has left before its answer was sent. */

export class Departure {
  /** Called when the client leaves. */
  onLeave: (() => void) | null = null;
  private left = false;
  private controller: AbortController | null = null;

  get hasLeft(): boolean {
    return this.left;
  }

  /** The same as a signal: made for the few who ask, since each one takes longer than a short handler. */
  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.left) this.controller.abort();
    }
    return this.controller.signal;
  }

  leave(): void {
    this.left = true;
    this.controller?.abort();
    this.onLeave?.();
  }
}
