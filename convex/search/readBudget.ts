/** Limits what one step of a search reads. Texts may be long, and a transaction may read 16 MiB and run for a second. */
import type { Doc } from "../_generated/dataModel";

/** A search has four steps, each of which may read a few rows beyond this. */
const MAX_BYTES = 2.5 * 1024 * 1024;
/**
 * In UTF-16 units of terms, because comparing them takes the time: 500 ordinary texts, or four of the longest in a script
 * without spaces.
 */
const MAX_UNITS = 400_000;
/** The most bytes of a UTF-16 unit in UTF-8. */
const BYTES_PER_UNIT = 3;
/** The fields of a row other than its terms and vector. */
const OTHER_BYTES = 400;

type Row = Pick<Doc<"searchDocuments">, "terms" | "packed">;

export class ReadBudget {
  #bytes: number;
  #units = MAX_UNITS;

  constructor(bytes = MAX_BYTES) {
    this.#bytes = bytes;
  }

  /** Whether nothing more should be read. */
  get spent(): boolean {
    return this.#bytes <= 0 || this.#units <= 0;
  }

  /** Counts rows that were read. */
  count(rows: readonly Row[]): void {
    for (const { terms, packed } of rows) {
      this.#units -= terms.length;
      this.#bytes -= BYTES_PER_UNIT * terms.length + (packed?.byteLength ?? 0) + OTHER_BYTES;
    }
  }

  /** Reads `rows` one by one until it has `max` of them or the budget is spent. */
  async take<R extends Row>(rows: AsyncIterable<R>, max: number): Promise<R[]> {
    const taken: R[] = [];
    for await (const row of rows) {
      taken.push(row);
      this.count([row]);
      if (taken.length === max || this.spent) break;
    }
    return taken;
  }
}
