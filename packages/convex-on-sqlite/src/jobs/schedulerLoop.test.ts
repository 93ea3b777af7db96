/** The job loop: parallelism, failures, its stop, and the deletion of ended jobs. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { Alarm } from "./alarm";
import { DAY_MS, newGate, TestJobs } from "../../test/testJobs";

let host: TestJobs;

beforeEach(() => {
  host = new TestJobs();
});

afterEach(() => host.end());

describe("the loop", () => {
  it("runs eight jobs at once and the others afterwards", async () => {
    await host.open();
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await host.schedule("app:wait"));
    await host.start();
    await vi.waitFor(() => expect(host.gate.arrived).toBe(8), WAIT_OPTIONS);
    // A turn of the loop that finds work but no free slot.
    await host.schedule("app:note", { text: "waits too" });
    const states = await Promise.all(ids.map(async (id) => (await host.jobOf(id))?.state.kind));
    expect(states.filter((kind) => kind === "inProgress")).toHaveLength(8);
    expect(host.gate.arrived).toBe(8);
    host.gate.open();
    for (const id of ids) expect((await host.ended(id)).state.kind).toBe("success");
  });

  it("starts a waiting job when another ends, without any other event", async () => {
    await host.open();
    const texts = Array.from({ length: 20 }, (_, n) => `note ${n}`);
    await host.mutate("app:scheduleAll", { texts });
    vi.spyOn(host.engine, "onJobsChanged").mockReturnValue(() => undefined);
    await host.start();
    await vi.waitFor(async () => expect(await host.notes()).toEqual(texts), WAIT_OPTIONS);
  });

  it("retries soon after a database error", async () => {
    let nowMs = Date.now();
    await host.open();
    const id = await host.schedule("app:note", { text: "after a failure" });
    const read = vi.spyOn(host.engine, "read").mockRejectedValueOnce(new Error("The database failed"));
    // Each read of this clock advances it by a second, so that the test need not wait for the alarm.
    await host.start(() => (nowMs += 1_000));
    expect((await host.ended(id)).state.kind).toBe("success");
    expect(read.mock.settledResults[0]?.type).toBe("rejected");
  });

  it("waits for running jobs when it stops, and starts nothing more", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:wait");
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    const stopped = host.jobs?.stop(60_000);
    const late = await host.schedule("app:note", { text: "late" });
    host.gate.open();
    await stopped;
    expect((await host.jobOf(id))?.state.kind).toBe("success");
    expect((await host.jobOf(late))?.state.kind).toBe("pending");
  });

  it("also waits for jobs it was about to start when it stops", async () => {
    await host.open();
    await host.start();
    const committed = newGate();
    const system = host.engine.system.bind(host.engine);
    vi.spyOn(host.engine, "system").mockImplementationOnce(async (body) => {
      const result = await system(body);
      committed.arrived += 1;
      await committed.opened;
      return result;
    });
    const id = await host.schedule("app:wait");
    await vi.waitFor(() => expect(committed.arrived).toBe(1), WAIT_OPTIONS);
    const stopped = host.jobs?.stop(60_000);
    committed.open();
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    host.gate.open();
    await stopped;
    expect((await host.jobOf(id))?.state.kind).toBe("success");
  });

  it("writes nothing after its stop has timed out", async () => {
    await host.open();
    const ran = vi.spyOn(host.engine, "action");
    await host.start();
    const id = await host.schedule("app:wait");
    await vi.waitFor(() => expect(host.gate.arrived).toBe(1), WAIT_OPTIONS);
    await host.jobs?.stop(0);
    host.gate.open();
    await ran.mock.results[0]?.value;
    // A commit runs after all transactions queued before it.
    await host.mutate("app:quiet", {});
    expect(await host.notes()).toEqual(["waited"]);
    expect((await host.jobOf(id))?.state.kind).toBe("inProgress");
  });

  it("deletes ended jobs after a week, not earlier", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:note", { text: "kept" });
    await host.ended(id);
    await host.jobs?.stop();
    await host.start(() => Date.now() + 6 * DAY_MS);
    await host.jobs?.stop();
    expect(await host.jobOf(id)).toBeDefined();
    await host.start(() => Date.now() + 8 * DAY_MS);
    await vi.waitFor(async () => expect(await host.jobOf(id)).toBeUndefined(), WAIT_OPTIONS);
    expect(await host.engine.read((db) => db.rows("SELECT id FROM jobs"))).toEqual([]);
    expect(await host.notes()).toEqual(["kept"]);
  });

  it("wakes when the week of an ended job is over", async () => {
    await host.open();
    const set = vi.spyOn(Alarm.prototype, "set");
    onTestFinished(() => void set.mockRestore());
    await host.start();
    const { completedTime = 0 } = await host.ended(await host.schedule("app:note", { text: "kept" }));
    await vi.waitFor(() => expect(set).toHaveBeenLastCalledWith(completedTime + 7 * DAY_MS), WAIT_OPTIONS);
  });

  it("keeps ended jobs forever if configured", async () => {
    await host.open();
    await host.start();
    const id = await host.schedule("app:note", { text: "kept" });
    await host.ended(id);
    await host.jobs?.stop();
    const set = vi.spyOn(Alarm.prototype, "set");
    onTestFinished(() => void set.mockRestore());
    await host.start(() => Date.now() + 8 * DAY_MS, false);
    await vi.waitFor(() => expect(set).toHaveBeenCalledWith(null), WAIT_OPTIONS);
    expect(await host.jobOf(id)).toBeDefined();
  });

  it("fails a job whose function the app no longer has", async () => {
    await host.open();
    const id = await host.schedule("app:note", { text: "gone" });
    await host.crash();
    await host.open([], ["jobs"]);
    await host.start();
    expect((await host.ended(id)).state).toEqual({
      kind: "failed",
      error: expect.stringContaining("Could not find function for 'app:note'") as string,
    });
  });
});
