/** Searching knowledge by vectors that the test chooses. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";
import { axis, know, near } from "../../test/functions/vectors";

const MODEL = "a-model";
/** No provider listens there. */
const withKey = {
  EMBEDDING_API_KEY: "any",
  EMBEDDING_BASE_URL: "http://127.0.0.1:9/v1",
  EMBEDDING_MODEL: MODEL,
};

const outcome = z.object({ knowledgeId: z.string() });
const page = z.object({
  items: z.array(z.object({ title: z.string(), similarity: z.number(), passage: z.string() })),
  total: z.number(),
});

async function keep(t: App, title: string, content: string, cosine: number, tags: string[] = []) {
  const { knowledgeId } = outcome.parse(await (await post(t, "/knowledge", { title, content, tags })).json());
  await embed(t, knowledgeId, () => near(0, cosine));
}

/** Saves vectors for the passages of an item. */
async function embed(t: App, knowledgeId: string, vectorOf: (place: number) => number[]): Promise<void> {
  const texts = await t.run(
    async (ctx) =>
      await ctx.db
        .query("searchDocuments")
        .withIndex("by_owner", (q) => q.eq("owner", knowledgeId))
        .take(500),
  );
  for (let i = 0; i < texts.length; i += 50) {
    const vectors = texts
      .slice(i, i + 50)
      .map(({ _id, place }): { documentId: Id<"searchDocuments">; vector: number[] } => ({
        documentId: _id,
        vector: vectorOf(place),
      }));
    expect(await t.mutation(internal.embeddings.functions.saveNow, { model: MODEL, vectors })).toBe(true);
  }
}

async function ask(t: App, query: string, parameters: Record<string, string> = {}) {
  await know(t, MODEL, query, axis(0));
  const response = await t.fetch(`/knowledge?${new URLSearchParams({ query, ...parameters }).toString()}`);
  return page.parse(await response.json());
}

const titles = ({ items }: z.infer<typeof page>) => items.map(({ title }) => title);

describe("a search of knowledge by meaning", () => {
  it("finds a passage that shares no word with the query, within a tag", async () => {
    const t = setup(withKey);
    await keep(t, "Cliff", "Gannets circled the bay.", 0.95, ["birds"]);
    await keep(t, "Kitchen", "Bread and butter.", 0.1, ["birds", "food"]);
    expect(titles(await ask(t, "winged creatures"))).toEqual(["Cliff"]);
    expect(titles(await ask(t, "winged creatures", { tag: "birds" }))).toEqual(["Cliff"]);
    expect(titles(await ask(t, "winged creatures", { tag: "food" }))).toEqual([]);
  });

  it("returns an item once, with its nearest passage", async () => {
    const t = setup(withKey);
    const paragraph = (n: number) => `## Part ${n}\n\n${`Paragraph ${n} is about bread. `.repeat(40)}`;
    const content = Array.from({ length: 6 }, (_, n) => paragraph(n)).join("\n\n");
    const response = await post(t, "/knowledge", { title: "Kitchen", content });
    const { knowledgeId } = outcome.parse(await response.json());
    await embed(t, knowledgeId, (place) => near(0, place === 3 ? 0.95 : 0.7));
    const { items, total } = await ask(t, "winged creatures", { threshold: "0.3" });
    expect(total).toBe(1);
    const text = await t.run(async (ctx) => {
      const row = await ctx.db
        .query("searchDocuments")
        .withIndex("by_owner", (q) => q.eq("owner", knowledgeId).eq("place", 3))
        .unique();
      return content.slice(row?.start, row?.end);
    });
    expect(items[0]?.passage).toBe(text);
  });

  it("deletes the vectors of replaced passages", async () => {
    const t = setup(withKey);
    await keep(t, "Cliff", "Gannets circled the bay.", 0.95);
    await keep(t, "Cliff", "Bread and butter.", 0.1);
    expect(titles(await ask(t, "winged creatures"))).toEqual([]);
    expect(await t.run(async (ctx) => (await ctx.db.query("vectors").take(10)).length)).toBe(1);
  });
});
