/** Wakes the agent: stores a note and, if asked, begins a tick for it. */
import { v, type Infer } from "convex/values";
import type { Priority } from "../../mind/enums";
import { scopeOfNote } from "../../mind/scopes";
import { internalMutation, type MutationCtx } from "../_generated/server";
import * as Events from "../agent/events";
import * as Audit from "../lib/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import { priority } from "../lib/validators";
import * as Reminders from "../reminders/reminders";
import * as Ticks from "./ticks";

export interface Wake {
  /** Whose note it is; where left out, as `scopeOfNote` says. */
  scope?: string;
  /** Whether it is the agent's own where `scope` is left out, whoever sent it. */
  shared?: boolean;
  note: string;
  priority: Priority;
  triggerTick: boolean;
  from?: string;
  /** The name of the caller. */
  who?: string | undefined;
  /** When the agent is to bring the note up again, in ms since the epoch. */
  remindAt?: number;
}

const woken = v.object({
  tickTriggered: v.boolean(),
  noteId: v.id("events"),
  reminderId: v.optional(v.id("reminders")),
});
type Woken = Infer<typeof woken>;

/** Stores the note and, if asked, begins a tick for it in the same transaction, unless one is running: then another follows. */
async function wakeBy(
  ctx: MutationCtx,
  now: number,
  { note, priority, triggerTick, from, who, remindAt, shared = false, ...stated }: Wake,
): Promise<Woken> {
  const { scope = scopeOfNote(from, shared ? "shared" : currentSettings().noteScope) } = stated;
  const tickTriggered = triggerTick && (await Ticks.run(ctx, now, "wake", who));
  const noteId = await Events.takeNote(ctx, now, { scope, note, priority, from, calls: triggerTick });
  const reminder = { scope, text: note, dueAt: remindAt ?? 0, noteId, setBy: "caller" as const };
  const reminderId = remindAt === undefined ? null : await Reminders.set(ctx, now, reminder, from);
  return { tickTriggered, noteId, ...(reminderId === null ? {} : { reminderId }) };
}

/** Takes a wake note. With `triggerTick` it also begins a tick; if one is running, another follows it. `remindAt` is in ms since the epoch. */
export const wake = internalMutation({
  args: {
    scope: v.optional(v.string()),
    shared: v.optional(v.boolean()),
    note: v.string(),
    priority,
    triggerTick: v.boolean(),
    from: v.optional(v.string()),
    remindAt: v.optional(v.number()),
    claim: v.optional(Idempotency.claim),
  },
  returns: Idempotency.answered(woken),
  handler: (ctx, { claim, ...note }) =>
    Idempotency.once(ctx, claim, async () => {
      const taken = await wakeBy(ctx, Date.now(), { ...note, who: claim?.who });
      const { noteId, reminderId } = taken;
      await Audit.record(ctx, claim, reminderId === undefined ? [noteId] : [noteId, reminderId]);
      return taken;
    }),
});
