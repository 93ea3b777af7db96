/** Following the event stream over connections that end, break and are refused. */
import { describe, expect, test } from "vitest";
import { AnimaError, connect, runTick, streamEvents, type PushEvent } from "../../client";
import { startService } from "../support/service";
import { scriptedServer, type Step } from "./scripted-server";

const eventNumber = (n: number): string =>
  `id: evt_${n}_a\nevent: tick.completed\ndata: {"type":"tick.completed","timestamp":"2026-11-26T12:00:00.000Z","data":{"n":${n}}}\n\n`;
const stream = (body: string): Step => ({
  status: 200,
  headers: { "Content-Type": "text/event-stream" },
  body: `retry: 1000\n\n:\n\n${body}`,
});

async function first(count: number, events: AsyncGenerator<PushEvent>): Promise<PushEvent[]> {
  const read: PushEvent[] = [];
  for await (const event of events) {
    read.push(event);
    if (read.length === count) break;
  }
  return read;
}

test("goes on after the last event where a connection ends or is lost", async () => {
  const half = eventNumber(3).slice(0, 30);
  const server = await scriptedServer(
    stream(eventNumber(1) + eventNumber(2) + half),
    "break",
    stream(eventNumber(3) + eventNumber(4)),
  );
  const events = await first(4, streamEvents(connect(server.url)));
  expect(events.map(({ id, data }) => [id, data.n])).toEqual([1, 2, 3, 4].map((n) => [`evt_${n}_a`, n]));
  expect(server.asked.map(({ headers }) => headers["last-event-id"])).toEqual([
    undefined,
    "evt_2_a",
    "evt_2_a",
  ]);
});

test("begins after an event that the caller names", async () => {
  const server = await scriptedServer(stream(eventNumber(8)));
  await first(1, streamEvents(connect(server.url), { lastEventId: "evt_7_a" }));
  expect(server.asked[0]?.headers["last-event-id"]).toBe("evt_7_a");
});

test("throws what the service refuses", async () => {
  const refusal = { success: false, error: "a token is needed", code: "UNAUTHORIZED" };
  const server = await scriptedServer({ status: 401, body: refusal });
  const error: unknown = await first(1, streamEvents(connect(server.url))).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AnimaError);
  expect(error).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
});

test("the caller's signal ends it with its reason", async () => {
  const server = await scriptedServer(stream(eventNumber(1)));
  const stop = new AbortController();
  const events = streamEvents(connect(server.url), { signal: stop.signal });
  await events.next();
  const next = events.next();
  stop.abort(new Error("enough"));
  await expect(next).rejects.toThrow("enough");
});

describe("of the real service", () => {
  /** The news of the next tick; that of health, which the first tick has noted, may come before it. */
  async function nextTick(events: ReturnType<typeof streamEvents>) {
    for (;;) {
      const { value } = await events.next();
      if (value.type === "tick.completed") return value;
    }
  }

  test("opens with an id, tells a tick, and tells it again to who comes back with that id", async () => {
    const running = await startService();
    const service = connect(running.url, { tokens: running.tokens });
    await runTick(service);
    const events = streamEvents(service);
    const { value: opened } = await events.next();
    expect(opened).toMatchObject({ type: "stream.opened", data: {} });
    const { tickId } = await runTick(service);
    const told = await nextTick(events);
    expect(told).toMatchObject({ data: { tickId } });
    await events.return(undefined as never);
    const again = streamEvents(service, { lastEventId: opened.id });
    expect(await nextTick(again)).toEqual(told);
    await again.return(undefined as never);
  });
});
