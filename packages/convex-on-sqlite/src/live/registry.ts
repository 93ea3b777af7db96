/**
 * The shared queries: one execution of (function, arguments, journal) serves every subscriber on every socket and the HTTP
 * query cache. A result stays valid until a commit touches what the query read.
 */
import { isSystemName } from "../engine/addresses";
import type { Engine } from "../engine/engine";
import { MAX_CACHED_AGE_MS } from "../engine/queryCache";
import { ReadSetIndex } from "../engine/readSetIndex";
import type { ConvexJson, FunctionAddress, Outcome, Snapshot, Visibility, WriteSet } from "../types";
import { requestMeta } from "./caller";
import { queryModification } from "./results";

/** Limits for results without subscribers, kept for HTTP callers and reconnecting clients. */
const MAX_IDLE_QUERIES = 512;
const MAX_IDLE_CHARS = 16 * 1024 * 1024;

/** Results are shared, so queries must not see who called them. */
const ANONYMOUS = { ip: null, userAgent: null };

interface QueryResult {
  readonly outcome: Outcome;
  /** Passed to the next execution, so that a page keeps its end. */
  readonly journal: string | null;
  /** The result as part of a Transition; see {@link queryModification}. */
  readonly modification: string;
  /** The same without the request id, which an error message contains: equal results have equal comparables. */
  readonly comparable: string;
  /** New callers no longer get it after this time. */
  readonly expiresAtMs: number;
}

/** Where a query is looked up, and whose rights it is called with. */
export interface QueryScope {
  readonly componentPath: string;
  readonly visibility: Visibility;
}

/** The scope of clients. */
const PUBLIC: QueryScope = { componentPath: "", visibility: "public" };

interface SharedQuery {
  readonly key: string;
  readonly scope: QueryScope;
  readonly name: string;
  readonly args: ConvexJson;
  readonly journal: string | null;
  readonly subscriptions: Set<Subscription>;
  /** Null before the first execution, and after a commit has touched what it was computed from. */
  result: QueryResult | null;
  running: Promise<QueryResult> | null;
}

/** One subscriber of a shared query. */
export interface Subscription {
  readonly onStale: () => void;
  /** For the registry only; subscribers read `result`. */
  shared: SharedQuery;
  /** The result of the last refresh; null before the first. */
  result: QueryResult | null;
}

export class QueryRegistry {
  private readonly engine: Pick<Engine, "snapshot">;
  private readonly now: () => number;
  private readonly maxIdleChars: number;
  private readonly onCacheHit: (address: FunctionAddress) => void;
  private readonly index = new ReadSetIndex<SharedQuery>();
  private readonly byKey = new Map<string, SharedQuery>();
  /** Queries with a result and without subscribers, least recently used first. */
  private readonly idle = new Set<SharedQuery>();
  private idleChars = 0;

  /**
   * `now` must be monotonic: with a clock set back, results would not expire. `onCacheHit` is called for every caller and
   * subscriber that gets a result computed for another one.
   */
  constructor(
    engine: Pick<Engine, "snapshot">,
    now = () => performance.now(),
    maxIdleChars = MAX_IDLE_CHARS,
    onCacheHit: (address: FunctionAddress) => void = () => undefined,
  ) {
    this.engine = engine;
    this.now = now;
    this.maxIdleChars = maxIdleChars;
    this.onCacheHit = onCacheHit;
  }

  /** The number of known queries, with subscribers or without. */
  get size(): number {
    return this.byKey.size;
  }

  /** Subscribes to a query. `onStale` is called at every commit that may change it; `refresh` updates the result. */
  subscribe(
    name: string,
    args: ConvexJson,
    journal: string | null,
    onStale: () => void,
    scope = PUBLIC,
  ): Subscription {
    const shared = this.getOrCreate(scope, name, args, journal);
    this.resultOf(shared);
    const subscription = { onStale, shared, result: null };
    this.attach(subscription, shared);
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    const { shared } = subscription;
    if (!shared.subscriptions.delete(subscription) || shared.subscriptions.size > 0) return;
    if (shared.result !== null) this.enterIdle(shared);
    else if (shared.running === null) this.drop(shared);
  }

  /** Updates a subscription's result to the snapshot's state; runs the query only if no other subscriber has. */
  async refresh(subscription: Subscription, snapshot: Snapshot): Promise<void> {
    // It may have been unsubscribed during the round.
    if (!subscription.shared.subscriptions.has(subscription)) return;
    this.pin(subscription);
    const { shared } = subscription;
    subscription.result = await this.sharedResult(shared, snapshot);
  }

  /** The result for a caller without a subscription, from the cache if it is still valid. */
  async read(name: string, args: ConvexJson, scope = PUBLIC): Promise<QueryResult> {
    for (;;) {
      const known = this.byKey.get(keyOf(scope, name, args, null));
      const result = known === undefined ? null : this.resultOf(known);
      if (known !== undefined && result !== null) {
        if (this.idle.delete(known)) this.idle.add(known);
        this.onCacheHit(addressOf(known));
        return result;
      }
      if (known === undefined || known.running === null) {
        return await this.engine.snapshot(async (snapshot) => {
          const shared = this.getOrCreate(scope, name, args, null);
          return await this.sharedResult(shared, snapshot);
        });
      }
      await known.running;
    }
  }

