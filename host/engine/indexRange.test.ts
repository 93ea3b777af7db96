/** Whether an index range takes the forms that Convex takes beyond those that its types suggest. */
import {
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  queryGeneric as query,
  type DataModelFromSchemaDefinition,
  type IndexRange,
  type MutationBuilder,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../testing/testApp";

const schema = defineSchema({
  marks: defineTable({ list: v.string(), n: v.number() }).index("by_list", ["list", "n"]),
  stamps: defineTable({ at: v.commitTs() }).index("by_at", ["at"]),
});
const typedMutation: MutationBuilder<DataModelFromSchemaDefinition<typeof schema>, "public"> = mutation;

/** Conditions by name, as a library has them that reads any index of any table. */
type AnyRange = IndexRange & { readonly eq: (field: string, value: unknown) => AnyRange };

const work = {
  fill: mutation({
    args: {},
    handler: async (ctx) => {
      for (const [list, n] of [
        ["a", 1],
        ["a", 1],
        ["a", 2],
        ["b", 1],
      ] as const)
        await ctx.db.insert("marks", { list, n });
    },
  }),
  equal: query({
    args: { conditions: v.array(v.object({ field: v.string(), value: v.any() })) },
    handler: (ctx, { conditions }) =>
      ctx.db
        .query("marks")
        .withIndex("by_list", (start) => {
          let range = start as unknown as AnyRange;
          for (const { field, value } of conditions) range = range.eq(field, value);
          return range;
        })
        .collect(),
  }),
  stamped: typedMutation({
    args: {},
    handler: async (ctx) => {
      for (let i = 0; i < 2; i++) await ctx.db.insert("stamps", { at: ctx.db.vars.commitTs });
      const own = (op: "eq" | "lt") =>
        ctx.db
          .query("stamps")
          .withIndex("by_at", (q) => q[op]("at", ctx.db.vars.commitTs))
          .collect();
      return [(await own("eq")).length, (await own("lt")).length];
    },
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
beforeEach(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(testApp({ "": { modules: { work }, schema } }), folder.path);
});
afterEach(async () => {
  await host.close();
  folder.remove();
});

const equal = async (...conditions: [field: string, value: string | number][]) =>
  (await host.query("work:equal", {
    conditions: conditions.map(([field, value]) => ({ field, value })),
  })) as { _id: string; _creationTime: number; list: string; n: number }[];

describe("an index range", () => {
  it("takes equal fields in any order, so long as they are the first of the index", async () => {
    await host.mutation("work:fill");
    expect(await equal(["n", 1], ["list", "a"])).toEqual(await equal(["list", "a"], ["n", 1]));
    expect(await equal(["n", 1], ["list", "a"])).toHaveLength(2);
    await expect(equal(["n", 1])).rejects.toThrow(/didn't use the index fields in order/);
    await expect(equal(["list", "a"], ["list", "a"])).rejects.toThrow(/didn't use the index fields in order/);
  });

  it("reaches down to the creation time and the id, as a page's place does", async () => {
    await host.mutation("work:fill");
    const [first] = await equal(["list", "a"], ["n", 1]);
    const { _id, _creationTime } = first ?? { _id: "", _creationTime: 0 };
    const place: [string, string | number][] = [
      ["list", "a"],
      ["n", 1],
      ["_creationTime", _creationTime],
    ];
    expect(await equal(...place, ["_id", _id])).toEqual([first]);
    expect(await equal(...place, ["_id", "elsewhere"])).toEqual([]);
  });

  it("with the timestamp of the commit to come finds what its own transaction has written", async () => {
    expect(await host.mutation("work:stamped")).toEqual([2, 0]);
    expect(await host.mutation("work:stamped")).toEqual([2, 2]);
  });
});
