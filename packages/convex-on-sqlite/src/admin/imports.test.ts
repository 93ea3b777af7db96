/** Snapshots and imports over HTTP, between two databases whose tables have different numbers. */
import { defineSchema, defineTable, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { strToU8, unzipSync, zipSync } from "fflate";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder, TEST_CALL, type TestComponent } from "../../test/testApp";
import { queryOnce } from "../../test/queryOnce";
import { startTestHost, type TestHost } from "../../test/testHost";
import { DATABASE_FILE } from "../engine/engine";
import { Sqlite } from "../store/sqlite";

const KEY = "correct-horse-battery-staple-0123456789";

const people = defineTable({
  name: v.string(),
  friend: v.optional(v.id("people")),
  n: v.optional(v.int64()),
});
const notes = defineTable({ text: v.string(), by: v.id("people") }).index("by_text", ["text"]);
const all = query({
  args: {},
  handler: async (ctx) => ({
    people: await ctx.db.query("people").collect(),
    notes: await ctx.db.query("notes").withIndex("by_text").collect(),
  }),
});
const part: TestComponent = {
  modules: { part: { all: query({ args: {}, handler: (ctx) => ctx.db.query("rows").collect() }) } },
  tables: ["rows"],
};
const app = (schema: TestComponent["schema"]) => ({
  modules: { app: { all } },
  children: { part: "part" },
  components: { part },
  ...(schema === undefined ? {} : { schema }),
});

let hosts: TestHost[];
let folders: ReturnType<typeof temporaryFolder>[];

beforeEach(() => {
  hosts = [];
  folders = [];
});

afterEach(async () => {
  for (const host of hosts) await host.stop();
  for (const folder of folders) folder.remove();
});

async function start(schema: TestComponent["schema"]): Promise<TestHost> {
  const folder = temporaryFolder();
  folders.push(folder);
  const admin = { key: KEY, fromAnywhere: false, usesPerMinute: 0 };
  const host = await startTestHost(app(schema), folder.path, { admin });
  hosts.push(host);
  return host;
}

function admin(host: TestHost, method: string, path: string, body?: BodyInit): Promise<Response> {
  const headers = { authorization: `Convex ${KEY}`, "content-type": "application/json" };
  return fetch(host.url + path, body === undefined ? { method, headers } : { method, headers, body });
}

interface ImportOptions {
  readonly mode?: string;
  readonly format?: string;
  readonly tableName?: string;
}

/** Imports a file as the CLI does; returns the last state. */
async function importFile(host: TestHost, file: Uint8Array<ArrayBuffer>, options: ImportOptions = {}) {
  const json = async (response: Promise<Response>) => (await (await response).json()) as never;
  const { uploadToken } = await json(admin(host, "POST", "/api/import/start_upload"));
  const half = Math.ceil(file.byteLength / 2);
  const partTokens: string[] = [];
  for (const [at, chunk] of [file.slice(0, half), file.slice(half)].entries()) {
    const url = `/api/import/upload_part?uploadToken=${uploadToken}&partNumber=${at + 1}`;
    partTokens.push(await json(admin(host, "POST", url, chunk)));
  }
  const request = { import: { mode: "requireEmpty", format: "zip", ...options }, uploadToken, partTokens };
  const { importId } = await json(admin(host, "POST", "/api/import/finish_upload", JSON.stringify(request)));
  const state = async () => {
    const body = JSON.stringify({ path: "_system/cli/queryImport", args: { importId }, format: "json" });
    const { value } = (await json(admin(host, "POST", "/api/query", body))) as {
      value: { state: Record<string, unknown> };
    };
    return value.state;
  };
  const planned = await state();
  if (planned["state"] !== "waiting_for_confirmation") return planned;
  await admin(host, "POST", "/api/perform_import", JSON.stringify({ importId }));
  return { ...(await state()), confirmed: planned["message_to_confirm"] };
}

async function exported(host: TestHost): Promise<Uint8Array<ArrayBuffer>> {
  await admin(host, "POST", "/api/export/request/zip?includeStorage=false");
  const body = JSON.stringify({ path: "_system/cli/exports:getLatest", args: {}, format: "json" });
  const latest = await admin(host, "POST", "/api/query", body);
  const { value } = (await latest.json()) as { value: { start_ts: string } };
  const zip = await admin(host, "GET", `/api/export/zip/${value.start_ts}`);
  expect(zip.headers.get("content-disposition")).toBe(`attachment; filename=snapshot_${value.start_ts}.zip`);
  return new Uint8Array(await zip.arrayBuffer());
}

async function contents(host: TestHost) {
  const outcome = await queryOnce(host.engine, { componentPath: "", name: "app:all" }, {}, TEST_CALL);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return JSON.parse(outcome.value) as {
    people: { _id: string; _creationTime: number; friend?: string; n?: unknown; name: string }[];
    notes: { _id: string; by: string; text: string }[];
  };
}

