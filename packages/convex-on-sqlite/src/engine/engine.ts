/** The engine: runs the functions of the loaded app on its database. */
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { prepareJobTables } from "../store/jobQueue";
import { errorFields, ThrottledLog, type Logger } from "../log";
import { textTable } from "../search/textIndex";
import { hasVectors } from "../search/vectorIndex";
import { vectorSearch, VectorSearcher } from "../search/vectorSearcher";
import { VectorThread } from "../search/vectorThread";
import { openCatalog, SchemaError } from "./catalog";
import { AFTER_ALL, BEFORE_ALL, readRange } from "../store/documents";
import { DATABASE_FILE } from "../store/dataDir";
import {
  isMarkedRunning,
  dataFormatOf,
  isOutdated,
  lastCommitTs,
  markRunning,
  markStopped,
  prepareFormat,
  UNNAMED,
  writeBuild,
  writerOf,
  type Build,
} from "../store/format";
import type { Tablets } from "../store/tablets";
import { purgeFiles } from "../store/purge";
import { checkStaleWal } from "../store/staleWal";
import { Sqlite, StoreError } from "../store/sqlite";
import type {
  CallOptions,
  Commit,
  ConvexJson,
  FunctionAddress,
  LoadedApp,
  MutationOptions,
  Outcome,
  RequestMeta,
  RoutedAction,
  Snapshot,
  WriteSet,
} from "../types";
import { findFunction, isSystemName } from "./addresses";
import { ActionSyscalls, type ActionHost } from "./actionSyscalls";
import { areCallsObserved } from "./callObserver";
import { countCall } from "./callTotals";
import { completionOf, type CallListeners } from "./completion";
import { runInTransaction, type CallHost, type IncomingCall } from "./calls";
import { Clock } from "./clock";
import { Machine } from "./machine";
import { KeptTime, SYSTEM_TIME, type Time } from "./time";
import { clientLine } from "./console";
import { actionTimeoutFailure, describeThrown, toFunctionError, type CallResult } from "./errors";
import { Committer } from "./committer";
import type { CallScope } from "./context";
import { StoppedError } from "./executor";
import { runHttpAction } from "./httpAction";
import { call } from "./invoke";
import { JS_LIMIT_MS } from "./jsTime";
import { appFrames, withoutAppFrames } from "./stackFrames";
import { TRANSACTION_LIMITS, type TransactionLimits } from "./limits";
import { commitMutation, type MutationParts } from "./mutations";
import { QueryCache, queryKey } from "./queryCache";
import { withTimeout } from "./timeout";
import { Transaction, type TransactionParts } from "./transaction";
import { isObserved } from "./transactionObserver";

export { DATABASE_FILE } from "../store/dataDir";

/** Milliseconds. Queries and mutations wait only for the database, so only one that hangs takes this long. */
const TRANSACTION_TIMEOUT_MS = 10_000;
/**
 * Milliseconds, as on Convex: of its default runtime, also for HTTP actions, and of its Node runtime. An action may wait for other
 * services, but not forever: it may occupy a slot of the job loop.
 */
const ACTION_TIMEOUT_MS = { isolate: 1_800_000, node: 600_000 };

/** What the engine gives to the system functions. */
export interface EngineParts {
  readonly app: LoadedApp;
  readonly tablets: Tablets;
  /** Read it in a call only: nothing is written meanwhile. */
  readonly db: Sqlite;
}

export interface KeepTime {
  /** The day on which the operator has confirmed the clock, in milliseconds since the epoch; `null` for none. */
  readonly confirmedMs: number | null;
}

