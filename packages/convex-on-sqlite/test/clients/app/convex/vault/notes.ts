/** Stores values in the component's table, and fails three calls deep. */
import {
  type ActionBuilder,
  type DataModelFromSchemaDefinition,
  type MutationBuilder,
  type QueryBuilder,
  actionGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, v, type Value } from "convex/values";
import { rethrowWithHop } from "../hops";
import type schema from "./schema";

type DataModel = DataModelFromSchemaDefinition<typeof schema>;
const query: QueryBuilder<DataModel, "public"> = queryGeneric;
const mutation: MutationBuilder<DataModel, "public"> = mutationGeneric;
const action: ActionBuilder<DataModel, "public"> = actionGeneric;

type Data = { data: Value };

export const keep = mutation({
  args: { value: v.any() },
  handler: (ctx, { value }): Promise<string> => ctx.db.insert("notes", { value: value as Value }),
});

export const kept = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("notes").collect()).map((note) => note.value as Value),
});

export const failingQuery = query({
  args: { data: v.any() },
  handler: (_ctx, { data }): null => {
    throw new ConvexError({ data: data as Value, hops: ["query"] });
  },
});

export const failingMutation = mutation({
  args: { data: v.any() },
  handler: async (ctx, { data }): Promise<null> => {
    await ctx.db.insert("notes", { value: "of a failure" });
    const failing = makeFunctionReference<"query", Data, null>("notes:failingQuery");
    return await rethrowWithHop("mutation", () => ctx.runQuery(failing, { data: data as Value }));
  },
});

export const failingAction = action({
  args: { data: v.any() },
  handler: async (ctx, { data }): Promise<null> => {
    const failing = makeFunctionReference<"mutation", Data, null>("notes:failingMutation");
    return await rethrowWithHop("action", () => ctx.runMutation(failing, { data: data as Value }));
  },
});

export const log = query({
  args: {},
  handler: () => {
    console.warn("from the vault");
    return null;
  },
});
