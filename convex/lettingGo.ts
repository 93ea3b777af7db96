/**
 * Letting go of reflections. Earlier versions compared them like memories and put them into themes, but a conclusion drawn
 * from memories is no evidence. Done once, before anything else is compared; plain functions of an action.
 */
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { compareAll } from "./comparing";
import { SMALLEST_CLUSTER } from "./mind/themes/clustering";
import { changeOf, noteDissolved, regroupAround, type Step } from "./regrouping";
import { chunked, type CoreMemoryId, type RunMemory } from "./runMemory";

/** Reflections looked at in one query. */
const LOOKED_THROUGH = 96;
/** Reflections that are forgotten in one step, and memories compared anew at a time. */
const AT_ONCE = 32;

interface Aim {
  /** Everything before this place is consolidated. */
  readonly from: number;
  readonly strangers: number;
  readonly step: Step;
}

/**
 * Takes reflections out of their themes, compares anew what they were near to and regroups around it, and forgets them.
 * `count`: memories that were compared. A run that dies is gone on with by the next: what is forgotten last is found again.
 * A memory that only counts one among its nearest goes on doing so until it is compared again; it draws it nowhere.
 */
export async function letReflectionsGo(
  ctx: ActionCtx,
  memory: RunMemory,
  { from, strangers, step }: Aim,
  late: () => boolean,
): Promise<{ count: number; done: boolean }> {
  const reflections = await comparedReflections(ctx);
  // All of them first: regrouping takes themes as they are.
  const left = await leaveThemes(ctx, memory, reflections, { from, step });
  let count = 0;
  for (const some of chunked(reflections, AT_ONCE)) {
    if (late()) return { count, done: false };
    const near = await nearTo(memory, some, left, from);
    for (const places of chunked(near, AT_ONCE)) {
      const compared = await compareAll(ctx, memory, places, strangers);
      await regroupAround(ctx, memory, compared, { from, to: from, step });
      count += compared.length;
    }
    await ctx.runMutation(internal.consolidation.forget, { run: memory.run, places: some });
    memory.tidy();
  }
  await ctx.runMutation(internal.consolidation.haveLetGo, { run: memory.run });
  return { count, done: true };
}

async function comparedReflections(ctx: ActionCtx): Promise<number[]> {
  const places: number[] = [];
  for (let offset = 0; ; offset += LOOKED_THROUGH) {
    const page = { offset, most: LOOKED_THROUGH };
    const found = await ctx.runQuery(internal.consolidation.comparedReflections, page);
    if (found === null) return places.sort((a, b) => a - b);
    places.push(...found);
  }
}

/** Takes these out of their themes; answers who was in one with each of them and is no reflection. */
async function leaveThemes(
  ctx: ActionCtx,
  memory: RunMemory,
  reflections: readonly number[],
  { from, step }: Pick<Aim, "from" | "step">,
): Promise<Map<number, readonly number[]>> {
  await memory.readRows(reflections);
  const themeOf = new Map(reflections.map((place) => [place, memory.themeOf(place)]));
  const themes = [...new Set(themeOf.values())].filter((id) => id !== null);
  await memory.readThemes(themes);
  const leaving = new Set(reflections);
  const staying = new Map<CoreMemoryId, readonly number[]>();
  for (const id of themes) {
    const members = memory.membersOf(id).map(({ place }) => place);
    const others = members.filter((place) => !leaving.has(place));
    await shrink(ctx, memory, { id, members: others }, { from, step });
    staying.set(id, others);
  }
  for (const place of reflections) {
    const row = memory.row(place);
    if (row !== undefined) memory.setRow({ ...row, evidence: false });
  }
  await memory.writeRows();
  return new Map([...themeOf].map(([place, id]) => [place, id === null ? [] : (staying.get(id) ?? [])]));
}

/** A theme has no more members than these: too few for one, and it is gone. */
async function shrink(
  ctx: ActionCtx,
  memory: RunMemory,
  { id, members }: { id: CoreMemoryId; members: readonly number[] },
  { from, step }: Pick<Aim, "from" | "step">,
): Promise<void> {
  const tooFew = members.length < SMALLEST_CLUSTER;
  const change = await changeOf(
    ctx,
    memory,
    tooFew ? { kind: "dissolved", id } : { kind: "changed", id, members },
  );
  // What the reflections said may be in its words, whoever wrote these.
  const changes = [change.kind === "changed" ? { ...change, reword: true } : change];
  const { run } = memory;
  await ctx.runMutation(internal.coreMemories.apply, {
    run,
    from,
    to: from,
    reinforcedAt: step.reinforcedAt,
    changes,
  });
  if (change.kind !== "changed") return noteDissolved(memory, step.tally, id);
  memory.setMembers(id, change.members);
  step.tally.changed.add(id);
}

/** The memories near to some reflections or in a theme with them once, without these among their nearest. Ascending. */
async function nearTo(
  memory: RunMemory,
  reflections: readonly number[],
  left: ReadonlyMap<number, readonly number[]>,
  from: number,
): Promise<number[]> {
  const gone = new Set(reflections);
  await memory.readRows(gone);
  const near = new Set(
    reflections.flatMap((place) => [
      ...(memory.row(place)?.nearest.map((one) => one.place) ?? []),
      ...(left.get(place) ?? []),
    ]),
  );
  await memory.readRows(near);
  const mended: number[] = [];
  for (const place of near) {
    const row = memory.row(place);
    if (row === undefined || !row.evidence || place >= from) continue;
    memory.setRow({ ...row, nearest: row.nearest.filter((one) => !gone.has(one.place)) });
    mended.push(place);
  }
  return mended.sort((a, b) => a - b);
}
