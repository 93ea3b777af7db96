/** What a transaction looks up of terms: each once, and of each text no more than leaves room for those that come after it. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { Space } from "../../mind/enums";

type Row = Pick<Doc<"terms">, "_id" | "holders">;

/** A transaction reads 4,096 ranges: so many may be read for terms, and the rest is for everything else that it does. */
const MOST_RANGES = 3_000;
/** A text's terms are looked up, then those of what it is compared with, and a count that is written is a range again. */
const RANGES_A_TERM = 3;
/** Distinct terms of one text: a long text's frequent ones. A rare one left out weighs as much as one unheard of. */
export const MOST_TERMS = 1_000;

export class TermLookups {
  #left = MOST_RANGES;
  #most = MOST_TERMS;
  readonly #rows = new Map<string, Promise<Row | null>>();

  /** How many distinct terms of one text may be looked up, and as many of what it is compared with. */
  get most(): number {
    return this.#most;
  }

  /** Divides what is left among so many texts: the next may have its part, and what it does not need is for the others. */
  share(texts: number): void {
    this.#most = Math.max(0, Math.min(MOST_TERMS, Math.floor(this.#left / (RANGES_A_TERM * texts))));
  }

  /** The term's row; null where no text holds it. */
  find(ctx: QueryCtx, space: Space, term: string): Promise<Row | null> {
    const key = keyOf(space, term);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#left -= 1;
    const row = ctx.db
      .query("terms")
      .withIndex("by_term", (q) => q.eq("space", space).eq("term", term))
      .unique();
    this.#rows.set(key, row);
    return row;
  }

  /** Keeps in mind what was written of a term. */
  wrote(space: Space, term: string, row: Row): void {
    this.#left -= 1;
    this.#rows.set(keyOf(space, term), Promise.resolve(row));
  }
}

function keyOf(space: Space, term: string): string {
  return `${space} ${term}`;
}
