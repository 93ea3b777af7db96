/** The fixture app: two aggregates, one of which counts in the background. */
import aggregate from "@convex-dev/aggregate/convex.config";
import { defineApp } from "convex/server";
import { v } from "convex/values";

const app = defineApp({ env: { SCHEMA_VERSION: v.union(v.literal("first"), v.literal("second")) } });
app.use(aggregate, { name: "counts" });
app.use(aggregate, { name: "tally" });

export default app;
