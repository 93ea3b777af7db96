/** Which memories are looked at for a memory's links: there may be any number, and forty are read. */
import { describe, expect, it } from "vitest";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { currentSettings } from "./currentSettings";
import * as Embedder from "./model/embedder";
import { NOTHING_FOUND, type Found } from "./model/nearness";
import * as Texts from "./model/texts";
import * as Vectors from "./model/vectors";
import type { App } from "./test.requests";
import { tell } from "./test.search";
import { large, setup } from "./test.setup";
import { axis, near } from "./test.vectors";

/** More rare words than are asked for. */
const RARE =
  "anvils bobbins cymbals dowels ewers flails gimlets hassocks ingots jerkins kegs ladles mallets nozzles oars pewter".split(
    " ",
  );
const STRANGERS = ["Bread needs rye.", "Gannets nest late.", "Salt is cheap."];

/** What the memory told last is linked to, the best first. */
async function linksOf(t: App, told: readonly Id<"memories">[], found: Partial<Found> = {}) {
  const memoryId = told.at(-1);
  if (memoryId === undefined) throw new Error("nothing was told");
  const detected = await t.query(internal.links.detect, { memoryId, ...NOTHING_FOUND, ...found });
  return detected.proposals;
}
const targets = (links: readonly { content: string }[]) => links.map(({ content }) => content);

const MODEL = "a model";
const WITH_KEY = {
  EMBEDDING_API_KEY: "any",
  EMBEDDING_BASE_URL: "http://localhost:9",
  EMBEDDING_MODEL: MODEL,
};

/** What an action finds for the memory told last, where it and the one that says `content` have vectors. */
async function embedded(
  t: App,
  told: readonly Id<"memories">[],
  content: string,
  vector: readonly number[],
): Promise<Found> {
  return await t.run(async (ctx) => {
    const nearest: Id<"vectors">[] = [];
    for (const id of told) {
      const [memory, text] = [await ctx.db.get("memories", id), await Texts.ofMemory(ctx, id)];
      if (text === null || memory?.content !== content) continue;
      await Vectors.put(ctx, currentSettings(), MODEL, [{ textId: text._id, vector: [...vector] }]);
      const { vectorId } = (await ctx.db.get("texts", text._id)) ?? {};
      if (vectorId !== undefined) nearest.push(vectorId);
    }
    return { embedding: { model: MODEL, vector: axis(0) }, nearest };
  });
}

describe("links are looked for", () => {
  const CRATES = "apples from the orchard by the mill lie in crates in the cold cellar under the barn";
  const FULL = `Beside ${RARE.join(", ")} our ${CRATES}.`;

  it("among the two told just before and after, be the rarest words of the memory in none of them", async () => {
    const t = setup();
    const [before, after] = [`The ${CRATES}.`, `So the ${CRATES}.`];
    const told = await tell(t, [before, "Salt is cheap.", FULL, "Bread needs rye.", after]);
    expect(targets(await linksOf(t, told.slice(0, 3))).sort()).toEqual([after, before].sort());
  });

  it("among what shares a name, which may tell less than its other words", async () => {
    const t = setup();
    const met = "We met Ottilie Brandt.";
    const told = await tell(t, [met, ...STRANGERS, `Ottilie Brandt sells ${RARE.join(", ")}.`]);
    expect(targets(await linksOf(t, told))).toEqual([met]);
  });

  it("by the rarest words of a memory, wherever these stand in it", async () => {
    const t = setup();
    const [usual, rare] = [RARE.slice(0, 15).join(", "), "Willow wands."];
    const told = await tell(t, [
      rare,
      `Buy ${usual}.`,
      `Sell ${usual}.`,
      ...STRANGERS,
      `${usual}, willow wands.`,
    ]);
    expect(targets(await linksOf(t, told))).toContain(rare);
  });

  it("by how rare the words are that the others add", async () => {
    const t = setup();
    const told = await tell(t, [
      "The kiln quakes.",
      "The kiln works.",
      ...Array.from({ length: 8 }, (_, n) => `Pump ${n} works.`),
      "The kiln smokes.",
    ]);
    expect(targets(await linksOf(t, told))).toEqual(["The kiln works.", "The kiln quakes."]);
  });

  it("by what the memory is of a kind of, be more than are read alike in its other words", async () => {
    const t = setup();
    const room = "sleeps in the kitchen by the stove";
    const alike = Array.from({ length: 44 }, (_, n) => `Guest ${n} ${room}.`);
    const told = await tell(t, ["I have no pets.", ...STRANGERS, ...alike, `I have a dog that ${room}.`]);
    const [first] = await linksOf(t, told);
    expect(first).toMatchObject({ content: "I have no pets.", type: "contradicts" });
  });

  it("by the meaning of both, where both have vectors, less what strangers have in common", async () => {
    const linked = async (strangers: number, vector: readonly number[]) => {
      const t = setup(WITH_KEY);
      await t.run((ctx) => Embedder.update(ctx, { model: MODEL, strangers }));
      const told = await tell(t, ["Gannets circled the bay.", ...STRANGERS, "The sea birds are back."]);
      return targets(await linksOf(t, told, await embedded(t, told, "Gannets circled the bay.", vector)));
    };
    expect(await linked(0, near(0, 0.85))).toEqual(["Gannets circled the bay."]);
    expect(await linked(0.75, near(0, 0.85))).toEqual([]);
    expect(await linked(0, near(0, 0.4))).toEqual([]);
  });

  large(
    "among the likest, where more than are read share a word with it, and among what is near in meaning",
    async () => {
      const t = setup(WITH_KEY);
      const words = RARE.slice(0, 15);
      const alike = [1, 2, 3].flatMap((n) => words.map((word) => `Shelf ${n} has ${word}.`));
      // The words that these share with it are more usual, so that the others are found before them.
      const likest = [1, 2, 3, 4, 5].map((n) => `In Havnby Ottilie Brandt sells kite ${n}.`);
      const birds = "Gannets circled the bay.";
      const source = `In Havnby Ottilie Brandt sells ${words.join(", ")}.`;
      const told = await tell(t, [birds, ...likest, ...alike, ...STRANGERS, source]);
      const links = await linksOf(t, told, await embedded(t, told, birds, near(0, 0.95)));
      expect(targets(links)).toEqual([birds, ...likest.slice(0, 4)]);
    },
  );
});
