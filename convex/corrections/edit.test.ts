/** Correcting memories, over HTTP: PATCH, history, restore. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consolidate, core, FERRY, store } from "../../test/functions/consolidation";
import { send, tablesWith } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { large, setup } from "../../test/functions/setup";

const get = async (t: App, path: string) => (await t.fetch(path)).json();

async function change(t: App, id: string, body: object, headers: Record<string, string> = {}) {
  const response = await send(t, "PATCH", `/memories/${id}`, body, headers);
  expect(response.status).toBe(200);
  return await response.json();
}

describe("PATCH /memories/{id}", () => {
  it("changes the fields that are sent, and keeps the version before", async () => {
    const t = setup();
    const [id = ""] = await store(t, ["The pier is long."]);
    const before = await t.fetch(`/memories/${id}`);
    expect(before.headers.get("ETag")).toBe('"1"');
    const memory = await before.json();
    await change(t, id, { importance: 0.9, confidence: 0.4, type: "episodic", metadata: { a: 1 } });
    const after = await get(t, `/memories/${id}`);
    expect(after).toMatchObject({ importance: 0.9, confidence: 0.4, type: "episodic", version: 2 });
    expect(after).toMatchObject({ content: memory.content, createdAt: memory.createdAt, metadata: { a: 1 } });
    const { versions, total } = await get(t, `/memories/${id}/history`);
    expect(total).toBe(1);
    const { content, importance } = memory;
    expect(versions).toMatchObject([{ version: 1, change: "edited", by: "world", content, importance }]);
    expect((await get(t, "/memories")).total).toBe(1);
    expect((await get(t, "/memories?type=semantic")).total).toBe(0);
    expect((await get(t, "/memories?type=episodic&minImportance=0.9")).total).toBe(1);
    expect(await wrongFigures(t)).toEqual([]);
  });

  it("judges, files and groups another text anew", async () => {
    const t = setup();
    const [id = ""] = await store(t, ["Anna Berg hates the rotten bridge.", ...FERRY]);
    await consolidate(t);
    expect((await core(t)).coreMemories[0]?.memories).not.toContain(id);
    const { sentiment } = await change(t, id, { content: "Tom Lind loves the ferry to the island." });
    expect(sentiment.score).toBeGreaterThan(0);
    expect((await get(t, `/memories/${id}`)).metadata.entities).toEqual(["Tom Lind"]);
    expect((await get(t, "/memories/search?q=rotten%20bridge&threshold=0.3")).results).toEqual([]);
    expect((await get(t, "/memories/search?q=Tom%20Lind&threshold=0.3")).results[0].memory._id).toBe(id);
    await consolidate(t);
    expect((await core(t)).coreMemories[0]?.memories).toContain(id);
    expect(await wrongFigures(t)).toEqual([]);
    // The words before are in the history alone.
    expect(await tablesWith(t, "rotten")).toEqual(["memoryVersions"]);
  });

  it("leaves a memory whose sentiment changes in the lists of all, of its type and of its new sentiment", async () => {
    const t = setup();
    const [id = ""] = await store(t, ["I love the wonderful pier."]);
    await change(t, id, { content: "I hate the horrible pier." });
    for (const query of ["", "?type=semantic", "?sentiment=negative"])
      expect([query, (await get(t, `/memories${query}`)).total]).toEqual([query, 1]);
    expect((await get(t, "/memories?sentiment=positive")).total).toBe(0);
  });

  it("keeps an importance that was given, whatever the text says", async () => {
    const t = setup();
    const answer = await post(t, "/memories/store", { type: "semantic", content: "So.", importance: 0.77 });
    const { memoryId } = await answer.json();
    expect((await change(t, memoryId, { content: "So it is." })).importance).toBe(0.77);
  });

  it("refuses a version that has changed, an empty body and unknown fields", async () => {
    const t = setup();
    const [id = ""] = await store(t, ["The pier is long."]);
    await change(t, id, { importance: 0.5 }, { "If-Match": '"1"' });
    const outdated = await send(t, "PATCH", `/memories/${id}`, { importance: 0.6 }, { "If-Match": '"1"' });
    await expectFailure(outdated, 412, "VALIDATION_ERROR");
    for (const [body, headers] of [
      [{}, {}],
      [{ salience: 1 }, {}],
      [{ importance: 0.6 }, { "If-Match": "one" }],
    ] as const)
      await expectFailure(await send(t, "PATCH", `/memories/${id}`, body, headers), 400, "VALIDATION_ERROR");
    await expectFailure(await send(t, "PATCH", "/memories/none", { importance: 1 }), 404, "NOT_FOUND");
    expect((await get(t, `/memories/${id}`)).version).toBe(2);
  });

  it("records merges and contradictions, and takes versions back", async () => {
    const t = setup();
    const [id = "", other = ""] = await store(t, ["The pier is long.", "The pier is short."]);
    await post(t, "/memories/store-dedup", {
      type: "semantic",
      content: "THE PIER IS LONG",
      confidence: 0.9,
    });
    const link = { memoryId: other, targetId: id, type: "contradicts", autoDetect: false };
    expect((await post(t, "/memories/link", link)).status).toBe(200);
    const { versions } = await get(t, `/memories/${id}/history`);
    expect(versions).toMatchObject([
      { version: 2, change: "contradicted", confidence: 0.9 },
      { version: 1, change: "merged", confidence: 0.8, merged: { content: "THE PIER IS LONG" } },
    ]);
    await change(t, id, { content: "The pier is wide." });
    const restored = await post(t, `/memories/${id}/restore`, { version: 1 });
    expect(await restored.json()).toMatchObject({ success: true, version: 5 });
    expect(await get(t, `/memories/${id}`)).toMatchObject({ content: "The pier is long.", confidence: 0.8 });
    for (const version of [5, 6])
      await expectFailure(await post(t, `/memories/${id}/restore`, { version }), 400, "VALIDATION_ERROR");
    expect(await wrongFigures(t)).toEqual([]);
  });

  large("stays consistent while it is changed, merged into and erased at the same moment", async () => {
    const step = fc.constantFrom("reword", "retype", "merge", "restore", "erase");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const t = setup();
        const [id = ""] = await store(t, ["Zorblat is long."]);
        const statuses = await Promise.all(
          steps.map(async (step, i) => {
            const path = `/memories/${id}`;
            if (step === "erase") return (await send(t, "DELETE", path)).status;
            if (step === "merge")
              return (
                await post(t, "/memories/store-dedup", { type: "semantic", content: "zorblat is long" })
              ).status;
            if (step === "restore") return (await post(t, `${path}/restore`, { version: 1 })).status;
            const body = step === "reword" ? { content: `Zorblat is wide ${i}.` } : { type: "episodic" };
            return (await send(t, "PATCH", path, body)).status;
          }),
        );
        for (const status of statuses) expect([200, 400, 404]).toContain(status);
        expect(await wrongFigures(t)).toEqual([]);
        await send(t, "DELETE", `/memories/${id}`);
        for (const { _id } of (await get(t, "/memories")).memories)
          await send(t, "DELETE", `/memories/${_id}`);
        expect(await tablesWith(t, "zorblat")).toEqual([]);
        expect(await wrongFigures(t)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
