/** The dashboard's charts under `/api/app_metrics/`: series of `[time, figure or null]` over the window that a chart shows. */
import * as z from "zod";
import { functionName } from "../engine/addresses";
import { ApiError } from "../net/apiResponse";
import { metricName, percentile, type Calls, type Metrics, type Minute, type Window } from "./metrics";

/** A request for a chart. */
interface Asked {
  readonly params: URLSearchParams;
  readonly window: Window;
  /** The minutes of each bucket of the window; see {@link Metrics.in}. */
  readonly buckets: readonly (readonly Minute[] | null)[];
}

/** A figure of some calls; `null` if they have none. */
type Figure = (calls: readonly Calls[]) => number | null;

/** Convex's limits. */
const MAX_BUCKETS = 10_000;
const MAX_PERCENTILES = 5;
const MAX_FUNCTIONS = 25;

const time = z
  .object({ secs_since_epoch: z.number(), nanos_since_epoch: z.number() })
  .transform((at) => at.secs_since_epoch * 1_000 + at.nanos_since_epoch / 1_000_000);
const windowOf = z
  .object({ start: time, end: time, num_buckets: z.int().min(1).max(MAX_BUCKETS) })
  .refine(({ start, end }) => start < end, "it must end after its start")
  .transform(({ start, end, num_buckets }): Window => ({ startMs: start, endMs: end, buckets: num_buckets }));
const percentilesOf = z.array(z.number().min(0).max(100)).max(MAX_PERCENTILES);
const functionCountOf = z.int().min(1).max(MAX_FUNCTIONS);

/** The answer to the chart of that name, for `JSON.stringify`. `undefined` if there is none. */
export function chart(metrics: Metrics, name: string, params: URLSearchParams): unknown {
  const draw = CHARTS.get(name);
  if (draw === undefined) return undefined;
  const window = parameter(params, "window", windowOf);
  return draw({ params, window, buckets: metrics.in(window) });
}

const CHARTS = new Map<string, (asked: Asked) => unknown>([
  ["udf_rate", functionRate],
  ["cache_hit_percentage", (asked) => functionSeries(asked, hitPercentage)],
  ["latency_percentiles", latencies],
  [
    "function_call_count_top_k",
    (asked) => firstFunctions(asked, total("count"), (calls) => -sum(calls, "count")),
  ],
  [
    "failure_percentage_top_k",
    // Functions without errors are shown together.
    (asked) =>
      firstFunctions(asked, failurePercentage, (calls) =>
        sum(calls, "errors") > 0 ? -(failurePercentage(calls) ?? 0) : null,
      ),
  ],
  ["cache_hit_percentage_top_k", (asked) => firstFunctions(asked, hitPercentage, hitPercentage)],
  ["table_rate", tableRate],
  [
    "scheduled_job_lag",
    (asked) => series(asked, (minutes) => Math.max(0, ...minutes.map(({ lagMs }) => lagMs)) / 1_000),
  ],
  ["function_concurrency", concurrency],
  // A commit does not know its mutation, so the dashboard shows an empty chart.
  ["subscription_invalidations_top_k", () => []],
]);

function functionRate(asked: Asked): unknown {
  const metric = asked.params.get("metric") ?? "";
  const figure = RATES.get(metric);
  if (figure === undefined) throw badParameter("metric", `there is no "${metric}"`);
  return functionSeries(asked, (calls) => perSecond(asked, figure(calls)));
}

const RATES = new Map<string, Figure>([
  ["invocations", total("count")],
  ["errors", total("errors")],
  ["cacheHits", total("cacheHits")],
  ["cacheMisses", total("cacheMisses")],
  ["subscriptionInvalidations", () => null],
]);

function latencies(asked: Asked): unknown {
  const wanted = parameter(asked.params, "percentiles", percentilesOf);
  return wanted.map((percent) => [
    percent,
    functionSeries(asked, (calls) => {
      const durationMs = percentile(calls, percent);
      return durationMs === null ? null : durationMs / 1_000;
    }),
  ]);
}

function tableRate(asked: Asked): unknown {
  const table = asked.params.get("name") ?? "";
  const field = asked.params.get("metric") === "rowsWritten" ? "written" : "read";
  return series(asked, (minutes) =>
    perSecond(
      asked,
      minutes.reduce((rows, { tables }) => rows + (tables.get(table)?.[field] ?? 0), 0),
    ),
  );
}

