/** What a tick's row records of the model's answer. */
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

/** The row of a tick over one event, to which the model answers with these values. */
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
  it("records no claims if the answer is grounded", async () => {
    const row = await rowOf({});
    expect(row).toMatchObject({ outcome: "succeeded", author: "model", ungrounded: [] });
    expect(row?.affect?.proposed?.confidence).toBe(0.8);
  });

  it("records ungrounded claims, which lower the confidence", async () => {
    const row = await rowOf({ detail: "A buoy broke loose, 4,711 metres from the shore." });
    expect(row?.ungrounded).toEqual([{ where: "detail", kind: "number", token: "4,711" }]);
    expect(row?.affect?.proposed?.confidence).toBeLessThan(0.8);
    expect(await provider.calls({ route: "chat" })).toHaveLength(1);
  });

  it("says why the model's answer was not used, if the journal wrote the tick", async () => {
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
