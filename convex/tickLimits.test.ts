/** Ticks over texts of which every pair of characters is a term: none may read more than a transaction can. */
import { describe, expect, it } from "vitest";
import { tickOver } from "./test.longTexts";
import { setup } from "./test.setup";

describe("a tick over unspaced scripts", () => {
  it("keeps all that came in, though they have more terms than a transaction can look up", async () => {
    const t = setup({ AUTONOMY: "off" });
    const row = await tickOver(t, { memories: [], news: Array.from({ length: 8 }, () => 300) });
    expect(row).toMatchObject({ outcome: "succeeded" });
    expect(row?.learned).toHaveLength(8);
  });
});
