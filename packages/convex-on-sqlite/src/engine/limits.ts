/** Convex's limits on what one transaction may read, write and schedule. */

const MIB = 1 << 20;

/** The limits, with the names of `ctx.meta.getTransactionMetrics()`. Bytes are counted as Convex counts values. */
export const TRANSACTION_LIMITS = {
  bytesRead: 16 * MIB,
  bytesWritten: 16 * MIB,
  databaseQueries: 4_096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * MIB,
};

type LimitName = keyof typeof TRANSACTION_LIMITS;
type PerLimit<T> = { readonly [name in LimitName]: T };
export type TransactionLimits = PerLimit<number>;

const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective " +
  "index range expressions.";

/** Convex's messages. */
const EXCEEDED: PerLimit<(limit: number) => string> = {
  bytesRead: (limit) => `Too many bytes read in a single function execution (limit: ${limit} bytes). ${HELP}`,
  bytesWritten: (limit) =>
    `Too many bytes written in a single function execution (limit: ${limit / MIB} MiB)`,
  databaseQueries: (limit) => `Too many reads in a single function execution (limit: ${limit}). ${HELP}`,
  documentsRead: (limit) =>
    `Too many documents read in a single function execution (limit: ${limit}). ${HELP}`,
  documentsWritten: (limit) => `Too many writes in a single function execution (limit: ${limit})`,
  functionsScheduled: (limit) => `Too many functions scheduled by this mutation (limit: ${limit})`,
  scheduledFunctionArgsBytes: (limit) =>
    `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limit} bytes).`,
};

function perLimit<T>(valueOf: (name: LimitName) => T): PerLimit<T> {
  const names = Object.keys(TRANSACTION_LIMITS) as LimitName[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as PerLimit<T>;
}

/** For the host's own bulk writes. */
export const NO_LIMITS: TransactionLimits = perLimit(() => Infinity);

/** The usage of a call and its callers, and its limits. */
interface Layer {
  readonly used: { [name in LimitName]: number };
  readonly limits: TransactionLimits;
}

/** Counts the usage of a transaction. A nested call continues its caller's count, under its own limits if it has any. */
export class Usage {
  private current: Layer;
  private readonly callers: Layer[] = [];

  constructor(limits: TransactionLimits = TRANSACTION_LIMITS) {
    this.current = { used: { ...perLimit(() => 0) }, limits };
  }

  /** Adds `amount`. Throws Convex's message if that exceeds the limit. */
  add(name: LimitName, amount: number): void {
    const { used, limits } = this.current;
    used[name] += amount;
    if (used[name] > limits[name]) throw new Error(EXCEEDED[name](limits[name]));
  }

  /** Opens a nested call. `own` limits count only that call's usage, and can't exceed what its caller has left. */
  enter(own: Partial<TransactionLimits> = {}): void {
    const { used, limits } = this.current;
    this.callers.push(this.current);
    const capped = perLimit((name) => Math.min(limits[name], used[name] + (own[name] ?? Infinity)));
    this.current = { used: { ...used }, limits: capped };
  }

  /** Closes the innermost nested call. Its reads stay counted after a rollback, because they happened. */
  leave(end: "kept" | "rolledBack"): void {
    const caller = this.callers.pop();
    if (caller === undefined) throw new Error("No nested call is open.");
    const { used } = this.current;
    const { bytesRead, databaseQueries, documentsRead } = used;
    this.current = {
      used: end === "kept" ? used : { ...caller.used, bytesRead, databaseQueries, documentsRead },
      limits: caller.limits,
    };
  }

  /** Used and remaining amounts, as functions see them. */
  metrics(): PerLimit<{ used: number; remaining: number }> {
    const { used, limits } = this.current;
    return perLimit((name) => ({ used: used[name], remaining: limits[name] - used[name] }));
  }
}
