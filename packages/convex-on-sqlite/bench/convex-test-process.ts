/** convex-test in a process of its own, with the same functions. */
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import schema from "./app/convex/schema";
import { serve } from "./serve";

const t = convexTest(schema, {
  // convex-test finds the root of module paths by this folder's name.
  "./_generated/api.js": () => Promise.resolve({}),
  "./documents.ts": () => import("./app/convex/documents"),
  "./fill.ts": () => import("./app/convex/fill"),
  "./search.ts": () => import("./app/convex/search"),
});

serve({
  subject: {
    query: (name, args) => t.query(makeFunctionReference<"query">(name), args),
    mutation: (name, args) => t.mutation(makeFunctionReference<"mutation">(name), args),
    action: (name, args) => t.action(makeFunctionReference<"action">(name), args),
  },
  url: null,
  stop: () => Promise.resolve(),
});