export interface EngineOptions extends CallListeners {
  readonly app: LoadedApp;
  /** The folder of the database, which must exist. */
  readonly dataDir: string;
  /** The file, in that folder or elsewhere. Default: `DATABASE_FILE`. */
  readonly database?: string;
  /** What runs on the database, and whether older rows were migrated to its format. Default: an app without migrations. */
  readonly build?: Build;
  readonly isMigrated?: boolean;
  /** Called before anything is changed in a database whose rows have an older format. */
  readonly onOutdated?: (database: string, dataFormat: number) => void;
  /** FULL (the default) keeps commits through a power failure, NORMAL only through a crash of the process. */
  readonly synchronous?: "FULL" | "NORMAL";
  readonly log: Pick<Logger, "error" | "warn" | "info">;
  /** Called for each query of an action whose result was computed for an earlier one. */
  readonly onCacheHit?: ((address: FunctionAddress) => void) | undefined;
  /** The time limit of a query or mutation, in milliseconds. */
  readonly transactionTimeoutMs?: number;
  /** The limit of JavaScript time of a query or mutation, in milliseconds. Default: Convex's. */
  readonly jsLimitMs?: number | undefined;
  /** The time limit of every action, in milliseconds. Default: Convex's. */
  readonly actionTimeoutMs?: number;
  /** Whether clients see stack frames in function errors, as on Convex's development deployments. Default: false. */
  readonly exposeStackFrames?: boolean;
  /** Searches vectors. Without it, every vector search fails. */
  readonly vectorThread?: VectorThread;
  /** Creates the system functions of the admin interface. Default: there are none. */
  readonly system?: ((parts: EngineParts) => NonNullable<LoadedApp["system"]>) | undefined;
  /** Keeps the time through leaps of the system's clock. Default: all follow that clock. */
  readonly keepTime?: KeepTime | undefined;
  /** Overrides of Convex's transaction limits. */
  readonly limits?: Partial<TransactionLimits>;
}

/**
 * Opens the database and applies the app's schemas to it. Throws a `SchemaError` if the stored documents don't match the
 * schemas, and a `StoreError` if the file can't be opened or has a newer format. Rows of an older format are not checked until
 * they are migrated: then the engine `isOutdated` (host/upgrade).
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { build = UNNAMED, log, app } = options;
  const path = pathOf(options);
  checkStaleWal(path, (message) => log.warn(message));
  let machine: Machine | null = null;
  const onFailure = (error: StoreError): void => machine?.noteFailure(error);
  const db = Sqlite.open(path, { synchronous: options.synchronous ?? "FULL", onFailure });
  try {
    const outdated = options.isMigrated !== true && isOutdated(db, build);
    if (outdated) options.onOutdated?.(path, dataFormatOf(db));
    const tablets = db.transaction(() => {
      prepareFormat(db, build);
      prepareJobTables(db);
      const opened = openCatalog({ db, log }, outdated ? withoutValidation(app) : app);
      if (!outdated) writeBuild(db, build);
      return opened;
    });
    const afterCrash = isMarkedRunning(db);
    markRunning(db);
    const reader = Sqlite.open(path, { readOnly: true, onFailure });
    machine = new Machine(path, timeFor(options, db));
    return new Engine(options, db, reader, tablets, { outdated, afterCrash, machine });
  } catch (error) {
    const writer = error instanceof SchemaError ? writerOf(db) : build.version;
    closeDatabase(db, log);
    if (!(error instanceof SchemaError) || writer === build.version) throw error;
    throw new SchemaError(`${error.message} The version that wrote them: ${writer}.`, { cause: error });
  }
}

function pathOf({ dataDir, database = join(dataDir, DATABASE_FILE) }: EngineOptions): string {
  return database;
}

/** The app with a schema that accepts any document, as the first step of Convex's way to change a schema: widen it. */
function withoutValidation(app: LoadedApp): LoadedApp {
  const root = app.components.get("");
  if (root === undefined || root.schema === null) return app;
  const widened = { ...root, schema: { ...root.schema, validate: false } };
  return { ...app, components: new Map([...app.components, ["", widened]]) };
}

function timeFor({ keepTime, log }: EngineOptions, db: Sqlite): Time {
  if (keepTime === undefined) return SYSTEM_TIME;
  return new KeptTime({
    lastCommitMs: Number(lastCommitTs(db) / 1_000_000n),
    confirmedMs: keepTime.confirmedMs,
    onChange: (fault) => {
      if (fault === null) log.info("the system's clock is right again");
      else log.error(fault);
    },
  });
}

/** Used when no thread was given: every vector search fails with an explanation. */
function noVectorThread(): VectorThread {
  const fail = (): never => {
    throw new Error("This host was started without a thread for vector search.");
  };
  return new VectorThread(fail);
}

