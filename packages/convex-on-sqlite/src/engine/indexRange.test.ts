/** Index ranges accept the forms that Convex accepts, including those that its types don't allow. */
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
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";
import { compareValues } from "../values/order";

const schema = defineSchema({
  marks: defineTable({ list: v.string(), n: v.optional(v.number()) }).index("by_list", ["list", "n"]),
  stamps: defineTable({ at: v.commitTs() }).index("by_at", ["at"]),
});
const typedMutation: MutationBuilder<DataModelFromSchemaDefinition<typeof schema>, "public"> = mutation;

const OPERATORS = ["eq", "gt", "gte", "lt", "lte"] as const;
type Operator = (typeof OPERATORS)[number];

/** Conditions by method name, as in libraries that read any index of any table. */
type AnyRange = IndexRange & {
  readonly [operator in Operator]: (field: string, value: unknown) => AnyRange;
};

/** `undefined` means that the field is missing. */
interface Condition {
  readonly op: Operator;
  readonly field: string;
  readonly value?: string | number;
}

interface Mark {
  readonly _id: string;
  readonly _creationTime: number;
  readonly list: string;
  readonly n?: number;
}

const work = {
  fill: mutation({
    args: {},
    handler: async (ctx) => {
      for (const list of ["b", "a"])
        for (const n of [2, 1, undefined, 3, 1]) await ctx.db.insert("marks", { list, n });
    },
  }),
  where: query({
    args: {
      conditions: v.array(
        v.object({
          op: v.union(...OPERATORS.map((op) => v.literal(op))),
          field: v.string(),
          value: v.optional(v.any()),
        }),
      ),
      order: v.union(v.literal("asc"), v.literal("desc")),
    },
    handler: (ctx, { conditions, order }) =>
      ctx.db
        .query("marks")
        .withIndex("by_list", (start) => {
          let range = start as unknown as AnyRange;
          for (const { op, field, value } of conditions) range = range[op](field, value);
          return range;
        })
        .order(order)
        .collect(),
  }),
  elsewhere: query({
    args: {},
    handler: (ctx) => ctx.db.query("marks").withIndex("by_mark").collect(),
  }),
  byId: query({
    args: {},
    handler: (ctx) =>
      ctx.db
        .query("marks")
        .withIndex("by_id", (q) => (q as unknown as AnyRange).eq("n", 1))
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

const where = async (conditions: readonly Condition[], order: "asc" | "desc" = "asc") =>
  (await host.query("work:where", {
    conditions: conditions.map((condition) => ({ ...condition })),
    order,
  })) as unknown as Mark[];

const equal = (...conditions: [field: string, value: string | number][]) =>
  where(conditions.map(([field, value]) => ({ op: "eq", field, value })));

/** Whether a value meets a condition. */
const MEETS: { readonly [operator in Operator]: (order: number) => boolean } = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** The rows that meet all the conditions, in index order. */
function expected(marks: readonly Mark[], conditions: readonly Condition[]): Mark[] {
  const field = (mark: Mark, name: string) => (name === "list" ? mark.list : mark.n);
  return marks
    .filter((mark) =>
      conditions.every(({ op, field: name, value }) => MEETS[op](compareValues(field(mark, name), value))),
    )
    .toSorted(
      (a, b) => compareValues(a.list, b.list) || compareValues(a.n, b.n) || a._creationTime - b._creationTime,
    );
}

const list = fc.constantFrom("", "a", "aa", "b", "c");
const n = fc.constantFrom(undefined, 0, 1, 1.5, 2, 3, 4);

/** Bounds of a field: none, one or both, whether or not any value lies between them. */
function bounds(field: string, value: fc.Arbitrary<string | number | undefined>): fc.Arbitrary<Condition[]> {
  const bound = (...operators: Operator[]) =>
    fc.option(fc.record({ op: fc.constantFrom(...operators), field: fc.constant(field), value }));
  return fc
    .tuple(bound("gt", "gte"), bound("lt", "lte"))
    .map((both) => both.filter((condition) => condition !== null));
}

const ranges = fc
  .oneof(
    bounds("list", list),
    fc
      .tuple(list, bounds("n", n))
      .map(([value, rest]) => [{ op: "eq", field: "list", value }, ...rest] as const),
    fc.tuple(list, n).map(
      ([value, other]) =>
        [
          { op: "eq", field: "list", value },
          { op: "eq", field: "n", value: other },
        ] as const,
    ),
  )
  .chain((conditions) => fc.shuffledSubarray<Condition>([...conditions], { minLength: conditions.length }));

describe("an index range", () => {
  it("accepts equality conditions in any order if they are the first fields of the index", async () => {
    await host.mutation("work:fill");
    expect(await equal(["n", 1], ["list", "a"])).toEqual(await equal(["list", "a"], ["n", 1]));
    expect(await equal(["n", 1], ["list", "a"])).toHaveLength(2);
    await expect(equal(["n", 1])).rejects.toThrow(/didn't use the index fields in order/);
    await expect(equal(["list", "a"], ["list", "a"])).rejects.toThrow(/didn't use the index fields in order/);
  });

  it("finds the documents that meet all its conditions, in any order of the conditions and both orders of the index", async () => {
    await host.mutation("work:fill");
    const marks = await where([]);
    expect(marks).toHaveLength(10);
    expect(marks).toEqual(expected(marks, []));
    await fc.assert(
      fc.asyncProperty(ranges, async (conditions) => {
        const found = expected(marks, conditions);
        expect(await where(conditions)).toEqual(found);
        expect(await where(conditions, "desc")).toEqual(found.toReversed());
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, [Operator, field: string, value: string | number][]]>([
    [
      "two lower bounds",
      [
        ["gt", "list", "a"],
        ["gte", "list", "a"],
      ],
    ],
    [
      "two upper bounds",
      [
        ["lt", "list", "b"],
        ["lte", "list", "b"],
      ],
    ],
    [
      "bounds on two fields",
      [
        ["gt", "list", "a"],
        ["lt", "n", 2],
      ],
    ],
    [
      "a bound on a field with an equality condition",
      [
        ["eq", "list", "a"],
        ["lt", "list", "b"],
      ],
    ],
    ["a bound on a field after an unused one", [["gt", "n", 1]]],
    ["a field that is not in the index", [["eq", "other", 1]]],
  ])("rejects %s", async (_, conditions) => {
    await expect(where(conditions.map(([op, field, value]) => ({ op, field, value })))).rejects.toThrow(
      "Tried to query index marks.by_list but the query didn't use the index fields in order.\n" +
        'Index fields: ["list","n","_creationTime"]\n' +
        `Query fields: ${JSON.stringify(conditions.map(([, field]) => field))}`,
    );
  });

  it("requires an existing index", async () => {
    await expect(host.query("work:elsewhere")).rejects.toThrow("Index marks.by_mark not found.");
    await expect(host.query("work:byId")).rejects.toThrow('Index fields: ["_id"]\nQuery fields: ["n"]');
  });

  it("may include the creation time and the id, like a cursor", async () => {
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

  it("with the placeholder of the commit timestamp finds the transaction's own writes", async () => {
    expect(await host.mutation("work:stamped")).toEqual([2, 0]);
    expect(await host.mutation("work:stamped")).toEqual([2, 2]);
  });
});
