/** What of a model's answer stands on the tick's row. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import { internal } from "../_generated/api";
import { setup } from "../../test/functions/setup";
import { feed } from "../../test/functions/ticks";

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(() => provider.reset());

const answer = {
  summary: "A buoy is loose in the sound.",
  detail: "A buoy broke loose.",
  ...{ remark: null, artifacts: [], memories: [], basedOn: [1], usedMemories: [], usedPassages: [] },
  confidence: 0.8,
};

/** The row of a tick by itself that is answered so. */
async function rowOf(value: object) {
  const t = setup({
    ...{ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel() },
    AUTONOMY: "off",
  });
  await provider.set([{ kind: "fills", value: { ...answer, ...value } }]);
  await feed(t, "A buoy broke loose in the sound.");
  const begun = await t.mutation(internal.tick.functions.begin, { trigger: "manual" });
  if (begun.kind !== "begun") throw new Error("the tick did not begin");
  await t.action(internal.tick.run.complete, { tickId: begun.tickId, run: begun.run });
  return await t.run((ctx) => ctx.db.get("ticks", begun.tickId));
}

describe("a tick's row", () => {
  it("holds no claim of an answer that is grounded", async () => {
    const row = await rowOf({});
    expect(row).toMatchObject({ outcome: "succeeded", author: "model", ungrounded: [] });
    expect(row?.affect?.proposed?.confidence).toBe(0.8);
  });

  it("holds what was claimed and not shown, and a lower confidence", async () => {
    const row = await rowOf({ detail: "A buoy broke loose, 4,711 metres from the shore." });
    expect(row?.ungrounded).toEqual([{ where: "detail", kind: "number", token: "4,711" }]);
    expect(row?.affect?.proposed?.confidence).toBeLessThan(0.8);
    expect(await provider.calls({ route: "chat" })).toHaveLength(1);
  });

  it("says why the model was not heeded, where the journal wrote it", async () => {
    const row = await rowOf({ summary: "Lorem ipsum dolor.", detail: "Consectetur adipiscing." });
    expect(row).toMatchObject({
      outcome: "succeeded",
      author: "reflex",
      skipped: expect.stringContaining("shares no word"),
    });
    expect(row).not.toHaveProperty("ungrounded");
    expect(await provider.calls({ route: "chat" })).toHaveLength(2);
  });
});
