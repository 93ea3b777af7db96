/** convex-test as a process to be measured, running the same functions. */
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import schema from "./app/convex/schema";
import { serve } from "./serve";

const t = convexTest(schema, {
  // By the name of this folder it finds where module paths begin.
  "./_generated/api": () => Promise.resolve({}),
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
