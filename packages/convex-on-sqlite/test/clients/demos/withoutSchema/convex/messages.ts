/** A chat without a schema, as the first steps of Convex's tutorial and most of its demos have it. */
import {
  anyApi,
  httpActionGeneric as httpAction,
  internalMutationGeneric as internalMutation,
  mutationGeneric as mutation,
  paginationOptsValidator,
  queryGeneric as query,
} from "convex/server";
import { ConvexError, v } from "convex/values";

const { messages } = anyApi;

export const list = query({ args: {}, handler: (ctx) => ctx.db.query("messages").collect() });

export const send = mutation({
  args: { body: v.string(), author: v.string() },
  handler: async (ctx, { body, author }) => {
    if (body.length > 50) throw new ConvexError({ code: "TOO_LONG", length: body.length });
    return await ctx.db.insert("messages", { body, author });
  },
});

export const pages = query({
  args: { paginationOpts: paginationOptsValidator },
  handler: (ctx, { paginationOpts }) => ctx.db.query("messages").order("desc").paginate(paginationOpts),
});

export const sendExpiring = mutation({
  args: { body: v.string() },
  handler: async (ctx, { body }) => {
    const id = await ctx.db.insert("messages", { body, author: "a secret" });
    await ctx.scheduler.runAfter(500, messages!.expire!, { id });
  },
});

export const expire = internalMutation({
  args: { id: v.id("messages") },
  handler: (ctx, { id }) => ctx.db.delete(id),
});

export const post = httpAction(async (ctx, request) => {
  const { body, author } = (await request.json()) as Record<string, string>;
  await ctx.runMutation(messages!.send!, { body, author });
  return new Response(null, { status: 201 });
});

export const byAuthor = httpAction(async (ctx, request) => {
  const author = decodeURIComponent(new URL(request.url).pathname.split("/").pop() ?? "");
  const all = (await ctx.runQuery(messages!.list!, {})) as { author: string; body: string }[];
  return Response.json(all.filter((message) => message.author === author).map(({ body }) => body));
});

export const countTicks = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("ticks").collect()).length,
});

export const tick = internalMutation({
  args: {},
  handler: async (ctx) => void (await ctx.db.insert("ticks", {})),
});
