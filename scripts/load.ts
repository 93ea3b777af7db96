/**
 * `npm run load -- --seconds 60`: a mixed load at full speed on a new service without rate limits, nine reads in ten
 * requests. Prints errors, latencies by operation, and the service's memory. `--soak HOURS` runs for hours and prints
 * its progress every minute.
 */
import { routes } from "../convex/http";
import { seeded } from "../test/support/random";
import { RunningService } from "../test/support/running-service";
import { shown } from "./bench/figure";
import { residentMiB } from "./bench/footprint";
import { Drive } from "./load/drive";
import { Mix } from "./load/mix";
import { refuse, toolOptions } from "./tool";

const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
const MINUTE = 60_000;

const USAGE = "npm run load -- [--seconds N | --soak HOURS]";
const values = toolOptions(USAGE, { seconds: { type: "string" }, soak: { type: "string" } });
const soakHours = positive("--soak", values.soak);
const seconds = soakHours === undefined ? (positive("--seconds", values.seconds) ?? 60) : soakHours * 3600;

const service = await RunningService.start({ env: { LOG_LEVEL: "warn" } });
const mix = new Mix(routes, seeded(1));
const warmUp = new Drive(service, mix, CONNECTIONS);
const drive = new Drive(service, mix, CONNECTIONS);
try {
  await warmUp.run(WARM_UP_MS);
  const memory = [residentMiB(service.pid ?? 0)];
  const startedAt = performance.now();
  const shares = soakHours === undefined ? [0.5, 0.5] : inMinutes(seconds);
  for (const share of shares) {
    await drive.run(seconds * 1000 * share);
    memory.push(residentMiB(service.pid ?? 0));
    if (soakHours !== undefined) reportProgress(performance.now() - startedAt);
  }
  report((performance.now() - startedAt) / 1000, memory);
  if (drive.measured().errors.size > 0) process.exitCode = 1;
} finally {
  warmUp.close();
  drive.close();
  await service.dispose();
}

/** Divides the duration into equal intervals of at most a minute, and returns their shares. */
function inMinutes(wholeSeconds: number): number[] {
  const count = Math.max(2, Math.ceil((wholeSeconds * 1000) / MINUTE));
  return Array.from({ length: count }, () => 1 / count);
}

function reportProgress(elapsedMs: number): void {
  const { requests, errors } = drive.measured();
  const minutes = Math.round(elapsedMs / MINUTE);
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${minutes} min: ${requests} requests, ${failed} errors, ${shown(residentMiB(service.pid ?? 0))} MiB`,
  );
}

function report(elapsedSeconds: number, memory: readonly number[]): void {
  const { durations, errors, requests } = drive.measured();
  console.log(`operation${" ".repeat(31)}   requests   p50 ms   p99 ms`);
  for (const [name, histogram] of [...durations].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [p50, p99] = [histogram.quantile(0.5), histogram.quantile(0.99)];
    console.log(
      `${name.padEnd(40)} ${String(histogram.count).padStart(10)} ${shown(p50).padStart(8)} ${shown(p99).padStart(8)}`,
    );
  }
  const [start = 0, middle = 0, end = 0] = [memory[0], memory[Math.floor(memory.length / 2)], memory.at(-1)];
  console.log(
    `\n${requests} requests in ${elapsedSeconds.toFixed(0)} s, ${shown(requests / elapsedSeconds)} a second`,
  );
  console.log(
    `memory: ${shown(start)} MiB at the start, ${shown(middle)} in the middle, ${shown(end)} at the end`,
  );
  console.log(errors.size === 0 ? "no errors" : "errors:");
  for (const [what, count] of errors) console.log(`${String(count).padStart(7)}  ${what}`);
}

function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  return refuse(USAGE, `${name} must be a positive number`);
}
