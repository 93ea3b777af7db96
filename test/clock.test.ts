/** Clocks that leap, at a start and while the service runs: nothing is deleted or dated wrongly, and health says so. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { report } from "../convex/api/resources/health";
import { parsedMetrics } from "./support/prometheus";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

/** Shifts the clock of a process, and of its threads, by the milliseconds in a file. */
const SHIFT = `
const { readFileSync } = require("node:fs");
const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(process.env.SHIFT_FILE, "utf8"));
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
`;

const failure = z.strictObject({ success: z.literal(false), error: z.string(), code: z.string() });
const totals = z.object({ total: z.number() });
const found = z.object({ memories: z.array(z.object({ content: z.string(), createdAt: z.number() })) });

async function health(service: Service) {
  return (await service.get("/health")).as(report);
}

const clockOf = async (service: Service) => (await health(service)).checks.clock;
const total = async (service: Service, path: string) =>
  (await service.get(path, { token: service.tokens.tick })).as(totals).total;
const tick = (service: Service) => service.post("/tick", undefined, { token: service.tokens.tick });

async function store(service: Service, content: string, path = "/memories/store") {
  const body = { type: "semantic", content };
  expect((await service.post(path, body, { token: service.tokens.write })).status).toBe(200);
}

/** When the newest memory was made. */
async function newest(service: Service, content: string): Promise<number> {
  const [memory] = (await service.get("/memories?limit=1")).as(found).memories;
  expect(memory?.content).toBe(content);
  return memory?.createdAt ?? 0;
}

it("a clock that leaps neither deletes nor dates anything, and stops ticks until it is back or confirmed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "anima-clock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [preload, file] = [join(folder, "shift.cjs"), join(folder, "shift")];
  writeFileSync(preload, SHIFT);
  const shift = (ms: number): void => writeFileSync(file, String(ms));
  shift(0);
  const env = { NODE_OPTIONS: `--require=${preload}`, SHIFT_FILE: file, AUTONOMY: "on" };
  const service = await startService({ env });
  await store(service, "The ferry sails at nine.");
  await store(service, "The ferry sails at nine.", "/memories/store-dedup");
  await until("the start's tick", async () => (await health(service)).tickCount === 1);
  const audited = await total(service, "/audit");
  const changes = await total(service, "/changes");
  expect(Math.min(audited, changes)).toBeGreaterThan(0);

  // A year ahead at a start. All clean-ups are overdue by that clock.
  await service.stop();
  shift(YEAR_MS);
  await service.restart();
  await until("some time", async () => (await health(service)).uptime >= 2);
  const leapt = await health(service);
  expect(leapt.status).toBe("degraded");
  expect(leapt.checks.clock).toContain("365 days ahead");
  expect(leapt.checks.clock).toContain(
    `CONFIRM_CLOCK=${new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10)}`,
  );
  expect(await total(service, "/audit")).toBe(audited);
  expect(await total(service, "/changes")).toBe(changes);
  expect(leapt.tickCount).toBe(1);
  const refused = await tick(service);
  expect([refused.status, refused.as(failure).code]).toEqual([503, "INTERNAL_ERROR"]);
  await store(service, "Written meanwhile.");
  expect(Math.abs((await newest(service, "Written meanwhile.")) - Date.now())).toBeLessThan(HOUR_MS);
  const metrics = parsedMetrics((await service.get("/metrics")).text);
  expect(metrics.get("host_clock_leap_seconds")).toBeGreaterThan(364 * 86_400);
  expect(metrics.get('anima_check_ok{check="clock"}')).toBe(0);

  // It is back, leaps while the service runs, in both directions, and is back again.
  for (const ms of [YEAR_MS, -2 * HOUR_MS]) {
    shift(0);
    expect(await clockOf(service)).toBe("ok");
    expect((await tick(service)).status).toBe(200);
    shift(ms);
    expect(await clockOf(service)).toContain(ms > 0 ? "365 days ahead" : "2 hours back");
    expect((await tick(service)).status).toBe(503);
  }

  // Three weeks off are a pause, also asleep.
  shift(11 * DAY_MS);
  expect(await clockOf(service)).toBe("ok");
  await service.stop();
  shift(21 * DAY_MS);
  await service.restart();
  expect(await clockOf(service)).toBe("ok");
  await store(service, "After the pause.");
  expect(await newest(service, "After the pause.")).toBeGreaterThan(Date.now() + 20 * DAY_MS);
  expect(await total(service, "/changes")).toBeGreaterThanOrEqual(changes);

  // That clock was wrong after all, which is confirmed.
  shift(0);
  expect(await clockOf(service)).toContain("21 days back");
  await service.stop();
  await service.restart({ CONFIRM_CLOCK: new Date().toISOString().slice(0, 10) });
  expect(await clockOf(service)).toBe("ok");
  // The tick of the start may still run.
  await until("a tick", async () => (await tick(service)).status === 200);
});
