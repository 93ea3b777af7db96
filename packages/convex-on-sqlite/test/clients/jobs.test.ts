/** Scheduled functions observed by a real client through their documents. */
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "../../../../test/support/until";
import { api } from "./app/api";
import { newClient, watch } from "../../../../test/support/convexClient";
import { type HostProcess, startHostProcess } from "./hostProcess";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess();
});

const AN_HOUR_MS = 3_600_000;

/** The distinct consecutive states of a job that its subscriber saw. */
function statesOf(values: readonly ({ state: { kind: string } } | null)[]): string[] {
  const kinds = values.map((job) => job?.state.kind ?? "none");
  return kinds.filter((kind, at) => kind !== kinds[at - 1]);
}

describe("a scheduled function", () => {
  test("is observed from pending to success, together with its effects", async () => {
    const client = newClient(host.url);
    const delivered = watch(client, api.messages.list, { channel: "delivered" });
    const before = Date.now();
    const id = await client.mutation(api.jobs.later, { body: "a parcel", delayMs: 50 });
    const job = watch(client, api.jobs.get, { id });
    const done = await job.until((found) => found?.state.kind === "success");
    expect(delivered.values.at(-1)).toContain("a parcel");
    expect(done).toMatchObject({ _id: id, name: "jobs:deliver", args: [{ body: "a parcel" }] });
    expect(done?.scheduledTime).toBeGreaterThanOrEqual(before + 50);
    expect(done?.completedTime).toBeGreaterThanOrEqual(done?.scheduledTime ?? Infinity);
    expect(["pending,success", "success"]).toContain(statesOf(job.values).join());
  });

  test("that is an action is inProgress while it runs", async () => {
    const client = newClient(host.url);
    const id = await client.mutation(api.jobs.waitAtGate, {});
    const job = watch(client, api.jobs.get, { id });
    await job.until((found) => found?.state.kind === "inProgress");
    await client.mutation(api.messages.send, { channel: "gate", body: "open" });
    await job.until((found) => found?.state.kind === "success");
    expect(statesOf(job.values).slice(-2)).toEqual(["inProgress", "success"]);
  });

  test("that fails stores its error, and has no effects", async () => {
    const client = newClient(host.url);
    const id = await client.mutation(api.jobs.later, { body: "", delayMs: 0 });
    const failed = await watch(client, api.jobs.get, { id }).until((found) => found?.state.kind === "failed");
    expect(failed?.state).toMatchObject({
      error: expect.stringContaining("Error: there is nothing to deliver") as string,
    });
    expect(await client.query(api.messages.list, { channel: "delivered" })).not.toContain("");
  });

  test("that is cancelled is updated for subscribers, and does not run", async () => {
    const client = newClient(host.url);
    const id = await client.mutation(api.jobs.later, { body: "never", delayMs: AN_HOUR_MS });
    const job = watch(newClient(host.url), api.jobs.get, { id });
    expect(await job.until((found) => found !== null)).toMatchObject({ state: { kind: "pending" } });
    await client.mutation(api.jobs.cancel, { id });
    const cancelled = await job.until((found) => found?.state.kind === "canceled");
    expect(cancelled?.completedTime).toBeLessThan(cancelled?.scheduledTime ?? 0);
    // Cancelling again changes nothing.
    await client.mutation(api.jobs.cancel, { id });
    expect(statesOf(job.values)).toEqual(["pending", "canceled"]);
  });

  test("that is cancelled when due either ran or did not, consistently with its state", async () => {
    const client = newClient(host.url);
    const bodies = Array.from({ length: 20 }, (_, at) => `race ${at}`);
    const ids = await Promise.all(
      bodies.map((body) => client.mutation(api.jobs.later, { body, delayMs: 0 })),
    );
    await Promise.all(ids.map((id) => client.mutation(api.jobs.cancel, { id })));
    const jobs = ids.map((id) => watch(client, api.jobs.get, { id }));
    const ended = await Promise.all(
      jobs.map((job) => job.until((found) => found?.completedTime !== undefined)),
    );
    const delivered = await client.query(api.messages.list, { channel: "delivered" });
    for (const [at, body] of bodies.entries()) {
      expect([body, delivered.includes(body)]).toEqual([body, ended[at]?.state.kind === "success"]);
    }
  });
});

describe("the table of scheduled functions", () => {
  test("can be scanned, filtered and ordered with live updates", async () => {
    const client = newClient(host.url);
    const pending = watch(client, api.jobs.inState, { kind: "pending" });
    const newest = watch(client, api.jobs.newest, {});
    const before = await pending.until(() => true);
    const id = await client.mutation(api.jobs.later, { body: "tomorrow", delayMs: 24 * AN_HOUR_MS });
    expect(pending.values.at(-1)).toBe(before + 1);
    expect(newest.values.at(-1)?._id).toBe(id);
    expect((await client.query(api.jobs.all, {})).map((job) => job._id)).toContain(id);
    await client.mutation(api.jobs.cancel, { id });
    expect(pending.values.at(-1)).toBe(before);
  });

  test("survives a kill with its pending jobs and subscribers", async () => {
    const client = newClient(host.url);
    const id = await client.mutation(api.jobs.later, { body: "after the fall", delayMs: 300 });
    const job = watch(client, api.jobs.get, { id });
    await job.until(() => true);
    await host.kill();
    await host.restart();
    await until("the job's success", () => job.values.at(-1)?.state.kind === "success");
    expect(await client.query(api.messages.list, { channel: "delivered" })).toContain("after the fall");
  });
});
