/** Automatic linking waits for the vectors of memories. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import {
  DOWN,
  look,
  passTime,
  provider,
  refusing,
  store,
  waiting,
  withKey,
  withProvider,
} from "../../test/functions/embedding";
import type { App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";

withProvider();

const HOUR_MS = 60 * 60_000;
const next = (t: App, inMs = 0) => t.query(internal.memories.linkSchedule.next, { now: Date.now() + inMs });

describe("a memory without its vector", () => {
  it("is linked once it has its vector", async () => {
    const t = setup({ ...withKey(), AUTONOMY: "on" });
    await provider.set([DOWN]);
    expect((await store(t, "The kitten coughs.")).embedding).toBe(false);
    expect(await next(t)).toBeNull();
    await provider.set([]);
    await passTime(t);
    await look(t);
    expect(await waiting(t)).toEqual([]);
    expect(await next(t)).toMatchObject({ place: 0 });
  });

  it("is linked by its words during a long outage, or if the provider refuses it", async () => {
    const t = setup({ ...withKey(), AUTONOMY: "on" });
    await provider.set([DOWN]);
    await store(t, "The kitten coughs.");
    expect(await next(t, HOUR_MS + 60_000)).toMatchObject({ place: 0 });

    await provider.set([refusing("kitten")]);
    await passTime(t);
    await look(t);
    expect(await waiting(t)).toHaveLength(1);
    expect(await next(t)).toMatchObject({ place: 0 });
  });

  it("does not delay linking once no provider is configured", async () => {
    const t = setup({ ...withKey(), AUTONOMY: "on" });
    await provider.set([DOWN]);
    await store(t, "The kitten coughs.");
    setup({ AUTONOMY: "on" });
    expect(await next(t)).toMatchObject({ place: 0 });
  });
});
