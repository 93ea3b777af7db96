/** The log of calls as the dashboard reads it: which function wrote a line, and the lines of one of its own calls. */
import { ConvexClient } from "convex/browser";
import {
  componentsGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  internalQueryGeneric,
  makeFunctionReference,
  mutationGeneric,
} from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { functionConsole } from "../engine/console";
import { temporaryFolder, TEST_CALL } from "../../test/testApp";
import { startTestHost, type TestHost } from "../../test/testHost";

const KEY = "correct-horse-battery-staple-0123456789";
const query = (name: string) => makeFunctionReference<"query">(name);
const mutation = (name: string) => makeFunctionReference<"mutation">(name);
const action = (name: string) => makeFunctionReference<"action">(name);
const child = componentsGeneric()["part"] as unknown as { deep: { say: ReturnType<typeof mutation> } };

const says = (text: string) => (): null => {
  functionConsole.log(text);
  return null;
};
const talk = {
  say: internalQueryGeneric({ args: {}, handler: says("inner") }),
  relay: internalMutationGeneric({
    args: {},
    handler: async (ctx) => {
      functionConsole.log("before");
      await ctx.runQuery(query("talk:say"), {});
      await ctx.runMutation(child.deep.say, {});
      functionConsole.log("after");
    },
  }),
  act: internalActionGeneric({
    args: {},
    handler: async (ctx) => {
      functionConsole.log("acting");
      await ctx.runMutation(mutation("talk:relay"), {});
    },
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestHost;

beforeAll(async () => {
  folder = temporaryFolder();
  const part = {
    modules: { deep: { say: mutationGeneric({ args: {}, handler: says("in a component") }) } },
  };
  const app = { modules: { talk }, children: { part: "part" }, components: { part } };
  host = await startTestHost(app, folder.path, { admin: { key: KEY, fromAnywhere: false } });
});

afterAll(async () => {
  await host.stop();
  folder.remove();
});

interface Line {
  readonly messages: string[];
  readonly timestamp: number;
  readonly udfPath?: string;
  readonly componentPath?: string;
}

async function newEntries(params: Record<string, string>) {
  const url = `${host.url}/api/app_metrics/stream_function_logs?${new URLSearchParams(params).toString()}`;
  const answer = await fetch(url, { headers: { authorization: `Convex ${KEY}` } });
  return (await answer.json()) as {
    entries: { identifier: string; requestId: string; logLines: Line[] }[];
    newCursor: number;
  };
}

async function cursorNow(): Promise<string> {
  return String((await newEntries({ cursor: "0" })).newCursor);
}

it("a line names the function that wrote it, if another one called that one in its transaction", async () => {
  const cursor = await cursorNow();
  const startedMs = Date.now();
  const outcome = await host.engine.mutation({ componentPath: "", name: "talk:relay" }, {}, TEST_CALL);
  expect(outcome.logLines).toEqual([
    "[LOG] 'before'",
    "[LOG] 'inner'",
    "[LOG] 'in a component'",
    "[LOG] 'after'",
  ]);
  const { entries } = await newEntries({ cursor });
  expect(entries.map(({ identifier }) => identifier)).toEqual(["talk.js:relay"]);
  const lines = entries[0]?.logLines ?? [];
  expect(lines.map(({ messages: [text], udfPath, componentPath }) => [text, udfPath, componentPath])).toEqual(
    [
      ["'before'", undefined, undefined],
      ["'inner'", "talk.js:say", undefined],
      ["'in a component'", "deep.js:say", "part"],
      ["'after'", undefined, undefined],
    ],
  );
  for (const { timestamp } of lines) expect(timestamp).toBeGreaterThanOrEqual(startedMs);
});

it("the dashboard's runner gets the lines of its own call, and no others", async () => {
  const client = new ConvexClient(host.url, { webSocketConstructor: WebSocket as never, logger: false });
  const sync = client.client as unknown as {
    setAdminAuth(key: string): void;
    readonly nextRequestId: number;
    readonly sessionId: string;
  };
  sync.setAdminAuth(KEY);
  const cursor = await cursorNow();
  const own = { sessionId: sync.sessionId, clientRequestCounter: String(sync.nextRequestId) };
  await client.mutation(mutation("talk:relay"), {});
  const ownAction = { ...own, clientRequestCounter: String(sync.nextRequestId) };
  await client.action(action("talk:act"), {});
  await host.engine.mutation({ componentPath: "", name: "talk:relay" }, {}, TEST_CALL);
  await client.close();

  const all = await newEntries({ cursor });
  expect(all.entries.map(({ identifier }) => identifier)).toEqual([
    "talk.js:relay",
    "talk.js:relay",
    "talk.js:act",
    "talk.js:relay",
  ]);
  const mine = await newEntries({ cursor, ...own });
  expect(mine.entries).toEqual(all.entries.slice(0, 1));
  expect(mine.newCursor).toBe(all.newCursor);
  expect((await newEntries({ cursor, ...ownAction })).entries).toEqual(all.entries.slice(2, 3));
});
