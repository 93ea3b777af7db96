/** Regrouping memories into themes, a region at a time, each in one transaction. Plain functions of an action. */
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import type { Compared } from "./comparing";
import { coreConfidence, type Witness } from "./mind/themes/coreConfidence";
import { regroupRegion, themeChanges, type KnownTheme, type ThemeChange } from "./mind/themes/themeChanges";
import { witnessesAmong } from "./mind/themes/themeWitnesses";
import type { Change } from "./model/coreMemories";
import type { CoreMemoryId, Member, RunMemory } from "./runMemory";
import { reflexWords } from "./theming";

/** A region grows up to here by further new memories; regrouping one takes about ten milliseconds. */
const ENOUGH = 400;
/** And up to here by whole themes near them. Themes beyond it stay as they are, but may gain the new memories. */
const MOST = 600;

/** What a run did to the core memories. */
export interface Tally {
  readonly founded: Set<CoreMemoryId>;
  readonly changed: Set<CoreMemoryId>;
}

/** The run's fixed points for writing. */
export interface Step {
  /** When themes that gain new memories count as reinforced. */
  readonly reinforcedAt: number;
  readonly tally: Tally;
}

/**
 * Regroups around memories that were compared, in the order of their places, a few at a time.
 * @param from before this place everything is consolidated
 * @param to the same afterwards; equal where the memories are not new, and beyond the last of them where what follows is
 *   not compared
 */
export async function regroupAround(
  ctx: ActionCtx,
  memory: RunMemory,
  compared: readonly Compared[],
  { from, to, step }: { from: number; to: number; step: Step },
): Promise<void> {
  let consolidatedTo = from;
  let some: Compared[] = [];
  let region = new Set<number>();
  const regroup = async (next: number) => {
    await regroupOnce(ctx, memory, some, { from: consolidatedTo, to: next, step });
    consolidatedTo = next;
    some = [];
    region = new Set();
  };
  for (const one of compared) {
    let further = await surroundings(memory, one);
    const size = region.size + further.filter((place) => !region.has(place)).length;
    if (some.length > 0 && size > ENOUGH) {
      await regroup(to === from ? from : (some.at(-1)?.place ?? 0) + 1);
      // As a run that began here would see them: steps must not depend on where a run was cut off.
      further = await surroundings(memory, one);
    }
    some.push(one);
    for (const place of further) region.add(place);
  }
  if (some.length > 0 || consolidatedTo < to) await regroup(to);
}

/** A memory, those near to it, and everybody in a theme with one of these. */
async function surroundings(memory: RunMemory, one: Compared): Promise<number[]> {
  const seeds = seedsOf(memory, [one]);
  await memory.readRows(seeds);
  const themes = themesOf(memory, seeds);
  await memory.readThemes(themes);
  const members = themes.flatMap((id) => memory.membersOf(id).map(({ place }) => place));
  return [...new Set([...seeds, ...members])];
}

function seedsOf(memory: RunMemory, compared: readonly Compared[]): Set<number> {
  return new Set(
    compared.flatMap(({ place, nearTo }) => [
      place,
      ...nearTo,
      ...(memory.row(place)?.nearest.map((near) => near.place) ?? []),
    ]),
  );
}

/** The themes of these memories, each once, in their order. */
function themesOf(memory: RunMemory, places: Iterable<number>): CoreMemoryId[] {
  return [...new Set([...places].flatMap((place) => memory.themeOf(place) ?? []))];
}

async function regroupOnce(
  ctx: ActionCtx,
  memory: RunMemory,
  compared: readonly Compared[],
  { from, to, step }: { from: number; to: number; step: Step },
): Promise<void> {
  const { members, themes } = await regionOf(memory, compared, to);
  const nearest = new Map([...members].map((place) => [place, memory.row(place)?.nearest ?? []]));
  const byMeaning = new Set([...members].filter((place) => (memory.row(place)?.comparedBy ?? "") !== ""));
  const regrouped = regroupRegion({ members, nearest, byMeaning, themes });
  const namings = await memory.namingsOf([...regrouped.unsure.values()].flat());
  const changes: Change[] = [];
  for (const one of themeChanges(regrouped, namings)) changes.push(await changeOf(ctx, memory, one));
  const ids = await ctx.runMutation(internal.coreMemories.apply, {
    run: memory.run,
    from,
    to,
    reinforcedAt: step.reinforcedAt,
    changes,
  });
  for (const change of changes) {
    if (change.kind === "dissolved") noteDissolved(memory, step.tally, change.id);
  }
  for (const [i, change] of changes.entries()) {
    const id = ids[i];
    if (id === undefined || change.kind === "dissolved") continue;
    memory.setMembers(id, change.members);
    if (change.kind === "founded") step.tally.founded.add(id);
    else if (!step.tally.founded.has(id)) step.tally.changed.add(id);
  }
}

/** Notes that a theme is gone. */
export function noteDissolved(memory: RunMemory, { founded, changed }: Tally, id: CoreMemoryId): void {
  memory.setMembers(id, []);
  founded.delete(id);
  changed.delete(id);
}

/**
 * The region around what was compared: consolidated memories only, no reflections, and of each theme all members or none.
 * The themes of what was compared come first, then those of its neighbours in their order.
 */
async function regionOf(
  memory: RunMemory,
  compared: readonly Compared[],
  consolidatedTo: number,
): Promise<{ members: Set<number>; themes: KnownTheme<CoreMemoryId>[] }> {
  const own = compared.map(({ place }) => place);
  const near = [...new Set([...own, ...seedsOf(memory, compared)])].filter((place) => place < consolidatedTo);
  await memory.readRows(near);
  const seeds = near.filter((place) => memory.row(place)?.evidence === true);
  const ids = themesOf(memory, seeds);
  await memory.readThemes(ids);
  const members = new Set(seeds.filter((place) => memory.themeOf(place) === null));
  const themes = ids.map((id) => ({ id, members: memory.membersOf(id).map(({ place }) => place) }));
  const whole: CoreMemoryId[] = [];
  for (const theme of themes) {
    if (members.size + theme.members.length > MOST) continue;
    whole.push(theme.id);
    for (const place of theme.members) members.add(place);
  }
  await memory.readMembers(whole);
  return { members, themes };
}

/** A change with what has to be written for it. */
export async function changeOf(
  ctx: ActionCtx,
  memory: RunMemory,
  change: ThemeChange<CoreMemoryId>,
): Promise<Change> {
  if (change.kind === "dissolved") return change;
  await memory.readRows(change.members);
  const members = change.members.map((place): Member => {
    const row = memory.row(place);
    if (row === undefined) throw new Error("a member of a theme was never compared");
    return { memoryId: row.memoryId, place };
  });
  const confidence = coreConfidence(witnessesOf(memory, change.members));
  if (change.kind === "changed") return { ...change, members, confidence };
  return { kind: "founded", members, confidence, words: await reflexWords(ctx, memory, members) };
}

/** What makes a theme sure: its members, each statement once. */
function witnessesOf(memory: RunMemory, places: readonly number[]): Witness[] {
  return witnessesAmong(places, (place) => memory.row(place)?.nearest ?? []).map(({ place, closeness }) => ({
    closeness,
    confidence: memory.row(place)?.confidence ?? 0,
  }));
}
