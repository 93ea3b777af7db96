/** Subscriptions of genuine clients: who is told, of what, when, and at what cost. */
import { BaseConvexClient, ConvexHttpClient } from "convex/browser";
import { getFunctionName } from "convex/server";
import { beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/until";
import { api } from "./app/api";
import { newClient, watch, webSocketConstructor } from "./client";
import { listRuns } from "./queryRuns";
import { type HostProcess, startHostProcess } from "./hostProcess";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess();
});

describe("a query that many watch", () => {
  test("runs once a change for 200 sockets and every HTTP caller", async () => {
    const subscribers = Array.from({ length: 200 }, () =>
      watch(newClient(host.url), api.messages.list, { channel: "crowd" }),
    );
    await Promise.all(subscribers.map((subscriber) => subscriber.until((bodies) => bodies.length === 0)));
    expect(await listRuns(host, "crowd")).toBe(1);

    await newClient(host.url).mutation(api.messages.send, { channel: "crowd", body: "hello" });
    await Promise.all(subscribers.map((subscriber) => subscriber.until((bodies) => bodies.length === 1)));
    const http = new ConvexHttpClient(host.url);
    expect(await http.query(api.messages.list, { channel: "crowd" })).toEqual(["hello"]);
    expect(await listRuns(host, "crowd")).toBe(2);
    for (const { values } of subscribers) expect(values).toEqual([[], ["hello"]]);
  });

  test("does not run any more when the last one has left", async () => {
    const writer = newClient(host.url);
    const leaving = [newClient(host.url), newClient(host.url)];
    const watched = leaving.map((client) => watch(client, api.messages.list, { channel: "left" }));
    await Promise.all(watched.map((one) => one.until(() => true)));
    for (const [at, client] of leaving.entries()) {
      watched[at]?.stop();
      // The host has heard of it when it answers what the same socket asked for later.
      await client.query(api.messages.list, { channel: "another" });
      await writer.mutation(api.messages.send, { channel: "left", body: `after ${at + 1} left` });
      // Who still watches is told on a socket of its own, perhaps after the writer.
      const staying = watched.slice(at + 1);
      await Promise.all(staying.map((one) => one.until((bodies) => bodies.length === at + 1)));
    }
    expect(watched.map(({ values }) => values.at(-1))).toEqual([[], ["after 1 left"]]);
    expect(await listRuns(host, "left")).toBe(2);
  });
});

describe("one transition", () => {
  test("shows all queries of a client at one moment: no sum is ever off while amounts move", async () => {
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
      // Now and then several at once, so that some share a transition.
      await Promise.all(
        (at % 5 === 0 ? others : [writer]).map((one) => one.mutation(api.accounts.transfer, move)),
      );
    }
    const http = new ConvexHttpClient(host.url);
    const last = await http.query(api.accounts.amount, { name: "left" });
    await until("the last state everywhere", () => seen.every((states) => states.at(-1)?.[0] === last));

    for (const states of seen) {
      expect(new Set(states.map(([left, right]) => left + right))).toEqual(new Set([100]));
      // They saw the amounts move, not only where they ended.
      expect(new Set(states.map(([left]) => left)).size).toBeGreaterThan(10);
    }
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe("mutations of one socket", () => {
  test("run in the order of their calls, and the caller sees each of them once it is answered", async () => {
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
    // Each state that it was shown is the one before with more at its end.
    for (const value of list.values) expect(value).toEqual(bodies.slice(0, value.length));
  });

  test("go on after one that fails, which leaves nothing behind", async () => {
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

  test("and those of its actions are seen by everyone", async () => {
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
    ["characters outside the basic plane", "🪴é", 1_500_000],
  ])("arrives whole: %s", async (_kind, text, times) => {
    const args = { text, times };
    const subscribed = await newClient(host.url).query(api.messages.large, args);
    expect(subscribed === text.repeat(times)).toBe(true);
    expect((await new ConvexHttpClient(host.url).query(api.messages.large, args)) === subscribed).toBe(true);
  });
});

test("results that are too much for one transition all arrive, and a mutation is answered once its effect is seen", async () => {
  const client = newClient(host.url);
  const sizes = Array.from({ length: 10 }, (_, at) => 1_000_000 + at);
  const large = sizes.map((times) => watch(client, api.messages.large, { text: "x", times }));
  const list = watch(client, api.messages.list, { channel: "beside" });
  await client.mutation(api.messages.send, { channel: "beside", body: "hello" });
  expect(list.values.at(-1)).toEqual(["hello"]);
  const texts = await Promise.all(large.map((one) => one.until(() => true)));
  expect(texts.map((text) => text.length)).toEqual(sizes);
});