/** Closes the database. If the checkpoint fails, the data stay in the write-ahead log for the next start, so this only logs. */
function closeDatabase(db: Sqlite, log: Pick<Logger, "error" | "warn">): void {
  try {
    try {
      markStopped(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error("the write-ahead log could not be merged into the database", errorFields(error));
  }
}

/** Created by {@link createEngine}. Its users declare the methods they need: `Pick<Engine, …>`. */
export class Engine {
  readonly app: LoadedApp;
  readonly tablets: Tablets;
  /** Whether rows still have to be migrated to the app's format. */
  readonly isOutdated: boolean;
  /** Whether what ran on the database last did not stop. */
  readonly afterCrash: boolean;
  /** The state of its disk, its file and its clock. */
  readonly machine: Machine;
  private readonly path: string;
  private readonly db: Sqlite;
  private readonly reader: Sqlite;
  private readonly commits: Committer;
  private readonly cache: QueryCache;
  private readonly mutations: MutationParts;
  private readonly log: Pick<Logger, "error" | "warn">;
  private readonly host: CallHost;
  private readonly actionHost: ActionHost;
  private readonly vectors: VectorSearcher;
  private readonly actionTimeoutMs: typeof ACTION_TIMEOUT_MS;
  /** Whether clients see stack frames. */
  readonly exposeStackFrames: boolean;
  private readonly listeners: CallListeners;
  /** One throttled log per function, so that no function hides the failures of another: callers can cause failures at will. */
  private readonly failures = new Map<string, ThrottledLog>();
  private isClosing = false;
  /** Running HTTP actions. */
  private serving = 0;

  constructor(
    options: EngineOptions,
    db: Sqlite,
    reader: Sqlite,
    tablets: CallHost["tablets"],
    {
      outdated,
      afterCrash,
      machine,
    }: { readonly outdated: boolean; readonly afterCrash: boolean; readonly machine: Machine },
  ) {
    this.isOutdated = outdated;
    this.afterCrash = afterCrash;
    const system = options.system?.({ app: options.app, tablets, db }) ?? new Map();
    this.app = { ...options.app, system };
    this.machine = machine;
    this.tablets = tablets;
    const { onBegin, onCompletion } = options;
    this.listeners = { onBegin, onCompletion };
    this.log = options.log;
    this.exposeStackFrames = options.exposeStackFrames === true;
    this.db = db;
    this.reader = reader;
    this.path = pathOf(options);
    this.vectors = new VectorSearcher(this.path, options.vectorThread ?? noVectorThread());
    const clock = new Clock(db, machine.time);
    const limits = { ...TRANSACTION_LIMITS, ...options.limits };
    const timeoutMs = options.transactionTimeoutMs ?? TRANSACTION_TIMEOUT_MS;
    const jsLimitMs = options.jsLimitMs ?? JS_LIMIT_MS;
    const parts: TransactionParts = { db, tablets, clock, limits, timeoutMs, jsLimitMs };
    this.commits = new Committer(parts, options.log, ({ commitTs, writeLog }) => {
      machine.noteCommit();
      this.vectors.applyCommit(commitTs, writeLog.vectorChanges());
    });
    this.cache = new QueryCache(
      (queried) => options.onCacheHit?.(queried),
      () => machine.time.now(),
    );
    this.commits.onCommit(({ writes }) => this.cache.invalidate(writes));
    this.host = {
      app: this.app,
      tablets,
      machine,
      ...this.listeners,
      // The clock may be ahead, because of mutations in a group that is not committed yet.
      beginSnapshot: () => new Transaction({ ...parts, db: reader }, "query", this.commits.durableTs),
      timeoutMs,
    };
    this.mutations = { db, clock, commits: this.commits, host: this.host, log: options.log };
    const { actionTimeoutMs } = options;
    this.actionTimeoutMs =
      actionTimeoutMs === undefined ? ACTION_TIMEOUT_MS : { isolate: actionTimeoutMs, node: actionTimeoutMs };
    this.actionHost = {
      query: (incoming) => this.queryOfAction(incoming),
      mutation: async (incoming) => (await commitMutation(this.mutations, incoming)).result,
      action: (incoming) => this.runAction(incoming),
      vectorSearch: (componentPath, query) => vectorSearch(tablets, this.vectors, componentPath, query),
      system: (body) => this.commits.system(body),
    };
  }

  // Queries

  /** Runs queries on one committed state. */
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
          const outcome = this.toOutcome(incoming, result);
          return { ...outcome, reads: transaction.reads.readSet(), journal, dependsOnTime };
        },
      }),
    );
  }

  private async queryOfAction(incoming: IncomingCall): Promise<CallResult> {
    const { address, args, logLines } = incoming;
    const key =
      isSystemName(address.name) || isObserved() || areCallsObserved() ? null : queryKey(address, args);
    const known = key === null ? null : this.cache.get(key);
    if (known !== null) return { ok: true, value: known };
    return await this.commits.read(async () => {
      const transaction = this.commits.begin("query");
      const { result, dependsOnTime } = await runInTransaction(this.host, transaction, incoming);
      // What it writes to the log has to appear at each call.
      if (key !== null && result.ok && logLines.length === 0)
        this.cache.offer(key, address, {
          value: result.value,
          reads: transaction.reads.readSet(),
          dependsOnTime,
        });
      return result;
    });
  }

  // Mutations

  /** Runs a mutation; resolves after its durable commit or its rollback. */
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
   * Runs the host's own writes, such as the state of a job, in a transaction. It is committed when `body` returns, even if
   * it wrote rows but no document, and announced like a mutation; it is rolled back when `body` throws.
   */
  system<T>(body: (transaction: Transaction) => T): Promise<T> {
    return this.commits.system(body);
  }

  // Actions

  async action(address: FunctionAddress, args: ConvexJson, options: CallOptions): Promise<Outcome> {
    const incoming = incomingCall(address, args, options);
    return this.toOutcome(incoming, await this.runAction(incoming));
  }

  /** The outcome of a call for its caller. Stack frames are for the log of the app, not for clients. */
  private toOutcome(
    { address, visibility, meta, logLines: written }: IncomingCall,
    result: CallResult,
    logLines: readonly string[] = written.map(clientLine),
  ): Outcome {
    if (result.ok) return { ok: true, value: result.value, logLines };
    const error = toFunctionError(result.failure, meta.requestId);
    const message = withoutAppFrames(error.message);
    if (visibility !== "public" || this.exposeStackFrames || message === error.message)
      return { ok: false, error, logLines };
    const { name } = address;
    let failures = this.failures.get(name);
    if (failures === undefined) {
      failures = new ThrottledLog((count, fields) =>
        this.log.warn("a function that a client called failed", { function: name, count, ...fields }),
      );
      this.failures.set(name, failures);
    }
    // Logs the stack frames but not the message, which may quote private text.
    failures.record({ requestId: meta.requestId, stack: appFrames(error.message).join("\n") });
    return { ok: false, error: { ...error, message }, logLines };
  }

  private async runAction({
    address,
    args,
    visibility,
    meta,
    logLines,
    ...origin
  }: IncomingCall): Promise<CallResult> {
    const found = findFunction(this.app, address, ["action"], visibility);
    if (!found.ok) return found;
    const { machine } = this;
    const scope = {
      meta,
      logLines,
      executionId: randomUUID(),
      deterministic: null,
      machine,
    } satisfies CallScope;
    const caller = { app: this.app, address: found.fn.address, scope };
    const syscalls = new ActionSyscalls(caller, this.actionHost);
    this.listeners.onBegin?.(found.fn);
    const startedMs = performance.now();
    const work = call(this.host.tablets, found.fn, args, scope, syscalls);
    const timeoutMs = this.actionTimeoutMs[found.fn.inNode ? "node" : "isolate"];
    const result = await withTimeout(timeoutMs, work, (limitMs) => actionTimeoutFailure(found.fn, limitMs));
    syscalls.close();
    this.listeners.onCompletion?.(completionOf(found.fn, { ...scope, ...origin, startedMs }, result));
    return result;
  }

  /**
   * Runs a handler of `http.ts` in an action's context. Throws the handler's error, and a `HostError` if it exceeds the
   * time limit of actions or returns no response.
   */
  async httpAction({ handle, route }: RoutedAction, request: Request, meta: RequestMeta): Promise<Response> {
    const parts = { app: this.app, host: this.actionHost, timeoutMs: this.actionTimeoutMs.isolate };
    const address = { componentPath: "", name: route };
    const fn = { address, kind: "httpAction", inNode: false } as const;
    const hasToken = request.headers.has("authorization");
    const executionId = randomUUID();
    const { machine } = this;
    const scope: CallScope = { meta, logLines: [], executionId, deterministic: null, hasToken, machine };
    const startedMs = performance.now();
    let result: CallResult = { ok: true, value: "null" };
    let status = "";
    this.listeners.onBegin?.(fn);
    this.serving += 1;
    try {
      const response = await runHttpAction(parts, handle, request, scope);
      status = String(response.status);
      return response;
    } catch (thrown) {
      result = { ok: false, failure: describeThrown(thrown) };
      throw thrown;
    } finally {
      this.serving -= 1;
      countCall("httpAction");
      const begun = { ...scope, executionId, startedMs, parentExecutionId: null };
      this.listeners.onCompletion?.(completionOf(fn, { ...begun, caller: "HttpEndpoint" }, result, status));
    }
  }

  /** Whether an HTTP action is running: most of them take several transactions. */
  isServing(): boolean {
    return this.serving > 0;
  }

  // Lifecycle

  /** Runs a bulk write of the host in one transaction without Convex's limits; other transactions wait for its end. */
  bulkWrite<T>(body: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.commits.bulk(body);
  }

  /** Reads committed state. */
  read<T>(body: (db: Sqlite) => T): Promise<T> {
    return this.commits.read(() => Promise.resolve(body(this.db)));
  }

  /**
   * Loads the vectors into memory, so that the first vector search does not wait for it. Never rejects: an error here occurs
   * again in the search, which reports it.
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

  /** Of the database and its write-ahead log, in bytes. */
  fileSizes(): { readonly database: number; readonly wal: number } {
    const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { database: sizeOf(this.path), wal: sizeOf(`${this.path}-wal`) };
  }

  /** Purges the files of deleted data, while nothing else runs; false where a reader prevents it for now. */
  purge(): Promise<boolean> {
    const indexes = [...this.tablets.all()].flatMap(({ search }) => [...search.text.values()]);
    return this.commits.alone(() => purgeFiles(this.db, indexes.map(textTable)));
  }

  /** Whether a table of the app has a row. */
  async hasRow(table: string): Promise<boolean> {
    const tablet = this.tablets.named("", table);
    if (tablet === undefined) return false;
    const everything = { start: BEFORE_ALL, end: AFTER_ALL };
    return (await this.read((db) => readRange(db, tablet.byId, everything, "asc", 1))).length > 0;
  }

  /** Whether a row of the app's table is among these writes. */
  isRowOf(table: string, { keys }: WriteSet): boolean {
    const byId = this.tablets.named("", table)?.byId.id;
    return keys.some(({ indexId }) => indexId === byId);
  }

  /** Calls the listener after every durable commit with changes. Returns a function that removes it. */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.commits.onCommit(listener);
  }

  /** Calls the listener after every commit that scheduled, cancelled or ended a job. Returns a function that removes it. */
  onJobsChanged(listener: () => void): () => void {
    return this.commits.onJobsChanged(listener);
  }

  /** The time of its functions, in milliseconds since the epoch. */
  now(): number {
    return this.machine.time.now();
  }

  /** The ts of the last durable commit. */
  lastTs(): bigint {
    return this.commits.durableTs;
  }

  /** Rejects new calls, waits for queued transactions, then closes the database. */
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
  { visibility, meta, ...options }: CallOptions,
): IncomingCall {
  const client = visibility === "admin" ? "Tester" : "SyncWorker";
  const caller = options.caller ?? (meta.scheduledFunctionId === null ? client : "Scheduler");
  return { address, args, visibility, meta, logLines: [], caller, parentExecutionId: null };
}
