/** The engine: the loaded app on its database, answering calls. */
import { join } from "node:path";
import { prepareJobTables } from "../store/jobQueue";
import { errorFields, ThrottledLog, type Logger } from "../log";
import { hasVectors } from "../search/vectorIndex";
import { vectorSearch, VectorSearcher } from "../search/vectorSearcher";
import { VectorThread } from "../search/vectorThread";
import { openCatalog } from "./catalog";
import { prepareFormat } from "../store/format";
import { checkStaleWal } from "../store/staleWal";
import { Sqlite, StoreError } from "../store/sqlite";
import type {
  CallOptions,
  Commit,
  ConvexJson,
  FunctionAddress,
  LoadedApp,
  LogLine,
  MutationOptions,
  Outcome,
  RequestMeta,
  Snapshot,
} from "../types";
import { findFunction } from "./addresses";
import { ActionSyscalls, type ActionHost } from "./actionSyscalls";
import { runInTransaction, type CallHost, type IncomingCall } from "./calls";
import { Clock } from "./clock";
import { timeoutFailure, toFunctionError, type CallResult } from "./errors";
import { Committer } from "./committer";
import type { CallScope } from "./context";
import { StoppedError } from "./executor";
import { runHttpAction } from "./httpAction";
import { call } from "./invoke";
import { appFrames, withoutAppFrames } from "./appFrames";
import { TRANSACTION_LIMITS, type TransactionLimits } from "./limits";
import { commitMutation, type MutationParts } from "./mutations";
import { withTimeout } from "./timeout";
import { Transaction, type TransactionParts } from "./transaction";

/** The file that holds everything, in the data directory. */
export const DATABASE_FILE = "convex.sqlite3";

/** A handler waits for nothing but the database, so only one that hangs takes this long: milliseconds. */
const TRANSACTION_TIMEOUT_MS = 10_000;
/** An action may wait for the world, but not for ever, for it may hold a place among the jobs: milliseconds, as Convex has it. */
const ACTION_TIMEOUT_MS = 600_000;

export interface EngineOptions {
  readonly app: LoadedApp;
  /** The folder of the database, which exists. */
  readonly dataDir: string;
  /** How durable a commit is: FULL (the default) outlives a loss of power, NORMAL a crash of the process. */
  readonly synchronous?: "FULL" | "NORMAL";
  readonly log: Pick<Logger, "error" | "warn" | "info">;
  /** How long a query or mutation may take, in milliseconds. */
  readonly transactionTimeoutMs?: number;
  /** How long an action may take, in milliseconds. */
  readonly actionTimeoutMs?: number;
  /** Whether clients get the frames of what functions throw, as from Convex's deployments for development. Default: false. */
  readonly exposeStackFrames?: boolean;
  /** Where vectors are searched. Without it no vector search can be made. */
  readonly vectorThreads?: readonly VectorThread[];
  /** What a transaction may use, where that differs from Convex's limits. */
  readonly limits?: Partial<TransactionLimits>;
}

/**
 * Opens the database, applies the app's schemas to it, and answers calls. Throws a `SchemaError` where the stored
 * documents don't fit the schemas, and a `StoreError` where the file can't be opened or is of a newer format.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const path = join(options.dataDir, DATABASE_FILE);
  checkStaleWal(path, (message) => options.log.warn(message));
  const db = Sqlite.open(path, { synchronous: options.synchronous ?? "FULL" });
  try {
    const tablets = db.transaction(() => {
      prepareFormat(db);
      prepareJobTables(db);
      return openCatalog({ db, log: options.log }, options.app);
    });
    const reader = Sqlite.open(path, { readOnly: true });
    return new Engine(options, db, reader, tablets);
  } catch (error) {
    closeDatabase(db, options.log);
    throw error;
  }
}

/** In the place of those that nobody gave: what asks it fails, and says why. */
function noVectorThreads(): VectorThread[] {
  const fail = (): never => {
    throw new Error("This host was started without a thread for vector search.");
  };
  return [new VectorThread(fail)];
}

/** What can't be folded into the file stays in the log beside it, for the next start: nothing to fail over. */
function closeDatabase(db: Sqlite, log: Pick<Logger, "error" | "warn">): void {
  try {
    db.close();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error("the write-ahead log could not be folded into the database", errorFields(error));
  }
}