const lines = (...documents: object[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(strToU8(documents.map((document) => `${JSON.stringify(document)}\n`).join("")));

async function seeded(): Promise<TestHost> {
  const host = await start(defineSchema({ people, notes }));
  const jsonLines = { format: "jsonLines", tableName: "people" };
  await importFile(host, lines({ name: "Ada", n: { $integer: "BwAAAAAAAAA=" } }, { name: "Bo" }), jsonLines);
  const [ada, bo] = (await contents(host)).people;
  const written = lines({ text: "hello", by: ada?._id }, { text: "bye", by: bo?._id });
  await importFile(host, written, { format: "jsonLines", tableName: "notes" });
  await importFile(host, lines({ name: "Cy", friend: ada?._id }), { ...jsonLines, mode: "append" });
  return host;
}

describe("a snapshot", () => {
  it("is loaded by a database with other table numbers: ids follow, and everything else is the same", async () => {
    const from = await seeded();
    const to = await start(defineSchema({ notes, people }));
    expect(await importFile(to, await exported(from))).toMatchObject({
      state: "completed",
      num_rows_written: "5",
      confirmed: expect.stringContaining("people: 3 added, 0 deleted") as string,
    });
    const [before, after] = [await contents(from), await contents(to)];
    const [ada, bo, cy] = after.people;
    expect([ada?.n, cy?.friend]).toEqual([{ $integer: "BwAAAAAAAAA=" }, ada?._id]);
    expect(after.notes.map(({ text, by }) => [text, by])).toEqual([
      ["bye", bo?._id],
      ["hello", ada?._id],
    ]);
    expect(after.people.map((one) => one._creationTime)).toEqual(
      before.people.map((one) => one._creationTime),
    );
    expect(ada?._id).not.toBe(before.people[0]?._id);
  });

  it("is of the state at the request, and can be downloaded once", async () => {
    const host = await seeded();
    const zip = await exported(host);
    await importFile(host, zip, { mode: "replaceAll" });
    expect((await contents(host)).people.map(({ name }) => name)).toEqual(["Ada", "Bo", "Cy"]);
    expect(await importFile(host, zip, { mode: "replace" })).toMatchObject({
      state: "completed",
      confirmed: expect.stringContaining("notes: 2 added, 2 deleted") as string,
    });
    const again = await admin(host, "GET", "/api/export/zip/123");
    expect([again.status, await again.json()]).toMatchObject([400, { code: "NoSuchExport" }]);
  });
});

it("a snapshot that is downloaded, or replaced by another, no longer holds the write-ahead log", async () => {
  const host = await seeded();
  await admin(host, "POST", "/api/export/request/zip");
  await exported(host);
  const db = Sqlite.open(join(folders[0]?.path ?? "", DATABASE_FILE));
  const [isBusy] = db.row("PRAGMA wal_checkpoint(TRUNCATE)") ?? [];
  db.close();
  expect(isBusy).toBe(0);
});

describe("an import", () => {
  const zipOf = (files: Record<string, string>): Uint8Array<ArrayBuffer> =>
    new Uint8Array(
      zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
    );

  it.each([
    ["a table with documents", { "people/documents.jsonl": '{"name":"Di"}\n' }, "has documents already"],
    ["an unknown component", { "_components/ghost/notes/documents.jsonl": "{}\n" }, 'no component "ghost"'],
    [
      "a line that is not JSON",
      { "notes/documents.jsonl": "{\n" },
      "notes/documents.jsonl, line 1: not JSON",
    ],
    ["no tables", { "README.md": "hello" }, "contains no tables"],
    [
      "an older format",
      { "notes/documents.jsonl": "", "notes/generated_schema.jsonl": '"{a: string}"\n' },
      "older format",
    ],
    ["files", { "_storage/documents.jsonl": '{"_id":"kg2"}\n' }, "no file storage"],
  ])("of %s fails and says why", async (_, files, message) => {
    const host = await seeded();
    const before = await contents(host);
    expect(await importFile(host, zipOf(files))).toEqual({
      state: "failed",
      error_message: expect.stringContaining(message) as string,
    });
    expect(await contents(host)).toEqual(before);
  });

  it("of a table that no schema declares creates it", async () => {
    const host = await seeded();
    const files = { "tasks/documents.jsonl": '{"text":"Buy groceries"}\n' };
    expect(await importFile(host, zipOf(files), { mode: "append" })).toMatchObject({ state: "completed" });
    expect(Buffer.from(unzipSync(await exported(host))["tasks/documents.jsonl"] ?? []).toString()).toContain(
      "Buy groceries",
    );
  });

  it("writes nothing if one document is wrong", async () => {
    const host = await seeded();
    const before = await contents(host);
    const files = { "people/documents.jsonl": '{"name":"Di"}\n{"name":7.0}\n' };
    expect(await importFile(host, zipOf(files), { mode: "append" })).toMatchObject({
      state: "failed",
      error_message: expect.stringContaining("does not match the schema") as string,
    });
    expect(await contents(host)).toEqual(before);
  });

  it("rejects an id that is taken, CSV, and a part out of order", async () => {
    const host = await seeded();
    const [ada] = (await contents(host)).people;
    const people = { format: "jsonLines", tableName: "people", mode: "append" };
    expect(await importFile(host, lines({ ...ada }), people)).toMatchObject({
      error_message: expect.stringContaining("already") as string,
    });
    expect(await importFile(host, lines({}), { ...people, format: "csv" })).toMatchObject({
      error_message: expect.stringContaining("does not import CSV") as string,
    });
    const late = await admin(host, "POST", "/api/import/upload_part?uploadToken=none&partNumber=2", "x");
    expect([late.status, await late.json()]).toMatchObject([400, { code: "NoSuchUpload" }]);
  });
});

it.each(["update_environment_variables", "get_config_hashes", "deploy2/start_push", "run_test_function"])(
  "POST /api/%s is refused with what to do instead",
  async (path) => {
    const host = await start(defineSchema({ people, notes }));
    const response = await admin(host, "POST", `/api/${path}`, "{}");
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { code: "NotSupported", message: expect.stringContaining("The embedded host") as string },
    ]);
  },
);
