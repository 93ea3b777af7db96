/** What the descriptions of all tables must have in common. */
import { expect, test } from "vitest";
import schema from "../schema";
import { ALL, partsOf } from "./tables";

/** Texts that go in another way than with their row, with the function that sees to it. */
const SEEN_TO: Readonly<Record<string, string>> = {
  agent: "corrections/summary",
  coreMemories: "consolidation/leave",
  erasures: "erasures/probes",
  idempotency: "Idempotency.forget",
  themesBefore: "consolidation/leave",
  thoughtSchedule: "ThoughtSchedule.forgetReason",
  ticks: "Receipts.dropUngrounded",
};

test("every text is erased with its row, with the row that this is a part of, or by a function named here", () => {
  const erased = new Set<string>();
  const visit = (name: (typeof ALL)[number]["name"]): void => {
    if (erased.has(name)) return;
    erased.add(name);
    for (const { table } of partsOf(name)) visit(table.name);
  };
  for (const { name, erasable } of ALL) if (erasable !== undefined) visit(name);
  const others = ALL.filter(({ name, texts }) => texts !== undefined && !erased.has(name));
  expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(SEEN_TO));
});

test("every part is found by an index that begins with the field of its owner", () => {
  const found = ALL.flatMap(({ name, partOf = [] }) =>
    partOf.map(({ index, field }) => {
      const indexes: Readonly<Record<string, { readonly fields: readonly string[] }>> = Object.fromEntries(
        schema.tables[name][" indexes"]().map(({ indexDescriptor, fields }) => [indexDescriptor, { fields }]),
      );
      return [name, index, indexes[index]?.fields[0] === field];
    }),
  );
  expect(found.filter(([, , begins]) => begins !== true)).toEqual([]);
});
