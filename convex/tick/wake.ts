/** Wakes the agent: stores a note and, if asked, begins a tick for it. */
import { v, type Infer } from "convex/values";
import { scopeOfNote } from "../../mind/scopes";
import { internalMutation, type MutationCtx } from "../_generated/server";
import * as Events from "../agent/events";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../idempotency/idempotency";
import { priority } from "../lib/validators";
import * as Reminders from "../reminders/reminders";
import * as Begin from "./begin";

/** `remindAt` is in ms since the epoch. */
const wakeNote = v.object({
  /** Whose note it is; where left out, as `scopeOfNote` says. */
  scope: v.optional(v.string()),
  /** Whether it is the agent's own where `scope` is left out, whoever sent it. */
  shared: v.optional(v.boolean()),
  note: v.string(),
  priority,
  triggerTick: v.boolean(),
  from: v.optional(v.string()),
  remindAt: v.optional(v.number()),
});

export const woken = v.object({
  tickTriggered: v.boolean(),
  noteId: v.id("events"),
  reminderId: v.optional(v.id("reminders")),
});
/** Stores the note and, if asked, begins a tick for it in the same transaction, unless one is running: then another follows. */
async function wakeBy(
  ctx: MutationCtx,
  now: number,
  {
    note,
    priority,
    triggerTick,
    from,
    who,
    remindAt,
    shared = false,
    ...stated
  }: Infer<typeof wakeNote> & { readonly who?: string | undefined },
): Promise<Infer<typeof woken>> {
  const { scope = scopeOfNote(from, shared ? "shared" : currentSettings().noteScope) } = stated;
  const tickTriggered = triggerTick && (await Begin.run(ctx, now, "wake", who));
  const noteId = await Events.takeNote(ctx, now, { scope, note, priority, from, calls: triggerTick });
  const reminder = { scope, text: note, dueAt: remindAt ?? 0, noteId, setBy: "caller" as const };
  const reminderId = remindAt === undefined ? null : await Reminders.set(ctx, now, reminder, from);
  return { tickTriggered, noteId, ...(reminderId === null ? {} : { reminderId }) };
}

/** Takes a wake note. With `triggerTick` it also begins a tick; if one is running, another follows it. */
export const wake = internalMutation({
  args: wakeNote.extend({ claim: v.optional(Idempotency.claim) }),
  returns: Idempotency.answered(woken),
  handler: (ctx, { claim, ...note }) =>
    Idempotency.once(ctx, claim, async () => {
      const taken = await wakeBy(ctx, Date.now(), { ...note, who: claim?.who });
      const { noteId, reminderId } = taken;
      await Audit.record(ctx, claim, reminderId === undefined ? [noteId] : [noteId, reminderId]);
      return taken;
    }),
});
