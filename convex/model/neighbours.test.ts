/** Which memories are to be compared anew: those that have their vector only now. */
import { expect, it } from "vitest";
import { currentSettings } from "../currentSettings";
import { tell } from "../test.search";
import { setup } from "../test.setup";
import { axis } from "../test.vectors";
import * as Neighbours from "./neighbours";
import * as Texts from "./texts";
import * as Vectors from "./vectors";

const MODEL = "model m";

it("compares anew what was compared without a vector, or by another model's, and has one by now", async () => {
  const t = setup({
    EMBEDDING_API_KEY: "any",
    EMBEDDING_BASE_URL: "http://localhost:9",
    EMBEDDING_MODEL: MODEL,
  });
  const compared = [
    { by: "", embedded: true },
    { by: "", embedded: false },
    { by: "model a", embedded: true },
    { by: "model z", embedded: true },
    { by: MODEL, embedded: true },
    { by: null, embedded: true },
    { by: "", embedded: true },
  ];
  const told = await tell(
    t,
    compared.map((_, n) => `Parcel ${n}.`),
  );
  const outdated = await t.run(async (ctx) => {
    for (const [place, memoryId] of told.entries()) {
      const { by = "", embedded = false } = compared[place] ?? {};
      const text = await Texts.ofMemory(ctx, memoryId);
      if (embedded && text !== null)
        await Vectors.put(ctx, currentSettings(), MODEL, [{ textId: text._id, vector: axis(place) }]);
      const row = { memoryId, place, nearest: [], comparedBy: by, evidence: true, confidence: 0.8 };
      await Neighbours.write(ctx, [row]);
    }
    return await Neighbours.outdated(ctx, MODEL, { below: told.length - 1, looked: 100 });
  });
  expect(outdated).toEqual([0, 2, 3]);
});
