/** Selects the pending events that a tick reads. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import {
  MODEL_LIMITS,
  PINNED_BUDGET,
  readableEvents,
  JOURNAL_LIMITS,
  type ReadingLimits,
  type Unread,
} from "../../mind/tick/inbox";
import type { SituationEvent } from "../../mind/tick/situation";
import { visibleTo } from "../../mind/scopes";
import { lengthOf } from "../../mind/text/phrasing";
import type { Settings } from "../lib/settings";
import * as Events from "../agent/events";
import * as Memories from "../memories/memories";
import * as PoisonEvents from "./poisonEvents";
import * as Rounds from "./rounds";

export interface Taken {
  readonly rows: readonly Doc<"events">[];
  /** `rows` as the tick reads them; of a long text perhaps only a part. */
  readonly events: SituationEvent[];
  /** How many more events are pending, as far as `Events.pending` counts them. */
  readonly waiting: number;
  /** The scope of these events; empty without any. */
  readonly scope: string;
  /** Whose texts the tick is shown: these and the agent's own, so that all that it writes may be told in its scope. */
  readonly scopes: readonly string[];
  /** The pinned memories that the tick is shown, newest first; none without a model. */
  readonly pinned: readonly Doc<"memories">[];
}

/** The most pinned memories that a tick is shown. */
const MAX_PINNED = 12;

/** The most that a tick reads, unless failures have reduced the number of events. */
export function limitsOf(settings: Settings): ReadingLimits {
  return settings.llm === null ? JOURNAL_LIMITS : MODEL_LIMITS;
}

/**
 * The events that a tick reads now: the first of those pending and others of its scope, as many as fit. Scopes that this round has
 * read come last.
 */
export async function take(ctx: QueryCtx, settings: Settings): Promise<Taken> {
  const limits = limitsOf(settings);
  const most = await PoisonEvents.mostEvents(ctx, limits.events);
  const pending = await Events.pending(ctx, most, (await Rounds.soFar(ctx)).scopes);
  const scope = pending.events[0]?.scope ?? "";
  const scopes = visibleTo(scope);
  const pinned = settings.llm === null ? [] : await Memories.pinned(ctx, MAX_PINNED, scopes);
  const pinnedLength = pinned.reduce((sum, { content }) => sum + lengthOf(content), 0);
  const characters = limits.characters - Math.min(PINNED_BUDGET, pinnedLength);
  const events = readableEvents(pending.events.map(asUnread), { ...limits, characters });
  return {
    rows: pending.events.slice(0, events.length),
    events,
    scope,
    scopes,
    pinned,
    waiting: pending.events.length - events.length + pending.waiting,
  };
}

function asUnread(event: Doc<"events">): Unread {
  const { source, content, metadata, sentiment, sentimentStated, novelty, repeats, receivedAt, readTo } =
    event;
  return { source, content, metadata, sentiment, sentimentStated, novelty, repeats, receivedAt, readTo };
}
