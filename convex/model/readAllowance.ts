/** How much more a step of a search may read: a transaction reads 16 MiB at most, and texts may be long. */
import type { Doc } from "../_generated/dataModel";

/** A search has four steps, each of which may read one batch beyond this; no ordinary text is long enough for it to matter. */
const BYTES_A_STEP = 2.5 * 1024 * 1024;
/** A UTF-16 unit of terms takes three bytes at most. */
const BYTES_A_UNIT = 3;
/** The rest of a row. */
const BYTES_A_ROW = 400;

export class ReadAllowance {
  #left = BYTES_A_STEP;

  /** Whether nothing more should be read. */
  get spent(): boolean {
    return this.#left <= 0;
  }

  /** Counts rows that were read. */
  count(rows: readonly Pick<Doc<"texts">, "terms" | "packed">[]): void {
    for (const { terms, packed } of rows)
      this.#left -= BYTES_A_UNIT * terms.length + (packed?.byteLength ?? 0) + BYTES_A_ROW;
  }
}
