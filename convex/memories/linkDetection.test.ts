/** Link detection reads few candidates, however many memories there are. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { currentSettings } from "../lib/currentSettings";
import * as ProviderHealth from "../embeddings/providerHealth";
import { NO_NEIGHBORS, type SemanticNeighbors } from "../search/semanticNeighbors";
import * as Documents from "../search/documents";
import * as Vectors from "../embeddings/vectors";
import type { App } from "../../test/functions/requests";
import { tell } from "../../test/functions/search";
import { setup } from "../../test/functions/setup";
import { axis, near } from "../../test/functions/vectors";

const UNRELATED = ["Bread needs rye.", "Gannets nest late.", "Salt is cheap."];

/** The targets detected for the memory stored last, best first. */
async function linksOf(t: App, told: readonly Id<"memories">[], found: Partial<SemanticNeighbors> = {}) {
  const memoryId = told.at(-1);
  if (memoryId === undefined) throw new Error("nothing was told");
  const detected = await t.query(internal.memories.linkDetection.detect, {
    memoryId,
    ...NO_NEIGHBORS,
    ...found,
  });
  return detected.proposals;
}
const targets = (links: readonly { content: string }[]) => links.map(({ content }) => content);

const MODEL = "a model";
const WITH_KEY = {
  EMBEDDING_API_KEY: "any",
  EMBEDDING_BASE_URL: "http://localhost:9",
  EMBEDDING_MODEL: MODEL,
};

/** The semantic neighbors of the memory stored last, after giving vectors to it and to the memory with this content. */
async function embedded(
  t: App,
  told: readonly Id<"memories">[],
  content: string,
  vector: readonly number[],
): Promise<SemanticNeighbors> {
  return await t.run(async (ctx) => {
    const nearest: Id<"vectors">[] = [];
    for (const id of told) {
      const [memory, text] = [await ctx.db.get("memories", id), await Documents.ofMemory(ctx, id)];
      if (text === null || memory?.content !== content) continue;
      await Vectors.put(ctx, currentSettings(), MODEL, [{ documentId: text._id, vector: [...vector] }]);
      const { vectorId } = (await ctx.db.get("searchDocuments", text._id)) ?? {};
      if (vectorId !== undefined) nearest.push(vectorId);
    }
    return { embedding: { model: MODEL, vector: axis(0) }, nearest };
  });
}

describe("link detection", () => {
  it("finds candidates by the rarest words of a memory, wherever they are in it", async () => {
    const t = setup();
    const rare = "Willow wands and wicker.";
    const usual = "The kettle in the kitchen sings at seven";
    const told = await tell(t, [
      rare,
      ...Array.from({ length: 70 }, (_, n) => `Day ${n}. ${usual}.`),
      `${usual}. Willow wands and wicker everywhere.`,
    ]);
    expect(targets(await linksOf(t, told))).toContain(rare);
  });

  it("finds candidates by meaning, above the baseline cosine of the model", async () => {
    const linked = async (baselineCosine: number, vector: readonly number[]) => {
      const t = setup(WITH_KEY);
      await t.run((ctx) => ProviderHealth.update(ctx, { model: MODEL, baselineCosine }));
      const told = await tell(t, ["Gannets circled the bay.", ...UNRELATED, "The sea birds are back."]);
      return targets(await linksOf(t, told, await embedded(t, told, "Gannets circled the bay.", vector)));
    };
    expect(await linked(0, near(0, 0.85))).toEqual(["Gannets circled the bay."]);
    expect(await linked(0.85, near(0, 0.85))).toEqual([]);
    expect(await linked(0, near(0, 0.3))).toEqual([]);
  });
});