/** {@link createEngine} makes one. Who uses it takes what it needs of it: `Pick<Engine, …>`. */
export class Engine {
  readonly app: LoadedApp;
  private readonly db: Sqlite;
  private readonly reader: Sqlite;
  private readonly commits: Committer;
  private readonly mutations: MutationParts;
  private readonly log: Pick<Logger, "error" | "warn">;
  private readonly host: CallHost;
  private readonly actionHost: ActionHost;
  private readonly vectors: VectorSearcher;
  private readonly actionTimeoutMs: number;
  private readonly exposeStackFrames: boolean;
  /** By function, so that each is told of: whoever asks may have one fail at will. */
  private readonly failures = new Map<string, ThrottledLog>();
  private isClosing = false;
  /** HTTP actions under way. */
  private serving = 0;

  constructor(options: EngineOptions, db: Sqlite, reader: Sqlite, tablets: CallHost["tablets"]) {
    this.app = options.app;
    this.log = options.log;
    this.exposeStackFrames = options.exposeStackFrames === true;
    this.db = db;
    this.reader = reader;
    this.vectors = new VectorSearcher(
      join(options.dataDir, DATABASE_FILE),
      options.vectorThreads ?? noVectorThreads(),
    );
    const clock = new Clock(db);
    const limits = { ...TRANSACTION_LIMITS, ...options.limits };
    const timeoutMs = options.transactionTimeoutMs ?? TRANSACTION_TIMEOUT_MS;
    const parts: TransactionParts = { db, tablets, clock, limits, timeoutMs };
    this.commits = new Committer(parts, options.log, ({ commitTs, writeLog }) =>
      this.vectors.committed(commitTs, writeLog.vectorChanges()),
    );
    this.host = {
      app: options.app,
      tablets,
      // The clock may be ahead, by the mutations of a group that is not committed yet.
      beginSnapshot: () => new Transaction({ ...parts, db: reader }, "query", this.commits.durableTs),
      timeoutMs,
    };
    this.mutations = { db, clock, commits: this.commits, host: this.host, log: options.log };
    this.actionTimeoutMs = options.actionTimeoutMs ?? ACTION_TIMEOUT_MS;
    this.actionHost = {
      query: (incoming) =>
        this.commits.read(async () => {
          const { result } = await runInTransaction(this.host, this.commits.begin("query"), incoming);
          return result;
        }),
      mutation: async (incoming) => (await commitMutation(this.mutations, incoming)).result,
      action: (incoming) => this.runAction(incoming),
      vectorSearch: (componentPath, query) => vectorSearch(tablets, this.vectors, componentPath, query),
      system: (body) => this.commits.system(body),
    };
  }

  // Queries

  /** Runs queries that see one committed state. */
  snapshot<T>(body: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return this.commits.read(() =>
      body({
        ts: this.commits.durableTs,
        query: async (address, args, options) => {
          const incoming = incomingCall(address, args, options);
          const transaction = this.commits.begin("query");
          const before = options.journal ?? null;
          const { result, journal, dependsOnTime } = await runInTransaction(
            this.host,
            transaction,
            incoming,
            before,
          );
          const outcome = this.toOutcome(incoming, result, incoming.logLines);
          return { ...outcome, reads: transaction.reads.readSet(), journal, dependsOnTime };
        },
      }),
    );
  }

  // Mutations

  /** Runs a mutation to its durable commit, or its rollback. */
  async mutation(
    address: FunctionAddress,
    args: ConvexJson,
    options: MutationOptions,
  ): Promise<Outcome & { ts: bigint }> {
    const incoming = incomingCall(address, args, options);
    const { result, ts, logLines } = await commitMutation(this.mutations, incoming, options);
    return { ...this.toOutcome(incoming, result, logLines), ts };
  }

  /**
   * The host's own writing, such as the state of a job, in a transaction under the lock. It is committed whenever
   * `body` returns, even if it wrote rows and no document, and announced as a mutation is; rolled back when it throws.
   */
  system<T>(body: (transaction: Transaction) => T): Promise<T> {
    return this.commits.system(body);
  }

  // Actions

