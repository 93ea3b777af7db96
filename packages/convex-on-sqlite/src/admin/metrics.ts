/** Figures of calls by minute, in memory, for the dashboard's charts. As on Convex, they reach back an hour. */
import type { Completion } from "../engine/completion";
import { isSystemName } from "../engine/addresses";
import type { FunctionAddress } from "../types";
import { moduleAndExport, udfTypeOf } from "./functions";

const MINUTE_MS = 60_000;
/** An hour that begins within a minute touches one more. */
const KEPT_MINUTES = 61;
/** Durations are counted in classes of this ratio, so percentiles are exact to 2.5 %. */
const DURATION_RATIO = 1.05;

/** A function's calls within a minute. */
export interface Calls {
  count: number;
  errors: number;
  /** Results that a query took from the cache, and those that it computed. */
  cacheHits: number;
  cacheMisses: number;
  /** The number of calls by class of duration: the logarithm of the milliseconds. */
  readonly durations: Map<number, number>;
}

type KindOfFunction = Pick<Completion, "kind" | "inNode">;

interface Rows {
  read: number;
  written: number;
}

/** What happened within a minute. */
export interface Minute {
  readonly startMs: number;
  /** By name as in {@link metricName}. */
  readonly functions: Map<string, Calls>;
  /** By table; tables of components that share a name are counted together, as on Convex. */
  readonly tables: Map<string, Rows>;
  /** The longest delay with which a scheduled function began, in milliseconds. */
  lagMs: number;
  /** The most calls that ran at once, by kind of function. */
  readonly running: Map<string, number>;
}

/** A range of time, from `startMs` to before `endMs`, in equal buckets. */
export interface Window {
  readonly startMs: number;
  readonly endMs: number;
  readonly buckets: number;
}

export class Metrics {
  private readonly now: () => number;
  private readonly sinceMs: number;
  private readonly minutes = new Map<number, Minute>();
  /** The calls that run now, by kind of function. */
  private readonly running = new Map<string, number>();

  /** `now` returns milliseconds since the epoch. */
  constructor(now: () => number = Date.now) {
    this.now = now;
    this.sinceMs = minuteOf(now());
  }

  beginCall(fn: KindOfFunction): void {
    const { running } = this.current();
    const kind = runningKind(fn);
    const count = (this.running.get(kind) ?? 0) + 1;
    this.running.set(kind, count);
    running.set(kind, Math.max(running.get(kind) ?? 0, count));
  }

  addCall({ address, kind, inNode, error, durationMs, documents }: Completion): void {
    const minute = this.current();
    const runningOf = runningKind({ kind, inNode });
    this.running.set(runningOf, (this.running.get(runningOf) ?? 0) - 1);
    const calls = entryOf(minute.functions, metricName(address, kind === "httpAction"), newCalls);
    calls.count += 1;
    if (error !== null) calls.errors += 1;
    if (kind === "query") calls.cacheMisses += 1;
    const duration = Math.round(Math.log(Math.max(durationMs, 0.001)) / Math.log(DURATION_RATIO));
    calls.durations.set(duration, (calls.durations.get(duration) ?? 0) + 1);
    for (const [table, { read, written }] of documents) {
      const total = entryOf(minute.tables, table, newRows);
      total.read += read;
      total.written += written;
    }
  }

  /** A query was answered with a result that was computed before. */
  addCacheHit(address: FunctionAddress): void {
    if (isSystemName(address.name)) return;
    const calls = entryOf(this.current().functions, metricName(address), newCalls);
    calls.count += 1;
    calls.cacheHits += 1;
  }

  /** A scheduled function began that many milliseconds after it was due. */
  addLag(lagMs: number): void {
    const minute = this.current();
    minute.lagMs = Math.max(minute.lagMs, lagMs);
  }

  /** The minutes that begin in each bucket; `null` for a bucket without a minute that this host has seen. */
  in({ startMs, endMs, buckets }: Window): (Minute[] | null)[] {
    const found = Array.from({ length: buckets }, (): Minute[] | null => null);
    const widthMs = (endMs - startMs) / buckets;
    const nowMs = this.now();
    const firstMs = Math.max(this.sinceMs, minuteOf(nowMs) - (KEPT_MINUTES - 1) * MINUTE_MS);
    for (let atMs = firstMs; atMs <= nowMs && atMs < endMs; atMs += MINUTE_MS) {
      if (atMs < startMs) continue;
      const minute = this.minutes.get(atMs);
      const bucket = Math.floor((atMs - startMs) / widthMs);
      const minutes = (found[bucket] ??= []);
      if (minute !== undefined) minutes.push(minute);
    }
    return found;
  }

  private current(): Minute {
    const startMs = minuteOf(this.now());
    const known = this.minutes.get(startMs);
    if (known !== undefined) return known;
    for (const old of this.minutes.keys())
      if (old <= startMs - KEPT_MINUTES * MINUTE_MS) this.minutes.delete(old);
    const running = new Map(this.running);
    const minute = { startMs, functions: new Map(), tables: new Map(), lagMs: 0, running };
    this.minutes.set(startMs, minute);
    return minute;
  }
}

/** A kind of function and where it runs, as the dashboard names them. */
function runningKind({ kind, inNode }: KindOfFunction): string {
  return `${inNode ? "node" : "isolate"}:${udfTypeOf({ kind })}`;
}

/** A function's name in the charts: `module.js:export` after its component's path, or an HTTP action's method and route. */
export function metricName({ componentPath, name }: FunctionAddress, isRoute = false): string {
  const inComponent = isRoute ? name : moduleAndExport(name);
  return componentPath === "" ? inComponent : `${componentPath}/${inComponent}`;
}

/** A percentile of the durations of calls, in milliseconds; `null` without calls. */
export function percentile(calls: readonly Calls[], percent: number): number | null {
  const durations = new Map<number, number>();
  for (const each of calls)
    for (const [duration, count] of each.durations)
      durations.set(duration, (durations.get(duration) ?? 0) + count);
  const sorted = [...durations].sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  let counted = 0;
  for (const [duration, count] of sorted) {
    counted += count;
    if (counted >= (percent / 100) * total) return DURATION_RATIO ** duration;
  }
  return null;
}

function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

function newCalls(): Calls {
  return { count: 0, errors: 0, cacheHits: 0, cacheMisses: 0, durations: new Map() };
}

function newRows(): Rows {
  return { read: 0, written: 0 };
}

function entryOf<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
