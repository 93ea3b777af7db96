/**
 * The queries under watch, shared: one execution of (path, arguments, journal) serves every subscriber on every
 * socket and the HTTP query cache. A result lives until a commit touches what the query read.
 */
import type { Engine } from "../engine/engine";
import type { ConvexJson, Outcome, Snapshot, WriteSet } from "../types";
import { publicCall } from "./caller";
import { ReadSetIndex } from "./readSetIndex";
import { queryModification } from "./results";

/** No commit announces that time has passed: whoever comes anew gets no result older than this that looked at the clock. */
const MAX_CACHED_AGE_MS = 5_000;

/** Results without subscribers kept for HTTP callers and for reconnecting clients. */
const MAX_IDLE_QUERIES = 512;
const MAX_IDLE_CHARS = 16 * 1024 * 1024;

/** Queries have no caller: their results are shared. */
const ANONYMOUS = { ip: null, userAgent: null };

interface QueryResult {
  readonly outcome: Outcome;
  /** To be given to the next execution, so that a page keeps its end. */
  readonly journal: string | null;
  /** The result as a part of a Transition; see {@link queryModification}. */
  readonly modification: string;
  /** The same without the id of its run, which the message of a failure names: equal results have this in common. */
  readonly comparable: string;
  /** From then on it goes to nobody new. */
  readonly expiresAtMs: number;
}

interface SharedQuery {
  readonly key: string;
  readonly name: string;
  readonly args: ConvexJson;
  readonly journal: string | null;
  readonly subscriptions: Set<Subscription>;
  /** Null before the first, and where a commit has touched what it was computed from. */
  result: QueryResult | null;
  running: Promise<QueryResult> | null;
}

/** One subscriber's hold on a shared query. */
export interface Subscription {
  readonly onStale: () => void;
  /** The registry's side; subscribers look at `result` only. */
  shared: SharedQuery;
  /** The result it was brought up to last; null before the first. */
  result: QueryResult | null;
}

export class QueryRegistry {
  private readonly engine: Pick<Engine, "snapshot">;
  private readonly now: () => number;
  private readonly maxIdleChars: number;
  private readonly index = new ReadSetIndex<SharedQuery>();
  private readonly byKey = new Map<string, SharedQuery>();
  /** Those with a result and without subscribers, least recently used first. */
  private readonly idle = new Set<SharedQuery>();
  private idleChars = 0;

  /** `now` may not be the time of day: set back, it would keep results from growing old. */
  constructor(
    engine: Pick<Engine, "snapshot">,
    now = () => performance.now(),
    maxIdleChars = MAX_IDLE_CHARS,
  ) {
    this.engine = engine;
    this.now = now;
    this.maxIdleChars = maxIdleChars;
  }

  /** The number of distinct queries known, with subscribers or without. */
  get size(): number {
    return this.byKey.size;
  }

  /** Watches a query. `onStale` is called at every commit that may change it; the result is brought up to date by `refresh`. */
  subscribe(name: string, args: ConvexJson, journal: string | null, onStale: () => void): Subscription {
    const shared = this.getOrCreate(name, args, journal);
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

  /** Brings a subscription's result up to the snapshot's state; runs the query only if nobody did before. */
  async refresh(subscription: Subscription, snapshot: Snapshot): Promise<void> {
    // It may have left in the middle of a round.
    if (!subscription.shared.subscriptions.has(subscription)) return;
    this.pin(subscription);
    const { shared } = subscription;
    subscription.result = shared.result ?? (await this.run(shared, snapshot));
  }

  /** The result for a caller without a subscription, from the cache where it still holds. */
  async read(name: string, args: ConvexJson): Promise<QueryResult> {
    for (;;) {
      const known = this.byKey.get(keyOf(name, args, null));
      const result = known === undefined ? null : this.resultOf(known);
      if (known !== undefined && result !== null) {
        if (this.idle.delete(known)) this.idle.add(known);
        return result;
      }
      if (known === undefined || known.running === null) {
        return await this.engine.snapshot(async (snapshot) => {
          const shared = this.getOrCreate(name, args, null);
          return shared.result ?? (await this.run(shared, snapshot));
        });
      }
      await known.running;
    }
  }

  /** Takes note of a commit: results that depend on it are stale, and whoever watches them is told. */
  invalidate(writes: WriteSet): void {
    for (const shared of this.index.affected(writes)) {
      if (shared.subscriptions.size === 0) this.drop(shared);
      else this.markStale(shared);
    }
  }

  private getOrCreate(name: string, args: ConvexJson, journal: string | null): SharedQuery {
    const key = keyOf(name, args, journal);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const shared: SharedQuery = {
      key,
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

  private run(shared: SharedQuery, snapshot: Snapshot): Promise<QueryResult> {
    shared.running ??= this.execute(shared, snapshot).finally(() => {
      shared.running = null;
    });
    return shared.running;
  }

  private async execute(shared: SharedQuery, snapshot: Snapshot): Promise<QueryResult> {
    const address = { componentPath: "", name: shared.name };
    const options = { ...publicCall(ANONYMOUS), journal: shared.journal };
    let answer;
    try {
      answer = await snapshot.query(address, shared.args, options);
      // Not the query's own answer, so nothing to keep and nothing to show.
      if (!answer.ok && answer.error.internal === true) throw new Error(answer.error.message);
    } catch (thrown) {
      if (shared.subscriptions.size === 0) this.drop(shared);
      throw thrown;
    }
    const { reads, journal: newJournal, dependsOnTime, ...outcome } = answer;
    const journal = newJournal ?? shared.journal;
    const modification = queryModification(outcome, journal);
    const comparable = outcome.ok ? modification : modification.replaceAll(options.meta.requestId, "");
    const expiresAtMs = dependsOnTime ? this.now() + MAX_CACHED_AGE_MS : Infinity;
    const result: QueryResult = { outcome, journal, modification, comparable, expiresAtMs };
    shared.result = result;
    this.index.set(shared, reads);
    if (shared.subscriptions.size === 0) this.enterIdle(shared);
    return result;
  }

  /**
   * Who has seen a page keeps its end: there is nothing newer for it but under the key of its page's journal. What it
   * subscribed to at first is for those who have seen no page yet.
   */
  private pin(subscription: Subscription): void {
    const { shared, result } = subscription;
    if (result === null || result.journal === shared.journal || shared.result === result) return;
    this.unsubscribe(subscription);
    this.attach(subscription, this.getOrCreate(shared.name, shared.args, result.journal));
  }

  private attach(subscription: Subscription, shared: SharedQuery): void {
    this.leaveIdle(shared);
    subscription.shared = shared;
    shared.subscriptions.add(subscription);
  }

  /** Its result for somebody new. */
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

function keyOf(name: string, args: ConvexJson, journal: string | null): string {
  return JSON.stringify([name, args, journal]);
}

function idleChars(shared: SharedQuery): number {
  return shared.key.length + (shared.result?.modification.length ?? 0);
}
