import { expect, test } from "vitest";
import { MAX_BYTES, takeWithinBudget } from "./withinBudget";

async function* rowsOf(bytes: number, many: number) {
  for (let i = 0; i < many; i += 1) yield { text: "x".repeat(bytes) };
}

test("takes short rows up to the limit", async () => {
  expect(await takeWithinBudget(rowsOf(10, 5), 10)).toMatchObject({ rows: { length: 5 }, more: false });
  expect(await takeWithinBudget(rowsOf(10, 50), 10)).toMatchObject({ rows: { length: 10 }, more: true });
});

test("takes long rows as far as they fit, and at least one", async () => {
  const { rows, more } = await takeWithinBudget(rowsOf(MAX_BYTES / 4, 50), 40);
  expect({ taken: rows.length, more }).toEqual({ taken: 4, more: true });
  expect((await takeWithinBudget(rowsOf(2 * MAX_BYTES, 3), 40)).rows).toHaveLength(1);
});
