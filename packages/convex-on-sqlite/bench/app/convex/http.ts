/** HTTP actions that run nothing, one query, or one mutation. */
import { httpActionGeneric, httpRouter, makeFunctionReference } from "convex/server";

const newest = makeFunctionReference<"query", { group: string }>("documents:newest");
const insert = makeFunctionReference<"mutation", { at: number }>("documents:insert");

const http = httpRouter();

http.route({
  path: "/plain",
  method: "GET",
  handler: httpActionGeneric(() => Promise.resolve(Response.json({ ok: true }))),
});

http.route({
  path: "/newest",
  method: "GET",
  handler: httpActionGeneric(async (ctx) => Response.json(await ctx.runQuery(newest, { group: "group 1" }))),
});

http.route({
  path: "/insert",
  method: "POST",
  handler: httpActionGeneric(async (ctx) => Response.json(await ctx.runMutation(insert, { at: 0 }))),
});

export default http;
