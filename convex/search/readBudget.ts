/** How much more a step of a search may read: a transaction reads 16 MiB at most, in a second of its own, and texts may be long. */
import type { Doc } from "../_generated/dataModel";

/** A search has four steps, each of which may read one batch beyond this; no ordinary text is long enough for it to matter. */
const BYTES_A_STEP = 2.5 * 1024 * 1024;
/**
 * UTF-16 units of terms, which are what comparing takes time for: five hundred ordinary texts, and five of the longest of
 * a script without spaces.
 */
const UNITS_A_STEP = 400_000;
/** A UTF-16 unit of terms takes three bytes at most. */
const BYTES_A_UNIT = 3;
/** The rest of a row. */
const BYTES_A_ROW = 400;
/** Of the longest text there is. */
const MAX_UNITS_A_ROW = 100_000;

type Row = Pick<Doc<"searchDocuments">, "terms" | "packed">;

export class ReadBudget {
  #bytes = BYTES_A_STEP;
  #units = UNITS_A_STEP;

  /** Whether nothing more should be read. */
  get spent(): boolean {
    return this.#bytes <= 0 || this.#units <= 0;
  }

  /** How many rows may be read at once, `most` at most, however long they turn out to be; one where nothing is left. */
  atOnce(most: number): number {
    return Math.max(1, Math.min(most, Math.floor(this.#units / MAX_UNITS_A_ROW)));
  }

  /** Counts rows that were read. */
  count(rows: readonly Row[]): void {
    for (const { terms, packed } of rows) {
      this.#units -= terms.length;
      this.#bytes -= BYTES_A_UNIT * terms.length + (packed?.byteLength ?? 0) + BYTES_A_ROW;
    }
  }

  /** As many of `rows`, which are read one by one, as may be read, `most` at most. */
  async take<R extends Row>(rows: AsyncIterable<R>, most: number): Promise<R[]> {
    const taken: R[] = [];
    for await (const row of rows) {
      taken.push(row);
      this.count([row]);
      if (taken.length === most || this.spent) break;
    }
    return taken;
  }
}
