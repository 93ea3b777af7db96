/** Routes that fail in the deepest nested call. */
import { httpActionGeneric, httpRouter, makeFunctionReference } from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";

const inAction = makeFunctionReference<"action", { data: Value }, null>("failures:inAction");
const http = httpRouter();

/** Does not catch the error. */
http.route({
  path: "/fail",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    await ctx.runAction(inAction, { data: jsonToConvex((await request.json()) as JSONValue) });
    return new Response(null, { status: 204 });
  }),
});

/** Responds with the error's data. */
http.route({
  path: "/caught",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    try {
      await ctx.runAction(inAction, { data: jsonToConvex((await request.json()) as JSONValue) });
    } catch (thrown) {
      if (!(thrown instanceof ConvexError)) throw thrown;
      return Response.json(convexToJson(thrown.data as Value), { status: 422 });
    }
    return new Response(null, { status: 204 });
  }),
});

http.route({
  path: "/log",
  method: "GET",
  handler: httpActionGeneric(() => {
    console.info("from a route");
    return Promise.resolve(new Response(null, { status: 204 }));
  }),
});

export default http;
