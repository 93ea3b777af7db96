/** The evidence shown to a reflection, where there are more memories than can be read. */
import { describe, expect, it } from "vitest";
import { internal } from "../_generated/api";
import { currentSettings } from "../lib/currentSettings";
import type { ReflectionDepth, ReflectionType } from "../../mind/enums";
import * as Documents from "../search/documents";
import * as Vectors from "../embeddings/vectors";
import { post, type App } from "../../test/functions/requests";
import { DAY, NOW, tell } from "../../test/functions/search";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { axis, know, near } from "../../test/functions/vectors";

interface Asked {
  readonly type?: ReflectionType;
  readonly depth?: ReflectionDepth;
  readonly focus?: string;
}

const collect = (t: App, { type = "knowledge", depth = "shallow", focus }: Asked = {}) =>
  t.query(internal.reflections.functions.collectInput, {
    request: { type, depth, focus: focus ?? null },
    vectorHits: null,
  });
const shown = async (t: App, asked?: Asked) =>
  (await collect(t, asked)).evidence.map(({ content }) => content);

describe("without a focus, besides the newest memories", () => {
  /** More memories than are read, all unimportant. */
  const since = Array.from({ length: 40 }, (_, n) => ({ content: `Kettle ${n} boils.`, importance: 0.2 }));

  it.each([
    [
      "an important memory",
      "knowledge",
      { content: "My sister is called Sigrid.", importance: 0.9, type: "semantic" },
    ],
    ["a fact", "knowledge", { content: "The weir has two gates.", importance: 0.2, type: "semantic" }],
    ["a feeling", "emotional", { content: "The move wears me out.", importance: 0.2, type: "emotional" }],
    ["a procedure", "behavioral", { content: "Knock the lid twice.", importance: 0.2, type: "procedural" }],
    ["an event", "behavioral", { content: "We went to Voss.", importance: 0.2, type: "episodic" }],
    [
      "one of the oldest memories",
      "growth",
      { content: "The lake is low.", importance: 0.2, type: "semantic" },
    ],
  ] as const)("a reflection is shown %s stored long ago", async (what, type, old) => {
    const t = setup();
    // Of another type, so that these don't fit the reflection as well.
    const other = type === "behavioral" || what === "an important memory" ? "semantic" : "episodic";
    await tell(t, [
      { ...old, at: NOW - 90 * DAY },
      ...since.map((one) => ({ ...one, type: other }) as const),
    ]);
    expect(await shown(t, { type })).toContain(old.content);
  });
});

describe("on a focus", () => {
  it("a reflection cites a memory with the same meaning that shares no word with it", async () => {
    const model = "a model";
    const t = setup({
      EMBEDDING_API_KEY: "any",
      EMBEDDING_BASE_URL: "http://localhost:9",
      EMBEDDING_MODEL: model,
    });
    const [gannets] = await tell(t, ["Gannets circled the bay.", ...UNRELATED]);
    await t.run(async (ctx) => {
      const text = gannets === undefined ? null : await Documents.ofMemory(ctx, gannets);
      if (text === null) throw new Error("nothing was stored");
      await Vectors.put(ctx, currentSettings(), model, [{ documentId: text._id, vector: near(0, 0.9) }]);
    });
    await know(t, model, "sea birds", axis(0));
    const headers = { Authorization: `Bearer ${TICK_TOKEN}` };
    const { reflection } = await (await post(t, "/memories/reflect", { focus: "sea birds" }, headers)).json();
    expect(reflection.basedOn).toContain(gannets);
  });
});

const UNRELATED = ["Bread needs rye.", "Gannets nest late.", "Salt is cheap."];
