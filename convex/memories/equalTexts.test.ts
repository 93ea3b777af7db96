/** Finding memories of equal text. */
import { describe, expect, it } from "vitest";
import type { App } from "../../test/functions/requests";
import { DAY, NOW, tell } from "../../test/functions/search";
import { large, setup } from "../../test/functions/setup";
import { memoryWithText } from "./equalTexts";

const RAIN = "It is raining on the pier today.";

/** Stores the text once a day, the last time now. */
const toldDaily = (t: App, days: number, content = RAIN) =>
  tell(
    t,
    Array.from({ length: days }, (_, i) => ({ content, at: NOW - (days - 1 - i) * DAY })),
  );

describe("a memory of equal text", () => {
  it("is the oldest copy that fits, among the oldest and the newest copies", async () => {
    const t = setup();
    const ids = await toldDaily(t, 4);
    await tell(t, [RAIN, "It is raining on the pier tomorrow."]);
    const told = (content: string, since: number) =>
      t.run(
        async (ctx) => (await memoryWithText(ctx, content, "", (row) => row.createdAt >= since))?._id ?? null,
      );
    expect(await told("it is raining  on the pier TODAY", 0)).toBe(ids[0]);
    expect(await told(RAIN, NOW - DAY)).toBe(ids[2]);
    expect(await told(RAIN, NOW + DAY)).toBeNull();
    expect(await told("It is raining.", 0)).toBeNull();
  });

  large("is found at a cost that does not grow with the number of copies", async () => {
    const t = setup();
    const read = () =>
      t.run(async (ctx) => {
        await memoryWithText(ctx, RAIN, "", () => false);
        return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
      });
    await toldDaily(t, 20);
    const few = await read();
    await toldDaily(t, 20);
    expect(await read()).toBe(few);
  });
});
