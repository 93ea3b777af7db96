import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ConvexObject } from "../types";
import { openTestEngine, temporaryFolder, TEST_CALL, testApp, type TestEngine } from "../../test/testApp";

const schema = defineSchema({
  notes: defineTable({ text: v.string(), rank: v.optional(v.number()) }).index("by_rank", ["rank"]),
  others: defineTable({
    at: v.optional(v.commitTs()),
    again: v.optional(v.commitTs()),
    rank: v.optional(v.number()),
  }),
});

const any = { doc: v.any() };
const db = {
  insert: mutation({
    args: { table: v.string(), ...any },
    handler: (ctx, { table, doc }) => ctx.db.insert(table, doc),
  }),
  patch: mutation({
    args: { id: v.any(), text: v.optional(v.string()), rank: v.optional(v.number()) },
    handler: (ctx, { id, ...changes }) => ctx.db.patch("notes", id, changes),
  }),
  dropRank: mutation({
    args: { id: v.any() },
    handler: (ctx, { id }) => ctx.db.patch("notes", id, { rank: undefined }),
  }),
  patchAny: mutation({
    args: { id: v.any(), changes: v.any() },
    handler: (ctx, { id, changes }) => ctx.db.patch("notes", id, changes),
  }),
  replace: mutation({
    args: { id: v.any(), ...any },
    handler: (ctx, { id, doc }) => ctx.db.replace("notes", id, doc),
  }),
  remove: mutation({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.delete("notes", id) }),
  get: query({
    args: { table: v.string(), id: v.any() },
    handler: (ctx, { table, id }) => ctx.db.get(table, id),
  }),
  getAny: query({ args: { id: v.any() }, handler: (ctx, { id }) => ctx.db.get(id) }),
  normalize: query({
    args: { table: v.string(), id: v.any() },
    handler: (ctx, { table, id }) => ctx.db.normalizeId(table, id),
  }),
  ranked: query({
    args: {},
    handler: async (ctx) =>
      (await ctx.db.query("notes").withIndex("by_rank").collect()).map(({ text }) => text),
  }),
  two: mutation({
    args: {},
    handler: async (ctx) => [
      await ctx.db.get("notes", await ctx.db.insert("notes", { text: "a" })),
      await ctx.db.get("notes", await ctx.db.insert("notes", { text: "b" })),
    ],
  }),
  stamp: mutation({
    args: {},
    handler: async (ctx) => {
      const id = await ctx.db.insert("others", { at: ctx.db.vars.commitTs, again: ctx.db.vars.commitTs });
      // Changes to other fields leave the placeholder in place.
      await ctx.db.patch("others", id, { rank: 1 });
      const inside = await ctx.db.get("others", id);
      return { id, inside, pending: typeof inside?.at !== "bigint" };
    },
  }),
};

const folder = temporaryFolder();
let host: TestEngine;
beforeAll(async () => {
  host = await openTestEngine(testApp({ "": { modules: { db }, schema } }), folder.path);
});
afterAll(async () => {
  await host.close();
  folder.remove();
});

let id: string;
beforeEach(async () => {
  id = String(await host.mutation("db:insert", { table: "notes", doc: { text: "first", rank: 1 } }));
});
const read = () => host.query("db:get", { table: "notes", id });

