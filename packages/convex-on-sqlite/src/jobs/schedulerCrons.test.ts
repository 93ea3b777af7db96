/** Crons run as often as promised: on the real engine, across restarts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { cron, DAY_MS, TestJobs } from "../../test/testJobs";

let host: TestJobs;

beforeEach(() => {
  host = new TestJobs();
});

afterEach(() => host.end());

describe("a cron", () => {
  const hourly = { type: "interval", seconds: 3600 } as const;
  /** The next run, in ms since the epoch. */
  const due = (): Promise<unknown> => host.engine.read((db) => db.row("SELECT next_ms FROM crons")?.[0]);

  it("with an interval runs at once, and again after each", async () => {
    await host.open([cron("app:wait", { type: "interval", seconds: 0.02 })]);
    host.gate.open();
    await host.start();
    await vi.waitFor(() => expect(host.gate.arrived).toBeGreaterThanOrEqual(3), WAIT_OPTIONS);
    expect(await host.all()).toEqual([]);
  });

  it("continues after a mutation that writes nothing", async () => {
    let nowMs = Date.now();
    await host.open([cron("app:quiet", hourly)]);
    const ran = vi.spyOn(host.engine, "mutation");
    await host.start(() => nowMs);
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1), WAIT_OPTIONS);
    await host.jobs?.stop();
    nowMs += 3_600_000;
    await host.start(() => nowMs);
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(2), WAIT_OPTIONS);
  });

  it("never runs twice at once", async () => {
    await host.open([cron("app:wait", { type: "interval", seconds: 0.01 })]);
    await host.start();
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    const before = await due();
    await vi.waitFor(async () => expect(await due()).toBeGreaterThan(Number(before) + 50), WAIT_OPTIONS);
    expect(host.gate.arrived).toBe(1);
    host.gate.open();
    await vi.waitFor(() => expect(host.gate.arrived).toBeGreaterThan(1), WAIT_OPTIONS);
  });

  it("keeps its schedule across a restart, and runs once for all missed runs", async () => {
    const startMs = Date.now();
    await host.open([cron("app:wait", hourly)]);
    host.gate.open();
    await host.start(() => startMs);
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    await host.crash();
    await host.open([cron("app:wait", hourly)]);
    await host.start(() => startMs + 3_599_000);
    await host.jobs?.stop();
    expect(host.gate.arrived).toBe(1);
    await host.start(() => startMs + 10.5 * 3_600_000);
    await vi.waitFor(() => expect(host.gate.arrived).toBe(2), WAIT_OPTIONS);
    await host.jobs?.stop();
    expect(host.gate.arrived).toBe(2);
    expect(await due()).toBe(startMs + 11 * 3_600_000);
  });

  it("does not pause until a clock that was set back has caught up", async () => {
    let nowMs = Date.now();
    await host.open([cron("app:wait", hourly)]);
    host.gate.open();
    await host.start(() => nowMs);
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    nowMs -= 30 * DAY_MS;
    // Any change of a job makes the loop check the clock.
    await host.schedule("app:note", { text: "meanwhile" });
    await vi.waitFor(async () => expect(await due()).toBe(nowMs + 3_600_000), WAIT_OPTIONS);
    await host.jobs?.stop();
    nowMs -= 30 * DAY_MS;
    await host.start(() => nowMs);
    expect(await due()).toBe(nowMs + 3_600_000);
    expect(host.gate.arrived).toBe(1);
  });

  it("whose schedule was changed starts afresh", async () => {
    const startMs = Date.now();
    await host.open([cron("app:wait", hourly)]);
    host.gate.open();
    await host.start(() => startMs);
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    await host.crash();
    await host.open([cron("app:wait", { type: "interval", seconds: 7200 })]);
    await host.start(() => startMs + 1_000);
    await vi.waitFor(() => expect(host.gate.arrived).toBe(2), WAIT_OPTIONS);
    expect(await due()).toBe(startMs + 1_000 + 7_200_000);
  });

  it("that the app no longer declares does not run", async () => {
    await host.open([cron("app:wait", hourly)]);
    host.gate.open();
    await host.start();
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    await host.crash();
    await host.open([]);
    await host.start();
    expect(await host.engine.read((db) => db.rows("SELECT * FROM crons"))).toEqual([]);
  });

  it("whose run failed runs again at its next time", async () => {
    await host.open([cron("app:fail", { type: "interval", seconds: 0.02 })]);
    const ran = vi.spyOn(host.engine, "mutation");
    await host.start();
    await vi.waitFor(() => expect(ran.mock.calls.length).toBeGreaterThanOrEqual(3), WAIT_OPTIONS);
    expect(await host.notes()).toEqual([]);
  });
});
