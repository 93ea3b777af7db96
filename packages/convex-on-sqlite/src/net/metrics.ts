/** The host's own figures, appended to an answer of the app in Prometheus's text format. */
import { readdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { callTotals } from "../engine/callTotals";
import type { Engine } from "../engine/engine";
import { descriptorLimit } from "./connectionLimit";

/** What a host has open. */
export interface OpenParts {
  readonly engine: Pick<Engine, "fileSizes" | "machine">;
  readonly httpConnections: number;
  readonly syncSessions: number;
  /** Shared live queries. */
  readonly liveQueries: number;
}

const TEXT_FORMAT = /^text\/plain; *version=0\.0\.4(;|$)/;

/** The app's answer, with the host's figures where it is one for Prometheus. */
export async function withHostMetrics(answer: Response, parts: () => OpenParts): Promise<Response> {
  if (!answer.ok || !TEXT_FORMAT.test(answer.headers.get("content-type") ?? "")) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const { status } = answer;
  return new Response((await answer.text()) + (await render(parts())), { status, headers });
}

async function render({ engine, ...open }: OpenParts): Promise<string> {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const files = engine.fileSizes();
  const { machine } = engine;
  const freeBytes = machine.freeBytes();
  const calls = Object.entries(callTotals());
  const descriptors = openDescriptors();
  const maxDescriptors = descriptorLimit();
  return [
    counter("process_cpu_seconds_total", "Processor time, user and system.", (user + system) / 1e6),
    gauge("process_resident_memory_bytes", "Resident memory.", rss),
    gauge("process_start_time_seconds", "When the process started.", performance.timeOrigin / 1_000),
    // Only Linux tells.
    descriptors === null ? "" : gauge("process_open_fds", "Open file descriptors.", descriptors),
    maxDescriptors === Infinity ? "" : gauge("process_max_fds", "The limit of these.", maxDescriptors),
    gauge("nodejs_heap_size_used_bytes", "Used heap of JavaScript.", heapUsed),
    gauge("nodejs_eventloop_lag_seconds", "How late a callback was at this scrape.", await loopLag()),
    counter(
      "nodejs_eventloop_active_seconds_total",
      "Time in which the event loop was busy.",
      performance.eventLoopUtilization().active / 1_000,
    ),
    gauge("host_database_bytes", "Size of the database file.", files.database),
    gauge("host_wal_bytes", "Size of the database's write-ahead log.", files.wal),
    freeBytes === null ? "" : gauge("host_disk_free_bytes", "Free space on the database's disk.", freeBytes),
    gauge(
      "host_commit_failed",
      "1 from a failure of the database until a commit succeeds.",
      machine.lastCommitFailed ? 1 : 0,
    ),
    gauge(
      "host_database_damaged",
      "1 while the database file is known to be damaged.",
      machine.isDamaged ? 1 : 0,
    ),
    gauge(
      "host_database_sound_timestamp_seconds",
      "When all of the file was last found sound; 0 for not yet.",
      machine.soundAtMs / 1_000,
    ),
    gauge(
      "host_clock_leap_seconds",
      "How far the system's clock has leapt; 0 while it is believed.",
      machine.time.leapMs / 1_000,
    ),
    gauge("host_http_connections", "Open connections, without those of live clients.", open.httpConnections),
    gauge("host_sync_sessions", "Connected live clients.", open.syncSessions),
    gauge("host_live_queries", "Live queries that are kept up to date or remembered.", open.liveQueries),
    counter(
      "host_function_calls_total",
      "Ended calls of the app's functions, nested ones as well.",
      calls.map(([kind, total]) => [kind, total.calls]),
    ),
    counter(
      "host_function_js_seconds_total",
      "JavaScript time of queries and mutations.",
      calls.flatMap(([kind, { jsMs }]) =>
        kind === "query" || kind === "mutation" ? [[kind, jsMs / 1_000]] : [],
      ),
    ),
  ].join("");
}

/** A number, or one for each kind of function. */
type Values = number | readonly (readonly [kind: string, value: number])[];

function gauge(name: string, help: string, values: Values, type = "gauge"): string {
  const samples =
    typeof values === "number"
      ? `${name} ${values}\n`
      : values.map(([kind, value]) => `${name}{kind="${kind}"} ${value}\n`).join("");
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples}`;
}

function counter(name: string, help: string, values: Values): string {
  return gauge(name, help, values, "counter");
}

async function loopLag(): Promise<number> {
  const askedMs = performance.now();
  await setImmediate();
  return (performance.now() - askedMs) / 1_000;
}

function openDescriptors(): number | null {
  try {
    // Less the one of this listing.
    return readdirSync("/proc/self/fd").length - 1;
  } catch {
    return null;
  }
}
