/** The audit of knowledge's figures where there is as much to look at as the contract allows. */
import { expect, it } from "vitest";
import { keep, list, titles } from "../../test/functions/knowledge";
import { audited, entryOf } from "../../test/functions/knowledgeAudit";
import { setup } from "../../test/functions/setup";
import * as Listing from "../lib/listing";

it("an audit of knowledge's figures keeps to a transaction's limits with items as long and in as many lists as may be", async () => {
  const t = setup();
  const tags = Array.from({ length: 32 }, (_, i) => `tag ${i}`);
  const content = "潮汐表".repeat(43_690);
  for (const title of ["A", "B", "C", "D", "E"]) await keep(t, { title, content, tags });
  await t.run(async (ctx) => {
    for (const item of await ctx.db.query("knowledge").take(5)) {
      await ctx.db.patch("knowledge", item._id, { chunks: 1, size: 1 });
      for (const tag of tags) await Listing.remove(ctx, entryOf(item, `knowledge|tag=${tag}`));
    }
  });
  expect(await audited(t)).toEqual(["chunks", "size", "totals"]);
  expect(titles(await list(t, { tag: "tag 31" }))).toEqual(["E", "D", "C", "B", "A"]);
});
