/** Guarantees for a real client when the host is killed and restarted. */
import { ConvexHttpClient } from "convex/browser";
import { beforeAll, describe, expect, test } from "vitest";
import { api } from "./app/api";
import { newClient, watch } from "../../../../test/support/convexClient";
import { type HostProcess, logged, startHostProcess } from "./hostProcess";

let host: HostProcess;

beforeAll(async () => {
  host = await startHostProcess();
});

describe("when the host is killed between a commit and its answer", () => {
  const writer = (): ConvexHttpClient => new ConvexHttpClient(host.url);

  test("the mutation runs once, the action fails, and subscriptions continue", async () => {
    for (const rank of [0, 10, 20, 30]) {
      await writer().mutation(api.messages.send, { channel: "page", body: String(rank), rank });
    }
    const client = newClient(host.url);
    const list = watch(client, api.messages.list, { channel: "last" });
    await list.until(() => true);
    const paginationOpts = { cursor: null, numItems: 2, id: 1 };
    const page = watch(client, api.messages.page, { channel: "page", paginationOpts });
    const { continueCursor } = await page.until(() => true);
    // The action's progress is unknown.
    const acting = expect(client.action(api.logging.waits, {})).rejects.toThrow(
      "Connection lost while action was in flight",
    );
    await logged(host, "the action", (line) => line.message === "'waiting'");

    await host.dieAfterCommits(1);
    const sent = client.mutation(api.messages.send, { channel: "last", body: "once" });
    await host.died();
    await host.restart();

    await acting;
    expect(await sent).toMatch(/^[0-9a-z]{32}$/);
    expect(list.values.at(-1)).toEqual(["once"]);
    // A page keeps its end, because the client sends its journal again.
    await writer().mutation(api.messages.send, { channel: "page", body: "5", rank: 5 });
    const grown = await page.until((value) => value.page.length === 3);
    expect(grown.page.map(({ rank }) => rank)).toEqual([0, 5, 10]);
    expect(grown.continueCursor).toBe(continueCursor);
    expect([...list.errors, ...page.errors]).toEqual([]);
  });
});

test("mutations run once and in order, wherever and however often the host is killed", async () => {
  const clients = [newClient(host.url), newClient(host.url)];
  const lists = clients.map((client, at) => watch(client, api.messages.list, { channel: `turn ${at}` }));
  await Promise.all(lists.map((list) => list.until(() => true)));
  const bodies = Array.from({ length: 150 }, (_, at) => `message ${at}`);
  await host.dieAfterCommits(25);
  const sent = clients.flatMap((client, at) =>
    bodies.map((body) => client.mutation(api.messages.send, { channel: `turn ${at}`, body })),
  );
  await host.died();
  await host.restart();
  await host.dieAfterCommits(40);
  await host.died();
  await host.restart();
  const ids = await Promise.all(sent);
  expect(new Set(ids).size).toBe(2 * bodies.length);
  for (const { values } of lists) {
    expect(values.at(-1)).toEqual(bodies);
    // No update ever showed lost, duplicate or reordered messages.
    for (const value of values) expect(value).toEqual(bodies.slice(0, value.length));
  }
  const http = new ConvexHttpClient(host.url);
  expect(await http.query(api.messages.list, { channel: "turn 0" })).toEqual(bodies);
});