  /** Processes a commit: marks results that depend on it as stale and notifies their subscribers. */
  invalidate(writes: WriteSet): void {
    for (const shared of this.index.affected(writes)) {
      if (shared.subscriptions.size === 0) this.drop(shared);
      else this.markStale(shared);
    }
  }

  private getOrCreate(
    scope: QueryScope,
    name: string,
    args: ConvexJson,
    journal: string | null,
  ): SharedQuery {
    const key = keyOf(scope, name, args, journal);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const shared: SharedQuery = {
      key,
      scope,
      name,
      args,
      journal,
      subscriptions: new Set(),
      result: null,
      running: null,
    };
    this.byKey.set(key, shared);
    return shared;
  }

  private sharedResult(shared: SharedQuery, snapshot: Snapshot): Promise<QueryResult> | QueryResult {
    const known = shared.result ?? shared.running;
    if (known !== null) {
      this.onCacheHit(addressOf(shared));
      return known;
    }
    shared.running = this.execute(shared, snapshot).finally(() => {
      shared.running = null;
    });
    return shared.running;
  }

  private async execute(shared: SharedQuery, snapshot: Snapshot): Promise<QueryResult> {
    const meta = requestMeta(ANONYMOUS);
    const options = { visibility: shared.scope.visibility, meta, journal: shared.journal };
    let answer;
    try {
      answer = await snapshot.query(addressOf(shared), shared.args, options);
      // An internal failure is not the query's result, so it is neither cached nor shown.
      if (!answer.ok && answer.error.internal === true) throw new Error(answer.error.message);
    } catch (thrown) {
      if (shared.subscriptions.size === 0) this.drop(shared);
      throw thrown;
    }
    const { reads, journal: newJournal, dependsOnTime, ...outcome } = answer;
    const journal = newJournal ?? shared.journal;
    const modification = queryModification(outcome, journal);
    const comparable = outcome.ok ? modification : modification.replaceAll(options.meta.requestId, "");
    // What system functions read outside of the tables changes without a commit.
    const maxAgeMs = isSystemName(shared.name) ? 0 : dependsOnTime ? MAX_CACHED_AGE_MS : Infinity;
    const expiresAtMs = this.now() + maxAgeMs;
    const result: QueryResult = { outcome, journal, modification, comparable, expiresAtMs };
    shared.result = result;
    this.index.set(shared, reads);
    if (shared.subscriptions.size === 0) this.enterIdle(shared);
    return result;
  }

  /**
   * A subscriber that has seen a page keeps its end: later results come from the query with that page's journal. The
   * original query is for subscribers that have not seen a page yet.
   */
  private pin(subscription: Subscription): void {
    const { shared, result } = subscription;
    if (result === null || result.journal === shared.journal || shared.result === result) return;
    this.unsubscribe(subscription);
    this.attach(subscription, this.getOrCreate(shared.scope, shared.name, shared.args, result.journal));
  }

  private attach(subscription: Subscription, shared: SharedQuery): void {
    this.leaveIdle(shared);
    subscription.shared = shared;
    shared.subscriptions.add(subscription);
  }

  /** The result for a new caller, unless it has expired. */
  private resultOf(shared: SharedQuery): QueryResult | null {
    if (shared.result !== null && this.now() >= shared.result.expiresAtMs) this.markStale(shared);
    return shared.result;
  }

  private markStale(shared: SharedQuery): void {
    this.leaveIdle(shared);
    shared.result = null;
    this.index.delete(shared);
    for (const subscription of shared.subscriptions) subscription.onStale();
  }

  private drop(shared: SharedQuery): void {
    this.leaveIdle(shared);
    this.index.delete(shared);
    this.byKey.delete(shared.key);
  }

  private enterIdle(shared: SharedQuery): void {
    this.idle.add(shared);
    this.idleChars += idleChars(shared);
    for (const oldest of this.idle) {
      if (this.idle.size <= MAX_IDLE_QUERIES && this.idleChars <= this.maxIdleChars) return;
      this.drop(oldest);
    }
  }

  private leaveIdle(shared: SharedQuery): void {
    if (this.idle.delete(shared)) this.idleChars -= idleChars(shared);
  }
}

function addressOf({ scope, name }: SharedQuery): FunctionAddress {
  return { componentPath: scope.componentPath, name };
}

function keyOf(
  { componentPath, visibility }: QueryScope,
  name: string,
  args: ConvexJson,
  journal: string | null,
): string {
  return JSON.stringify([visibility, componentPath, name, args, journal]);
}

function idleChars(shared: SharedQuery): number {
  return shared.key.length + (shared.result?.modification.length ?? 0);
}
