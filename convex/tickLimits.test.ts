/** Ticks over texts of which every pair of characters is a term: none may read more than a transaction can. */
import { describe, expect, it } from "vitest";
import { internal } from "./_generated/api";
import { begun, feed, finishByReflex, gathered } from "./test.ticks";
import { tickOver } from "./test.longTexts";
import { setup } from "./test.setup";

describe("a tick over unspaced scripts", () => {
  it("keeps all that came in, though they have more terms than a transaction can look up", async () => {
    const t = setup({ AUTONOMY: "off" });
    const row = await tickOver(t, { memories: [], news: Array.from({ length: 8 }, () => 300) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.learned).toHaveLength(8);
  });
});

describe("a tick that fails by our own fault", () => {
  const fail = async (t: ReturnType<typeof setup>) => {
    const tickId = await begun(t);
    const { eventIds } = await gathered(t, tickId);
    await t.mutation(internal.ticks.fail, {
      tickId,
      reason: "an internal error",
      byProvider: false,
      eventIds,
    });
    return { eventIds, tickId };
  };
  const succeed = async (t: ReturnType<typeof setup>) => {
    const tickId = await begun(t);
    const shown = await gathered(t, tickId);
    await finishByReflex(t, tickId, shown);
    return shown.eventIds;
  };

  it("has the next take half as many events, until one works", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const boat of ["Gannet", "Heron", "Egret", "Plover"]) await feed(t, `The ${boat} is in.`);
    expect((await fail(t)).eventIds).toHaveLength(4);
    expect((await fail(t)).eventIds).toHaveLength(2);
    expect(await succeed(t)).toHaveLength(1);
    expect(await succeed(t)).toHaveLength(3);
  });

  it("sets the event aside that fails by itself where a tick without it does not, and says so", async () => {
    const t = setup({ AUTONOMY: "off" });
    await feed(t, "The Gannet is in.");
    await feed(t, "The Heron is in.");
    await fail(t);
    const { eventIds } = await fail(t);
    expect(await succeed(t)).toEqual([]);
    const { tickId } = await fail(t);
    const [poisoned] = eventIds;
    expect(await t.run((ctx) => ctx.db.get("ticks", tickId))).toMatchObject({ setAside: poisoned });
    const [next] = await succeed(t);
    expect(next).not.toBe(poisoned);
    const events = await t.run((ctx) => ctx.db.query("events").collect());
    expect(events.filter(({ setAside }) => setAside === true).map(({ _id }) => _id)).toEqual([poisoned]);
    expect(events.every(({ consumedBy }) => consumedBy !== null)).toBe(true);
  });

  it("blames no event where ticks without any fail, too", async () => {
    const t = setup({ AUTONOMY: "off" });
    await feed(t, "The Gannet is in.");
    for (let i = 0; i < 5; i += 1) await fail(t);
    await succeed(t);
    expect(await succeed(t)).toHaveLength(1);
  });

  it("takes no fewer events where the model's provider failed", async () => {
    const t = setup({ AUTONOMY: "off" });
    for (const boat of ["Gannet", "Heron"]) await feed(t, `The ${boat} is in.`);
    await t.mutation(internal.ticks.fail, { tickId: await begun(t), reason: "HTTP 500", byProvider: true });
    expect(await succeed(t)).toHaveLength(2);
  });
});
