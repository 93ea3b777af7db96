/** Channels with their messages, as in Convex's demos of relations, search, sessions and system tables. */
import {
  anyApi,
  type DataModelFromSchemaDefinition,
  internalMutationGeneric,
  type MutationBuilder,
  mutationGeneric,
  type QueryBuilder,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type Model = DataModelFromSchemaDefinition<typeof schema>;
const query = queryGeneric as QueryBuilder<Model, "public">;
const mutation = mutationGeneric as MutationBuilder<Model, "public">;
const internalMutation = internalMutationGeneric as MutationBuilder<Model, "internal">;
const fields = { channel: v.id("channels"), body: v.string() };

export const addChannel = mutation({
  args: { name: v.string() },
  handler: (ctx, channel) => ctx.db.insert("channels", channel),
});

export const send = mutation({ args: fields, handler: (ctx, message) => ctx.db.insert("messages", message) });

export const sendScheduled = internalMutation({
  args: fields,
  handler: async (ctx, message) => void (await ctx.db.insert("messages", message)),
});

export const list = query({
  args: { channel: v.id("channels") },
  handler: async (ctx, { channel }) => {
    const messages = await ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .collect();
    return messages.map(({ body }) => body);
  },
});

export const search = query({
  args: { channel: v.id("channels"), words: v.string() },
  handler: async (ctx, { channel, words }) => {
    const found = await ctx.db
      .query("messages")
      .withSearchIndex("search_body", (q) => q.search("body", words).eq("channel", channel))
      .take(10);
    return found.map(({ body }) => body);
  },
});

export const sendLater = mutation({
  args: fields,
  handler: (ctx, message) => ctx.scheduler.runAfter(3_600_000, anyApi.messages!.sendScheduled!, message),
});

export const scheduled = query({
  args: {},
  handler: async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    return jobs.map(({ args, state }) => [(args[0] as { body: string }).body, state.kind]);
  },
});

export const cancel = mutation({
  args: { job: v.id("_scheduled_functions") },
  handler: (ctx, { job }) => ctx.scheduler.cancel(job),
});
