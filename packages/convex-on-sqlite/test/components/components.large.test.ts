/** The components that Convex publishes run on the host: each one's package, as its README uses it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../test/support/until";
import { installedPackages } from "../npmPackages";

const { counts, migrations, pools, presence, registered, runs, workflows } = anyApi;

let folder = "";
let host: ChildProcess;
let client: ConvexHttpClient;
let output = "";

async function start(): Promise<void> {
  const child = ["scripts/run.mjs", "packages/convex-on-sqlite/test/children/host.ts"];
  const folders = [join(folder, "convex"), join(folder, "out"), join(folder, "data")];
  host = spawn(process.execPath, [...child, ...folders], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  host.stderr?.on("data", (text) => (output += String(text)));
  const lines = createInterface({
    input: host.stdout as NodeJS.ReadableStream,
  });
  const [url] = (await Promise.race([once(lines, "line"), once(host, "exit").then(() => [""])])) as [string];
  if (url === "") throw new Error(`The host did not start: ${output}`);
  client = new ConvexHttpClient(url, { logger: false });
}

async function kill(): Promise<void> {
  const ended = once(host, "exit");
  host.kill("SIGKILL");
  await ended;
}

const ran = (name: string): Promise<unknown[]> => client.query(runs!.named!, { name });

const packages = await installedPackages([
  "@convex-dev/action-cache@0.3.1",
  "@convex-dev/action-retrier@0.3.1",
  "@convex-dev/aggregate@0.3.1",
  "@convex-dev/crons@0.2.2",
  "@convex-dev/migrations@0.3.6",
  "@convex-dev/presence@0.4.0",
  "@convex-dev/rate-limiter@0.4.0",
  "@convex-dev/sharded-counter@0.2.1",
  "@convex-dev/workflow@0.4.8",
  "@convex-dev/workpool@0.4.16",
]);
const title =
  packages === null
    ? "components (skipped: the npm registry is out of reach)"
    : "components, as npm has them";

describe.skipIf(packages === null)(title, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(packages ?? "", "app-"));
    cpSync(join(import.meta.dirname, "app"), folder, { recursive: true });
    await start();
  });
  afterAll(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it("workflow: its steps run once each, in order, although the process is killed in between", async () => {
    const id: unknown = await client.mutation(workflows!.start!, {
      word: "word",
    });
    await until("the first step", async () => (await ran("first step")).length === 1);
    await until("its result in the journal", async () => {
      const { type, running } = (await client.query(workflows!.status!, {
        id,
      })) as Progress;
      return type === "inProgress" && running.some(({ name }) => name.includes("add"));
    });
    await kill();
    await start();
    const status = await until("the workflow's end", async () => {
      const found = (await client.query(workflows!.status!, {
        id,
      })) as Progress;
      return found.type !== "inProgress" && found;
    });
    expect(status).toEqual({ type: "completed", result: "WORD 1" });
    expect(await ran("first step")).toEqual(["word"]);
    expect(await ran("second step")).toEqual([{ upper: "WORD", drawn: 3 }]);
  });

  it("workflow: a start leaves the globals of later functions alone", async () => {
    await client.mutation(workflows!.start!, { word: "again" });
    expect(await client.mutation(workflows!.start!, { word: "and again" })).toEqual(expect.any(String));
    await until("all their ends", async () => (await ran("second step")).length === 3);
  });

  it("workpool: with its default settings, it runs what is enqueued and retries what fails", async () => {
    await client.mutation(pools!.enqueue!, {});
    const [completed] = await until("the work's end", async () => {
      const found = await ran("work completed");
      return found.length > 0 && found;
    });
    expect(completed).toMatchObject({ kind: "success", returnValue: 3 });
    expect(await ran("work")).toHaveLength(3);
    await until("the enqueued mutation", async () => (await ran("enqueued mutation")).length === 1);
  });

  it("action-retrier: an action that fails runs again until it succeeds", async () => {
    const id: unknown = await client.action(pools!.retry!, {});
    const status = await until("its success", async () => {
      const found = (await client.query(pools!.retryStatus!, { id })) as {
        type: string;
      };
      return found.type !== "inProgress" && found;
    });
    expect(status).toEqual({
      type: "completed",
      result: { type: "success", returnValue: 3 },
    });
    expect(await ran("retried")).toHaveLength(3);
  });

  it("action-cache: an action runs once for equal arguments", async () => {
    const texts = ["word", "word", "words"];
    const lengths: unknown[] = [];
    for (const text of texts) lengths.push(await client.action(pools!.cached!, { text }));
    expect(lengths).toEqual([4, 4, 5]);
    expect(await ran("measured")).toEqual(["word", "words"]);
  });

  it("aggregate and sharded-counter: count and sum what is inserted and deleted", async () => {
    const ids: unknown[] = [];
    for (const points of [5, 10, 15, 20, 30])
      ids.push(
        await client.mutation(counts!.addScore!, {
          player: `of ${points}`,
          points,
        }),
      );
    expect(await client.query(counts!.figures!, {})).toEqual({
      ...{ count: 5, sum: 80, above10: 3, max: 30, sharded: 5 },
    });
    await client.mutation(counts!.removeScore!, { id: ids[4] });
    expect(await client.query(counts!.figures!, {})).toEqual({
      ...{ count: 4, sum: 50, above10: 2, max: 20, sharded: 4 },
    });
  });

  it("migrations: change each document of a table, batch by batch", async () => {
    await client.mutation(migrations!.start!, {});
    const result = await until("the migration's end", async () => {
      const found = (await client.query(migrations!.result!, {})) as {
        state: string;
      };
      return found.state !== "inProgress" && found;
    });
    expect(result).toEqual({
      state: "success",
      processed: 4,
      levels: ["low", "low", "high", "high"],
    });
  });

  it("rate-limiter: refuses beyond its capacity, for each key alone", async () => {
    const allowed: unknown[] = [];
    for (const user of ["a", "a", "a", "a", "b"])
      allowed.push(await client.mutation(counts!.send!, { user }));
    expect(allowed).toEqual([true, true, true, false, true]);
  });

  it("presence: lists who sends heartbeats, and tells who has left", async () => {
    const beat = (userId: string) =>
      client.mutation(presence!.heartbeat!, {
        ...{
          roomId: "room",
          userId,
          sessionId: `session of ${userId}`,
          interval: 10_000,
        },
      }) as Promise<{ roomToken: string; sessionToken: string }>;
    const { roomToken } = await beat("ada");
    const { sessionToken } = await beat("bob");
    const online = async (): Promise<unknown> => {
      const list = (await client.query(presence!.list!, { roomToken })) as {
        userId: string;
        online: boolean;
      }[];
      return Object.fromEntries(list.map(({ userId, online: isOnline }) => [userId, isOnline]));
    };
    expect(await online()).toEqual({ ada: true, bob: true });
    await client.mutation(presence!.disconnect!, { sessionToken });
    expect(await online()).toEqual({ ada: true, bob: false });
  });

  it("crons: one that is registered at run time fires until it is deleted", async () => {
    await client.mutation(registered!.register!, { ms: 1_000 });
    expect(await client.query(registered!.list!, {})).toEqual(["every second"]);
    await until("two runs", async () => (await ran("cron")).length >= 2);
    await client.mutation(registered!.remove!, {});
    expect(await client.query(registered!.list!, {})).toEqual([]);
  });

  it("no function fails that isn't meant to", () => {
    const unexpected = output.split("\n").filter((line) => line !== "" && !/attempt \d fails/.test(line));
    expect(unexpected).toEqual([]);
  });
});

interface Progress {
  readonly type: string;
  readonly running: readonly { readonly name: string }[];
}
