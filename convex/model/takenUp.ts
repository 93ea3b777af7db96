/** What a tick takes up: what it finds, or what it was shown when it began; its events, and what they call to mind. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { SituationEvent, SituationPassage, SituationTheme } from "../../mind/tick/situation";
import { isAlarming } from "../mind/ticks/alerts";
import { PROMPTED, reading, UNPROMPTED, type ReadingLimits, type Unread } from "../../mind/tick/inbox";
import { LEAST_TALLIED } from "../mind/ticks/tally";
import type { Settings } from "../settings";
import * as Artifacts from "./artifacts";
import * as Events from "./events";
import * as Recall from "./recall";
import { asSituationPassage, knowledgeFor } from "./recallKnowledge";
import { themesFor } from "./recallThemes";
import * as Remarks from "./remarks";
import * as Setbacks from "./setbacks";
import type { CueHits } from "./vectorHits";

const MOST_MADE = 4;
const MOST_ALERTS = 16;
const MOST_NOTES = 8;

/** What a tick takes up: what it finds, or what it was shown when it began, so that it ends with the same. */
export type Scope = Found | Shown;

interface Found {
  readonly kind: "found";
  /** Of `Recall.cuesOf` the events, as far as they were looked for. */
  readonly hits: readonly CueHits[];
}

interface Shown {
  readonly kind: "shown";
  readonly eventIds: readonly Id<"events">[];
  readonly memoryIds: readonly Id<"memories">[];
  readonly knowledge: readonly SituationPassage[];
  /** Events that it was told wait beyond those. */
  readonly waiting: number;
}

export interface TakenUp {
  readonly events: readonly Doc<"events">[];
  /** What the tick reads of `events`, in their order. */
  readonly read: readonly SituationEvent[];
  /** Events that wait beyond these. */
  readonly waiting: number;
  readonly memories: readonly Doc<"memories">[];
  readonly themes: SituationTheme[];
  readonly knowledge: SituationPassage[];
  /** The items of `knowledge`, in its order, where they were looked up. */
  readonly knowledgeIds: Id<"knowledge">[];
  /** What was made before, as far as this tick asks. */
  readonly made: readonly Doc<"artifacts">[];
  readonly remarks: Awaited<ReturnType<typeof Remarks.ofLate>>;
}

/** What a tick takes up at `now`. */
export async function takeUp(ctx: QueryCtx, now: number, settings: Settings, scope: Scope): Promise<TakenUp> {
  return scope.kind === "found"
    ? await found(ctx, now, settings, scope)
    : await shown(ctx, now, settings, scope);
}

async function found(ctx: QueryCtx, now: number, settings: Settings, { hits }: Found): Promise<TakenUp> {
  const { agentName: name, timeZone } = settings;
  const limits = limitsOf(settings);
  const inbox = readOf(await pending(ctx, limits), limits);
  const cues = Recall.cuesOf(inbox.read, name);
  const passages = await knowledgeFor(ctx, cues, hits);
  const memories = await Recall.recall(ctx, { name, now, timeZone }, inbox.read, hits);
  return {
    ...inbox,
    memories,
    themes: await themesFor(ctx, cues, memories),
    knowledge: passages.map(asSituationPassage),
    knowledgeIds: passages.map(({ knowledgeId }) => knowledgeId),
    made: await Artifacts.recent(ctx, MOST_MADE),
    // Only the reflexes, which write at a tick's end, ask what was remarked on before.
    remarks: [],
  };
}

/** The reflexes, which write at a tick's end, need no themes, and of what was made before the alerts and what was counted. */
async function shown(
  ctx: QueryCtx,
  now: number,
  settings: Settings,
  { eventIds, memoryIds, knowledge, waiting }: Shown,
): Promise<TakenUp> {
  // What came in since a tick was shown what it reads takes nothing of that away.
  const inbox = readOf({ events: await Events.unread(ctx, eventIds), waiting }, limitsOf(settings));
  const alerts = inbox.read.some(isAlarming) ? await Artifacts.recentOf(ctx, "alert", MOST_ALERTS) : [];
  const counted = inbox.read.length >= LEAST_TALLIED ? await Artifacts.recentOf(ctx, "note", MOST_NOTES) : [];
  return {
    ...inbox,
    memories: await Recall.recalled(ctx, memoryIds),
    themes: [],
    knowledge: [...knowledge],
    knowledgeIds: [],
    made: [...alerts, ...counted],
    remarks: await Remarks.ofLate(ctx, now),
  };
}

/** The events that a tick takes up now. */
export async function eventsTaken(ctx: QueryCtx, settings: Settings): Promise<Id<"events">[]> {
  const limits = limitsOf(settings);
  return readOf(await pending(ctx, limits), limits).events.map(({ _id }) => _id);
}

/** How much of what waits a tick takes up in ordinary times. */
export function limitsOf(settings: Settings): ReadingLimits {
  return settings.llm === null ? UNPROMPTED : PROMPTED;
}

interface Inbox {
  readonly events: readonly Doc<"events">[];
  readonly waiting: number;
}

/** What waits, as far as a tick takes it up. */
async function pending(ctx: QueryCtx, limits: ReadingLimits): Promise<Inbox> {
  return await Events.pending(ctx, await Setbacks.mostEvents(ctx, limits.events));
}

/** As many events of the inbox as a tick has room to read; the others wait, too. */
function readOf({ events, waiting }: Inbox, limits: ReadingLimits) {
  const read = reading(events.map(asEvent), limits);
  return {
    events: events.slice(0, read.length),
    read,
    waiting: events.length - read.length + waiting,
  };
}

function asEvent(event: Doc<"events">): Unread {
  const { source, content, metadata, sentiment, novelty, echo, receivedAt, readTo } = event;
  return {
    source,
    content,
    ...(metadata === undefined ? {} : { metadata }),
    sentiment,
    novelty,
    ...(echo === undefined ? {} : { echo }),
    receivedAt,
    readTo,
  };
}
