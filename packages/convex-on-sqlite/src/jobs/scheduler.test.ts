/** Scheduled functions run as often as promised: on the real engine, across restarts. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { TRANSIENT_ERROR } from "./run";
import { DAY_MS, newGate, TestJobs } from "../../test/testJobs";

let host: TestJobs;

beforeEach(() => {
  host = new TestJobs();
});

afterEach(() => host.end());

describe("a scheduled mutation", () => {
  it("runs once, and its document records that in the same commit", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:note", { text: "hello" });
    expect((await host.ended(id)).state).toEqual({ kind: "success" });
    expect(await host.notes()).toEqual(["hello"]);
    await host.schedule("app:note", { text: "again" });
    await vi.waitFor(async () => expect(await host.notes()).toEqual(["hello", "again"]), WAIT_OPTIONS);
  });

  it("runs after those scheduled earlier for the same time", async () => {
    await host.open();
    const texts = Array.from({ length: 20 }, (_, n) => `note ${n}`);
    await host.mutate("app:scheduleAll", { texts });
    await host.start();
    await vi.waitFor(async () => expect(await host.notes()).toEqual(texts), WAIT_OPTIONS);
  });

  it("that fails is rolled back, keeps its error, and is not retried", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:fail");
    const { state } = await host.ended(id);
    expect(state.kind).toBe("failed");
    expect(state.error).toMatch(/^Uncaught Error: boom/);
    await host.ended(await host.schedule("app:note", { text: "later" }));
    expect(await host.notes()).toEqual(["later"]);
  });

  it.each([
    ["wrong arguments", "app:note", { text: 1 }, /^ArgumentValidationError: /],
    [
      "a function that is neither mutation nor action",
      "app:notes",
      {},
      /^Unsupported function type\. notes in module "app\.js" is defined as a Query\. /,
    ],
  ])("with %s fails when it runs", async (_, name, args, error) => {
    await host.open();
    await host.start();
    const id = await host.schedule(name, args);
    expect((await host.ended(id)).state).toEqual({
      kind: "failed",
      error: expect.stringMatching(error) as string,
    });
  });

  it("that is due while the host is down runs at the next start", async () => {
    await host.open();
    const id = await host.schedule("app:note", { text: "late" });
    await host.crash();
    await host.open();
    await host.start();
    expect((await host.ended(id)).state.kind).toBe("success");
    expect(await host.notes()).toEqual(["late"]);
  });

  it("tells how late it began", async () => {
    await host.open();
    const id = await host.schedule("app:note", { text: "late" });
    await host.start(() => Date.now() + 60_000);
    await host.ended(id);
    expect(host.lagsMs).toEqual([expect.any(Number)]);
    expect(host.lagsMs[0]).toBeGreaterThanOrEqual(60_000);
  });

  it("that is cancelled does not run", async () => {
    await host.open();
    const id = await host.schedule("app:note", { text: "never" });
    await host.mutate("app:cancel", { id });
    await host.start();
    await host.ended(await host.schedule("app:note", { text: "after" }));
    expect(await host.notes()).toEqual(["after"]);
    expect((await host.jobOf(id))?.state).toEqual({ kind: "canceled" });
  });

  it("that is cancelled just before it would run does not run", async () => {
    await host.open();
    const id = await host.schedule("app:note", { text: "never" });
    const { held } = host.holdNextMutation();
    await host.start();
    await vi.waitFor(() => expect(held.arrived).toBe(1), WAIT_OPTIONS);
    await host.mutate("app:cancel", { id });
    held.open();
    await host.jobs?.stop(60_000);
    expect(await host.notes()).toEqual([]);
    expect((await host.jobOf(id))?.state).toEqual({ kind: "canceled" });
  });

  it("is not started a second time while it runs", async () => {
    await host.open();
    const id = await host.schedule("app:note", { text: "once" });
    const { held, ran } = host.holdNextMutation();
    await host.start();
    await vi.waitFor(() => expect(held.arrived).toBe(1), WAIT_OPTIONS);
    await host.ended(await host.schedule("app:note", { text: "meanwhile" }));
    held.open();
    await host.ended(id);
    expect(ran.mock.calls.filter(([, , { job }]) => job?.id === id)).toHaveLength(1);
    expect(await host.notes()).toEqual(["meanwhile", "once"]);
  });

  it("waits for its time", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:note", { text: "in a week" }, 7 * DAY_MS);
    await host.ended(await host.schedule("app:note", { text: "now" }));
    expect((await host.jobOf(id))?.state.kind).toBe("pending");
    expect(await host.notes()).toEqual(["now"]);
  });
});

describe("a scheduled action", () => {
  it("is in progress while it runs, then a success", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:wait");
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    expect((await host.jobOf(id))?.state.kind).toBe("inProgress");
    host.gate.open();
    expect((await host.ended(id)).state.kind).toBe("success");
    expect(await host.notes()).toEqual(["waited"]);
  });

  it("that fails stores its error without a request id", async () => {
    await host.open();
    await host.start();
    const { state } = await host.ended(await host.schedule("app:failAction"));
    expect(state.kind).toBe("failed");
    expect(state.error).toMatch(/^Uncaught Error: bang/);
  });

  it("that can't be run has failed", async () => {
    await host.open();
    vi.spyOn(host.engine, "action").mockRejectedValueOnce(new Error("The engine is broken"));
    await host.start();
    expect((await host.ended(await host.schedule("app:wait"))).state).toEqual({
      kind: "failed",
      error: TRANSIENT_ERROR,
    });
  });

  it("that was running when the host ended has failed, and does not run again", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:wait");
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    await host.crash();
    // The gate of the lost run stays closed, so it never continues.
    host.gate = newGate();
    await host.open();
    await host.start();
    expect((await host.ended(id)).state).toEqual({ kind: "failed", error: TRANSIENT_ERROR });
    await host.ended(await host.schedule("app:note", { text: "next" }));
    expect(host.gate.arrived).toBe(0);
  });

  it("delays a stop by a few seconds at most, less than a mutation may", async () => {
    await host.open();
    await host.schedule("app:note", { text: "late" });
    const action = await host.schedule("app:wait");
    const { held } = host.holdNextMutation();
    await host.start();
    await vi.waitFor(() => expect([held.arrived, host.gate.arrived]).toEqual([1, 1]), WAIT_OPTIONS);
    expect(host.jobs?.running().sort()).toEqual(["app:note", "app:wait"]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let stopped = false;
    const stopping = host.jobs?.stop(60_000).then(() => (stopped = true));
    await vi.advanceTimersByTimeAsync(50_000);
    expect(stopped).toBe(false);
    held.open();
    await stopping;
    // The next start records the action's end.
    expect(host.jobs?.running()).toEqual(["app:wait"]);
    await host.jobs?.stop(0);
    expect(host.warnings).toEqual([{ functions: "app:wait" }]);
    expect((await host.jobOf(action))?.state.kind).toBe("inProgress");
    expect(await host.notes()).toEqual(["late"]);
  });

  it("stays cancelled when it ends later", async () => {
    const id = await host.cancelWhileWaiting("app:wait");
    host.gate.open();
    await vi.waitFor(async () => expect(await host.notes()).toEqual(["waited"]), WAIT_OPTIONS);
    await host.jobs?.stop();
    expect((await host.jobOf(id))?.state).toEqual({ kind: "canceled" });
  });

  it("that is cancelled schedules nothing that runs, nor do its calls", async () => {
    await host.cancelWhileWaiting("app:waitAndSchedule");
    host.gate.open();
    await host.jobs?.stop(60_000);
    expect((await host.all()).map(({ state }) => state.kind)).toEqual(["canceled", "canceled", "canceled"]);
  });
});