describe("writing documents", () => {
  it("gives a document an id and a creation time, which a replacement keeps", async () => {
    const before = (await read()) as ConvexObject;
    await host.mutation("db:replace", { id, doc: { text: "second" } });
    expect(await read()).toEqual({ _id: id, _creationTime: before._creationTime, text: "second" });
  });

  it("sorts the fields of a document by name", async () => {
    await host.mutation("db:replace", { id, doc: { text: "second", rank: 2 } });
    expect(Object.keys((await read()) as ConvexObject)).toEqual(["_creationTime", "_id", "rank", "text"]);
  });

  it("patches the named fields and removes those that are undefined", async () => {
    await host.mutation("db:patch", { id, text: "second" });
    expect(await read()).toMatchObject({ text: "second", rank: 1 });
    await host.mutation("db:dropRank", { id });
    expect(await read()).not.toHaveProperty("rank");
  });

  it.each([
    ["patch", "db:patch", { text: "first", rank: 1 }],
    ["replacement", "db:replace", { doc: { rank: 1, text: "first" } }],
  ])("does not treat a %s that changes nothing as a write", async (_what, name, change) => {
    let commits = 0;
    const stop = host.engine.onCommit(() => (commits += 1));
    const before = host.engine.lastTs();
    await host.mutation(name, { id, ...change });
    expect([commits, host.engine.lastTs()]).toEqual([0, before]);
    await host.mutation("db:patch", { id, text: "second" });
    expect(commits).toBe(1);
    stop();
  });

  it("moves a document in its indexes", async () => {
    await host.mutation("db:insert", { table: "notes", doc: { text: "first", rank: 0 } });
    await host.mutation("db:patch", { id, text: "moved", rank: -5 });
    const ranked = (await host.query("db:ranked")) as string[];
    expect(ranked.indexOf("moved")).toBeLessThan(ranked.indexOf("first"));
  });

  it("leaves no index entries of moved or deleted documents behind", async () => {
    const entries = () => host.engine.read((db) => Number(db.row("SELECT count(*) FROM index_entries")?.[0]));
    const before = await entries();
    const other = await host.mutation("db:insert", { table: "notes", doc: { text: "b", rank: 1 } });
    await host.mutation("db:patch", { id: other, text: "b", rank: 2 });
    await host.mutation("db:remove", { id: other });
    expect(await entries()).toBe(before);
  });

  it("gives strictly increasing creation times, even within a transaction", async () => {
    const [a, b] = (await host.mutation("db:two")) as ConvexObject[];
    expect(Number(b?._creationTime)).toBeGreaterThan(Number(a?._creationTime));
  });

  it("finds nothing after a deletion and rejects a second one", async () => {
    await host.mutation("db:remove", { id });
    expect(await read()).toBeNull();
    await expect(host.mutation("db:remove", { id })).rejects.toThrow(
      `Delete on nonexistent document ID ${id}`,
    );
    await expect(host.mutation("db:patch", { id, text: "x" })).rejects.toThrow(
      `Update on nonexistent document ID ${id}`,
    );
  });

  it("rejects documents that don't match the schema", async () => {
    const wrong = host.mutation("db:insert", { table: "notes", doc: { text: 1 } });
    await expect(wrong).rejects.toThrow(
      'Failed to insert or update a document in table "notes" because it does not match the schema',
    );
    await expect(host.mutation("db:patchAny", { id, changes: { extra: 1 } })).rejects.toThrow("extra");
    expect(await read()).not.toHaveProperty("extra");
  });

  it.each([
    ["a list", []],
    ["a text", "text"],
    ["null", null],
  ])("rejects %s", async (_, doc) => {
    for (const call of [
      host.mutation("db:insert", { table: "notes", doc }),
      host.mutation("db:replace", { id, doc }),
      host.mutation("db:patchAny", { id, changes: doc }),
    ])
      await expect(call).rejects.toThrow("Value must be an Object");
  });

  it("rejects changed ids and creation times, and accepts unchanged ones", async () => {
    const before = (await read()) as ConvexObject;
    const { _id = null, _creationTime = null } = before;
    for (const [field, value] of [
      ["_id", "x"],
      ["_creationTime", 1],
    ] as const) {
      const change = { [field]: value };
      await expect(host.mutation("db:patchAny", { id, changes: change })).rejects.toThrow(
        `Provided \`${field}\``,
      );
      await expect(host.mutation("db:replace", { id, doc: { text: "second", ...change } })).rejects.toThrow(
        `Provided \`${field}\``,
      );
      await expect(
        host.mutation("db:insert", { table: "notes", doc: { text: "new", ...change } }),
      ).rejects.toThrow(`Provided \`${field}\` field can't be set on insert`);
    }
    expect(await read()).toEqual(before);
    await host.mutation("db:patchAny", { id, changes: { _id, _creationTime, rank: 2 } });
    await host.mutation("db:replace", { id, doc: { ...before, text: "second" } });
    expect(await read()).toEqual({ ...before, text: "second" });
  });
});

describe("ids", () => {
  it("belong to one table", async () => {
    const other = host.query("db:get", { table: "others", id });
    await expect(other).rejects.toThrow("expected ID in table 'others' but got ID in table 'notes'");
    expect(await host.query("db:normalize", { table: "others", id })).toBeNull();
    expect(await host.query("db:normalize", { table: "notes", id })).toBe(id);
  });

  it("are rejected if they are malformed", async () => {
    await expect(host.query("db:getAny", { id: "nonsense" })).rejects.toThrow(
      'Unable to decode ID: "nonsense"',
    );
    expect(await host.query("db:normalize", { table: "notes", id: "nonsense" })).toBeNull();
  });
});

describe("the commit timestamp", () => {
  it("is a placeholder inside its mutation and the commit's ts outside", async () => {
    const outcome = await host.engine.mutation({ componentPath: "", name: "db:stamp" }, {}, TEST_CALL);
    if (!outcome.ok) throw new Error(outcome.error.message);
    const { id: stamped, inside, pending } = JSON.parse(outcome.value) as ConvexObject;
    expect(pending).toBe(true);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(outcome.ts);
    const at = { $integer: bytes.toString("base64") };
    expect(inside).toMatchObject({ at });
    expect(await host.query("db:get", { table: "others", id: stamped ?? null })).toMatchObject({
      at,
      again: at,
    });
  });
});

describe("tables", () => {
  const SYSTEM_TABLE: string = "_scheduled_functions";
  const system = {
    write: mutation({ args: {}, handler: (ctx) => ctx.db.insert(SYSTEM_TABLE, {}) }),
    writeTo: mutation({ args: { table: v.string() }, handler: (ctx, { table }) => ctx.db.insert(table, {}) }),
    readFrom: query({
      args: { table: v.string() },
      handler: (ctx, { table }) => ctx.db.query(table).first(),
    }),
  };
  it("of the system are read-only", async () => {
    const own = temporaryFolder();
    const engine = await openTestEngine(testApp({ "": { modules: { system } } }), own.path);
    await expect(engine.mutation("system:write")).rejects.toThrow(
      "System tables (prefixed with `_`) are read-only.",
    );
    await engine.close();
    own.remove();
  });
});
