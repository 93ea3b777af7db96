/** GET /events/stream: push events as server-sent events. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { parseEventId } from "../../push/pushEvents";
import { invalid } from "../errors";
import { emptyInput, getEndpoint, type Endpoint } from "../route";

/** An action gets no notice of a commit, so it asks: each second, one query of two index reads. */
const POLL_MS = 1_000;
/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** Half of what an action may run. Clients come again by themselves and miss nothing. */
const MAX_STREAM_MS = 5 * 60_000;
const MAX_STREAM_CHARACTERS = 4 * 1024 * 1024;

export const stream: Endpoint = getEndpoint({
  operationId: "streamEvents",
  tag: "Push",
  summary: "Follow events",
  description:
    "Server-sent events, with the types and messages of webhooks: those from now on, or those after `Last-Event-ID`. Each has its type as `event`, its id, and as `data` the JSON `{type, timestamp, data}`. A stream that begins now opens with `stream.opened`, which has only an id to come again with. The stream ends after five minutes; a client that comes again with the last id misses nothing of the last seven days.",
  answer: "The stream.",
  answerType: "text/event-stream",
  ...{ query: emptyInput, response: emptyInput },
  handle: async (ctx, _query, { headers }) => {
    const last = headers.get("Last-Event-ID");
    const seen = last === null || last === "" ? null : parseEventId(last);
    if (last !== null && last !== "" && seen === null)
      throw invalid("Last-Event-ID", "must be the id of an event of this stream", last);
    const { after, opening } = await startOf(ctx, seen);
    return new Response(eventsAfter(ctx, after, opening).pipeThrough(new TextEncoderStream()), {
      headers: { "Content-Type": "text/event-stream" },
    });
  },
});

/**
 * The number to read on from, found before the answer begins, so that no event falls between it and the first poll; and the
 * text to begin with. A stream that begins now tells its reader an id at once: one that ends without an event must be
 * taken up again at the same place.
 */
async function startOf(
  ctx: ActionCtx,
  seen: ReturnType<typeof parseEventId>,
): Promise<{ after: number; opening: string }> {
  const { messages, last, startId } = await ctx.runQuery(
    internal.webhooks.queries.readOn,
    seen === null ? { after: null } : { after: seen.number, at: seen.at },
  );
  if (startId === undefined)
    return { after: messages.length > 0 && seen ? seen.number : last, opening: RETRY };
  const body = JSON.stringify({ type: OPENED, timestamp: new Date().toISOString(), data: {} });
  return { after: last, opening: RETRY + textOf({ id: startId, type: OPENED, body }) };
}

const RETRY = "retry: 1000\n\n";
const OPENED = "stream.opened";

function textOf({ id, type, body }: { id: string; type: string; body: string }): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
}

/** The stream's text. It reads on only when its reader asks, and stops where the reader has gone. */
export function eventsAfter(
  ctx: Pick<ActionCtx, "runQuery">,
  from: number,
  opening = RETRY,
): ReadableStream<string> {
  const startedAt = Date.now();
  let after = from;
  let sent = 0;
  let isGone = false;
  return new ReadableStream<string>({
    start: (controller) => controller.enqueue(opening),
    pull: async (controller) => {
      const beatAt = Date.now() + HEARTBEAT_MS;
      while (!isGone) {
        const isOver = Date.now() - startedAt > MAX_STREAM_MS || sent > MAX_STREAM_CHARACTERS;
        if (isOver) return controller.close();
        const { messages, last } = await ctx.runQuery(internal.webhooks.queries.readOn, { after });
        after = last;
        const text =
          messages.length > 0 ? messages.map(textOf).join("") : Date.now() >= beatAt ? ":\n\n" : null;
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
