/** Exports while others write. */
import { describe, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { consolidate, FERRY, store } from "../../test/functions/consolidation";
import { send } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { expectFailure, post } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import {
  expectSeen,
  exportAll,
  exportPage,
  idle,
  importLines,
  parsed,
  seen,
} from "../../test/functions/transfer";
import schema from "../schema";
import type { TableNames } from "../_generated/dataModel";
import { EXPORTED } from "../lib/exportedTables";
import type { Table } from "../lib/rows";
import { TABLES } from "../registry/tables";

const bearer = { headers: { Authorization: `Bearer ${TICK_TOKEN}` } };

test("every table has a description, and travels as it says, or stays for a reason", () => {
  const described = Object.values(TABLES) as Table<TableNames>[];
  // Lists and totals follow from other rows. The others are of earlier versions; the totals of 0.1.0 are in files that it exported.
  const followed = ["listNodes", "recentEntries", "totals", "memoryTotals", "thoughtTotals", "importWaiting"];
  expect([...described.map(({ name }) => name), ...followed].toSorted()).toEqual(
    Object.keys(schema.tables).toSorted(),
  );
  const inLines = described.filter(({ travels }) => travels === "in lines").map(({ name }) => name);
  expect([...inLines, "memoryTotals"].toSorted()).toEqual(EXPORTED.toSorted());
  for (const { name, travels } of described) {
    if (typeof travels === "object" && "within" in travels)
      expect([name, EXPORTED]).toEqual([name, expect.arrayContaining([travels.within])]);
    if (typeof travels === "object" && "not" in travels)
      expect([name, travels.not]).toEqual([name, expect.stringMatching(/^is /)]);
  }
});

describe("an export that goes on while others write", () => {
  test("is the state as of its last page", async () => {
    const t = setup();
    // Long texts make pages.
    const [first = "", second = "", third = "", ...others] = await store(
      t,
      Array.from({ length: 60 }, (_, i) => `Memory ${i} of the ferry. ${"x".repeat(16_000)}`),
    );
    await store(t, FERRY);
    const changes = [
      () => send(t, "DELETE", `/memories/${first}`),
      () => send(t, "PATCH", `/memories/${second}`, { content: "The ferry was sold.", importance: 1 }),
      () => store(t, ["A memory that came meanwhile."]),
      () =>
        post(t, "/memories/link", {
          memoryId: third,
          targetId: others[0],
          type: "elaborates",
          autoDetect: false,
        }),
      () => consolidate(t),
      () => post(t, "/feed", { type: "news", content: "The harbour is closed." }),
      () => t.fetch("/memories/search?q=ferry&threshold=0"),
    ];
    let pages = 0;
    const lines = await exportAll(t, "", async () => {
      pages += 1;
      await changes.shift()?.();
      if (pages === 1) for (const change of changes.splice(0)) await change();
      await idle(t);
    });
    expect(pages).toBeGreaterThan(2);
    const before = await seen(t);
    expect(parsed(lines)).toContainEqual(
      expect.objectContaining({ kind: "erased", of: "memories", id: first }),
    );
    const to = setup();
    await importLines(to, lines.slice(0, 20));
    await importLines(to, lines.slice(20));
    await expectSeen(to, before);
    expect(await wrongFigures(to)).toEqual([]);
    expect(await tables(to, "exportChanges")).toBe(0);
  });

  test("ends when another begins, or nobody reads on", async () => {
    const t = setup();
    await store(t, FERRY);
    const { cursor } = await exportPage(t);
    const again = await exportPage(t);
    const refused = await t.fetch(`/export?cursor=${cursor}`, bearer);
    expect(await expectFailure(refused, 400, "VALIDATION_ERROR")).toMatch(/^cursor: its export has ended/);
    await store(t, ["Something that changes."]);
    expect(await tables(t, "exportChanges")).toBeGreaterThan(0);
    await t.run(async (ctx) => {
      const lease = (await ctx.db.query("leases").collect()).find(({ job }) => job === "export");
      if (lease !== undefined) await ctx.db.patch("leases", lease._id, { expiresAt: Date.now() - 1 });
    });
    await t.mutation(internal.service.functions.upkeep, {});
    await t.mutation(internal.registry.sweeper.sweep, {});
    expect(await tables(t, "exportChanges")).toBe(0);
    await expectFailure(await t.fetch(`/export?cursor=${again.cursor}`, bearer), 400, "VALIDATION_ERROR");
    await store(t, ["Something that nobody notes."]);
    expect(await tables(t, "exportChanges")).toBe(0);
  });

  test("answers a page again that got lost", async () => {
    const t = setup();
    await store(t, FERRY);
    const { cursor } = await exportPage(t);
    const [id = ""] = await store(t, ["A memory that came meanwhile."]);
    const lost = await exportPage(t, `?cursor=${cursor}`);
    const again = await exportPage(t, `?cursor=${cursor}`);
    expect(lost.lines.some((line) => line.includes(id))).toBe(true);
    expect(again.lines.some((line) => line.includes(id))).toBe(true);
  });
});

async function tables(t: ReturnType<typeof setup>, table: "exportChanges"): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.query(table).collect()).length);
}
