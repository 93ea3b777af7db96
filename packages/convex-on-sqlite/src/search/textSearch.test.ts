import {
  defineSchema,
  defineTable,
  makeFunctionReference,
  mutationGeneric as mutation,
  paginationOptsValidator,
  queryGeneric,
  type DataModelFromSchemaDefinition,
  type QueryBuilder,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestEngine, temporaryFolder, TEST_CALL, testApp, type TestEngine } from "../../test/testApp";
import { ReadSetIndex } from "../engine/readSetIndex";
import type { ConvexJson } from "../types";

const schema = defineSchema({
  notes: defineTable(v.any()).searchIndex("by_text", {
    searchField: "text",
    filterFields: ["topic", "meta.mood"],
  }),
  log: defineTable(v.any()),
});

/** Typed with the fields of the indexes, which the generic builder lacks. */
const query = queryGeneric as QueryBuilder<DataModelFromSchemaDefinition<typeof schema>, "public">;

const filters = v.object({
  topic: v.optional(v.any()),
  mood: v.optional(v.any()),
  withoutTopic: v.optional(v.boolean()),
});

const notes = {
  add: mutation({
    args: { documents: v.array(v.any()) },
    handler: async (ctx, { documents }) => {
      const ids = [];
      for (const document of documents) ids.push(await ctx.db.insert("notes", document));
      return ids;
    },
  }),
  patch: mutation({
    args: { id: v.id("notes"), changes: v.any() },
    handler: (ctx, { id, changes }) => ctx.db.patch("notes", id, changes),
  }),
  remove: mutation({ args: { id: v.id("notes") }, handler: (ctx, { id }) => ctx.db.delete("notes", id) }),
  search: query({
    args: { text: v.string(), filters: v.optional(filters), take: v.optional(v.number()) },
    handler: async (ctx, { text, filters = {}, take = 50 }) => {
      const found = await ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => {
          let search = q.search("text", text);
          if (filters.topic !== undefined) search = search.eq("topic", filters.topic);
          if (filters.withoutTopic === true) search = search.eq("topic", undefined);
          if (filters.mood !== undefined) search = search.eq("meta.mood", filters.mood);
          return search;
        })
        .take(take);
      return found.map((note) => note.text as string);
    },
  }),
  long: query({
    args: { text: v.string(), longerThan: v.number() },
    handler: async (ctx, { text, longerThan }) => {
      const found = ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("text", text))
        .filter((q) => q.gt(q.field("length"), longerThan));
      return (await found.collect()).map((note) => note.text as string);
    },
  }),
  all: query({
    args: { text: v.string() },
    handler: async (ctx, { text }) => {
      const found = ctx.db.query("notes").withSearchIndex("by_text", (q) => q.search("text", text));
      return (await found.collect()).length;
    },
  }),
  page: query({
    args: { text: v.string(), paginationOpts: paginationOptsValidator },
    handler: (ctx, { text, paginationOpts }) =>
      ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("text", text))
        .paginate(paginationOpts),
  }),
  wrongField: query({
    args: {},
    handler: (ctx) =>
      ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("title" as "text", "tea"))
        .collect(),
  }),
  wrongFilter: query({
    args: {},
    handler: (ctx) =>
      ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("text", "tea").eq("author" as "topic", "me"))
        .collect(),
  }),
  wrongIndex: query({
    args: {},
    handler: (ctx) =>
      ctx.db
        .query("notes")
        .withSearchIndex("by_title" as "by_text", (q) => q.search("text", "tea"))
        .collect(),
  }),
  addAndSearch: mutation({
    args: { text: v.string(), fail: v.boolean() },
    handler: async (ctx, { text, fail }) => {
      await ctx.db.insert("notes", { text });
      const found = await ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("text", text))
        .collect();
      if (fail) throw new Error("after the search");
      return found.map((note) => note.text as string);
    },
  }),
  addAndSearchBothStates: mutation({
    args: {},
    handler: async (ctx) => {
      const search = makeFunctionReference<"query">("notes:search");
      await ctx.db.insert("notes", { text: "tea" });
      const fresh = (await ctx.runQuery(search, { text: "tea" })) as unknown[];
      const stale = (await ctx.runQuery(search, { text: "tea" }, { useStaleSnapshot: true })) as unknown[];
      return { fresh: fresh.length, stale: stale.length };
    },
  }),
  renameWhileSearching: mutation({
    args: { from: v.string(), to: v.string() },
    handler: async (ctx, { from, to }) => {
      const seen = [];
      const found = ctx.db.query("notes").withSearchIndex("by_text", (q) => q.search("text", from));
      for await (const note of found) {
        seen.push(note.text as string);
        await ctx.db.patch("notes", note._id, { text: to });
      }
      return seen;
    },
  }),
  changeWhileSearching: mutation({
    args: {},
    handler: async (ctx) => {
      const all = await ctx.db.query("notes").collect();
      const idOf = (name: string) => all.find((note) => note.name === name)?._id ?? ("" as never);
      const seen = [];
      for await (const note of ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("text", "tea"))) {
        if (seen.length === 0) {
          await ctx.db.delete("notes", idOf("removed"));
          await ctx.db.patch("notes", idOf("renamed"), { text: "water" });
          await ctx.db.patch("notes", idOf("changed"), { seen: "later" });
          await ctx.db.insert("notes", { text: "tea and whatever else there may be", name: "added" });
        }
        if (seen.length === 2) await ctx.db.patch("notes", idOf("last"), { seen: "last" });
        seen.push(`${note.name} ${note.seen ?? ""}`);
      }
      return seen;
    },
  }),
  logWhileSearching: mutation({
    args: {},
    handler: async (ctx) => {
      const seen = [];
      for await (const note of ctx.db
        .query("notes")
        .withSearchIndex("by_text", (q) => q.search("text", "tea"))) {
        await ctx.db.patch("notes", note._id, { seen: true });
        await ctx.db.insert("log", { note: note._id });
        seen.push(note.text as string);
      }
      return seen;
    },
  }),
};

