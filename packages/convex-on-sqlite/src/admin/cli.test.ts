/** What the CLI asks of a deployment, through the genuine client with admin rights. */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, mutationGeneric } from "convex/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder, TEST_CALL, valueOf } from "../../test/testApp";
import { startTestHost, type TestHost } from "../../test/testHost";

const KEY = "correct-horse-battery-staple-0123456789";
const ROWS = 5_000;

const fill = mutationGeneric({
  handler: async (ctx) => {
    for (let n = 0; n < ROWS; n += 1) await ctx.db.insert("rows", { n });
  },
});

let folder: ReturnType<typeof temporaryFolder>;
let host: TestHost;
let client: ConvexClient;

beforeAll(async () => {
  folder = temporaryFolder();
  const app = { modules: { rows: { fill } }, tables: ["rows"] };
  host = await startTestHost(app, folder.path, { admin: { key: KEY, fromAnywhere: false } });
  valueOf(await host.engine.mutation({ componentPath: "", name: "rows:fill" }, {}, TEST_CALL));
  client = new ConvexClient(host.url, { webSocketConstructor: WebSocket as never, logger: false });
  (client.client as unknown as { setAdminAuth(key: string): void }).setAdminAuth(KEY);
});

afterAll(async () => {
  await client.close();
  await host.stop();
  folder.remove();
});

interface Page {
  readonly page: { n: number }[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

function tableData(table: string, numItems: number, cursor: string | null = null): Promise<Page> {
  const paginationOpts = { cursor, numItems };
  return client.query(makeFunctionReference<"query">("_system/cli/tableData"), {
    ...{ table, order: "asc", paginationOpts },
  }) as Promise<Page>;
}

it("a table of any size comes in pages, however many documents are asked for at once", async () => {
  const seen: number[] = [];
  let cursor: string | null = null;
  for (let isDone = false; !isDone;) {
    const found = await tableData("rows", 100_001 - seen.length, cursor);
    seen.push(...found.page.map(({ n }) => n));
    [isDone, cursor] = [found.isDone, found.continueCursor];
  }
  expect(seen).toEqual(Array.from({ length: ROWS }, (_, n) => n));
});

it("a table that is not there is named, by an error that ends the CLI", async () => {
  await expect(tableData("none", 10)).rejects.toThrow(
    'You do not have permission to perform this operation: There is no table "none". The tables: rows.',
  );
});
