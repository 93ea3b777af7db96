/** Where the documents of a query come from, before its operators: a stretch of an index, or a search. */
import type { RangeRow } from "../store/documents";
import { IndexRows } from "./indexRows";
import type { QueryPlan } from "./queryPlan";
import { SearchRows } from "./searchRows";
import type { Transaction } from "./transaction";

export interface RowSource {
  /** The next document, or `null` at the end. */
  next(): RangeRow | null;
  /** The key of the last document given, which names its place in the plan's range; `null` before the first. */
  lastKey(): Buffer | null;
}

/** Opens the source of a plan. `expected` is how many rows are likely to be asked for at first. */
export function openRows(transaction: Transaction, plan: QueryPlan, expected: number): RowSource {
  return plan.kind === "search"
    ? new SearchRows(transaction, plan)
    : new IndexRows(transaction, plan, expected);
}
