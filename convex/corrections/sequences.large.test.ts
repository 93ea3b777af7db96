/**
 * After any sequence of storing, merging, correcting, linking, erasing, restoring and undoing, lists, totals, versions,
 * links, searches and change sets agree with a simple model, and an export of it with its import. A failure names the seed and the sequence.
 */
import * as fc from "fast-check";
import { expect } from "vitest";
import { send } from "../../test/functions/corrections";
import { MemoryModel, TOPICS, TYPES, type Said } from "../../test/functions/memoryModel";
import { wrongFigures } from "../../test/functions/recount";
import { post, type App } from "../../test/functions/requests";
import { expectSeen, exportAll, importLines, seen } from "../../test/functions/transfer";
import { large, setup, TICK_TOKEN } from "../../test/functions/setup";

const asTick = { Authorization: `Bearer ${TICK_TOKEN}` };
const get = async (t: App, path: string) => (await t.fetch(path)).json();

/** The parameters of a step; `pick` and `other` choose among what is stored. */
const stepFields = {
  pick: fc.nat({ max: 999 }),
  other: fc.nat({ max: 999 }),
  type: fc.constantFrom(...TYPES),
  text: fc.constantFrom(...TOPICS).chain(([, text]) => fc.constantFrom(text, text, text.toUpperCase())),
  importance: fc.constantFrom(0.2, 0.5, 0.8),
  confidence: fc.constantFrom(0.3, 0.6, 0.9),
  key: fc.constantFrom(null, "a", "b"),
  pinned: fc.boolean(),
};
type Fields = {
  [Name in keyof typeof stepFields]: (typeof stepFields)[Name] extends fc.Arbitrary<infer Value>
    ? Value
    : never;
};

interface World {
  readonly t: App;
  readonly model: MemoryModel;
}

/** Each step sends a request and updates the model, or does nothing if there is nothing to work on. */
const STEPS = {
  store: async ({ t, model }: World, fields: Fields) => {
    const said = saidOf(fields);
    const { memoryId } = await ok(post(t, "/memories/store", bodyOf(said, fields)));
    model.store(memoryId, said, fields.pinned);
  },
  merge: async ({ t, model }: World, fields: Fields) => {
    const said = saidOf(fields);
    const known = model.duplicateOf(said);
    const { memoryId, deduplicated } = await ok(post(t, "/memories/store-dedup", bodyOf(said, fields)));
    expect(deduplicated).toBe(known !== undefined);
    if (known === undefined) return model.store(memoryId, said, fields.pinned);
    expect(memoryId).toBe(known.id);
    await model.merge(known, said, fields.pinned, () => newestChange(t));
  },
  correct: async ({ t, model }: World, fields: Fields) => {
    const memory = picked(model.memories, fields.pick);
    if (memory === undefined) return;
    const { text: content, importance, confidence, pinned } = fields;
    const changes = [{ content }, { importance }, { confidence, content }, {}][fields.other % 4] ?? {};
    await ok(send(t, "PATCH", `/memories/${memory.id}`, { ...changes, pinned }));
    model.patch(memory, changes, pinned);
  },
  restore: async ({ t, model }: World, { pick, other }: Fields) => {
    const memory = picked(model.memories, pick);
    if (memory === undefined || memory.history.length === 0) return;
    const version = 1 + (other % memory.history.length);
    await ok(post(t, `/memories/${memory.id}/restore`, { version }));
    model.restore(memory, version);
  },
  link: async ({ t, model }: World, { pick, other, confidence, pinned }: Fields) => {
    const [source, target] = [picked(model.memories, pick), picked(model.memories, other)];
    if (source === undefined || target === undefined || source === target) return;
    const link = { type: pinned ? "contradicts" : "related_to", confidence };
    const ends = { memoryId: source.id, targetId: target.id, autoDetect: false };
    await ok(post(t, "/memories/link", { ...ends, ...link }));
    await model.link(source, target, link, () => newestChange(t));
  },
  erase: async ({ t, model }: World, { pick }: Fields) => {
    const memory = picked(model.memories, pick);
    if (memory === undefined) return;
    await ok(send(t, "DELETE", `/memories/${memory.id}`));
    model.erase(memory);
  },
  undo: async ({ t, model }: World, { pick, other }: Fields) => {
    // Mostly the newest change set, since later changes often prevent the undo of an older one.
    const change =
      other % 3 === 0 ? picked(model.changes, pick) : model.changes.findLast(({ undone }) => !undone);
    if (change === undefined) return;
    const { status } = await post(t, `/changes/${change.id}/undo`, {}, asTick);
    expect(status).toBe(model.undo(change) ? 200 : 409);
  },
};

const step = fc.record({
  // Steps that add something are more likely than steps that remove something.
  name: fc.constantFrom<keyof typeof STEPS>(
    ...(["store", "merge", "merge", "merge", "correct", "link", "restore", "erase", "undo", "undo"] as const),
  ),
  ...stepFields,
});

