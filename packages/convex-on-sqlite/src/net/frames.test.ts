/** Stack frames in the errors that clients receive. */
import {
  actionGeneric,
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { startTestHost, type TestHostApp, type TestHost } from "../../test/testHost";

function fail(): never {
  const error = new RangeError("too far");
  error.stack = "RangeError: too far\n    at reach (../convex/arms.ts:3:7)";
  throw error;
}

function app(): TestHostApp {
  const http = httpRouter();
  const runQuery = makeFunctionReference<"query">("arms:query");
  const handler = httpActionGeneric(async (ctx) => new Response(await ctx.runQuery(runQuery, {})));
  http.route({ path: "/reach", method: "GET", handler });
  const nested = actionGeneric({ args: {}, handler: (ctx) => ctx.runQuery(runQuery, {}) });
  const refuse = queryGeneric({
    args: {},
    handler: () => {
      throw new ConvexError({ reach: 2n });
    },
  });
  const query = queryGeneric({ args: {}, handler: fail });
  const mutation = mutationGeneric({ args: {}, handler: fail });
  return { modules: { arms: { query, mutation, nested, refuse } }, http };
}

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost | null = null;

beforeEach(() => {
  directory = temporaryFolder();
});

afterEach(async () => {
  await host?.stop();
  directory.remove();
});

const JSON_HEADERS = { "content-type": "application/json" };

async function errorMessage(running: TestHost, name: string): Promise<string> {
  const body = JSON.stringify({ path: `arms:${name}`, args: {} });
  const answer = await fetch(`${running.url}/api/function`, { method: "POST", headers: JSON_HEADERS, body });
  return ((await answer.json()) as { errorMessage: string }).errorMessage;
}

it("the error omits the frames, which are logged with the request id once a minute", async () => {
  host = await startTestHost(app(), directory.path);
  const message = await errorMessage(host, "mutation");
  expect(message).toMatch(/^\[Request ID: \w+\] Server Error\nUncaught RangeError: too far\n$/);
  expect(await errorMessage(host, "query")).toMatch(/too far\n$/);
  expect(await errorMessage(host, "nested")).toMatch(/\nUncaught Error: Uncaught RangeError: too far\n\n$/);
  expect(await (await fetch(`${host.url}/reach`)).text()).not.toContain("arms.ts");
  await errorMessage(host, "mutation");
  const lines = host.logged.map((line): Record<string, unknown> => JSON.parse(line));
  expect(lines.filter((line) => line["function"] === "arms:mutation")).toMatchObject([
    {
      level: "warn",
      requestId: /ID: (\w+)/.exec(message)?.[1],
      stack: "    at reach (../convex/arms.ts:3:7)",
    },
  ]);
});

it("the error includes the frames if configured", async () => {
  host = await startTestHost(app(), directory.path, { exposeStackFrames: true });
  const frame = /too far\n {4}at reach \(\.\.\/convex\/arms\.ts:3:7\)/;
  expect(await errorMessage(host, "query")).toMatch(frame);
  const failed: unknown = await (await fetch(`${host.url}/reach`)).json();
  expect(failed).toMatchObject({ trace: expect.stringMatching(frame) as string });
});

it("the error has the data of a ConvexError", async () => {
  host = await startTestHost(app(), directory.path);
  const body = JSON.stringify({ path: "arms:refuse", format: "convex_encoded_json", args: {} });
  const answer = await fetch(`${host.url}/api/query`, { method: "POST", headers: JSON_HEADERS, body });
  expect(await answer.json()).toMatchObject({ errorData: { reach: { $integer: "AgAAAAAAAAA=" } } });
});
