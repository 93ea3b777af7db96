/** GET /events and GET /state/history. */
import { describe, expect, it } from "vitest";
import { send } from "../../test/functions/corrections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";

const get = async (t: App, path: string) => (await t.fetch(path)).json();
const tick = async (t: App) => (await post(t, "/tick", {}, { Authorization: `Bearer ${TICK_TOKEN}` })).json();

describe("GET /events", () => {
  it("lists feed events and notes, newest first, with the tick that read them, but no erased ones", async () => {
    const t = setup({ AUTONOMY: "off" });
    const fed = await (await post(t, "/feed", { type: "news", content: "Rain", impact: "low" })).json();
    const { noteId } = await (await post(t, "/wake", { note: "Hello", from: "Ada" })).json();
    expect(await get(t, "/events?scope=*")).toMatchObject({
      events: [
        { scope: "Ada", _id: noteId, kind: "wake", content: "Hello", from: "Ada" },
        { _id: fed.feedId, kind: "feed", content: "Rain", type: "news", impact: "low" },
      ],
      total: 2,
      hasMore: false,
    });
    expect(await get(t, "/events")).toMatchObject({ events: [{ _id: fed.feedId }], total: 1 });
    expect((await get(t, "/events")).events[0]).not.toHaveProperty("tickId");
    await tick(t);
    const { ticks } = await get(t, "/ticks");
    expect(await get(t, "/events?kind=feed")).toMatchObject({ events: [{ tickId: ticks[0]._id }], total: 1 });
    expect((await send(t, "DELETE", `/events/${fed.feedId}`)).status).toBe(200);
    expect(await get(t, "/events?scope=*")).toMatchObject({ events: [{ _id: noteId }], total: 1 });
    expect(await get(t, "/events?kind=feed")).toEqual({ events: [], total: 0, hasMore: false });
  });
});

describe("GET /state/history", () => {
  it("returns the last state of each part of the span that has a tick", async () => {
    const t = setup({ AUTONOMY: "off" });
    expect(await get(t, "/state/history")).toEqual({ points: [] });
    await tick(t);
    await tick(t);
    const { logs } = await get(t, "/logs");
    const [{ timestamp, mood, health }] = logs;
    const { volatility } = await get(t, "/state");
    const span = `since=${timestamp - 1000}&until=${timestamp}`;
    expect(await get(t, `/state/history?${span}&parts=1`)).toMatchObject({
      points: [{ timestamp, mood, health, volatility }],
    });
    expect(await get(t, `/state/history?until=${logs[1].timestamp - 1}`)).toEqual({ points: [] });
  });

  it("refuses a span that ends before it starts", async () => {
    const t = setup({ AUTONOMY: "off" });
    const error = await expectFailure(
      await t.fetch("/state/history?since=5&until=5"),
      400,
      "VALIDATION_ERROR",
    );
    expect(error).toContain("since");
  });
});
