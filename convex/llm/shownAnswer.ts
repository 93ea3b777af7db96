/** The first answer to a question, shown while it is written. */

/** What follows an answer that did not count is not streamed, so that a reader does not see it begin again and again. */
export class ShownAnswer {
  readonly #show: (soFar: string | null) => void;
  #text = "";
  /** Whether another answer may still be shown. */
  #open = true;

  constructor(show: (soFar: string | null) => void) {
    this.#show = show;
  }

  add(text: string): void {
    if (!this.#open) return;
    this.#text += text;
    this.#show(this.#text);
  }

  drop(): void {
    this.#open = false;
    if (this.#text !== "") this.#show(null);
    this.#text = "";
  }

  /** Before each request: an answer that broke off does not count. */
  begin(): boolean {
    if (this.#text !== "") this.drop();
    return this.#open;
  }
}