  async action(address: FunctionAddress, args: ConvexJson, options: CallOptions): Promise<Outcome> {
    const incoming = incomingCall(address, args, options);
    return this.toOutcome(incoming, await this.runAction(incoming), incoming.logLines);
  }

  /** How a call ended, as its caller may see it: where an app's sources fail is for its log, not for its clients. */
  private toOutcome(
    { address, visibility, meta }: IncomingCall,
    result: CallResult,
    logLines: readonly LogLine[],
  ): Outcome {
    if (result.ok) return { ok: true, value: result.value, logLines };
    const error = toFunctionError(result.failure, meta.requestId);
    const message = withoutAppFrames(error.message);
    if (visibility === "any" || this.exposeStackFrames || message === error.message)
      return { ok: false, error, logLines };
    const { name } = address;
    let failures = this.failures.get(name);
    if (failures === undefined) {
      failures = new ThrottledLog((count, fields) =>
        this.log.warn("a function that a client called failed", { function: name, count, ...fields }),
      );
      this.failures.set(name, failures);
    }
    // Its frames and not its message, which may quote what a person wrote.
    failures.record({ requestId: meta.requestId, stack: appFrames(error.message).slice(1) });
    return { ok: false, error: { ...error, message }, logLines };
  }

  private async runAction({ address, args, visibility, meta, logLines }: IncomingCall): Promise<CallResult> {
    const found = findFunction(this.app, address, ["action"], visibility);
    if (!found.ok) return found;
    const scope: CallScope = { meta, logLines, deterministic: null };
    const caller = { app: this.app, address: found.fn.address, scope };
    const syscalls = new ActionSyscalls(caller, this.actionHost);
    const work = call(this.host.tablets, found.fn, args, scope, syscalls);
    const result = await withTimeout(this.actionTimeoutMs, work, timeoutFailure);
    syscalls.close();
    return result;
  }

  /**
   * Runs a handler of `http.ts` in an action's context. Throws what the handler throws, and a `StatedError` where it
   * takes longer than an action may or returns no response.
   */
  async httpAction(
    handle: (request: Request) => Promise<Response>,
    request: Request,
    meta: RequestMeta,
  ): Promise<Response> {
    const parts = { app: this.app, host: this.actionHost, timeoutMs: this.actionTimeoutMs };
    this.serving += 1;
    try {
      return await runHttpAction(parts, handle, request, { meta, logLines: [], deterministic: null });
    } finally {
      this.serving -= 1;
    }
  }

  /** Whether somebody waits for the answer of an HTTP action: most take several transactions. */
  isServing(): boolean {
    return this.serving > 0;
  }

  // Around

  /** Reads committed state. */
  read<T>(body: (db: Sqlite) => T): Promise<T> {
    return this.commits.read(() => Promise.resolve(body(this.db)));
  }

  /**
   * Loads into memory what vector searches look through, so that the first of them doesn't wait for it. Never rejects:
   * what fails here fails again, and is told of, where it is searched.
   */
  async preload(): Promise<void> {
    for (const tablet of this.host.tablets.all()) {
      for (const index of tablet.search.vector.values()) {
        try {
          if (await this.read((db) => hasVectors(db, index))) await this.vectors.preload(index);
        } catch (error) {
          if (error instanceof StoppedError || this.isClosing) return;
          this.log.error("the vectors of an index could not be loaded", {
            table: tablet.name,
            index: index.name,
            ...errorFields(error),
          });
        }
      }
    }
  }

  /** Tells after every durable commit that changed something. Returns the way to stop listening. */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.commits.onCommit(listener);
  }

  /** Tells after every commit that scheduled, cancelled or ended a job. Returns the way to stop listening. */
  onJobsChanged(listener: () => void): () => void {
    return this.commits.onJobsChanged(listener);
  }

  /** The ts of the last durable commit. */
  lastTs(): bigint {
    return this.commits.durableTs;
  }

  /** Takes no more calls, waits for the transactions that are queued, then closes the database. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.commits.stop();
    await this.vectors.close();
    this.reader.close();
    closeDatabase(this.db, this.log);
  }
}

function incomingCall(
  address: FunctionAddress,
  args: ConvexJson,
  { visibility, meta }: CallOptions,
): IncomingCall {
  return { address, args, visibility, meta, logLines: [] };
}
