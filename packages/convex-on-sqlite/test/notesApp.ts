/** A small test app for notes, with functions that fail, wait and count. */
import {
  actionGeneric,
  defineSchema,
  defineTable,
  internalMutationGeneric,
  mutationGeneric,
  paginationOptsValidator,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { hostGlobals } from "../src/engine/guards";
import type { TestHostApp } from "./testHost";

export interface NotesApp extends TestHostApp {
  /** The number of runs of `notes:list`. */
  listRuns(): number;
  /** Ends the running calls of `notes:wait`. */
  open(): void;
  /** Resolves when `notes:wait` has been called. */
  readonly waiting: Promise<void>;
}

const schema = defineSchema({
  notes: defineTable({ topic: v.string(), rank: v.number(), text: v.string() }).index("by_topic", [
    "topic",
    "rank",
  ]),
});

/** `timed` queries read the clock. */
const timed = v.optional(v.boolean());
const readClockIf = (isTimed = false): void => {
  if (isTimed) hostGlobals.Date.now();
};

const noteFields = { topic: v.string(), rank: v.optional(v.number()), text: v.optional(v.string()) };

export function notesApp(): NotesApp {
  let runs = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let called = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (called = resolve));
  const notes = {
    list: queryGeneric({
      args: { topic: v.string(), timed },
      handler: async (ctx, { topic, timed }) => {
        readClockIf(timed);
        runs += 1;
        const found = await ctx.db
          .query("notes")
          .withIndex("by_topic", (q) => q.eq("topic", topic))
          .collect();
        return found.map((note) => String(note["text"]));
      },
    }),
    page: queryGeneric({
      args: { topic: v.string(), timed, paginationOpts: paginationOptsValidator },
      handler: async (ctx, { topic, timed, paginationOpts }) => {
        readClockIf(timed);
        const notesOfTopic = ctx.db.query("notes").withIndex("by_topic", (q) => q.eq("topic", topic));
        const { page, isDone, continueCursor } = await notesOfTopic.paginate(paginationOpts);
        return { ranks: page.map((note) => Number(note["rank"])), isDone, continueCursor };
      },
    }),
    big: queryGeneric({ args: { chars: v.number() }, handler: (_ctx, { chars }) => "é".repeat(chars) }),
    /** Depends on every note and is large, so that a slow reader falls behind. */
    bulky: queryGeneric({
      args: {},
      handler: async (ctx) => `${(await ctx.db.query("notes").collect()).length}:${"x".repeat(500_000)}`,
    }),
    failing: queryGeneric({
      args: { topic: v.string() },
      handler: async (ctx, { topic }) => {
        const note = await ctx.db
          .query("notes")
          .withIndex("by_topic", (q) => q.eq("topic", topic))
          .first();
        if (note !== null) throw new ConvexError({ topic, count: 1n });
        return "none yet";
      },
    }),
    /** Reads every note, but its result rarely changes. */
    some: queryGeneric({
      args: {},
      handler: async (ctx) => (await ctx.db.query("notes").collect()).length > 0,
    }),
    add: mutationGeneric({
      args: noteFields,
      handler: async (ctx, { topic, rank, text }) =>
        await ctx.db.insert("notes", { topic, rank: rank ?? 0, text: text ?? "" }),
    }),
    refuse: mutationGeneric({
      args: { plain: v.optional(v.boolean()) },
      handler: (_ctx, { plain }) => {
        if (plain === true) throw new Error("boom");
        throw new ConvexError({ reason: "refused" });
      },
    }),
    wait: actionGeneric({
      args: {},
      handler: async () => {
        called();
        await gate;
        return "done";
      },
    }),
    echo: actionGeneric({ args: { value: v.any() }, handler: (_ctx, { value }) => value as unknown }),
    hidden: internalMutationGeneric({ args: {}, handler: () => null }),
  };
  return { modules: { notes }, schema, listRuns: () => runs, open: () => open(), waiting };
}
