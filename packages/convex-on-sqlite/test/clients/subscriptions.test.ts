/** Subscriptions of real clients: updates, consistency and cost. */
import { BaseConvexClient, ConvexHttpClient } from "convex/browser";
import { getFunctionName } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "../../../../test/support/until";
import { api } from "./app/api";
import { newClient, watch, webSocketConstructor } from "../../../../test/support/convexClient";
import { listRuns } from "./queryRuns";
import { type HostProcess, startHostProcess } from "./hostProcess";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess();
});

describe("a query with many subscribers", () => {
  test("runs once per change for 200 sockets and all HTTP callers", async () => {
    const subscribers = Array.from({ length: 200 }, () =>
      watch(newClient(host.url), api.messages.list, { channel: "shared" }),
    );
    await Promise.all(subscribers.map((subscriber) => subscriber.until((bodies) => bodies.length === 0)));
    expect(await listRuns(host, "shared")).toBe(1);

    await newClient(host.url).mutation(api.messages.send, { channel: "shared", body: "hello" });
    await Promise.all(subscribers.map((subscriber) => subscriber.until((bodies) => bodies.length === 1)));
    const http = new ConvexHttpClient(host.url);
    expect(await http.query(api.messages.list, { channel: "shared" })).toEqual(["hello"]);
    expect(await listRuns(host, "shared")).toBe(2);
    for (const { values } of subscribers) expect(values).toEqual([[], ["hello"]]);
  });

  test("does not run after the last one has left", async () => {
    const writer = newClient(host.url);
    const leaving = [newClient(host.url), newClient(host.url)];
    const watched = leaving.map((client) => watch(client, api.messages.list, { channel: "left" }));
    await Promise.all(watched.map((one) => one.until(() => true)));
    for (const [at, client] of leaving.entries()) {
      watched[at]?.stop();
      // The host has processed it once it answers a later request on the same socket.
      await client.query(api.messages.list, { channel: "another" });
      await writer.mutation(api.messages.send, { channel: "left", body: `after ${at + 1} left` });
      // Remaining subscribers are updated on their own sockets, perhaps after the writer.
      const staying = watched.slice(at + 1);
      await Promise.all(staying.map((one) => one.until((bodies) => bodies.length === at + 1)));
    }
    expect(watched.map(({ values }) => values.at(-1))).toEqual([[], ["after 1 left"]]);
    expect(await listRuns(host, "left")).toBe(2);
  });
});

describe("one transition", () => {
  test("shows all queries of a client at one timestamp: the total never changes while amounts move", async () => {
    const writer = newClient(host.url);
    await writer.mutation(api.accounts.open, { name: "left", amount: 100 });
    await writer.mutation(api.accounts.open, { name: "right", amount: 0 });
    const path = getFunctionName(api.accounts.amount);
    const seen: [number, number][][] = [];
    const clients = Array.from({ length: 4 }, () => {
      const states: [number, number][] = [];
      seen.push(states);
      const client: BaseConvexClient = new BaseConvexClient(
        host.url,
        () => {
          const amount = (name: string): unknown => client.localQueryResult(path, { name });
          const [left, right] = [amount("left"), amount("right")];
          if (typeof left === "number" && typeof right === "number") states.push([left, right]);
        },
        { webSocketConstructor, unsavedChangesWarning: false, logger: false },
      );
      client.subscribe(path, { name: "left" });
      client.subscribe(path, { name: "right" });
      return client;
    });
    await until("the first sums", () => seen.every((states) => states.length > 0));

    const others = [newClient(host.url), newClient(host.url)];
    for (let at = 1; at <= 60; at += 1) {
      const [from, to] = at % 3 === 0 ? ["right", "left"] : ["left", "right"];
      const move = { from, to, amount: at % 7 };
      // Sometimes several concurrently, so that some share a transition.
      await Promise.all(
        (at % 5 === 0 ? others : [writer]).map((one) => one.mutation(api.accounts.transfer, move)),
      );
    }
    const http = new ConvexHttpClient(host.url);
    const last = await http.query(api.accounts.amount, { name: "left" });
    await until("the last state everywhere", () => seen.every((states) => states.at(-1)?.[0] === last));

    for (const states of seen) {
      expect(new Set(states.map(([left, right]) => left + right))).toEqual(new Set([100]));
      // They saw intermediate states, not only the last.
      expect(new Set(states.map(([left]) => left)).size).toBeGreaterThan(10);
    }
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe("mutations of one socket", () => {
  test("run in call order, and the caller sees each effect when its call resolves", async () => {
    const client = newClient(host.url);
    const list = watch(client, api.messages.list, { channel: "order" });
    const bodies = Array.from({ length: 200 }, (_, at) => `message ${at}`);
    await Promise.all(
      bodies.map(async (body, at) => {
        await client.mutation(api.messages.send, { channel: "order", body });
        expect(list.values.at(-1)?.[at]).toBe(body);
      }),
    );
    expect(list.values.at(-1)).toEqual(bodies);
    // Each update only appends to the previous one.
    for (const value of list.values) expect(value).toEqual(bodies.slice(0, value.length));
  });

  test("continue after a failed one, which is rolled back", async () => {
    const client = newClient(host.url);
    const message = (body: string) => ({ channel: "refused", body });
    const [first, second, third] = await Promise.allSettled([
      client.mutation(api.messages.send, message("before")),
      client.mutation(api.messages.refuse, message("never")),
      client.mutation(api.messages.send, message("after")),
    ]);
    expect([first.status, third.status]).toEqual(["fulfilled", "fulfilled"]);
    expect(second).toMatchObject({ status: "rejected", reason: { data: { refused: "never" } } });
    expect(await client.query(api.messages.list, { channel: "refused" })).toEqual(["before", "after"]);
  });

  test("made by its actions are visible to all clients", async () => {
    const client = newClient(host.url);
    const other = watch(newClient(host.url), api.messages.list, { channel: "acted" });
    await other.until((bodies) => bodies.length === 0);
    expect(await client.action(api.messages.sendAndCount, { channel: "acted", body: "done" })).toBe(1);
    expect(await other.until((bodies) => bodies.length === 1)).toEqual(["done"]);
  });
});

describe("a result of several megabytes", () => {
  test.each([
    ["plain text", "x", 12_000_000],
    ["characters outside the basic multilingual plane", "🪴é", 1_500_000],
  ])("arrives complete: %s", async (_kind, text, times) => {
    const args = { text, times };
    const subscribed = await newClient(host.url).query(api.messages.large, args);
    expect(subscribed === text.repeat(times)).toBe(true);
    expect((await new ConvexHttpClient(host.url).query(api.messages.large, args)) === subscribed).toBe(true);
  });
});

test("results too large for one transition all arrive, and a mutation resolves once its effect is visible", async () => {
  const client = newClient(host.url);
  const sizes = Array.from({ length: 10 }, (_, at) => 1_000_000 + at);
  const large = sizes.map((times) => watch(client, api.messages.large, { text: "x", times }));
  const list = watch(client, api.messages.list, { channel: "beside" });
  await client.mutation(api.messages.send, { channel: "beside", body: "hello" });
  expect(list.values.at(-1)).toEqual(["hello"]);
  const texts = await Promise.all(large.map((one) => one.until(() => true)));
  expect(texts.map((text) => text.length)).toEqual(sizes);
});
