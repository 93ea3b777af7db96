/** The agent thinks by itself of what is near in meaning to what is new, too. */
import { expect, it } from "vitest";
import { currentSettings } from "./currentSettings";
import { internal } from "./_generated/api";
import * as Texts from "./model/texts";
import * as Thinking from "./model/thinking";
import * as Vectors from "./model/vectors";
import { DOWN, model, provider, withKey, withProvider } from "./test.embedding";
import type { App } from "./test.requests";
import { DAY, tell } from "./test.search";
import { setup } from "./test.setup";
import { axis, know, near } from "./test.vectors";

withProvider();

const STORM = "A storm closed the harbour of Kiel for two days, and eleven trawlers lay idle.";
const PRICES = "Prices for fish in Kiel rose by 12 percent this week, says the auction hall.";
const LONG_AGO = "Kiel lost its last smokehouse when nothing could be landed.";

/** What the agent thinks about, where something that it was told long ago lies so near to what is new. */
async function thoughtAbout(t: App, cosine: number): Promise<readonly string[] | undefined> {
  const now = Date.now();
  const quiet = Array.from({ length: 24 }, (_, n) => ({
    content: `Kettle ${n} boils.`,
    importance: 0.2,
    at: now - 10 * DAY + n,
  }));
  const [old] = await tell(t, [{ content: LONG_AGO, importance: 0.4, at: now - 20 * DAY }, ...quiet]);
  await tell(
    t,
    [STORM, PRICES].map((content, n) => ({ content, importance: 0.9, at: now - 2 + n })),
  );
  const run = await t.run(async (ctx) => {
    const text = old === undefined ? null : await Texts.ofMemory(ctx, old);
    if (text === null) throw new Error("nothing was told");
    const vector = { textId: text._id, vector: near(0, cosine) };
    await Vectors.put(ctx, currentSettings(), model, [vector]);
    return (await Thinking.takeTurn(ctx, now)) ?? 0;
  });
  for (const cue of [STORM, PRICES]) await know(t, model, cue, axis(0));
  await t.action(internal.thinking.alone, { run });
  return (await t.run((ctx) => ctx.db.query("thoughts").first()))?.seeds;
}

it("what happened calls to mind what means the same, however long ago it was told", async () => {
  await provider.set([DOWN]);
  expect(await thoughtAbout(setup({ ...withKey(), AUTONOMY: "on" }), 0.9)).toContain(LONG_AGO);
  expect(await thoughtAbout(setup({ ...withKey(), AUTONOMY: "on" }), 0.1)).not.toContain(LONG_AGO);
});
