/** POST /wake: a note for the agent. */
import { v } from "convex/values";
import * as z from "zod";
import { PRIORITIES } from "../../../mind/enums";
import { ownerName, scopeToStore, text, timestamp } from "../schemas/common";
import { pollUntil } from "../../lib/pollUntil";
import { internal } from "../../_generated/api";
import { localMoment } from "../../../mind/time/calendarDay";
import { MAX_AHEAD_MS } from "../../../mind/tick/reminders";
import { currentSettings } from "../../lib/currentSettings";
import { KEY_KEPT_MS } from "../../idempotency/rows";
import { woken } from "../../tick/wake";
import { invalid } from "../errors";
import { idempotentResult } from "../idempotencyKey";
import { postEndpoint, type Endpoint } from "../route";
import { responseOf } from "../schemas/shape";

/** With or without an offset from UTC. */
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

export const body = z
  .strictObject({
    scope: scopeToStore.exactOptional().meta({
      description:
        "Whose the note is, and what comes of it, in at most 128 characters without outer white space; case counts. Left out, its sender's, or where nobody is named the agent's own; with NOTE_SCOPE=shared always the agent's own",
    }),
    shared: z
      .boolean()
      .default(false)
      .meta({ description: "Whether the note is the agent's own, for all, though `from` names its sender" }),
    note: text(4096),
    priority: z.enum(PRIORITIES).default("normal"),
    triggerTick: z
      .boolean()
      .default(false)
      .meta({ description: "Also start a tick; if one is running, another follows it" }),
    from: ownerName.exactOptional().meta({
      description:
        "Who writes, in at most 128 characters: the agent sees the last turns with the same sender. Without `scope` the note belongs to this person",
    }),
    remindAt: z
      .union([timestamp, z.string().regex(DATE_AND_TIME)])
      .exactOptional()
      .meta({
        description:
          "When the agent is to bring the note up again: milliseconds since the Unix epoch, or a date and time as 2026-03-29T14:30, in the agent's time zone unless it ends with an offset. At most ten years ahead; a moment of the last 24 hours is due at once",
      }),
    wait: z.number().min(0).max(60).default(0).meta({
      description:
        "With `triggerTick`: seconds to wait for the reply, at most 60; without a reply by then it is left out",
    }),
  })
  .meta({ id: "WakeNote", description: "A note for the agent's next tick" });

export const outcome = responseOf(
  "WakeOutcome",
  "The note is stored",
  woken.extend({ acknowledged: v.literal(true), reply: v.optional(v.string()) }),
  {
    tickTriggered: "Whether a tick was started; while one is running, the note waits for the next",
    noteId: "The note's id in GET /notes",
    reminderId: "With `remindAt`: the reminder's id in GET /reminders",
    reply: "With `wait`: the reply, where there is one by then",
  },
);

export const wake: Endpoint = postEndpoint({
  operationId: "wake",
  tag: "Control",
  summary: "Leave the agent a note",
  description:
    "The note waits for the next tick, which `triggerTick` starts at once, or a second after a running one has ended. The tick replies to it: GET /notes has the reply, and with `wait` the answer brings it. A tick reads what waits of one scope, and is shown memories, knowledge and conversation of that scope and of the agent's own only; so a reply quotes nothing of another scope. What is learned from the note and its reminders are in its scope, too.",
  answer: "The note is stored.",
  example: { body: { note: "The ferry is back. Is the pier ready for visitors?", priority: "high" } },
  body,
  response: outcome,
  handle: async (ctx, { wait, remindAt: reminder, shared, ...note }, claimed) => {
    if (shared && note.scope !== undefined)
      throw invalid("shared", "must not be true beside a scope", shared);
    const remindAt = reminder === undefined ? undefined : momentOf(reminder);
    const taken = idempotentResult(
      await ctx.runMutation(internal.tick.wake.wake, { ...note, shared, remindAt, ...claimed }),
    );
    const acknowledged = { acknowledged: true as const, ...taken };
    // Without a tick of its own the note may wait for minutes.
    if (wait === 0 || !note.triggerTick) return acknowledged;
    const reply = await pollUntil(async () => {
      const seen = await ctx.runQuery(internal.agent.queries.note, { id: taken.noteId });
      return seen?.reply ?? null;
    }, wait * 1_000);
    return reply === null ? acknowledged : { ...acknowledged, reply };
  },
});

/** The moment in ms since the epoch. A repetition of the request is answered as long as its idempotency key is kept. */
function momentOf(remindAt: number | string): number {
  const { timeZone } = currentSettings();
  const moment =
    typeof remindAt === "number"
      ? Math.floor(remindAt)
      : (localMoment(remindAt, timeZone) ?? Date.parse(remindAt));
  const now = Date.now();
  if (moment > now - KEY_KEPT_MS && moment <= now + MAX_AHEAD_MS) return moment;
  throw invalid(
    "remindAt",
    "must be at most ten years ahead and at most 24 hours ago, in milliseconds or as 2026-03-29T14:30",
    remindAt,
  );
}
