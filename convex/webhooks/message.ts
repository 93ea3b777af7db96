/** The message that receivers get for an event. It is built from the subject as it is now, so erased texts are not sent. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import * as Notes from "../agent/notes";
import { documentById } from "../lib/documentsById";
import { toPublic } from "../thoughts/reads";
import { eventId } from "../push/pushEvents";

export interface Message {
  readonly id: string;
  readonly type: Doc<"pushEvents">["type"];
  /** JSON: `type`, `timestamp`, `data`, as Standard Webhooks recommends. */
  readonly body: string;
}

/** The name in `data` of the subject's id, by the part of the type before the dot. */
const ID_NAMES: Readonly<Record<string, string>> = {
  tick: "tickId",
  alert: "artifactId",
  note: "noteId",
  thought: "thoughtId",
};

export async function messageOf(ctx: QueryCtx, event: Doc<"pushEvents">): Promise<Message> {
  const { type, subject, checks, at } = event;
  const idName = ID_NAMES[type.split(".")[0] ?? ""];
  const told =
    subject === undefined ? { checks } : ((await subjectOf(ctx, event, subject)) ?? { erased: true });
  const data = idName === undefined ? told : { [idName]: subject, ...told };
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  return { id: eventId(event), type, body };
}

/** The subject's fields; null if it was erased. */
async function subjectOf(ctx: QueryCtx, { type }: Doc<"pushEvents">, id: string): Promise<object | null> {
  switch (type) {
    case "tick.completed":
    case "tick.failed":
      return await tick(ctx, id);
    case "alert.raised": {
      const alert = await documentById(ctx, "artifacts", id);
      return alert && { tickId: alert.tickId, content: alert.content };
    }
    case "note.replied": {
      const noteId = ctx.db.normalizeId("events", id);
      const note = noteId && (await Notes.byId(ctx, noteId));
      if (!note) return null;
      const { from, reply, repliedBy, tickId } = note;
      return { from, reply, repliedBy, tickId };
    }
    case "thought.created":
    case "thought.brilliant": {
      const row = await documentById(ctx, "thoughts", id);
      if (row === null) return null;
      const { _id, seeds: _seeds, ...thought } = toPublic(row);
      return thought;
    }
    case "health.degraded":
    case "health.recovered":
      return null;
  }
}

async function tick(ctx: QueryCtx, id: string) {
  const row = await documentById(ctx, "ticks", id);
  if (row === null) return null;
  const { trigger, outcome, error, startedAt, endedAt, affect, written } = row;
  const log = written && (await ctx.db.get("logs", written.log));
  const felt = affect && { mood: affect.applied.mood, health: affect.applied.health };
  return { trigger, outcome, error, startedAt, endedAt, ...felt, summary: log?.summary };
}