function saidOf({ type, text: content, importance, confidence, key }: Fields): Said {
  return { type, content, importance, confidence, metadata: key === null ? {} : { [key]: 1 } };
}

const bodyOf = (said: Said, { pinned }: Fields) => ({ ...said, pinned });

async function ok(sent: Promise<Response>) {
  const response = await sent;
  expect(response.status).toBe(200);
  return await response.json();
}

async function newestChange(t: App): Promise<string> {
  return (await get(t, "/changes?limit=1")).changes[0]._id;
}

function picked<T>(all: readonly T[], pick: number): T | undefined {
  return all[pick % Math.max(1, all.length)];
}

async function expectAsModelled({ t, model }: World): Promise<void> {
  const newestFirst = model.memories.toReversed();
  const ids = (chosen: typeof newestFirst) => chosen.map(({ id }) => id);
  const listed = async (query: string): Promise<string[]> => {
    const { memories, total } = await get(t, `/memories?limit=100&${query}`);
    expect(total).toBe(memories.length);
    return memories.map(({ _id }: { _id: string }) => _id);
  };
  const { memories } = await get(t, "/memories?limit=100");
  expect(memories).toMatchObject(
    newestFirst.map(({ id: _id, said, pinned }) => ({ _id, ...said, ...(pinned ? { pinned } : {}) })),
  );
  for (const type of TYPES)
    expect(await listed(`type=${type}`)).toEqual(ids(newestFirst.filter(({ said }) => said.type === type)));
  expect(await listed("minImportance=0.5")).toEqual(
    ids(newestFirst.filter(({ said }) => said.importance >= 0.5)),
  );
  expect(await listed("pinned=true")).toEqual(ids(newestFirst.filter(({ pinned }) => pinned)));
  for (const { id, history } of newestFirst) {
    const { versions, total } = await get(t, `/memories/${id}/history?limit=100`);
    expect([versions.length, total]).toEqual([history.length, history.length]);
    expect(versions).toMatchObject(history.toReversed());
    const { links, backlinks } = await get(t, `/memories/linked?id=${id}`);
    const ends = (found: { type: string; targetId?: string; sourceId?: string }[]) =>
      found.map(({ type, targetId, sourceId }) => `${type} ${targetId ?? sourceId}`).sort();
    const from = model.links.filter(({ source }) => source === id);
    const to = model.links.filter(({ target }) => target === id);
    expect(ends(links)).toEqual(from.map(({ type, target }) => `${type} ${target}`).sort());
    expect(ends(backlinks)).toEqual(to.map(({ type, source }) => `${type} ${source}`).sort());
  }
  for (const [word] of TOPICS) {
    const { results } = await get(t, `/memories/search?q=${word}&threshold=0.1&limit=100`);
    const found: string[] = results.map(({ memory }: { memory: { _id: string } }) => memory._id);
    const holding = newestFirst.filter(({ said }) => said.content.toLowerCase().includes(word));
    expect(found.toSorted()).toEqual(ids(holding).toSorted());
    // Exactly one of several equal texts is unique.
    const unique = results.filter(({ memory }: { memory: { unique: boolean } }) => memory.unique);
    expect(unique).toHaveLength(Math.min(1, holding.length));
  }
  const { changes, total } = await get(t, "/changes?limit=100");
  expect(total).toBe(model.changes.length);
  expect(
    changes.map(({ _id: id, undone }: { _id: string; undone?: object }) => ({
      id,
      undone: undone !== undefined,
    })),
  ).toEqual(model.changes.toReversed().map(({ id, undone }) => ({ id, undone })));
  const merges = await t.run(async (ctx) => await ctx.db.query("merges").take(1_000));
  const wordings = model.memories.flatMap(({ id, wordings }) =>
    [...wordings].flatMap(([wording, times]) => (times === 0 ? [] : [`${id} ${wording} ${times}`])),
  );
  expect(
    merges
      .map(({ memoryId, type, content, times }) => `${memoryId} ${JSON.stringify([type, content])} ${times}`)
      .sort(),
  ).toEqual(wordings.sort());
  expect(await wrongFigures(t)).toEqual([]);
}

/** An export that is imported elsewhere shows the same there, and changes nothing where it comes from. */
async function expectToTravel(from: App): Promise<void> {
  const lines = await exportAll(from);
  const before = await seen(from);
  const to = setup({ AUTONOMY: "off" });
  expect(await importLines(to, lines)).toMatchObject({ erased: 0, skipped: 0 });
  await expectSeen(to, before);
  expect(await wrongFigures(to)).toEqual([]);
  expect(await importLines(to, lines)).toMatchObject({ created: 0, replaced: 0, unchanged: lines.length });
}

large("after any sequence of changes and undos, memory agrees with a simple model", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      const world = { t: setup({ AUTONOMY: "off" }), model: new MemoryModel() };
      for (const { name, ...fields } of steps) await STEPS[name](world, fields);
      await expectAsModelled(world);
      await expectToTravel(world.t);
    }),
    { numRuns: 8 },
  );
});
