/**
 * What Convex's public demos do where they need no outside service, in apps of our own, with the genuine client: the tutorial, args-validation,
 * custom-errors, http, pagination, scheduling and cron-jobs without a schema, relational-data-modeling, search and system-tables with one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ConvexClient } from "convex/browser";
import { anyApi } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newClient, watch } from "../../../../test/support/convexClient";

const messages = anyApi.messages!;

interface Message {
  readonly author: string;
  readonly body: string;
}

const folder = mkdtempSync(join(tmpdir(), "host-demos-"));
const hosts: ChildProcess[] = [];
afterAll(() => {
  for (const host of hosts) host.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string): Promise<string> {
  const folders = [
    `packages/convex-on-sqlite/test/clients/demos/${name}/convex`,
    `.host/demo-${name}`,
    join(folder, name),
  ];
  const host = spawn(
    process.execPath,
    ["scripts/run.mjs", "packages/convex-on-sqlite/test/children/host.ts", ...folders],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  hosts.push(host);
  const [url] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
  return url;
}

describe("an app without a schema", () => {
  let url: string;
  let client: ConvexClient;
  beforeAll(async () => {
    url = await start("withoutSchema");
    client = newClient(url);
  });

  it("shows a subscriber of an empty table the messages that others send", async () => {
    const seen = watch(client, messages.list!, {});
    expect(await seen.until((list: Message[]) => list.length === 0)).toEqual([]);
    await newClient(url).mutation(messages.send!, { body: "Hello", author: "Ada" });
    expect(await seen.until((list: Message[]) => list.length === 1)).toMatchObject([
      { body: "Hello", author: "Ada" },
    ]);
    seen.stop();
  });

  it("rejects wrong arguments, and passes the data of its own errors", async () => {
    await expect(client.mutation(messages.send!, { body: 1, author: "Ada" })).rejects.toThrow(
      "ArgumentValidationError",
    );
    const tooLong: unknown = await client
      .mutation(messages.send!, { body: "long".repeat(20), author: "Ada" })
      .catch((error: unknown) => error);
    expect(tooLong instanceof ConvexError && (tooLong.data as unknown)).toEqual({
      code: "TOO_LONG",
      length: 80,
    });
  });

  it("serves its HTTP routes, by path and by prefix", async () => {
    const posted = await fetch(`${url}/postMessage`, {
      method: "POST",
      body: JSON.stringify({ body: "By HTTP", author: "User 123" }),
    });
    expect(posted.status).toBe(201);
    expect(await (await fetch(`${url}/messagesOf/User%20123`)).json()).toEqual(["By HTTP"]);
  });

  it("reads page by page", async () => {
    const first = (await client.query(messages.pages!, {
      paginationOpts: { numItems: 1, cursor: null },
    })) as { page: Message[]; continueCursor: string };
    const second = (await client.query(messages.pages!, {
      paginationOpts: { numItems: 1, cursor: first.continueCursor },
    })) as { page: Message[] };
    expect([first.page[0]?.body, second.page[0]?.body]).toEqual(["By HTTP", "Hello"]);
  });

  it("runs what it schedules, and its crons", async () => {
    const seen = watch(client, messages.list!, {});
    const isSecret = ({ author }: Message): boolean => author === "a secret";
    await client.mutation(messages.sendExpiring!, { body: "Read me soon" });
    await seen.until((list: Message[]) => list.some(isSecret));
    await seen.until((list: Message[]) => !list.some(isSecret));
    seen.stop();
    const ticks = watch(client, messages.countTicks!, {});
    expect(await ticks.until((count: number) => count >= 2)).toBeGreaterThan(1);
  });
});

describe("an app with a schema", () => {
  let client: ConvexClient;
  let channel: unknown;
  beforeAll(async () => {
    client = newClient(await start("withSchema"));
    channel = await client.mutation(messages.addChannel!, { name: "news" });
    const other: unknown = await client.mutation(messages.addChannel!, { name: "other" });
    for (const body of ["The ferry is late", "The ferry has come"])
      await client.mutation(messages.send!, { channel, body });
    await client.mutation(messages.send!, { channel: other, body: "No ferry here" });
  });

  it("relates documents by ids and reads them by an index", async () => {
    expect(await client.query(messages.list!, { channel })).toEqual([
      "The ferry is late",
      "The ferry has come",
    ]);
  });

  it("searches texts within a filter", async () => {
    expect(await client.query(messages.search!, { channel, words: "ferry late" })).toContain(
      "The ferry is late",
    );
    expect(await client.query(messages.search!, { channel, words: "here" })).toEqual([]);
  });

  it("lists its scheduled functions and cancels one", async () => {
    const job: unknown = await client.mutation(messages.sendLater!, { channel, body: "Later" });
    expect(await client.query(messages.scheduled!, {})).toEqual([["Later", "pending"]]);
    await client.mutation(messages.cancel!, { job });
    expect(await client.query(messages.scheduled!, {})).toEqual([["Later", "canceled"]]);
  });
});
