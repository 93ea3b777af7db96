/** The rules of eslint.config.mjs find what they are about, also what others find only with types. */
import { ESLint } from "eslint";
import { expect, it } from "vitest";
import { projectRoot } from "./start/root";

const eslint = new ESLint({ cwd: projectRoot });

it.each([
  ["const row = await db.get(id);", /table's name first/],
  ["await db.patch(id, { text: '' });", /table's name first/],
  ["await ctx.db.get(id);", /explicit table name/],
  ["const found = await query.filter((q) => q.eq(q.field('text'), '')).first();", /reads every document/],
  ["await ctx.db.insert('rows', {});", /A table's rows\.ts alone writes it/],
  ["export const plain = text.normalize('NFC');", /piled marks/],
  ["import { z } from 'zod';", /import \* as z/],
])("%s is found in convex/", async (code, message) => {
  const [result] = await eslint.lintText(code, { filePath: "convex/lib/example.ts" });
  expect(result?.messages.map((found) => found.message).join("\n")).toMatch(message);
});

it("what names the table, or filters a list, is not", async () => {
  const code = "export const kept = [await ctx.db.get('rows', id), list.filter((row) => row.field === 1)];";
  const [result] = await eslint.lintText(code, { filePath: "convex/lib/example.ts" });
  expect(result?.messages).toEqual([]);
});