/** The most calls that ran at once, by kind of function. The host has no limit at which calls would queue. */
function concurrency(asked: Asked): unknown {
  const kinds = new Set(
    asked.buckets.flatMap((bucket) => bucket ?? []).flatMap(({ running }) => [...running.keys()]),
  );
  return Object.fromEntries(
    [...kinds].flatMap((kind) => [
      [
        `outstanding_functions:${kind}:running`,
        series(asked, (minutes) => Math.max(0, ...minutes.map(({ running }) => running.get(kind) ?? 0))),
      ],
      [`outstanding_functions:${kind}:queued`, series(asked, () => 0)],
    ]),
  );
}

/**
 * A figure of the first functions by `rank`, least first, each on its own, and of all others together. A function without
 * a rank is one of the others.
 */
function firstFunctions(asked: Asked, figure: Figure, rank: Figure): unknown {
  const count = asked.params.has("k") ? parameter(asked.params, "k", functionCountOf) : 5;
  const minutes = asked.buckets.flatMap((bucket) => bucket ?? []);
  const names = [...new Set(minutes.flatMap(({ functions }) => [...functions.keys()]))].sort();
  const ranked = names
    .map((name) => ({ name, rank: rank(callsOf(minutes, [name])) }))
    .filter((each): each is { name: string; rank: number } => each.rank !== null)
    .sort((one, other) => one.rank - other.rank);
  const first = ranked.slice(0, count).map(({ name }) => name);
  const rest = names.filter((name) => !first.includes(name));
  const lines = first.map((name) => [name, [name]] as const);
  const hasRest = rest.length > 0 && figure(callsOf(minutes, rest)) !== null;
  return [...lines, ...(hasRest ? [["_rest", rest] as const] : [])].map(([key, functions]) => [
    key,
    series(asked, (bucket) => figure(callsOf(bucket, functions))),
  ]);
}

/** A figure of the function in the request. */
function functionSeries(asked: Asked, figure: Figure): unknown {
  const { params } = asked;
  const path = params.get("path") ?? "";
  const isRoute = params.get("udfType") === "HttpAction";
  const componentPath = params.get("componentPath") ?? "";
  const name = metricName({ componentPath, name: isRoute ? path : functionName(path) }, isRoute);
  return series(asked, (minutes) => figure(callsOf(minutes, [name])));
}

function series(
  { window, buckets }: Asked,
  figure: (minutes: readonly Minute[]) => number | null,
): [object, number | null][] {
  const { startMs, endMs } = window;
  return buckets.map((minutes, at) => [
    timeAt(startMs + (at * (endMs - startMs)) / buckets.length),
    minutes === null ? null : figure(minutes),
  ]);
}

function timeAt(ms: number): object {
  const seconds = Math.floor(ms / 1_000);
  return { secs_since_epoch: seconds, nanos_since_epoch: Math.floor((ms - seconds * 1_000) * 1_000_000) };
}

function callsOf(minutes: readonly Minute[], names: readonly string[]): Calls[] {
  return minutes.flatMap(({ functions }) => names.flatMap((name) => functions.get(name) ?? []));
}

function sum(calls: readonly Calls[], field: "count" | "errors" | "cacheHits" | "cacheMisses"): number {
  return calls.reduce((so, each) => so + each[field], 0);
}

function total(field: Parameters<typeof sum>[1]): Figure {
  return (calls) => sum(calls, field);
}

const failurePercentage: Figure = (calls) => percentage(sum(calls, "errors"), sum(calls, "count"));

function hitPercentage(calls: readonly Calls[]): number | null {
  const hits = sum(calls, "cacheHits");
  return percentage(hits, hits + sum(calls, "cacheMisses"));
}

function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

function perSecond({ window }: Asked, count: number | null): number | null {
  return count === null ? null : (1_000 * count * window.buckets) / (window.endMs - window.startMs);
}

function parameter<T>(params: URLSearchParams, name: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(params.get(name) ?? "null");
  } catch {
    throw badParameter(name, "it is not JSON");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badParameter(name, parsed.error.issues[0]?.message ?? "malformed");
  return parsed.data;
}

function badParameter(name: string, why: string): ApiError {
  return new ApiError(400, "BadParameter", `${name}: ${why}`);
}
