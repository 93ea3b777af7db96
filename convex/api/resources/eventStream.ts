/** GET /events/stream: push events as server-sent events. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { parseEventId } from "../../push/pushEvents";
import { invalid } from "../errors";
import { emptyInput, textRoute, type Route } from "../route";
import { validate } from "../validate";

/** An action gets no notice of a commit, so it asks: each second, one query of two index reads. */
const POLL_MS = 1_000;
/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** Half of what an action may run. Clients come again by themselves and miss nothing. */
const MAX_STREAM_MS = 5 * 60_000;
const MAX_STREAM_CHARACTERS = 4 * 1024 * 1024;

export const stream: Route = textRoute("/events/stream", async (ctx, { query, headers }) => {
  validate(emptyInput, query, "query parameter");
  const last = headers.get("Last-Event-ID");
  const seen = last === null || last === "" ? null : parseEventId(last);
  if (last !== null && last !== "" && seen === null)
    throw invalid("Last-Event-ID", "must be the id of an event of this stream", last);
  return new Response(eventsAfter(ctx, await startOf(ctx, seen)).pipeThrough(new TextEncoderStream()), {
    headers: { "Content-Type": "text/event-stream" },
  });
});

/** The number to read on from. Found before the answer begins, so that no event falls between it and the first poll. */
async function startOf(ctx: ActionCtx, seen: ReturnType<typeof parseEventId>): Promise<number> {
  const { messages, last } = await ctx.runQuery(
    internal.webhooks.queries.readOn,
    seen === null ? { after: null } : { after: seen.number, at: seen.at },
  );
  return seen !== null && messages.length > 0 ? seen.number : last;
}

/** The stream's text. It reads on only when its reader asks, and stops where the reader has gone. */
export function eventsAfter(ctx: Pick<ActionCtx, "runQuery">, from: number): ReadableStream<string> {
  const startedAt = Date.now();
  let after = from;
  let sent = 0;
  let isGone = false;
  return new ReadableStream<string>({
    start: (controller) => controller.enqueue("retry: 1000\n\n"),
    pull: async (controller) => {
      const beatAt = Date.now() + HEARTBEAT_MS;
      while (!isGone) {
        const isOver = Date.now() - startedAt > MAX_STREAM_MS || sent > MAX_STREAM_CHARACTERS;
        if (isOver) return controller.close();
        const { messages, last } = await ctx.runQuery(internal.webhooks.queries.readOn, { after });
        after = last;
        const text =
          messages.length > 0
            ? messages.map(({ id, type, body }) => `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`).join("")
            : Date.now() >= beatAt
              ? ":\n\n"
              : null;
        if (text !== null) {
          sent += text.length;
          if (!isGone) controller.enqueue(text);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    cancel: () => {
      isGone = true;
    },
  });
}
