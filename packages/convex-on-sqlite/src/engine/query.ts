/** A query as a stream of documents: the rows of its source, filtered and limited by its operators in order. */
import type { Tablet } from "../store/tablets";
import type { ConvexObject } from "../types";
import { compileFilter } from "./filters";
import { FIRST_BATCH, IndexRows } from "./indexRows";
import type { QueryOperator, QueryPlan, RowSource } from "./queryPlan";
import { SearchRows } from "./searchRows";
import type { Transaction } from "./transaction";

type Step =
  | { readonly kind: "filter"; readonly accepts: (document: ConvexObject) => boolean }
  | { readonly kind: "limit"; remaining: number };

/** How much a stream may examine before it stops; it always examines at least one document. */
export interface Budget {
  readonly documents: number;
  /** As Convex counts sizes. */
  readonly bytes: number;
}

export class DocumentStream {
  /** Number and size of the documents examined so far, whether they passed the operators or not. */
  examined = 0;
  examinedBytes = 0;
  /** The stored texts of those documents; kept only with a budget, which bounds them. */
  readonly examinedJson: string[] = [];

  private readonly transaction: Transaction;
  private readonly tablet: Tablet;
  private readonly rows: RowSource;
  private readonly steps: readonly Step[];
  private readonly budget: Budget | null;

  /** `expected` is the number of rows that the reader will need, if known. Without a budget the stream reads to the end. */
  constructor(
    transaction: Transaction,
    plan: QueryPlan,
    operators: readonly QueryOperator[],
    expected?: number,
    budget: Budget | null = null,
  ) {
    this.transaction = transaction;
    this.tablet = plan.tablet;
    this.budget = budget;
    this.steps = operators.map(toStep);
    const wanted = Math.min(expected ?? FIRST_BATCH, leadingLimit(this.steps));
    const isFiltered = this.steps.some(({ kind }) => kind === "filter");
    const first = isFiltered ? Math.max(wanted, FIRST_BATCH) : wanted;
    this.rows =
      plan.kind === "search" ? new SearchRows(transaction, plan) : new IndexRows(transaction, plan, first);
  }

  /** Whether its budget is used up. */
  get isBudgetSpent(): boolean {
    if (this.budget === null || this.examined === 0) return false;
    return this.examined >= this.budget.documents || this.examinedBytes >= this.budget.bytes;
  }

  /** The text of the next document; `null` at the end or when the budget is used up. */
  next(): string | null {
    for (;;) {
      if (this.isBudgetSpent) return null;
      if (this.steps.some((step) => step.kind === "limit" && step.remaining === 0)) return null;
      const row = this.rows.next();
      if (row === null) return null;
      this.examined += 1;
      this.examinedBytes += row.size;
      if (this.budget !== null) this.examinedJson.push(row.json);
      this.transaction.reads.addDocument(this.tablet, row.size);
      if (this.passes(row.json)) return this.transaction.restorePlaceholders(row.json);
    }
  }

  /** The key of the last document examined, or `null` before the first. */
  lastKey(): Buffer | null {
    return this.rows.lastKey();
  }

  private passes(json: string): boolean {
    let document: ConvexObject | null = null;
    for (const step of this.steps) {
      if (step.kind === "limit") step.remaining -= 1;
      else if (!step.accepts((document ??= JSON.parse(json) as ConvexObject))) return false;
    }
    return true;
  }
}

function toStep(operator: QueryOperator): Step {
  if ("limit" in operator) return { kind: "limit", remaining: operator.limit };
  return { kind: "filter", accepts: compileFilter(operator.filter) };
}

/** The smallest limit before any filter, which bounds the rows needed. */
function leadingLimit(steps: readonly Step[]): number {
  let limit = Infinity;
  for (const step of steps) {
    if (step.kind === "filter") break;
    limit = Math.min(limit, step.remaining);
  }
  return Math.max(limit, 1);
}
