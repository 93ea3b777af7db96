/** Arguments that are nested too deeply fail only their call: the connection and its other calls continue. */
import { ConvexClient } from "convex/browser";
import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder } from "../../test/testApp";
import { mutation, query, startTestHost, type TestHost } from "../../test/testHost";

const anything = {
  write: mutationGeneric({ args: v.any(), handler: () => Promise.resolve("written") }),
  read: queryGeneric({ args: v.any(), handler: () => Promise.resolve("read") }),
};

let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;
let client: ConvexClient;
let connections: number;

beforeEach(async () => {
  directory = temporaryFolder();
  host = await startTestHost({ modules: { anything } }, directory.path);
  connections = 0;
  class CountedSocket extends WebSocket {
    constructor(url: string) {
      super(url);
      connections += 1;
    }
  }
  client = new ConvexClient(host.url, {
    webSocketConstructor: CountedSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
});

afterEach(async () => {
  await client.close();
  await host.stop();
  directory.remove();
});

function nested(levels: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

// The real client can't serialize much deeper arguments.
it.each([64, 110, 1_000])("arguments of more than %d levels fail their call alone", async (levels) => {
  const args = { deep: nested(levels) };
  const ends = await Promise.allSettled([
    client.mutation(mutation("anything:write"), args),
    client.query(query("anything:read"), args),
  ]);
  const tooNested = expect.stringContaining(
    "Value is too nested (nested 65 levels deep > maximum nesting 64)",
  ) as string;
  for (const end of ends) expect(end).toMatchObject({ status: "rejected", reason: { message: tooNested } });
  expect(await client.mutation(mutation("anything:write"), { deep: nested(63) })).toBe("written");
  expect(connections).toBe(1);
});