const app = testApp({ "": { modules: { notes }, schema } });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
beforeEach(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(app, folder.path);
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

const add = (...documents: ConvexJson[]) => host.mutation("notes:add", { documents });
const search = (text: string, options: { [option: string]: ConvexJson } = {}) =>
  host.query("notes:search", { text, ...options });

describe("a text search", () => {
  it("finds documents with any of the words, sorted by number and rarity of the words", async () => {
    await add(
      { text: "green tea in the morning" },
      { text: "black coffee in the morning" },
      { text: "a walk in the evening" },
      { text: "green tea with lemon" },
    );
    expect(await search("lemon tea")).toEqual(["green tea with lemon", "green tea in the morning"]);
  });

  it("sorts equally relevant documents newest first", async () => {
    await add({ text: "tea one" }, { text: "tea two" }, { text: "tea three" }, { text: "something else" });
    expect(await search("tea")).toEqual(["tea three", "tea two", "tea one"]);
  });

  it("treats only the last word as a prefix", async () => {
    await add({ text: "morning" }, { text: "evening" });
    expect(await search("morn")).toEqual(["morning"]);
    expect(await search("morn evening")).toEqual(["evening"]);
  });

  it("treats a short last word as a prefix as well", async () => {
    await add({ text: "Éclair" }, { text: "eclipse" }, { text: "tea" });
    expect(await search("é")).toEqual(["eclipse", "Éclair"]);
  });

  it("ignores case and accents in any Unicode form", async () => {
    await add({ text: "Café au lait" });
    for (const text of ["CAFÉ", "cafe", "cafe\u0301"]) expect(await search(text)).toEqual(["Café au lait"]);
  });

  it("treats operators in a text as plain words", async () => {
    await add({ text: "near AND far" }, { text: "not here" });
    for (const text of ['"near', "near*", "(near", "body:near", "-near", "near^2", "NEAR(", "near' OR --"])
      expect(await search(text)).toContain("near AND far");
    expect(await search('"*()^-:')).toEqual([]);
    expect(await search("")).toEqual([]);
  });

  it("does not find documents without a text in the field", async () => {
    await add({ text: 5, topic: "tea" }, { title: "tea" }, { text: ["tea"] }, { text: "tea" });
    expect(await search("tea")).toEqual(["tea"]);
  });

  it("uses at most 16 words, and none of 32 bytes or more", async () => {
    const [short, long] = ["x".repeat(31), "x".repeat(32)];
    const [shortCyrillic, longCyrillic] = ["ж".repeat(15), "ж".repeat(16)];
    await add({ text: "needle" }, { text: `${short} ${shortCyrillic}` }, { text: `${long} ${longCyrillic}` });
    const hay = Array.from({ length: 16 }, (_, i) => `hay${i}`).join(" ");
    expect(await search(`${hay} needle`)).toEqual([]);
    expect(await search(`${hay.replace("hay7", "needle")} more`)).toEqual(["needle"]);
    for (const word of [short, shortCyrillic])
      expect(await search(`${word} needle`)).toContain(`${short} ${shortCyrillic}`);
    for (const word of [long, longCyrillic]) expect(await search(`${word} needle`)).toEqual(["needle"]);
  });

  it("filters by nested and missing fields", async () => {
    await add(
      { text: "tea a", topic: "drinks", meta: { mood: "calm" } },
      { text: "tea b", topic: "drinks", meta: { mood: "tense" } },
      { text: "tea c", topic: null },
      { text: "tea d" },
      { text: "drinks", topic: "other" },
    );
    expect(await search("tea", { filters: { topic: "drinks" } })).toEqual(["tea b", "tea a"]);
    expect(await search("tea", { filters: { topic: "drinks", mood: "calm" } })).toEqual(["tea a"]);
    expect(await search("tea", { filters: { topic: null } })).toEqual(["tea c"]);
    expect(await search("tea", { filters: { withoutTopic: true } })).toEqual(["tea d"]);
    expect(await search("tea", { filters: { topic: "none" } })).toEqual([]);
  });

  it("is followed by filters, then limits", async () => {
    await add({ text: "tea 1", length: 1 }, { text: "tea 2", length: 2 }, { text: "tea 3", length: 3 });
    expect(await host.query("notes:long", { text: "tea", longerThan: 1 })).toEqual(["tea 3", "tea 2"]);
    expect(await search("tea", { take: 1 })).toEqual(["tea 3"]);
  });

  it("returns pages without gaps or repetitions", async () => {
    await add(...Array.from({ length: 7 }, (_, i) => ({ text: `tea ${"and more ".repeat(i)}` })));
    const whole = await search("tea");
    const pages: ConvexJson[] = [];
    let cursor: ConvexJson = null;
    for (let isDone: ConvexJson = false; isDone !== true;) {
      const page = (await host.query("notes:page", {
        text: "tea",
        paginationOpts: { numItems: 3, cursor },
      })) as { page: { text: string }[]; isDone: boolean; continueCursor: string };
      pages.push(...page.page.map(({ text }) => text));
      ({ isDone, continueCursor: cursor } = page);
    }
    expect(pages).toEqual(whole);
    expect(pages).toHaveLength(7);
    const pageTo = async (endCursor: string | null) =>
      (await host.query("notes:page", {
        text: "tea",
        paginationOpts: { numItems: 3, cursor: null, endCursor },
      })) as { page: unknown[]; continueCursor: string };
    const first = await pageTo(null);
    expect(await pageTo(first.continueCursor)).toEqual(first);
  });

  it("fails after the 1,024th document", async () => {
    for (let i = 0; i < 2; i++) await add(...Array.from({ length: 550 }, () => ({ text: "tea" })));
    await expect(host.query("notes:all", { text: "tea" })).rejects.toThrow(
      "Search query scanned too many documents (fetched 1024).",
    );
    expect(await search("tea", { take: 1_024 })).toHaveLength(1_024);
  });

  it("reports errors with Convex's messages", async () => {
    await expect(host.query("notes:wrongField")).rejects.toThrow(
      'Search query against notes.by_text contains a search filter against "title", which doesn\'t match the indexed `searchField` "text".',
    );
    await expect(host.query("notes:wrongFilter")).rejects.toThrow(
      'contains an equality filter on "author" but that field isn\'t indexed for filtering in `filterFields`.',
    );
    await expect(host.query("notes:wrongIndex")).rejects.toThrow("Index notes.by_title not found.");
  });
});

describe("a text search in a mutation", () => {
  it("sees the mutation's writes, which disappear after a rollback", async () => {
    expect(await host.mutation("notes:addAndSearch", { text: "tea", fail: false })).toEqual(["tea"]);
    await expect(host.mutation("notes:addAndSearch", { text: "coffee", fail: true })).rejects.toThrow(
      "after the search",
    );
    expect(await search("coffee")).toEqual([]);
  });

  it("sees only committed documents in a stale snapshot", async () => {
    await add({ text: "tea" });
    expect(await host.mutation("notes:addAndSearchBothStates")).toEqual({ fresh: 2, stale: 1 });
  });

  it("continues with documents that still match while the mutation rewrites its matches", async () => {
    await add({ text: "tea one" }, { text: "tea two" }, { text: "coffee" });
    const seen = await host.mutation("notes:renameWhileSearching", { from: "tea", to: "water" });
    expect(seen).toEqual(["tea two", "tea one"]);
    expect(await search("tea")).toEqual([]);
    expect(await search("water")).toEqual(["water", "water"]);
  });

  it("sees documents written ahead of its reading, and none twice", async () => {
    const names = ["last", "changed", "renamed", "removed", "first"];
    await add(...names.map((name) => ({ text: "tea", name })));
    expect(await host.mutation("notes:changeWhileSearching")).toEqual([
      "first ",
      "changed later",
      "last ",
      "added ",
    ]);
  });

  it("is not repeated after writes that don't affect its index", async () => {
    await add(...Array.from({ length: 40 }, (_, n) => ({ text: `tea ${n}` })));
    const db = await host.engine.read((database) => database);
    const reads = vi.spyOn(db, "row");
    expect(await host.mutation("notes:logWhileSearching")).toHaveLength(40);
    const ranked = reads.mock.calls.filter(([sql]) => sql.includes("bm25"));
    reads.mockRestore();
    expect(ranked).toHaveLength(1);
  });
});

describe("the read set of a text search", () => {
  let touched: boolean;
  const readSets = new ReadSetIndex<number>();
  beforeEach(() => {
    host.engine.onCommit(({ writes }) => {
      touched ||= readSets.affected(writes).size > 0;
    });
  });

  /** Subscribes to a search; `touched` returns whether it has been invalidated since. */
  async function watch(text: string): Promise<void> {
    const { reads } = await host.engine.snapshot((snapshot) => {
      const address = { componentPath: "", name: "notes:search" };
      return snapshot.query(address, { text }, TEST_CALL);
    });
    readSets.set(1, reads);
    touched = false;
  }

  it("includes every text and filter value of its index", async () => {
    const [first] = (await add({ text: "tea" })) as string[];
    await watch("coffee");
    await add({ text: "coffee" });
    expect(touched).toBe(true);
    await watch("coffee");
    await host.mutation("notes:patch", { id: first ?? "", changes: { topic: "drinks" } });
    expect(touched).toBe(true);
    await watch("coffee");
    await host.mutation("notes:remove", { id: first ?? "" });
    expect(touched).toBe(true);
  });

  it("includes the matches themselves, but no other documents", async () => {
    const [tea, coffee] = (await add({ text: "tea" }, { text: "coffee" })) as string[];
    await watch("tea");
    await host.mutation("notes:patch", { id: coffee ?? "", changes: { seen: 1 } });
    await add({ title: "no text" });
    expect(touched).toBe(false);
    await host.mutation("notes:patch", { id: tea ?? "", changes: { seen: 1 } });
    expect(touched).toBe(true);
  });
});
