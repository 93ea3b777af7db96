/** What one transaction may read, write and schedule, as Convex limits it. */

/** All limits, with the names of `ctx.meta.getTransactionMetrics()`. Bytes are sizes as Convex counts values. */
export interface TransactionLimits {
  readonly bytesRead: number;
  readonly bytesWritten: number;
  readonly databaseQueries: number;
  readonly documentsRead: number;
  readonly documentsWritten: number;
  readonly functionsScheduled: number;
  readonly scheduledFunctionArgsBytes: number;
  readonly filesWritten: number;
  readonly fileWriteBytes: number;
  readonly filesRead: number;
  readonly fileReadBytes: number;
}

type LimitName = keyof TransactionLimits;

const MIB = 1 << 20;

/** Convex's limits. There is no file storage here, so nothing of it remains to be used. */
export const TRANSACTION_LIMITS: TransactionLimits = {
  bytesRead: 16 * MIB,
  bytesWritten: 16 * MIB,
  databaseQueries: 4_096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * MIB,
  filesWritten: 0,
  fileWriteBytes: 0,
  filesRead: 0,
  fileReadBytes: 0,
};

const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective " +
  "index range expressions.";

/** Convex's messages, as far as it has these limits. */
const EXCEEDED: { readonly [name in Exclude<LimitName, `file${string}`>]: (limit: number) => string } = {
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

/** What stays used when a nested call is rolled back: its reads happened, its writes did not. */
const READS = ["bytesRead", "databaseQueries", "documentsRead"] as const;

const NAMES = Object.keys(TRANSACTION_LIMITS) as LimitName[];

const NOTHING = Object.fromEntries(NAMES.map((name) => [name, 0])) as {
  readonly [name in LimitName]: number;
};

interface Layer {
  readonly used: { [name in LimitName]: number };
  readonly limits: TransactionLimits;
}

/** Counts what a transaction uses. A nested call counts on from its caller, under limits of its own if it has any. */
export class Usage {
  private readonly layers: Layer[];

  constructor(limits: TransactionLimits = TRANSACTION_LIMITS) {
    this.layers = [{ used: unused(), limits }];
  }

  /** Counts `amount` more, or less where it is negative. Throws with Convex's message when that is over the limit. */
  add(name: keyof typeof EXCEEDED, amount: number): void {
    const { used, limits } = this.top();
    used[name] += amount;
    if (used[name] > limits[name]) throw new Error(EXCEEDED[name](limits[name]));
  }

  /** How much more may be used. */
  left(name: LimitName): number {
    const { used, limits } = this.top();
    return limits[name] - used[name];
  }

  /** Opens a nested call. `own` limits count what that call alone uses, and can't exceed what its caller has left. */
  enter(own: Partial<TransactionLimits> = {}): void {
    const parent = this.top();
    const limits = { ...parent.limits };
    for (const name of NAMES) {
      const limit = own[name];
      if (limit !== undefined) limits[name] = Math.min(limits[name], parent.used[name] + limit);
    }
    this.layers.push({ used: { ...parent.used }, limits });
  }

  /** Closes the nested call that was opened last. */
  leave(end: "kept" | "rolledBack"): void {
    const child = this.layers.pop();
    const parent = this.layers.at(-1);
    if (child === undefined || parent === undefined) throw new Error("No nested call is open.");
    for (const name of end === "kept" ? NAMES : READS) parent.used[name] = child.used[name];
  }

  /** Used and remaining amounts, as functions see them. */
  metrics(): { [name in LimitName]: { used: number; remaining: number } } {
    const { used, limits } = this.top();
    const entries = NAMES.map((name) => [name, { used: used[name], remaining: limits[name] - used[name] }]);
    return Object.fromEntries(entries) as { [name in LimitName]: { used: number; remaining: number } };
  }

  private top(): Layer {
    const layer = this.layers.at(-1);
    if (layer === undefined) throw new Error("A transaction counts its use from its start.");
    return layer;
  }
}

function unused(): { [name in LimitName]: number } {
  return { ...NOTHING };
}
